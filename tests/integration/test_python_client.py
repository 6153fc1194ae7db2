"""The Python client against a real server with a real worker: the same as without one."""

import secrets
import subprocess
import venv
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import fairtt_lab
from fairtt_lab import (
    CancelledError,
    ConflictError,
    InvalidInputError,
    NotFoundError,
    Shared,
    arms,
    axis,
    experiment,
    flow,
    link,
    local,
    open_archive,
    scenario,
)
from fairtt_lab.locally import LocalLab
from fairtt_lab.locally.runs import LocalRun
from fairtt_lab.server import runs
from fairtt_lab.server.experiments import ServerExperiment
from fairtt_lab.server.runs import ServerRun
from tests.conftest import empty_lab
from tests.support.pages import execute_page
from tests.support.processes import PATIENCE_S, LabProcesses
from tests.support.server import serving
from tools.commands.package import build_client
from tools.paths import PROJECT_ROOT
from tools.servers import ValkeyServer

FIGHT = scenario(
    link(10e6, delay_s=0.01),
    [flow("bbr2", rtt_s=0.035, label="elephant"), flow("cubic", rtt_s=0.025, count=3)],
    duration_s=6,
    name="A fight",
)
LONG = FIGHT.model_copy(update={"duration_s": 3600.0, "sample_interval_s": 1.0})


@pytest.fixture(scope="module")
def address(
    migrated_url: str, valkey: ValkeyServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Of a server for all tests of this file; one worker computes."""
    with (
        empty_lab(migrated_url, valkey) as settings,
        LabProcesses(settings, tmp_path_factory.mktemp("logs")) as processes,
        serving(settings) as url,
    ):
        processes.start_worker()
        yield url


@pytest.fixture
def server(address: str) -> Iterator[fairtt_lab.Lab]:
    """A client with an owner key of its own: it finds no run of another test among its runs."""
    with fairtt_lab.Lab(address, secrets.token_hex(16)) as lab:
        yield lab


def test_run_is_the_same_with_and_without_a_server(
    server: fairtt_lab.Lab,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 60 samples of 50 metrics of 5 subjects: several requests, the last one shorter.
    monkeypatch.setattr(runs, "VALUES_PER_REQUEST", 6000)
    run = server.run(FIGHT, seed=4, name="Mine").wait(progress=True, timeout_s=PATIENCE_S)
    assert "Mine: 100%" in capfd.readouterr().err
    with local() as lab:
        here = lab.run(FIGHT, seed=4).wait()
        pd.testing.assert_frame_equal(run.series(), here.series())
        pd.testing.assert_frame_equal(
            run.series("rtt_s", from_s=3, to_s=4.5, points=7),
            here.series("rtt_s", from_s=3, to_s=4.5, points=7),
        )
        drawn = [figure.axes[0].lines[1] for figure in (run.plot(), here.plot())]
        assert drawn[0].get_ydata().tolist() == drawn[1].get_ydata().tolist()
        for number, part in enumerate([None, (1.0, 1.2)]):
            names = [tmp_path / f"{place}-{number}.qlog" for place in ("server", "here")]
            run.export("qlog", names[0], packets=part)
            here.export("qlog", names[1], packets=part)
            # The run on the server has a name of its own.
            assert names[0].read_text().replace("Mine", "A fight") == names[1].read_text()
        _explain_alike(server, lab, run, here)
    assert run.result == here.result
    assert open_archive(run.export("zip", tmp_path / "run.zip")).result == run.result
    assert [item.name for item in server.runs("fight")] == []
    assert [item.id for item in server.runs("mine bbr2")] == [run.id]
    _open_links_and_ids(server, run)


def _explain_alike(server: fairtt_lab.Lab, lab: LocalLab, run: ServerRun, here: LocalRun) -> None:
    assert [chain.flow_index for chain in run.causes()] == [0, 1]
    assert run.causes([2])[0].shares == here.causes([2])[0].shares
    assert list(run.phenomena())[:2] == ["definition", "flow_indices"]
    pd.testing.assert_frame_equal(server.known_cases(), lab.known_cases())
    case = lab.known_cases()["case"][0]
    assert server.known_case(case) == lab.known_case(case)


def _open_links_and_ids(server: fairtt_lab.Lab, run: ServerRun) -> None:
    link_to_it = server.share(run, title="Look", note="At 1.5 s")
    with fairtt_lab.Lab(server.url) as anybody:
        shared = anybody.open(link_to_it)
        assert isinstance(shared, Shared)
        assert (shared.title, shared.note) == ("Look", "At 1.5 s")
        [copy] = shared.runs
        assert copy.result == run.result
        pd.testing.assert_frame_equal(copy.series("rtt_s"), run.series("rtt_s"))
        for name in (run.url, str(run.id)):
            opened = anybody.open(name)
            assert isinstance(opened, ServerRun)
            assert opened.id == run.id
        with pytest.raises(NotFoundError):
            anybody.open("A" * 22)
        with pytest.raises(fairtt_lab.ForbiddenError):
            opened.delete()
    run.delete()
    with pytest.raises(NotFoundError):
        server.find_run(run.id)


def test_sweep_is_the_same_with_and_without_a_server(
    server: fairtt_lab.Lab, tmp_path: Path
) -> None:
    short = FIGHT.model_copy(update={"duration_s": 1.0, "sample_interval_s": 0.1})
    axes = [arms(["newreno", "cubic"]), axis("flows.0.rtt_s", [0.03, 0.04])]
    definition = experiment(short, axes, seeds=3, name="Who wins?")
    found = server.sweep(definition).wait(progress=True, timeout_s=PATIENCE_S)
    with local() as lab:
        here = lab.sweep(definition).wait()
        ours, theirs = (each.export("zip", tmp_path / "x").read_bytes() for each in (found, here))
        assert ours == theirs
        pd.testing.assert_frame_equal(found.table(), here.table())
        for metric in ("throughput_ratio", "mean_queue_s"):
            pd.testing.assert_frame_equal(found.map(metric), here.map(metric), rtol=1e-6)
            pd.testing.assert_frame_equal(
                found.differences(metric), here.differences(metric), rtol=1e-6
            )
    row = found.table().iloc[-1]
    unit = found.run(int(row["cell_index"]), int(row["seed"]))
    assert unit.result.summary_digest == row["summary_digest"]
    opened = server.open(found.url)
    assert isinstance(opened, ServerExperiment)
    assert [item.name for item in server.experiments()] == ["Who wins?"]
    assert opened.cell(1).estimates["jain_index"].count == 3
    shown = server.open(server.share(found, title="Look"))
    assert isinstance(shown, Shared)
    assert shown.experiment is not None
    pd.testing.assert_frame_equal(shown.experiment.table(), found.table())
    _compare(server, found)
    _cancel_long_work(server)


def _compare(server: fairtt_lab.Lab, found: ServerExperiment) -> None:
    """Cells 0 and 2 are two algorithms with the same seeds; a run is cell 0 with seed 1."""
    beside = server.compare([(found, 0), (found, 2), found.run(0, 1)], labels=["a", "b", "c"])
    assert (beside.labels, beside.baseline) == (["a", "b", "c"], "a")
    frame = beside.differences(frame="polars").to_dicts()
    queue = {row["label"]: row for row in frame if row["metric"] == "mean_queue_s"}
    # The same pairs as the experiment's own arms.
    [arm] = found.differences("mean_queue_s").query("cell_index == 2").to_dict("records")
    assert queue["b"]["mean"] == pytest.approx(arm["mean"], rel=1e-6)
    assert (queue["b"]["is_paired"], queue["b"]["count"]) == (True, 3)
    assert (queue["c"]["count"], queue["c"]["mean"], queue["c"]["low"]) == (1, 0, None)
    assert set(beside.settings()["path"]) == {"flows.0.algorithm.name", "flows.1.algorithm.name"}
    table = beside.table()
    assert len(table) == 3 * len(beside.read.metrics)
    assert beside.latex(["mean_queue_s"]).count(r" \\") == 2
    with pytest.raises(InvalidInputError, match="not a metric of this comparison"):
        beside.latex(["no_such_number"])
    shared = server.open(server.share(beside, title="Three", expires_in_days=1))
    assert isinstance(shared, Shared)
    assert [part.label for part in shared.read.items] == ["a", "b", "c"]
    newest = server.links()[0]
    assert (newest.title, newest.kind, newest.state) == ("Three", "comparison", "open")
    assert server.revoke(newest.id).state == "revoked"
    with pytest.raises(InvalidInputError):
        server.compare([found.run(0, 1)])
    with pytest.raises(InvalidInputError, match="labels has 1"):
        server.compare([(found, 0), (found, 1)], labels=["a"])


def _cancel_long_work(server: fairtt_lab.Lab) -> None:
    run = server.run(LONG)
    assert run.cancel() is run
    with pytest.raises(CancelledError):
        run.wait(timeout_s=PATIENCE_S)
    with pytest.raises(ConflictError):
        run.cancel()
    found = server.sweep(experiment(LONG, [axis("flows.0.rtt_s", [0.03, 0.04])], seeds=2))
    found.cancel()
    with pytest.raises(CancelledError):
        found.wait(timeout_s=PATIENCE_S)


def test_refusals_name_field_value_and_bound(address: str) -> None:
    data = FIGHT.model_dump(mode="json")
    data["flows"][0]["rtt_s"] = -1
    with fairtt_lab.Lab(address) as server, pytest.raises(InvalidInputError) as refused:
        server.run(data)
    error = refused.value
    assert (error.field, error.value, error.bound) == ("flows.0.rtt_s", -1, 1e-05)
    assert error.request_id
    with pytest.raises(InvalidInputError) as here, local() as lab:
        lab.run(data)
    assert here.value.problems[0].message == error.problems[0].message


def test_examples_of_the_documentation_run_against_a_server(
    server: fairtt_lab.Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = PROJECT_ROOT / "docs" / "python.md"
    names, executed = execute_page(page, lab=server, is_local=False, is_thin=False)
    assert executed >= 10
    assert names["shared"].runs[0].result == names["run"].result


@pytest.mark.slow
def test_examples_run_where_there_is_nothing_but_the_wheel(address: str, tmp_path: Path) -> None:
    # An environment of its own, filled from the package index: `./lab test --full`.
    wheel, _sdist = build_client(tmp_path)
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    install = [python, "-m", "pip", "install", "--quiet", f"{wheel}[figures]", "sybil"]
    subprocess.run(install, check=True, timeout=PATIENCE_S)
    program = """
import sys
from pathlib import Path
import fairtt_lab
sys.path.append(sys.argv[2])
from tests.support.pages import execute_page
with fairtt_lab.Lab(sys.argv[1]) as lab:
    page = Path(sys.argv[2]) / "docs" / "python.md"
    names, executed = execute_page(page, lab=lab, is_local=False, is_thin=True)
assert names["shared"].runs[0].result == names["run"].result
assert Path(fairtt_lab.__file__).is_relative_to(sys.prefix)
print(executed, *sorted({name.partition(".")[0] for name in sys.modules}))
"""
    command = [python, "-P", "-c", program, address, PROJECT_ROOT]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    executed, *loaded = done.stdout.splitlines()[-1].split()
    assert int(executed) >= 9
    assert not {"celery", "fastapi", "lab", "scipy", "sqlalchemy"} & set(loaded)
    assert (tmp_path / "fight.png").exists()
