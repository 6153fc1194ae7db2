"""Without a server: runs, series, sweeps."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from fairtt_lab import (
    CancelledError,
    ConflictError,
    InvalidInputError,
    NotFoundError,
    NotInstalledError,
    RunFailedError,
    WaitTimeoutError,
    arms,
    axis,
    experiment,
    flow,
    link,
    local,
    packages,
    scenario,
)
from fairtt_lab.generated.models import Scenario
from fairtt_lab.locally import LocalLab
from fairtt_lab.locally import runs as local_runs
from fairtt_lab.locally.runs import LocalRun
from fairtt_lab.scenarios import check
from lab_exec import run_scenario
from lab_exec.explained import explained_run
from lab_model.presets import load_presets
from tests.support.processes import PATIENCE_S

HOUR = scenario(link(1e9), [flow("cubic", rtt_s=0.05)], duration_s=3600, sample_interval_s=1)


class TestRun:
    def test_result_is_that_of_the_core(self, done: LocalRun, fight: Scenario) -> None:
        assert done.status == "done"
        expected = run_scenario(check(fight), 3)
        assert done.result.model_dump(exclude_unset=True) == expected
        assert list(done.flows()["throughput_bps"]) == [
            item["throughput_bps"] for item in expected["flows"]
        ]

    def test_causes_are_those_of_a_command_line(self, done: LocalRun, fight: Scenario) -> None:
        expected = explained_run(check(fight), 3).chains
        assert [chain.flow_index for chain in done.causes()] == [0, 1]
        [last] = done.causes([3])
        assert last.model_dump(mode="json") == expected[3].model_dump(mode="json")
        with pytest.raises(InvalidInputError, match=r"flow 4 is not there; .* are 0 to 3"):
            done.causes([4])

    def test_waiting_shows_a_bar(
        self, here: LocalLab, fight: Scenario, capfd: pytest.CaptureFixture[str]
    ) -> None:
        here.run(fight, seed=4).wait(progress=True)
        assert "A fight: 100%" in capfd.readouterr().err

    def test_is_cancelled_in_the_middle(self, here: LocalLab) -> None:
        run = here.run(HOUR)
        with pytest.raises(WaitTimeoutError, match=r"not over after 0\.2 s"):
            run.wait(timeout_s=0.2)
        assert run.cancel() is run
        with pytest.raises(CancelledError):
            run.wait(timeout_s=PATIENCE_S)
        assert run.status == "cancelled"
        with pytest.raises(ConflictError, match="over"):
            run.cancel()

    def test_closing_the_lab_stops_what_is_being_computed(self) -> None:
        with local(jobs=1) as lab:
            runs = [lab.run(HOUR, seed) for seed in (1, 2)]
        assert [run.status for run in runs] == ["cancelled", "cancelled"]

    def test_failure_says_seed_and_core(
        self, here: LocalLab, fight: Scenario, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_arguments: object, **_named: object) -> None:
            raise RuntimeError("the core broke")

        monkeypatch.setattr(local_runs, "run_scenario", fail)
        run = here.run(fight, seed=9)
        with pytest.raises(RunFailedError, match="RuntimeError: the core broke") as failed:
            _ = run.result
        assert (failed.value.seed, failed.value.core_version) == (9, here.core_version)

    def test_bad_seed_is_refused_before_anything_is_computed(
        self, here: LocalLab, fight: Scenario
    ) -> None:
        with pytest.raises(InvalidInputError) as refused:
            here.run(fight, seed=-1)
        assert (refused.value.field, refused.value.value) == ("seed", -1)


def test_known_cases_are_those_of_the_lab(here: LocalLab) -> None:
    [preset, *_others] = load_presets()
    table = here.known_cases()
    assert list(table[table["case"] == preset.id]["variant"]) == [v.id for v in preset.variants]
    first, second = preset.variants[:2]
    assert check(here.known_case(preset.id)) == check(first.scenario)
    assert check(here.known_case(preset.id, second.id)) == check(second.scenario)
    with pytest.raises(NotFoundError, match=f"no known case 'nothing'; there are .*{preset.id}"):
        here.known_case("nothing")
    with pytest.raises(NotFoundError, match=f"'{preset.id}' has no variant 'x'; it has"):
        here.known_case(preset.id, "x")


class TestSeries:
    def test_frame_is_tidy(self, done: LocalRun) -> None:
        frame = done.series(["throughput_bps", "queue_bytes"])
        assert list(frame.columns) == [
            "subject",
            "index",
            "group_index",
            "label",
            "metric",
            "time_s",
            "value",
        ]
        assert set(frame["label"]) == {"elephant", "mice", ""}
        sums = frame[frame["metric"] == "throughput_bps"].groupby("index")["value"].mean()
        whole = [flow.throughput_bps * flow.active_s / 3 for flow in done.result.flows]
        assert list(sums) == pytest.approx(whole, rel=0.02)

    def test_frames_of_both_libraries_hold_the_same(self, done: LocalRun) -> None:
        ours = done.series("rtt_s", subjects="flow:1", from_s=1, to_s=2)
        theirs = done.series("rtt_s", subjects="flow:1", from_s=1, to_s=2, frame="polars")
        assert ours["time_s"].min() > 1
        assert ours["time_s"].max() <= 2
        assert theirs.columns == list(ours.columns)
        assert theirs["value"].to_list() == ours["value"].to_list()

    def test_buckets_keep_extremes(self, done: LocalRun) -> None:
        every = done.series("queue_bytes")
        some = done.series("queue_bytes", points=10)
        assert len(some) == 10
        assert some["max"].max() == every["value"].max()
        assert some["min"].min() == every["value"].min()
        assert np.allclose(some["value"].mean(), every["value"].mean())

    @pytest.mark.parametrize(
        ("options", "field"),
        [({"points": 0}, "points"), ({"from_s": -1.0}, "from_s"), ({"frame": "table"}, "frame")],
    )
    def test_bad_request_is_refused(
        self, done: LocalRun, options: dict[str, object], field: str
    ) -> None:
        with pytest.raises(InvalidInputError) as refused:
            done.series("rtt_s", **options)  # type: ignore[call-overload]  # that is the point
        assert refused.value.field == field


class TestSweep:
    def test_numbers_are_those_of_single_runs(self, here: LocalLab, fight: Scenario) -> None:
        definition = experiment(
            fight, [arms(["newreno", "cubic"]), axis("flows.0.rtt_s", [0.03, 0.04])], seeds=3
        )
        found = here.sweep(definition).wait()
        table = found.table()
        assert len(table) == 2 * 2 * 3
        row = table[(table["cell_index"] == 2) & (table["seed"] == 2)].iloc[0]
        single = here.run(found.scenario(2), seed=2).result
        assert row["summary_digest"] == single.summary_digest
        assert row["jain_index"] == single.summary.jain_index

    def test_estimates_and_paired_differences(self, here: LocalLab, fight: Scenario) -> None:
        found = here.sweep(experiment(fight, [arms(["newreno", "cubic"])], seeds=4)).wait()
        table, cells = found.table(), found.map("goodput_bps")
        means = table.groupby("cell_index")["goodput_bps"].mean()
        assert list(cells["mean"]) == pytest.approx(list(means))
        assert (cells["low"] < cells["mean"]).all()
        [difference] = found.differences("goodput_bps").to_dict("records")
        assert difference["kind"] == "difference"
        assert difference["mean"] == pytest.approx(means[1] - means[0])
        assert found.differences("goodput_bps", frame="polars")["cell_index"].to_list() == [1]

    def test_store_spares_what_was_computed(
        self, fight: Scenario, tmp_path: object, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = f"{tmp_path}/results.store"
        definition = experiment(fight, [axis("flows.0.rtt_s", [0.03, 0.04])], seeds=2)
        with local(store=store) as lab:
            first = lab.sweep(definition).wait().table()
        with local(store=store) as lab:
            again = lab.sweep(definition)
            assert again.status == "done"
            pd.testing.assert_frame_equal(again.table(), first)

    def test_numbers_are_read_before_the_lab_is_closed(self, fight: Scenario) -> None:
        with local() as lab:
            found = lab.sweep(experiment(fight, [], seeds=2)).wait()
            assert len(found.table()) == 2
        with pytest.raises(ConflictError, match="closed"):
            found.table()

    def test_cancel_keeps_what_was_found(self, here: LocalLab) -> None:
        found = here.sweep(experiment(HOUR, [axis("flows.0.rtt_s", [0.03, 0.04])], seeds=3))
        assert found.cancel().status in ("running", "cancelled")
        with pytest.raises(CancelledError):
            found.wait(timeout_s=PATIENCE_S)
        assert list(found.table()["seed"]) == []

    def test_wrong_metric_and_missing_arms_are_refused(
        self, here: LocalLab, fight: Scenario
    ) -> None:
        found = here.sweep(experiment(fight, [], seeds=1)).wait()
        with pytest.raises(InvalidInputError, match="metric is 'speed'"):
            found.map("speed")
        with pytest.raises(InvalidInputError, match="arms"):
            found.differences("jain_index")


def test_missing_package_says_how_to_get_it() -> None:
    with pytest.raises(NotInstalledError, match=r"A plot needs the package 'no_such_one'\. pip"):
        packages.load("no_such_one", "A plot", packages.FIGURES)


def test_importing_the_client_loads_neither_core_nor_frames() -> None:
    code = (
        "import sys, fairtt_lab;"
        "print([n for n in ('ccsim', 'lab', 'lab_exec', 'lab_cli', 'lab_research',"
        " 'lab_worker', 'pandas', 'polars', 'matplotlib', 'sqlalchemy') if n in sys.modules])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == "[]"
