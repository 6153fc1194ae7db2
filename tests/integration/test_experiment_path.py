"""An experiment as a person has it: asked for, watched, looked at, extended, forked, taken away."""

import csv
import io
from typing import Any

import pytest

from lab_exec import run_scenario
from lab_model.experiments.cells import read_experiment
from lab_model.experiments.number_names import number_names
from lab_model.experiments.numbers import numbers_of
from tests.integration.conftest import Lab
from tests.support.compared import compared_data
from tests.support.processes import wait_until


def _post(lab: Lab, path: str, definition: dict[str, Any]) -> dict[str, Any]:
    answer = lab.client.post(f"/api/experiments{path}", json={"experiment": definition})
    assert answer.is_success, answer.text
    return dict(answer.json())


def _get(lab: Lab, path: str, **query: Any) -> dict[str, Any]:
    answer = lab.client.get(f"/api/experiments/{path}", params=query)
    assert answer.is_success, answer.text
    return dict(answer.json())


def _wait_until_done(lab: Lab, experiment_id: str) -> dict[str, Any]:
    wait_until(lambda: _get(lab, experiment_id)["status"] == "done")
    return _get(lab, experiment_id)


def test_experiment_is_computed_shown_extended_and_forked(lab: Lab) -> None:
    lab.processes.start_worker()
    definition = compared_data(replications=2)
    created = _post(lab, "", definition)
    experiment_id = created["id"]
    done = _wait_until_done(lab, experiment_id)
    assert done["progress"]["done_count"] == 12, lab.processes.logs()
    assert (done["progress"]["failed_count"], done["running_cells"]) == (0, [])
    assert done["progress"]["revision"] > created["progress"]["revision"]

    expansion = read_experiment(definition)
    expected = [
        numbers_of(run_scenario(expansion.scenario(4), seed, series=False)) for seed in (1, 2)
    ]
    cell = _get(lab, f"{experiment_id}/cells/4", metric="jain_index")
    for name, numbers in cell["numbers"].items():
        assert numbers == [one[name] for one in expected], name
    means = _get(lab, f"{experiment_id}/map", metric="throughput_bps")["cells"]["mean"]
    both = [one["throughput_bps"] or 0.0 for one in expected]
    assert means[4] == pytest.approx(sum(both) / 2, rel=1e-6)

    more = compared_data(replications=3)
    assert _post(lab, f"/{experiment_id}/extend", more)["progress"]["done_count"] == 12
    done = _wait_until_done(lab, experiment_id)
    assert _get(lab, f"{experiment_id}/map", metric="jain_index")["cells"]["count"] == [3] * 6
    table = lab.client.get(f"/api/experiments/{experiment_id}/table.csv").text
    assert len(list(csv.DictReader(io.StringIO(table)))) == 18

    fork = _post(lab, "", done["experiment"])
    assert (fork["status"], fork["progress"]["stored_count"]) == ("done", 18)
    run = lab.client.post("/api/runs", json={"scenario": cell["scenario"], "seed": 2}).json()
    result = lab.wait_until_done(run["id"])["result"]
    assert result["scenario_digest"] == cell["scenario_digest"]
    assert numbers_of(result)["jain_index"] == cell["numbers"]["jain_index"][1]


def test_names_that_are_listed_beforehand_are_those_of_the_core() -> None:
    expansion = read_experiment(compared_data())
    result = run_scenario(expansion.scenario(0), 1, series=False)
    names = number_names(expansion.definition)
    assert set(names) == set(numbers_of(result))
    assert len(names) == len(set(names))
