"""What would change, asked over HTTP and answered by the core."""

import json
from base64 import b64decode
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import numpy as np
import pytest
from scipy import stats

from lab.site.in_page import answer
from lab.what_if.answering import Progress, table_of
from lab_exec import run_scenario
from lab_model.behaviour import newest_behaviour
from lab_model.exports.table import EXPERIMENT_FILES
from lab_model.scenarios import validate_scenario
from lab_model.what_if.alterations import WithoutGroup
from lab_model.what_if.experiment import what_if_experiment
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess
from tests.support.experiments import batches_of
from tests.support.page import ask_page_core, say_in_page
from tests.support.runs import ALICE
from tests.support.scenarios import scenario

SEEDS = (1, 2, 3)
WITHOUT_LONG = {"kind": "without_group", "group_index": 0}
EQUAL = {"kind": "equal_rtts"}


@pytest.fixture
def run_id(client: httpx.Client) -> str:
    """Two NewReno flows with random loss: the seed matters."""
    return _run(client, bottleneck=_lossy())


def _lossy() -> dict[str, Any]:
    loss = {"kind": "bernoulli", "probability": 0.01}
    return {"rate_bps": 8e6, "delay_s": 0.01, "loss": loss}


def _run(client: httpx.Client, **changes: Any) -> str:
    body = {"scenario": scenario(2.0, **changes), "seed": 1}
    return str(client.post("/api/runs", json=body, headers=ALICE).json()["id"])


def _ask(
    client: httpx.Client, run_id: str, *alterations: dict[str, Any], seed_count: int = 3
) -> httpx.Response:
    body = {"alterations": list(alterations), "seed_count": seed_count}
    return client.post(f"/api/runs/{run_id}/what-if", json=body, headers=ALICE)


def _answered(
    client: httpx.Client, process: WorkerProcess, run_id: str, *alterations: dict[str, Any]
) -> dict[str, Any]:
    """The table once everything has been computed."""
    asked = _ask(client, run_id, *alterations)
    assert asked.status_code == 201, asked.text
    experiment_id = asked.json()["experiment_id"]
    for batch in batches_of(process.context, UUID(experiment_id)):
        execute_batch(process, batch.id)
    found: dict[str, Any] = client.get(f"/api/what-if/{experiment_id}").json()
    assert found["status"] == "done"
    return found


def _metric(table: dict[str, Any], name: str) -> dict[str, Any]:
    [found] = [metric for metric in table["metrics"] if metric["name"] == name]
    return dict(found)


def _throughputs(flow: int, **changes: Any) -> list[float]:
    altered = validate_scenario(scenario(2.0, bottleneck=_lossy(), **changes))
    results = [run_scenario(altered, seed=seed) for seed in SEEDS]
    return [result["flows"][flow]["throughput_bps"] for result in results]


class TestTable:
    def test_a_flow_is_held_against_itself_where_another_one_is_left_out(
        self, client: httpx.Client, process: WorkerProcess, run_id: str
    ) -> None:
        table = _answered(client, process, run_id, WITHOUT_LONG)
        assert [arm["title"] for arm in table["arms"]] == ["As it is", "Without long"]
        long, short = (_metric(table, f"group_{index}_throughput_bps") for index in (0, 1))
        assert (long["items"][1]["mean"], long["against_baseline"][1]) == (None, None)
        [*_, alone] = scenario()["flows"]
        before, after = _throughputs(1), _throughputs(0, flows=[alone])
        means = [item["mean"] for item in short["items"]]
        assert means == pytest.approx([np.mean(before), np.mean(after)], rel=1e-6)
        expected = stats.ttest_rel(after, before).confidence_interval(0.95)
        change = short["against_baseline"][1]
        assert (change["count"], change["is_distinguishable"]) == (3, expected.low > 0)
        assert change["low"] == pytest.approx(expected.low, rel=1e-5)
        assert change["high"] == pytest.approx(expected.high, rel=1e-5)

    def test_the_first_arm_changes_nothing(
        self, client: httpx.Client, process: WorkerProcess, run_id: str
    ) -> None:
        table = _answered(client, process, run_id, EQUAL)
        assert [metric["against_baseline"][0] for metric in table["metrics"]] == [None] * 6
        assert [arm["done_count"] for arm in table["arms"]] == [3, 3]
        labels = [metric["label"] for metric in table["metrics"][:2]]
        assert labels == ["long: throughput", "short: throughput"]

    def test_an_arm_that_changes_no_number_is_said(
        self, client: httpx.Client, process: WorkerProcess
    ) -> None:
        # Half of this buffer is never filled.
        deep = {"buffer": {"amount": 5000, "unit": "packets"}}
        run_id = _run(client, bottleneck={**_lossy(), **deep})
        deeper = {"kind": "other_buffer", "buffer": {"amount": 9000, "unit": "packets"}}
        asked = _ask(client, run_id, deeper, EQUAL).json()
        assert [arm["changes_nothing"] for arm in asked["arms"]] == [False] * 3
        table = _answered(client, process, run_id, deeper, EQUAL)
        assert [arm["changes_nothing"] for arm in table["arms"]] == [False, True, False]
        changes = [metric["against_baseline"][1]["mean"] for metric in table["metrics"]]
        assert changes == [0] * 6

    def test_who_asks_again_gets_the_same_experiment(
        self, client: httpx.Client, process: WorkerProcess, run_id: str
    ) -> None:
        table = _answered(client, process, run_id, EQUAL)
        again = _ask(client, run_id, EQUAL).json()
        assert again["experiment_id"] == table["experiment_id"]
        assert again["finished_unit_count"] == again["unit_count"] == 6

    def test_seeds_that_hardly_differ_are_said_and_their_neighbours_offered(
        self, client: httpx.Client, process: WorkerProcess, run_id: str
    ) -> None:
        # Without loss and start jitter nothing is left to chance but the hosts.
        without_chance = {
            "bottleneck": {"rate_bps": 8e6, "delay_s": 0.01},
            "start_jitter_s": 0,
            "transport": {"host_jitter_s": 0},
        }
        table = _answered(client, process, _run(client, **without_chance), EQUAL)
        assert table["seeds_agree"]
        titles = [offer["title"] for offer in table["neighbours"]]
        assert titles[:2] == ["RTT −2%", "RTT +2%"]
        assert len(titles) == 6
        lossy = _answered(client, process, run_id, EQUAL)
        assert (lossy["seeds_agree"], lossy["neighbours"]) == (False, [])

    def test_nothing_is_said_before_it_is_known(self, client: httpx.Client, run_id: str) -> None:
        table = _ask(client, run_id, EQUAL).json()
        assert table["status"] == "running"
        assert {arm["done_count"] for arm in table["arms"]} == {0}
        items = [item for metric in table["metrics"] for item in metric["items"]]
        assert {item["mean"] for item in items} == {None}


class TestPage:
    """A page without a server."""

    def test_offers_and_tables_are_those_of_the_service(
        self, client: httpx.Client, process: WorkerProcess, run_id: str, tmp_path: Path
    ) -> None:
        run = client.get(f"/api/runs/{run_id}").json()
        asked = {"run_id": run_id, "scenario": run["scenario"]}
        offers = client.get(f"/api/runs/{run_id}/what-if").json()
        assert say_in_page("what_if_offers", asked) == offers
        alterations = [offer["alteration"] for offer in offers["offers"]]
        request = {"alterations": alterations, "seed_count": len(SEEDS)}
        plan = say_in_page("what_if", {"request": request, "scenario": run["scenario"]})
        units = [
            {"scenario": cell["scenario"], "seed": seed}
            for cell in plan["cells"]
            for seed in plan["seeds"]
        ]
        answers = [
            say_in_page("numbers", {**unit, "core": page["numbers"]})
            for unit, page in zip(units, ask_page_core(tmp_path, units), strict=True)
        ]
        found = [each["numbers"] for each in answers]
        rows = [[numbers.get(name) for name in plan["names"]] for numbers in found]
        count = len(plan["seeds"])
        known = {
            "experiment_id": plan["experiment_id"],
            "definition": plan["definition"],
            "core_version": None,
            "cells": [rows[start : start + count] for start in range(0, len(rows), count)],
            "failed": [0] * len(plan["cells"]),
        }
        table = _answered(client, process, run_id, *alterations)
        own = {"experiment_id": "", "core_version": ""}
        assert {**say_in_page("what_if_table", known), **own} == {**table, **own}
        experiment = f"/api/experiments/{table['experiment_id']}"
        body = {
            "definition": plan["definition"],
            "core_version": table["core_version"],
            "behaviour_version": newest_behaviour(),
            "units": [answers[start : start + count] for start in range(0, len(rows), count)],
        }
        # As JavaScript has it: numbers without a fraction lose their point.
        body = json.loads(json.dumps(body), parse_float=_as_javascript_has_it)
        for wanted in (name for name, file in EXPERIMENT_FILES.items() if not file.needs_library):
            sent = client.get(f"{experiment}/export/{wanted}")
            made = say_in_page("units_file", {**body, "format": wanted})
            assert b64decode(made["base64"]) == sent.content, wanted
            assert made["name"] in sent.headers["content-disposition"]
        refused = json.loads(answer("units_file", json.dumps({**body, "format": "parquet"})))
        assert (refused["status"], "Runs (Parquet)" in refused["body"]["detail"]) == (422, True)
        # Half of it, as while it is computed.
        half = {**known, "cells": [[cell[0], *([None] * (count - 1))] for cell in known["cells"]]}
        first = say_in_page("what_if_table", half)
        assert (first["status"], first["finished_unit_count"]) == ("running", len(plan["cells"]))
        assert [arm["done_count"] for arm in first["arms"]] == [1] * len(plan["cells"])

    def test_refuses_what_the_service_refuses(self, client: httpx.Client, run_id: str) -> None:
        scenario_of_run = client.get(f"/api/runs/{run_id}").json()["scenario"]
        for alterations in (
            [EQUAL, {"kind": "without_group", "group_index": 7}],
            [{"kind": "equal_rtts", "rtt_s": 0.001}],
            [EQUAL, {"kind": "equal_rtts", "rtt_s": 0.03}],
            [],
        ):
            theirs = _ask(client, run_id, *alterations).json()
            request = {"alterations": alterations, "seed_count": 3}
            body = {"request": request, "scenario": scenario_of_run}
            ours = json.loads(answer("what_if", json.dumps(body)))["body"]
            assert {**ours, "request_id": None} == {**theirs, "request_id": None}


def _as_javascript_has_it(text: str) -> float:
    value = float(text)
    return int(value) if value.is_integer() else value


class TestOffers:
    def test_are_what_can_be_asked(self, client: httpx.Client, run_id: str) -> None:
        offers = client.get(f"/api/runs/{run_id}/what-if").json()
        titles = [offer["title"] for offer in offers["offers"]]
        assert titles[:4] == ["Without long", "Without short", "Every RTT 30 ms", "No random loss"]
        asked = _ask(client, run_id, *(offer["alteration"] for offer in offers["offers"]))
        assert asked.status_code == 201, asked.text
        assert [arm["title"] for arm in asked.json()["arms"]] == ["As it is", *titles]

    def test_of_a_run_that_is_not_there(self, client: httpx.Client) -> None:
        assert client.get(f"/api/runs/{uuid4()}/what-if").status_code == 404


class TestRefusals:
    def test_names_the_alteration_that_can_not_be(self, client: httpx.Client, run_id: str) -> None:
        answer = _ask(client, run_id, EQUAL, {"kind": "without_group", "group_index": 7})
        assert answer.status_code == 422
        [problem] = answer.json()["errors"]
        assert problem["path"] == "alterations.1"
        assert "group_index is 7; the flow groups are 0 to 1" in problem["message"]

    def test_an_rtt_below_the_delay_of_the_link(self, client: httpx.Client, run_id: str) -> None:
        answer = _ask(client, run_id, {"kind": "equal_rtts", "rtt_s": 0.001})
        assert answer.status_code == 422
        assert "flows.0.rtt_s" in answer.json()["errors"][0]["message"]

    def test_the_same_change_twice(self, client: httpx.Client, run_id: str) -> None:
        answer = _ask(client, run_id, EQUAL, {"kind": "equal_rtts", "rtt_s": 0.03})
        assert answer.status_code == 422
        assert "has the same values at 1 and at 2" in answer.json()["detail"]

    def test_an_unknown_algorithm(self, client: httpx.Client, run_id: str) -> None:
        algorithm = {"name": "tahoe"}
        change = {"kind": "other_algorithm", "group_index": 0, "algorithm": algorithm}
        answer = _ask(client, run_id, change)
        assert answer.status_code == 422
        assert "must be one of 'newreno'" in answer.json()["errors"][0]["message"]

    def test_an_experiment_that_asks_something_else(self, client: httpx.Client) -> None:
        body = {"experiment": {"base": scenario(2.0)}}
        made = client.post("/api/experiments", json=body, headers=ALICE).json()
        answer = client.get(f"/api/what-if/{made['id']}")
        assert answer.status_code == 409
        assert answer.json()["type"].endswith("not-a-what-if")


def test_groups_of_one_label_have_distinct_titles_and_columns() -> None:
    """And each has a column of the number that matters for its traffic."""
    web = {"label": "web", "rtt_s": 0.04, "algorithm": {"name": "cubic"}}
    call = web | {"label": "call", "traffic": {"kind": "media"}}
    page = web | {"label": "page", "traffic": {"kind": "transfer"}}
    base = validate_scenario(scenario(2.0, flows=[web, web, call, page]))
    without = WithoutGroup(kind="without_group", group_index=1)
    definition = what_if_experiment(base, [without], seed_count=3)
    progress = Progress(
        experiment_id=uuid4(),
        status="running",
        core_version=None,
        seed_count=3,
        unit_count=6,
        finished_unit_count=0,
        done_counts=[0, 0],
        failed_counts=[0, 0],
    )
    table = table_of(definition, progress, lambda names: [[[1.0] * 3] * 2 for _ in names])
    assert table.arms[1].title == "Without web 2"
    found = [metric.label for metric in table.metrics[:6]]
    assert found[:2] == ["web 1: throughput", "web 2: throughput"]
    assert found[4:] == ["call: deadlines missed", "page: completion time, mean"]
