"""What the plots of an experiment show, over HTTP."""

import csv
import io
import math
from typing import Any

import httpx
import pytest
from scipy import stats

from lab.context import Context
from tests.support.compared import compared_data
from tests.support.runs import CORE_VERSION, register_core
from tests.support.stored_units import store_units

SEEDS = (1, 2, 3)


def _ratio(cell_index: int, seed: int) -> float:
    """Arm 1 is twice as unfair as arm 0, a little differently with each seed."""
    arm, buffer = divmod(cell_index, 3)
    return (1 + buffer) * (1 + arm) * (1 + seed / 100 * (1 + arm))


def _numbers(cell_index: int, seed: int) -> dict[str, float | None] | None:
    if cell_index == 5 and seed > 1:
        return None
    return {
        "throughput_ratio": _ratio(cell_index, seed),
        "jain_index": None if cell_index == 0 else 0.9 + seed / 100,
        "mean_queue_s": 0.01 * cell_index + 0.001 * seed,
    }


@pytest.fixture
def experiment_id(client: httpx.Client, context: Context) -> str:
    """Two arms x three buffers x three seeds; of the last cell one seed is known."""
    register_core(context)
    store_units(context, compared_data(), _numbers)
    answer = client.post("/api/experiments", json={"experiment": compared_data()})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def _get(client: httpx.Client, experiment_id: str, path: str, **query: Any) -> Any:
    answer = client.get(f"/api/experiments/{experiment_id}/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


class TestMap:
    def test_geometric_mean_and_interval_of_a_ratio(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        cells = _get(client, experiment_id, "map", metric="throughput_ratio")["cells"]
        logarithms = [math.log(_ratio(4, seed)) for seed in SEEDS]
        low, high = stats.t.interval(0.95, 2, loc=sum(logarithms) / 3, scale=stats.sem(logarithms))
        assert cells["count"] == [3, 3, 3, 3, 3, 1]
        assert cells["mean"][4] == pytest.approx(math.exp(sum(logarithms) / 3), rel=1e-6)
        assert cells["low"][4] == pytest.approx(math.exp(low), rel=1e-6)
        assert cells["high"][4] == pytest.approx(math.exp(high), rel=1e-6)
        assert cells["median"][4] == pytest.approx(_ratio(4, 2), rel=1e-6)
        assert (cells["low"][5], cells["high"][5]) == (None, None)

    def test_cells_without_the_number_are_null(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        cells = _get(client, experiment_id, "map", metric="jain_index")["cells"]
        assert (cells["count"][0], cells["mean"][0], cells["median"][0]) == (0, None, None)
        assert cells["mean"][1] == pytest.approx(0.92)

    def test_metric_that_nothing_is_known_of_is_empty(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        cells = _get(client, experiment_id, "map", metric="goodput_ratio")["cells"]
        assert cells["mean"] == [None] * 6

    def test_unknown_metric_is_refused_by_name(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        answer = client.get(f"/api/experiments/{experiment_id}/map", params={"metric": "luck"})
        assert answer.status_code == 422
        [problem] = answer.json()["errors"]
        assert (problem["path"], problem["value"]) == ("metric", "luck")

    def test_same_revision_is_not_sent_twice(
        self, client: httpx.Client, context: Context, experiment_id: str
    ) -> None:
        path = f"/api/experiments/{experiment_id}/map"
        first = client.get(path, params={"metric": "jain_index"})
        known = {"If-None-Match": first.headers["ETag"]}
        again = client.get(path, params={"metric": "jain_index"}, headers=known)
        other = client.get(path, params={"metric": "mean_queue_s"}, headers=known)
        assert (again.status_code, again.content, other.status_code) == (304, b"", 200)
        more = compared_data(replications=4)
        extended = client.post(
            f"/api/experiments/{experiment_id}/extend", json={"experiment": more}
        ).json()
        answer = client.get(path, params={"metric": "jain_index"}, headers=known)
        assert answer.status_code == 200
        assert answer.json()["revision"] == extended["progress"]["revision"]
        assert answer.json()["revision"] > first.json()["revision"]


class TestDifferences:
    def test_other_arm_is_paired_by_seed(self, client: httpx.Client, experiment_id: str) -> None:
        answer = _get(client, experiment_id, "differences", metric="throughput_ratio")
        assert (answer["kind"], answer["baseline_index"]) == ("ratio", 0)
        cells = answer["cells"]
        logarithms = [math.log(_ratio(4, seed) / _ratio(1, seed)) for seed in SEEDS]
        low, _ = stats.t.interval(0.95, 2, loc=sum(logarithms) / 3, scale=stats.sem(logarithms))
        assert cells["mean"][4] == pytest.approx(math.exp(sum(logarithms) / 3), rel=1e-6)
        assert cells["low"][4] == pytest.approx(math.exp(low), rel=1e-6)
        assert (cells["count"][4], cells["is_distinguishable"][4]) == (3, True)
        assert cells["nearer_fair_count"][4] == 0
        assert (cells["count"][5], cells["is_distinguishable"][5]) == (1, None)

    def test_baseline_is_null(self, client: httpx.Client, experiment_id: str) -> None:
        cells = _get(client, experiment_id, "differences", metric="throughput_ratio")["cells"]
        assert all(column[:3] == [None] * 3 for column in cells.values())

    def test_plain_number_has_no_fair_value(self, client: httpx.Client, experiment_id: str) -> None:
        answer = _get(client, experiment_id, "differences", metric="mean_queue_s")
        assert answer["kind"] == "difference"
        assert answer["cells"]["mean"][3] == pytest.approx(0.03)
        assert answer["cells"]["nearer_fair_count"] == [None] * 6

    def test_baseline_that_is_not_the_first_arm(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        definition = compared_data(baseline_index=1)
        other = client.post("/api/experiments", json={"experiment": definition}).json()["id"]
        ours = _get(client, other, "differences", metric="throughput_ratio")["cells"]["mean"]
        theirs = _get(client, experiment_id, "differences", metric="throughput_ratio")
        assert ours[3:] == [None] * 3
        assert ours[1] == pytest.approx(1 / theirs["cells"]["mean"][4], rel=1e-6)

    def test_cells_are_judged_together_and_counted_in_one_sentence(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        answer = _get(client, experiment_id, "differences", metric="throughput_ratio")
        judged = answer["verdicts"]
        assert (judged["towards"], judged["kind"], judged["tested_count"]) == ("fair", "ratio", 2)
        assert judged["control"] == "Benjamini-Hochberg"
        # The last cell has one seed; fair itself has no distance to be so many times as far from.
        assert judged["cells"]["verdict"] == [None, None, None, "worse", "worse", None]
        logarithms = [math.log(_ratio(4, seed)) - math.log(_ratio(1, seed)) for seed in SEEDS]
        assert judged["cells"]["mean"][4] == pytest.approx(math.exp(sum(logarithms) / 3), rel=1e-6)
        [arm] = judged["arms"]
        assert (arm["arm_index"], arm["worse_count"], arm["untested_count"]) == (1, 2, 1)
        assert arm["sentence"].startswith("nearer to fair in 0, further from fair in 2")

    def test_ratio_of_two_numbers_is_a_metric_of_every_view(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        name = "throughput_ratio/mean_queue_s"
        cells = _get(client, experiment_id, "map", metric=name)["cells"]
        values = [math.log(_ratio(4, seed) / (0.04 + 0.001 * seed)) for seed in SEEDS]
        assert cells["mean"][4] == pytest.approx(math.exp(sum(values) / 3), rel=1e-6)
        assert _get(client, experiment_id, "differences", metric=name)["kind"] == "ratio"
        points = _get(client, experiment_id, "points", x=name, y="jain_index", cells=[4])
        assert points["points"]["x"][0] == pytest.approx(math.exp(values[0]), rel=1e-6)
        cell = _get(client, experiment_id, "cells/4", metric=name)
        assert cell["estimates"][name]["mean"] == pytest.approx(math.exp(sum(values) / 3))
        path = f"/api/experiments/{experiment_id}/map"
        for wrong in ("jain_index/luck", "jain_index/jain_index/jain_index", "/", "jain_index/"):
            assert client.get(path, params={"metric": wrong}).status_code == 422, wrong

    def test_without_arms_there_is_nothing_to_compare(self, client: httpx.Client) -> None:
        definition = compared_data()
        definition["axes"][0]["role"] = None
        plain = client.post("/api/experiments", json={"experiment": definition}).json()["id"]
        answer = client.get(
            f"/api/experiments/{plain}/differences", params={"metric": "jain_index"}
        )
        assert (answer.status_code, "role `arm`" in answer.json()["detail"]) == (409, True)


class TestPoints:
    def test_every_unit_with_both_numbers(self, client: httpx.Client, experiment_id: str) -> None:
        answer = _get(client, experiment_id, "points", x="mean_queue_s", y="jain_index")
        points = answer["points"]
        assert answer["unit_count"] == len(points["seed"]) == 13
        found = dict(
            zip(
                zip(points["cell_index"], points["seed"], strict=True),
                zip(points["x"], points["y"], strict=True),
                strict=True,
            )
        )
        assert found[4, 2] == (pytest.approx(0.042), pytest.approx(0.92))
        assert (0, 1) not in found
        assert [ellipse["arm_index"] for ellipse in answer["ellipses"]] == [0, 1]
        assert [ellipse["count"] for ellipse in answer["ellipses"]] == [6, 7]

    def test_cells_that_are_asked_for(self, client: httpx.Client, experiment_id: str) -> None:
        answer = _get(
            client, experiment_id, "points", x="mean_queue_s", y="jain_index", cells=[5, 3]
        )
        assert answer["points"]["cell_index"] == [3, 3, 3, 5]
        outside = client.get(
            f"/api/experiments/{experiment_id}/points",
            params={"x": "jain_index", "y": "jain_index", "cells": 6},
        )
        assert (outside.status_code, outside.json()["errors"][0]["bound"]) == (422, 5)


class TestCell:
    def test_everything_that_is_known(self, client: httpx.Client, experiment_id: str) -> None:
        cell = _get(client, experiment_id, "cells/4")
        assert (cell["point_indices"], cell["texts"]) == ([1, 1], ["CUBIC", "1 BDP"])
        assert cell["scenario"]["flows"][0]["algorithm"]["name"] == "cubic"
        assert (cell["seeds"], cell["failures"]) == ([1, 2, 3], [])
        assert cell["numbers"]["throughput_ratio"] == [_ratio(4, seed) for seed in SEEDS]
        assert cell["numbers"]["goodput_ratio"] == [None, None, None]
        estimate = cell["estimates"]["throughput_ratio"]
        assert estimate["low"] < estimate["bootstrap_low"] < estimate["mean"]
        assert cell["estimates"]["goodput_ratio"]["count"] == 0

    def test_scenario_of_a_cell_runs_as_it_is(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        cell = _get(client, experiment_id, "cells/4", metric="jain_index")
        run = client.post("/api/runs", json={"scenario": cell["scenario"], "seed": 1}).json()
        assert run["scenario_digest"] == cell["scenario_digest"]
        assert list(cell["estimates"]) == ["jain_index"]

    def test_cell_that_is_not_there(self, client: httpx.Client, experiment_id: str) -> None:
        answer = client.get(f"/api/experiments/{experiment_id}/cells/6")
        assert (answer.status_code, "no cell 6" in answer.json()["detail"]) == (404, True)


def test_counts_of_done_units(client: httpx.Client, experiment_id: str) -> None:
    read = client.get(f"/api/experiments/{experiment_id}").json()
    counts = client.get(read["cell_counts_url"]).json()
    assert counts["done"] == [3, 3, 3, 3, 3, 1]
    assert counts["failed"] == [0] * 6


class TestTable:
    def test_one_row_per_known_unit(self, client: httpx.Client, experiment_id: str) -> None:
        answer = client.get(f"/api/experiments/{experiment_id}/table.csv")
        assert answer.headers["Content-Type"].startswith("text/csv")
        rows = list(csv.DictReader(io.StringIO(answer.text)))
        assert len(rows) == 16
        row = next(row for row in rows if (row["cell_index"], row["seed"]) == ("4", "2"))
        assert (row["Algorithm"], row["bottleneck.buffer.amount"]) == ("CUBIC", "1")
        assert row["flows.*.algorithm"] == '{"name": "cubic"}'
        assert float(row["throughput_ratio"]) == _ratio(4, 2)
        assert (row["goodput_ratio"], row["core_version"]) == ("", CORE_VERSION)
        assert row["summary_digest"] == f"{4:032x}{2:032x}"

    def test_no_text_is_a_formula(self, client: httpx.Client) -> None:
        definition = compared_data()
        definition["axes"][0]["label"] = "=HYPERLINK(1)"
        found = client.post("/api/experiments", json={"experiment": definition}).json()["id"]
        header = client.get(f"/api/experiments/{found}/table.csv").text
        assert header.startswith("cell_index,'=HYPERLINK(1),")
