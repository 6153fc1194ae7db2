"""`./lab sweep EXPERIMENT.json`: nothing is computed twice, and nothing that was found is lost."""

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pyarrow.parquet
import pytest

from fairtt_lab import open_experiment_archive
from lab_cli.main import main
from lab_cli.sweep import command as sweep
from lab_exec import behaviour_version, core_version, run_scenario
from lab_exec.experiments.store import open_store
from lab_exec.experiments.units import FailedUnit, Outcome, Unit, missing_units
from lab_exec.experiments.units import compute as compute_units
from lab_model.experiments import numbers_of, read_experiment
from lab_model.experiments.number_names import number_names
from lab_model.experiments.unit_rows import FailedRow
from tests.cli.conftest import SMALL
from tests.support.axes import arms, spaced
from tests.support.processes import PATIENCE_S, wait_until

Json = dict[str, Any]

ARMS = arms("bbr2", "cubic")
BUFFERS = spaced("bottleneck.buffer.amount", "linear", 1, 2, 2, label="Buffer")
SMALL_EXPERIMENT: Json = {
    "name": "Small",
    "base": {**SMALL, "duration_s": 2},
    "axes": [ARMS, BUFFERS],
    "replications": {"count": 2},
}
FILES = ("runs.csv", "runs.json", "runs.parquet", "runs.zip")
# A process of its own takes longer to start than the small runs take.
SWEEP = ("sweep", "--jobs", "1")


@pytest.fixture
def experiment_file(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SMALL_EXPERIMENT))
    return path


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[Unit]:
    """The units that sweeps of this test compute, beside computing them."""
    units: list[Unit] = []
    compute = compute_units

    def watched(expansion: Any, missing: list[Unit], *rest: Any) -> bool:
        units.extend(missing)
        return compute(expansion, missing, *rest)

    monkeypatch.setattr(sweep, "compute", watched)
    return units


STORE_BY_CORE = """
PRAGMA application_id = 1179800660;
PRAGMA user_version = 1;
CREATE TABLE layout (id INTEGER PRIMARY KEY, names TEXT NOT NULL UNIQUE);
CREATE TABLE unit (
    core_version TEXT NOT NULL,
    scenario_digest TEXT NOT NULL,
    seed INTEGER NOT NULL,
    summary_digest TEXT NOT NULL,
    layout_id INTEGER NOT NULL REFERENCES layout (id),
    numbers BLOB NOT NULL,
    PRIMARY KEY (core_version, scenario_digest, seed)
) WITHOUT ROWID;
INSERT INTO layout VALUES (1, '["n"]');
"""


def file_options(folder: Path) -> list[str]:
    return [part for name in FILES for part in (f"--{name.split('.')[1]}", str(folder / name))]


def contents(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in FILES]


def test_all_formats_have_every_run_by_cell_and_seed(
    experiment_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", str(experiment_file), *file_options(tmp_path)]) == 0
    printed = capsys.readouterr().out
    for text in ("Small", "Algorithm", "BBRv2", "Against BBRv2", "Paired by seed"):
        assert text in printed

    expansion = read_experiment(SMALL_EXPERIMENT)
    with (tmp_path / "runs.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["cell_index"], row["seed"]) for row in rows] == [
        (str(cell), str(seed)) for cell in range(4) for seed in (1, 2)
    ]
    last = run_scenario(expansion.scenario(3), 2, series=False)
    expected = numbers_of(last)
    assert set(expected) == set(number_names(expansion.definition))
    assert (rows[7]["Algorithm"], rows[7]["Buffer"]) == ("CUBIC", "2 BDP")
    assert json.loads(rows[7]["flows.*.algorithm"]) == {"name": "cubic"}
    assert rows[7]["bottleneck.buffer.amount"] == "2.0"
    assert rows[7]["summary_digest"] == last["summary_digest"]
    assert {name: float(rows[7][name]) if rows[7][name] else None for name in expected} == expected

    table = pyarrow.parquet.read_table(tmp_path / "runs.parquet").to_pylist()
    assert [list(row) for row in table] == [list(row) for row in rows]
    assert list(table[7])[-len(expected) :] == number_names(expansion.definition)
    assert {name: table[7][name] for name in expected} == expected
    assert (table[7]["bottleneck.buffer.amount"], table[7]["seed"]) == (2.0, 2)

    with ZipFile(tmp_path / "runs.zip") as packed:
        assert packed.read("units.csv") == (tmp_path / "runs.csv").read_bytes()
        assert json.loads(packed.read("experiment.json")) == expansion.definition.to_json()

    content = json.loads((tmp_path / "runs.json").read_text())
    assert content["experiment"] == expansion.definition.to_json()
    assert content["units"][7]["numbers"] == expected
    assert content["cells"][3]["texts"] == ["CUBIC", "2 BDP"]
    assert content["cells"][3]["estimates"]["jain_index"]["count"] == 2


def test_what_is_stored_is_not_computed_again(
    experiment_file: Path, tmp_path: Path, computed: list[Unit]
) -> None:
    assert main([*SWEEP, str(experiment_file), *file_options(tmp_path)]) == 0
    assert len(computed) == 8
    before = contents(tmp_path)
    computed.clear()
    assert main([*SWEEP, str(experiment_file), *file_options(tmp_path)]) == 0
    assert computed == []
    assert contents(tmp_path) == before

    # Another seed and another value: only what is missing.
    assert main([*SWEEP, str(experiment_file), "--seeds", "3"]) == 0
    assert [unit.seed for unit in computed] == [3] * 4
    computed.clear()
    three_buffers = {**BUFFERS["moves"][0], "values": {"kind": "list", "values": [1, 2, 3]}}
    wider = {**SMALL_EXPERIMENT, "axes": [ARMS, {**BUFFERS, "moves": [three_buffers]}]}
    experiment_file.write_text(json.dumps(wider))
    assert main([*SWEEP, str(experiment_file)]) == 0
    assert [(unit.cell_index, unit.seed) for unit in computed] == [(2, 1), (2, 2), (5, 1), (5, 2)]


def test_cells_that_are_equal_are_computed_once(computed: list[Unit], tmp_path: Path) -> None:
    labels = {"path": "flows.0.label", "values": {"kind": "list", "values": ["a", "b", "c"]}}
    experiment = {**SMALL_EXPERIMENT, "axes": [{"moves": [labels]}]}
    path = tmp_path / "labels.json"
    path.write_text(json.dumps(experiment))
    out = tmp_path / "runs.csv"
    assert main([*SWEEP, str(path), "--csv", str(out)]) == 0
    assert len(computed) == 2
    with out.open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 6


def start_sweep(path: Path, *options: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "lab_cli", "sweep", str(path), *options]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def stored_count(store: Path) -> int:
    """How many units are committed. The running sweep holds the file, so a copy is read."""
    if not store.exists():
        return 0
    copy = store.with_name("copy.sqlite")
    copy.write_bytes(store.read_bytes())
    connection = sqlite3.connect(copy)
    try:
        return int(connection.execute("SELECT count(*) FROM unit").fetchone()[0])
    except sqlite3.DatabaseError:
        return 0  # copied in the middle of a commit, or before the first
    finally:
        connection.close()


def wait_for_units(process: "subprocess.Popen[str]", store: Path, count: int) -> None:
    def excuse() -> str | None:
        return None if process.poll() is None else str(process.communicate())

    wait_until(lambda: stored_count(store) >= count, excuse=excuse)


# A quarter of a million packets each, so that there is a middle to break off in.
LONGER_EXPERIMENT: Json = {
    **SMALL_EXPERIMENT,
    "base": {**SMALL, "duration_s": 60, "bottleneck": {"rate_bps": 1e8, "delay_s": 0.01}},
    "replications": {"count": 2},
}


def test_a_sweep_that_was_broken_off_continues_to_the_same_bytes(
    tmp_path: Path, computed: list[Unit]
) -> None:
    folders = [tmp_path / "whole", tmp_path / "broken"]
    for folder in folders:
        folder.mkdir()
        (folder / "long.json").write_text(json.dumps(LONGER_EXPERIMENT))
    whole, broken = folders
    assert main(["sweep", str(whole / "long.json"), *file_options(whole)]) == 0
    assert len(computed) == 8
    computed.clear()

    store = broken / "long.json.store"
    process = start_sweep(broken / "long.json", "--jobs", "1", *file_options(broken))
    wait_for_units(process, store, 1)
    children = simulating_children(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, stdout) == (130, "")
    kept = stored_count(store)
    assert 1 <= kept < 8
    assert stderr == (
        f"interrupted: {kept} more runs are kept in '{store}', {8 - kept} are missing; the same "
        "command continues\n"
    )
    assert len(children) == 1
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
    left = {path.name for path in broken.iterdir()} - {"copy.sqlite"}
    assert left == {"long.json", "long.json.store"}

    assert main(["sweep", str(broken / "long.json"), *file_options(broken)]) == 0
    assert len(computed) == 8 - kept
    assert contents(broken) == contents(whole)


@pytest.mark.slow
def test_a_sweep_that_was_killed_loses_only_what_it_was_at(
    tmp_path: Path, computed: list[Unit]
) -> None:
    path = tmp_path / "long.json"
    path.write_text(json.dumps(LONGER_EXPERIMENT))
    process = start_sweep(path, "--jobs", "1")
    wait_for_units(process, tmp_path / "long.json.store", 1)
    process.kill()
    process.communicate(timeout=PATIENCE_S)
    assert main(["sweep", str(path)]) == 0
    assert 1 <= len(computed) <= 7


def simulating_children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    lines = {int(child): Path(f"/proc/{child}/cmdline").read_text() for child in found}
    return [child for child, line in lines.items() if "spawn_main" in line]


@pytest.mark.slow
def test_a_process_that_dies_costs_no_run(tmp_path: Path) -> None:
    path, out = tmp_path / "long.json", tmp_path / "runs.csv"
    path.write_text(json.dumps(LONGER_EXPERIMENT))
    process = start_sweep(path, "--csv", str(out), "--jobs", "2", "--seeds", "5")
    wait_for_units(process, tmp_path / "long.json.store", 1)
    os.kill(simulating_children(process.pid)[0], signal.SIGKILL)
    _, stderr = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, stderr) == (0, "")
    with out.open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 20


def test_a_run_that_fails_is_named_and_the_others_are_kept(
    experiment_file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compute = compute_units

    def failing(
        expansion: Any, units: list[Unit], count: int, on_outcome: Any, pool: Any = None
    ) -> bool:
        bad = next(unit for unit in units if (unit.cell_index, unit.seed) == (1, 2))
        on_outcome(Outcome(ended=[bad], failed=[FailedUnit(bad, "MemoryError: no room")]))
        return compute(expansion, [unit for unit in units if unit != bad], count, on_outcome, pool)

    monkeypatch.setattr(sweep, "compute", failing)
    assert main([*SWEEP, str(experiment_file), *file_options(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        f"BBRv2, 2 BDP, seed 2 with core {core_version()} failed: MemoryError: no room\n"
    )
    with (tmp_path / "runs.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 7
    failed = list(open_experiment_archive(tmp_path / "runs.zip").failed_rows())
    assert failed == [FailedRow(1, 2, core_version(), "MemoryError: no room")]


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["sweep", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def test_a_bad_definition_is_refused_with_its_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({**SMALL_EXPERIMENT, "replications": {"count": 0}, "seeds": 3}))
    assert refused([str(path)], capsys).splitlines() == [
        "replications.count is 0; it must be at least 1",
        "seeds is not a field of an experiment; did you mean replications?",
    ]
    assert not path.with_name("bad.json.store").exists()


def test_a_file_that_is_no_store_is_left_alone(
    experiment_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Sir or Madam, " * 100)
    message = refused([str(experiment_file), "--store", str(other)], capsys)
    assert message == f"The store '{other}' cannot be used: file is not a database\n"
    assert other.read_text() == "Dear Sir or Madam, " * 100

    database = tmp_path / "other.sqlite"
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE unit (x)")
    connection.commit()
    connection.close()
    message = refused([str(experiment_file), "--store", str(database)], capsys)
    assert "it is not a store of this version of ./lab sweep" in message


def test_a_store_that_another_sweep_holds_is_refused(
    experiment_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "small.json.store"
    with open_store(store, behaviour_version(), core_version()):
        message = refused([str(experiment_file)], capsys)
    assert message == (
        f"The store '{store}' is in use by another sweep; wait for it, or take --store FILE\n"
    )


def test_results_of_another_behaviour_are_kept_and_not_used(tmp_path: Path) -> None:
    expansion = read_experiment(SMALL_EXPERIMENT)
    store_path = tmp_path / "results.store"
    experiment = tmp_path / "small.json"
    experiment.write_text(json.dumps(SMALL_EXPERIMENT))
    assert main([*SWEEP, str(experiment), "--store", str(store_path)]) == 0
    with open_store(store_path, behaviour_version() + 1, "0.0.9+000000000000") as store:
        assert len(missing_units(expansion, store.known(expansion.seeds))) == 8
    with open_store(store_path, behaviour_version(), "0.0.9+000000000000") as store:
        assert missing_units(expansion, store.known(expansion.seeds)) == []


def test_a_store_from_before_behaviour_was_counted_is_read(tmp_path: Path) -> None:
    store_path = tmp_path / "results.store"
    connection = sqlite3.connect(store_path)
    connection.executescript(STORE_BY_CORE)
    for core in ("0.1.0+8935eb439cc1", "0.1.0+ffff00000000", "0.1.0+00000000ffff"):
        connection.execute(
            "INSERT INTO unit VALUES (?, 'd', 1, ?, 1, zeroblob(8))", (core, f"of {core}")
        )
    connection.commit()
    connection.close()
    for _ in range(2):
        with open_store(store_path, 1, core_version()) as store:
            [unit] = store.units_of("d", range(1, 2))
            assert (unit.summary_digest, unit.names) == ("of 0.1.0+8935eb439cc1", ("n",))
    for behaviour, core in ((0, "0.1.0+00000000ffff"), (-1, "0.1.0+ffff00000000")):
        with open_store(store_path, behaviour, core) as store:
            assert [unit.summary_digest for unit in store.units_of("d", range(1, 2))] == [
                f"of {core}"
            ]


def _seeds_by_cell(path: Path) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(int(row["cell_index"]), []).append(int(row["seed"]))
    return found


def test_cells_get_seeds_until_their_interval_is_narrow_enough(
    experiment_file: Path,
    tmp_path: Path,
    computed: list[Unit],
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "runs.csv"
    options = ["--precision", "throughput_ratio=20", "--most-seeds", "5", "--csv", str(out)]
    assert main([*SWEEP, str(experiment_file), *options]) == 0
    assert "\u00b120% reached in " in capsys.readouterr().err
    seeds = _seeds_by_cell(out)
    assert all(found == list(range(1, len(found) + 1)) for found in seeds.values())
    assert all(2 <= len(found) <= 5 for found in seeds.values())
    assert max(len(found) for found in seeds.values()) > 2
    assert len(computed) == sum(len(found) for found in seeds.values())

    # Everything is there: the same rounds, none of them computed, to the same bytes.
    first = out.read_bytes()
    computed.clear()
    assert main([*SWEEP, str(experiment_file), *options]) == 0
    assert (computed, out.read_bytes()) == ([], first)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--precision", "jain_index"], "--precision is 'jain_index'; it must be METRIC=PERCENT"),
        (["--precision", "jain_index=0"], "--precision is 'jain_index=0'; it must be"),
        (["--precision", "luck=5"], "replications.precision.metric is 'luck'; it is no number"),
        (["--most-runs", "9"], "--precision-of, --most-seeds and --most-runs need --precision"),
        (["--precision", "jain_index=5", "--most-seeds", "x"], "--most-seeds is 'x'; it must be"),
    ],
)
def test_precision_that_cannot_be_is_refused(
    experiment_file: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert main(["sweep", str(experiment_file), *options]) == 2
    assert capsys.readouterr().err.startswith(message)
