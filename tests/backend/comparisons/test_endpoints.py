"""Comparisons of cells over HTTP; those of runs need a core (tests/worker/comparisons)."""

import math
from typing import Any
from uuid import UUID, uuid4

import httpx
import numpy as np
import pytest
from scipy import stats

from lab.context import Context
from lab.results.repository import Core
from lab.runs import attempts
from lab.runs import service as runs_service
from lab.runs.schemas import RunCreate
from lab_model.behaviour import newest_behaviour
from lab_model.experiments.cells import read_experiment
from lab_model.presets.opening import load_opening
from lab_model.scenarios import Scenario, validate_scenario
from tests.support.compared import compared_data
from tests.support.documents import result_document
from tests.support.runs import CORE_VERSION, create_run, register_core
from tests.support.scenarios import scenario
from tests.support.stored_units import store_units

SEEDS = (1, 2, 3)


def _numbers(cell_index: int, seed: int) -> dict[str, float | None] | None:
    """Six cells; of the last one a seed is known."""
    if cell_index == 5 and seed > 1:
        return None
    return {
        "throughput_ratio": (1 + cell_index) * (1 + seed / 50 * (1 + cell_index % 2)),
        "mean_queue_s": 0.01 * cell_index + 0.001 * seed * seed,
        "jain_index": None if cell_index == 0 else 0.9 + seed / 40,
        "group_0_throughput_bps": 5e6 + seed,
        "number_of_a_newer_core": 1.0,
    }


@pytest.fixture
def experiment_id(client: httpx.Client, context: Context) -> str:
    """Two algorithms x three buffers x three seeds."""
    register_core(context)
    return _experiment(client, context, compared_data())


def _experiment(client: httpx.Client, context: Context, data: dict[str, Any]) -> str:
    store_units(context, data, _numbers)
    answer = client.post("/api/experiments", json={"experiment": data})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def _cell(experiment_id: str, cell_index: int, **more: Any) -> dict[str, Any]:
    return {"experiment_id": experiment_id, "cell_index": cell_index, **more}


def _ask(client: httpx.Client, *items: dict[str, Any], **more: Any) -> httpx.Response:
    return client.post("/api/comparisons", json={"items": list(items), **more})


def _compare(client: httpx.Client, *items: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = _ask(client, *items, **more)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _metric(comparison: dict[str, Any], name: str) -> dict[str, Any]:
    [found] = [metric for metric in comparison["metrics"] if metric["name"] == name]
    return dict(found)


def _values(name: str, cell_index: int) -> list[float]:
    found = [(_numbers(cell_index, seed) or {})[name] for seed in SEEDS]
    return [value for value in found if value is not None]


class TestCells:
    def test_says_what_is_compared(self, client: httpx.Client, experiment_id: str) -> None:
        found = _compare(client, _cell(experiment_id, 1), _cell(experiment_id, 4, label="Mine"))
        first, second = found["items"]
        assert (first["label"], second["label"]) == ("NewReno, 1 BDP", "Mine")
        assert (first["seeds"], first["seed_count"]) == ([1, 2, 3], 3)
        assert (first["core_version"], first["run_ids"]) == (CORE_VERSION, [])
        assert first["cell"]["experiment_status"] == "running"
        assert first["cell"]["texts"] == ["NewReno", "1 BDP"]
        digests = [cell.scenario_digest for cell in read_experiment(compared_data()).work]
        assert [item["scenario_digest"] for item in (first, second)] == [digests[1], digests[4]]

    def test_only_settings_that_differ_are_listed(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        found = _compare(client, _cell(experiment_id, 1), _cell(experiment_id, 3))
        assert {row["path"]: row["values"] for row in found["settings"]} == {
            "bottleneck.buffer.amount": [1, 0.5],
            "flows.0.algorithm.name": ["newreno", "cubic"],
            "flows.1.algorithm.name": ["newreno", "cubic"],
        }
        assert found["hidden_setting_count"] == 0

    def test_estimates_are_students(self, client: httpx.Client, experiment_id: str) -> None:
        found = _compare(client, _cell(experiment_id, 1), _cell(experiment_id, 4))
        queue = _metric(found, "mean_queue_s")
        assert (queue["label"], queue["unit"]) == ("Queue, mean", "s")
        for place, cell_index in enumerate((1, 4)):
            values = _values("mean_queue_s", cell_index)
            low, high = stats.t.interval(0.95, 2, loc=np.mean(values), scale=stats.sem(values))
            item = queue["items"][place]
            assert item["count"] == 3
            assert item["mean"] == pytest.approx(np.mean(values), rel=1e-6)
            assert item["high"] == pytest.approx(high, rel=1e-6)
            assert item["low"] == pytest.approx(max(0.0, low), rel=1e-6)
            assert item["is_clipped"] is bool(low < 0)

    def test_differences_are_paired_by_seed(self, client: httpx.Client, experiment_id: str) -> None:
        found = _compare(client, _cell(experiment_id, 4), _cell(experiment_id, 1), baseline_index=1)
        ratio = _metric(found, "throughput_ratio")
        other, baseline = ratio["against_baseline"]
        ours, theirs = _values("throughput_ratio", 4), _values("throughput_ratio", 1)
        test = stats.ttest_rel(np.log(ours), np.log(theirs)).confidence_interval(0.95)
        assert baseline is None
        assert (other["kind"], other["is_paired"], other["count"]) == ("ratio", True, 3)
        assert other["mean"] == pytest.approx(stats.gmean(ours) / stats.gmean(theirs))
        assert other["low"] == pytest.approx(math.exp(test.low))
        assert other["high"] == pytest.approx(math.exp(test.high))
        assert other["is_distinguishable"] is True

    def test_other_seeds_are_not_paired(
        self, client: httpx.Client, context: Context, experiment_id: str
    ) -> None:
        later = _experiment(client, context, compared_data(first_seed=101))
        found = _compare(client, _cell(experiment_id, 1), _cell(later, 1))
        assert found["settings"] == []
        [_, other] = _metric(found, "mean_queue_s")["against_baseline"]
        assert (other["is_paired"], other["count"]) == (False, 3)

    def test_one_seed_has_no_interval(self, client: httpx.Client, experiment_id: str) -> None:
        found = _compare(client, _cell(experiment_id, 1), _cell(experiment_id, 5))
        queue = _metric(found, "mean_queue_s")
        lonely = queue["items"][1]
        assert (lonely["count"], lonely["low"], lonely["high"]) == (1, None, None)
        assert lonely["mean"] == pytest.approx(0.051)
        assert queue["against_baseline"][1]["is_distinguishable"] is None

    def test_number_that_an_item_lacks_is_null(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        found = _compare(client, _cell(experiment_id, 0), _cell(experiment_id, 1))
        jain = _metric(found, "jain_index")
        assert (jain["items"][0]["count"], jain["items"][0]["mean"]) == (0, None)
        assert jain["against_baseline"][1]["mean"] is None

    def test_groups_are_called_by_their_labels(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        found = _compare(client, _cell(experiment_id, 0), _cell(experiment_id, 1))
        assert _metric(found, "group_0_throughput_bps")["label"].startswith("long: ")
        names = [metric["name"] for metric in found["metrics"]]
        assert "number_of_a_newer_core" not in names

    def test_digest_finds_a_cell_that_an_extension_has_moved(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        digest = read_experiment(compared_data()).work[4].scenario_digest
        by_digest = {"experiment_id": experiment_id, "cell_digest": digest[:12]}
        before = _compare(client, by_digest, _cell(experiment_id, 0))["items"][0]
        more = compared_data()
        more["axes"][1]["moves"][0]["values"]["values"] = [0.5, 0.75, 1, 2]
        answer = client.post(f"/api/experiments/{experiment_id}/extend", json={"experiment": more})
        assert answer.status_code == 200, answer.text
        after = _compare(client, by_digest, _cell(experiment_id, 0))["items"][0]
        assert (before["cell"]["cell_index"], after["cell"]["cell_index"]) == (4, 6)
        assert after["scenario_digest"] == before["scenario_digest"] == digest
        assert after["seeds"] == before["seeds"]


class TestRefusals:
    @pytest.mark.parametrize(
        ("item", "status", "path"),
        [
            ({"run_ids": [str(uuid4())]}, 404, "items.0.run_ids.0"),
            ({"experiment_id": str(uuid4()), "cell_index": 0}, 404, "items.0.experiment_id"),
            ({}, 422, "items.0"),
            ({"cell_index": 1}, 422, "items.0"),
            ({"run_ids": [], "experiment_id": str(uuid4())}, 422, "items.0"),
            ({"run_ids": [str(uuid4())], "cell_index": 1}, 422, "items.0"),
            ({"run_ids": ["luck"]}, 422, "items.0.run_ids.0"),
        ],
    )
    def test_item_is_named(
        self,
        client: httpx.Client,
        experiment_id: str,
        item: dict[str, Any],
        status: int,
        path: str,
    ) -> None:
        answer = _ask(client, item, _cell(experiment_id, 0))
        assert answer.status_code == status, answer.text
        assert answer.json()["errors"][0]["path"] == path

    def test_cell_beyond_the_last_one_is_refused_with_the_last(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        answer = _ask(client, _cell(experiment_id, 0), _cell(experiment_id, 6))
        assert answer.status_code == 404
        [problem] = answer.json()["errors"]
        assert (problem["path"], problem["value"], problem["bound"]) == (
            "items.1.cell_index",
            6,
            5,
        )

    def test_digest_of_no_cell(self, client: httpx.Client, experiment_id: str) -> None:
        item = {"experiment_id": experiment_id, "cell_digest": "0" * 12}
        answer = _ask(client, _cell(experiment_id, 0), item)
        assert answer.status_code == 404
        assert answer.json()["errors"][0]["path"] == "items.1.cell_digest"

    @pytest.mark.parametrize("count", [1, 9])
    def test_number_of_items_has_bounds(
        self, client: httpx.Client, experiment_id: str, count: int
    ) -> None:
        answer = _ask(client, *[_cell(experiment_id, 0)] * count)
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["path"] == "items"

    def test_baseline_is_one_of_the_items(self, client: httpx.Client, experiment_id: str) -> None:
        answer = _ask(client, _cell(experiment_id, 0), _cell(experiment_id, 1), baseline_index=2)
        assert answer.status_code == 422
        [problem] = answer.json()["errors"]
        assert (problem["path"], problem["value"], problem["bound"]) == ("baseline_index", 2, 1)

    def test_run_that_is_not_done(
        self, client: httpx.Client, context: Context, experiment_id: str
    ) -> None:
        run = create_run(context)
        answer = _ask(client, {"run_ids": [str(run.id)]}, _cell(experiment_id, 0))
        assert answer.status_code == 409
        [problem] = answer.json()["errors"]
        assert (problem["path"], problem["value"]) == ("items.0.run_ids.0", "queued")


class TestSeedsOfARun:
    """A run whose scenario ships with the lab: the other seeds are known without a worker."""

    def test_all_shipped_seeds_are_compared_at_once(
        self, client: httpx.Client, context: Context
    ) -> None:
        case = load_opening()[0]
        runs = [_done_run(context, scenario, 9) for scenario in case.scenarios]
        items = [{"run_ids": [str(run)], "seeds": case.together.seeds} for run in runs]
        found = _compare(client, *items)
        assert [item["seeds"] for item in found["items"]] == [case.together.seeds] * 2
        assert [item["run_ids"] for item in found["items"]] == [[], []]
        ratio = _metric(found, "throughput_ratio")
        for arm, item in zip(case.together.arms, ratio["items"], strict=True):
            values = [result.throughput_ratio for result in arm.results]
            assert item["count"] == 20
            assert item["mean"] == pytest.approx(stats.gmean(values), rel=1e-6)
        [_, difference] = _metric(found, "jain_index")["against_baseline"]
        assert (difference["is_paired"], difference["count"]) == (True, 20)
        assert difference["is_distinguishable"] is not None
        # What ships without it is left out: no number of one seed stands among those of twenty.
        assert all(item["count"] == 20 for metric in found["metrics"] for item in metric["items"])

    def test_other_scenarios_have_what_is_stored(
        self, client: httpx.Client, context: Context
    ) -> None:
        wanted = validate_scenario(scenario())
        first, *_ = [_done_run(context, wanted, seed) for seed in (1, 2)]
        item = {"run_ids": [str(first)], "seeds": [1, 2, 3]}
        found = _compare(client, item, {**item, "label": "again"})
        assert [(each["seeds"], each["seed_count"]) for each in found["items"]] == [([1, 2], 3)] * 2

    def test_a_later_behaviour_that_changed_the_algorithm_has_nothing_shipped(
        self, client: httpx.Client, context: Context
    ) -> None:
        case = load_opening()[0]
        core = Core("0.0.9+aaaaaaaaaaaa", newest_behaviour() + 1)
        runs = [_done_run(context, scenario, 9, core) for scenario in case.scenarios]
        items = [{"run_ids": [str(run)], "seeds": case.together.seeds} for run in runs]
        assert [item["seeds"] for item in _compare(client, *items)["items"]] == [[9], [9]]

    def test_seeds_need_one_run(self, client: httpx.Client) -> None:
        ids = [str(uuid4()), str(uuid4())]
        answer = _ask(client, {"run_ids": ids, "seeds": [1]}, {"run_ids": ids[:1]})
        assert answer.status_code == 422
        assert "with seeds an item has exactly one run" in answer.text


def _done_run(context: Context, wanted: Scenario, seed: int, core: Core | None = None) -> UUID:
    """A run with a result of the newest behaviour, or of another core."""
    core = Core("0.0.8+bbbbbbbbbbbb", newest_behaviour()) if core is None else core
    register_core(context, core)
    data = wanted.model_dump(mode="json")
    with context.sessions.begin() as session:
        run = runs_service.create(
            session, None, RunCreate.model_validate({"scenario": data, "seed": seed})
        )
    with context.sessions.begin() as session:
        attempt = attempts.claim(session, run.id, worker="w", core=core, max_attempts=3)
    assert attempt is not None
    document = result_document(attempt)
    document["link"] = {"buffer_bytes": 30_000, "rate_bps": 1e7}
    document["summary"] |= {"throughput_ratio": 1.0 + seed, "mean_queue_bytes": 5000.0}
    for flow in document["flows"]:
        flow |= {"throughput_bps": 1e6, "active_s": 10.0}
    attempts.finish_done(context.sessions, attempt, document)
    return run.id
