"""What an experiment would mean, before anybody computes it."""

from typing import Any

import httpx
import pytest

from lab.context import Context
from lab.experiments import unit_results
from lab.experiments.unit_results import UnitNumbers
from lab.results import repository as results
from lab_model.experiments.cells import read_experiment
from tests.support.compared import compared_data
from tests.support.runs import CORE, NEWER_CORE, REBUILT_CORE


def _check(client: httpx.Client, definition: Any) -> httpx.Response:
    return client.post("/api/experiments/check", json={"experiment": definition})


def test_cells_units_and_cost(client: httpx.Client) -> None:
    answer = _check(client, compared_data(replications=4))
    assert answer.status_code == 200, answer.text
    checked = answer.json()
    # 1 s at 10 Mbit/s in packets of 1000 bytes: 1250 packets.
    assert (checked["cell_count"], checked["unit_count"]) == (6, 24)
    assert (checked["stored_unit_count"], checked["predicted_packets"]) == (0, 24 * 1250)
    assert checked["predicted_s"] > 0
    assert checked["largest"] == {"cell_index": 0, "predicted_packets": 1250}
    arms, buffers = checked["axes"]
    assert (arms["label"], arms["role"], arms["scale"]) == ("Algorithm", "arm", "category")
    assert [point["text"] for point in arms["points"]] == ["NewReno", "CUBIC"]
    assert (buffers["paths"], buffers["role"]) == (["bottleneck.buffer.amount"], None)
    assert [point["values"] for point in buffers["points"]] == [[0.5], [1], [2]]


def test_stored_units_are_subtracted(client: httpx.Client, context: Context) -> None:
    work = read_experiment(compared_data()).work
    with context.sessions.begin() as session:
        results.register_core(session, CORE)
        for core, cell in ((CORE, 0), (REBUILT_CORE, 4), (NEWER_CORE, 1)):
            found = UnitNumbers(work[cell].scenario_digest, 2, "5" * 64, {"jain_index": 0.5})
            unit_results.store(session, core, [found])
        outside = UnitNumbers(work[0].scenario_digest, 99, "5" * 64, {"jain_index": 0.5})
        unit_results.store(session, CORE, [outside])
    checked = _check(client, compared_data()).json()
    assert (checked["unit_count"], checked["stored_unit_count"]) == (18, 2)
    assert checked["predicted_packets"] == 16 * 1250


def test_equal_cells_cost_once(client: httpx.Client) -> None:
    definition = compared_data()
    # Both arms are the same algorithm: three scenarios for six cells.
    definition["axes"][0]["moves"][0]["path"] = "name"
    definition["axes"][0]["moves"][0]["values"]["values"] = ["one", "other"]
    checked = _check(client, definition).json()
    assert (checked["unit_count"], checked["predicted_packets"]) == (18, 9 * 1250)


@pytest.mark.parametrize(
    ("change", "path", "pointer"),
    [
        ({"axes": 3}, "axes", "/experiment/axes"),
        ({"replications": {"count": 0}}, "replications.count", "/experiment/replications/count"),
        ({"base": {}}, "base.duration_s", "/experiment/base/duration_s"),
        ({"surprise": 1}, "surprise", "/experiment/surprise"),
    ],
)
def test_problems_of_a_definition_are_named_where_they_are(
    client: httpx.Client, change: dict[str, Any], path: str, pointer: str
) -> None:
    answer = _check(client, compared_data(**change))
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    first = answer.json()["errors"][0]
    assert (first["path"], first["pointer"]) == (path, pointer)


def test_cell_that_is_no_scenario_is_named_by_its_values(client: httpx.Client) -> None:
    definition = compared_data()
    definition["axes"][1]["moves"][0]["values"]["values"] = [0.5, -1]
    answer = _check(client, definition)
    assert answer.status_code == 422
    [problem] = answer.json()["errors"]
    assert problem["path"] == "axes.1.moves.0.values"
    assert problem["pointer"] == "/experiment/axes/1/moves/0/values"
    assert problem["value"] == -1
    assert "bottleneck.buffer.amount" in problem["message"]


def test_cells_that_would_take_minutes_to_look_at_are_refused_at_once(
    client: httpx.Client,
) -> None:
    definition = compared_data()
    group = definition["base"]["flows"][0]
    definition["base"]["flows"] = [group] * 200
    values = {"kind": "linear", "from": 0.5, "to": 5, "count": 2000}
    definition["axes"][1]["moves"][0]["values"] = values
    answer = _check(client, definition)
    assert answer.status_code == 422
    [problem] = answer.json()["errors"]
    assert problem["path"] == "base.flows"
    assert (problem["value"], problem["bound"]) == (200 * 4000, 500_000)


def test_nothing_to_check_is_said(client: httpx.Client) -> None:
    answer = client.post("/api/experiments/check", json={})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == "experiment"


def test_schema_has_fields_and_limits(client: httpx.Client) -> None:
    schema = client.get("/api/schema/experiment").json()
    assert set(schema["properties"]) >= {"base", "axes", "replications", "baseline_index"}
    assert schema["x-limits"]["max_cell_count"] == 10_000
