"""Comparisons of runs that the core has computed."""

from typing import Any
from uuid import UUID

import httpx
import numpy as np
import pytest
from scipy import stats
from sqlalchemy import text

from lab.context import Context
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.scenarios import scenario

SLOW_BPS, FAST_BPS = 4e6, 8e6


def _runs(
    client: httpx.Client, process: WorkerProcess, seeds: tuple[int, ...], rate_bps: float
) -> list[dict[str, Any]]:
    found = []
    for seed in seeds:
        loss = {"kind": "bernoulli", "probability": 0.01}
        bottleneck = {"rate_bps": rate_bps, "delay_s": 0.01, "loss": loss}
        body = {"scenario": scenario(2.0, bottleneck=bottleneck), "seed": seed}
        run_id = client.post("/api/runs", json=body).json()["id"]
        execute(process, UUID(run_id))
        found.append(client.get(f"/api/runs/{run_id}").json())
    return found


def _item(runs: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"run_ids": [run["id"] for run in runs], **more}


def _ask(client: httpx.Client, *items: dict[str, Any]) -> httpx.Response:
    return client.post("/api/comparisons", json={"items": list(items)})


class TestRuns:
    def test_numbers_are_those_of_the_results(
        self, client: httpx.Client, process: WorkerProcess
    ) -> None:
        slow = _runs(client, process, (1, 2, 3), SLOW_BPS)
        fast = _runs(client, process, (3, 2, 1), FAST_BPS)
        found = _ask(client, _item(slow, label="slow"), _item(fast)).json()
        assert [item["label"] for item in found["items"]] == ["slow", "test"]
        assert [item["seeds"] for item in found["items"]] == [[1, 2, 3], [1, 2, 3]]
        assert found["items"][1]["run_ids"] == [run["id"] for run in reversed(fast)]
        assert found["settings"] == [
            {"path": "bottleneck.rate_bps", "values": [SLOW_BPS, FAST_BPS]}
        ]
        [metric] = [each for each in found["metrics"] if each["name"] == "throughput_bps"]
        before = [run["result"]["summary"]["throughput_bps"] for run in slow]
        after = [run["result"]["summary"]["throughput_bps"] for run in reversed(fast)]
        expected = stats.ttest_rel(after, before).confidence_interval(0.95)
        assert metric["items"][0]["mean"] == pytest.approx(np.mean(before), rel=1e-6)
        difference = metric["against_baseline"][1]
        assert (difference["is_paired"], difference["count"]) == (True, 3)
        assert difference["low"] == pytest.approx(expected.low)
        assert difference["high"] == pytest.approx(expected.high)

    def test_runs_of_two_scenarios_are_no_item(
        self, client: httpx.Client, process: WorkerProcess
    ) -> None:
        [slow] = _runs(client, process, (1,), SLOW_BPS)
        [fast] = _runs(client, process, (2,), FAST_BPS)
        answer = _ask(client, _item([slow]), _item([slow, fast]))
        assert answer.status_code == 422
        [problem] = answer.json()["errors"]
        assert problem["path"] == "items.1.run_ids.1"
        assert problem["value"] == fast["scenario_digest"]

    def test_seed_counts_once(self, client: httpx.Client, process: WorkerProcess) -> None:
        once, twice = _runs(client, process, (1, 1), SLOW_BPS)
        answer = _ask(client, _item([once]), _item([once, twice]))
        assert answer.status_code == 422
        [problem] = answer.json()["errors"]
        assert (problem["value"], "has seed 1" in problem["message"]) == (1, True)
        same = _ask(client, _item([once]), _item([once, once]))
        assert same.status_code == 422

    def test_behaviours_are_distinguished_and_never_averaged(
        self, client: httpx.Client, context: Context, process: WorkerProcess
    ) -> None:
        [first, second] = _runs(client, process, (1, 2), SLOW_BPS)
        with context.sessions.begin() as session:
            session.execute(text("UPDATE result SET core_version = 'older' WHERE seed = 2"))
        edited = _ask(client, _item([first]), _item([first, second]))
        assert (edited.status_code, edited.json()["items"][1]["seeds"]) == (200, [1, 2])
        with context.sessions.begin() as session:
            session.execute(text("UPDATE result SET behaviour_version = 0 WHERE seed = 2"))
        apart = _ask(client, _item([first]), _item([second])).json()
        assert [item["core_version"] for item in apart["items"]] == [
            first["core_version"],
            "older",
        ]
        together = _ask(client, _item([first]), _item([first, second]))
        assert together.status_code == 409
        [problem] = together.json()["errors"]
        assert (problem["path"], problem["value"]) == ("items.1.run_ids.1", "older")
