"""The league and report cards over HTTP, with algorithms that are computed when they are asked
for.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from sqlalchemy.orm import Session

from lab.evaluations import service
from lab.experiments.values import Values, read_values
from lab.models import Experiment
from lab_exec import run_scenario
from lab_model.evaluation import load_situations, situations
from lab_model.experiments import numbers_of
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess
from tests.support.experiments import batches_of
from tests.support.runs import ALICE

OWN = {"name": "cubic", "parameters": {"beta_ratio": 0.8}}


@pytest.fixture
def short_situations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two of the situations, a second each."""
    shortened = []
    for place, name in enumerate(("random-loss", "beside-cubic")):
        [situation] = [item for item in load_situations() if item.id == name]
        data = situation.model_dump()
        data["scenario"] |= {"duration_s": 1.0 + place, "warmup_s": 0}
        shortened.append(data)
    file = tmp_path / "situations.json"
    file.write_text(json.dumps(shortened))
    monkeypatch.setattr(situations, "SITUATIONS_FILE", file)
    load_situations.cache_clear()
    yield
    load_situations.cache_clear()


def _evaluate(client: httpx.Client, process: WorkerProcess | None = None) -> dict[str, Any]:
    asked = client.post("/api/evaluations", json={"algorithm": OWN}, headers=ALICE)
    assert asked.status_code == 201, asked.text
    found: dict[str, Any] = asked.json()
    if process is not None:
        for batch in batches_of(process.context, UUID(found["experiment_id"])):
            execute_batch(process, batch.id)
    return found


def test_the_shipped_league_needs_no_run(client: httpx.Client) -> None:
    league = client.get("/api/league").json()
    assert league["added"] == []
    assert {entry["key"] for entry in league["entries"]} >= {"cubic", "bbr2", "fairtt"}


def test_one_situation_can_be_asked_for(client: httpx.Client) -> None:
    league = client.get("/api/league", params={"situation": "mice"}).json()
    assert [item["situation_ids"] for item in league["rankings"]] == [["mice"]] * 3
    missing = client.get("/api/league", params={"situation": "crowd"})
    assert missing.status_code == 404
    assert "crowd" in missing.json()["detail"]


def test_a_shipped_report_has_all_headings(client: httpx.Client) -> None:
    report = client.get("/api/reports/bbr2").json()
    assert report["title"] == "BBRv2"
    assert report["sections"][1]["section"] == "5.1.1"
    assert client.get("/api/reports/nothing").status_code == 404


@pytest.mark.usefixtures("short_situations")
def test_an_added_algorithm_takes_part_with_the_numbers_of_its_runs(
    client: httpx.Client, process: WorkerProcess
) -> None:
    made = _evaluate(client, process)
    read = client.get(f"/api/evaluations/{made['experiment_id']}").json()
    assert read["evaluation"]["status"] == "done"
    assert read["evaluation"]["title"] == "CUBIC, beta_ratio 0.8"
    league = client.get("/api/league", params={"with": made["experiment_id"]}).json()
    assert [item["experiment_id"] for item in league["added"]] == [made["experiment_id"]]
    [lossy, beside] = load_situations()
    by_hand = [
        numbers_of(run_scenario(lossy.scenario_with(OWN), seed))["jain_index"]
        for seed in range(1, 21)
    ]
    [fairness] = [item for item in league["rankings"] if item["id"] == "fairness"]
    [own] = [row for row in fairness["rows"] if row["key"] == "with-1"]
    known = [value for value in by_hand if value is not None]
    assert own["mean"] == pytest.approx(sum(known) / 20, rel=1e-6)
    assert own["place"] is not None
    assert beside.title in {
        case["title"] for item in read["report"]["sections"] for case in item["cases"]
    }


@pytest.mark.usefixtures("short_situations")
def test_who_asks_the_same_again_gets_the_same(client: httpx.Client) -> None:
    first = _evaluate(client)
    assert first["finished_unit_count"] == 0
    assert _evaluate(client)["experiment_id"] == first["experiment_id"]


@pytest.mark.usefixtures("short_situations")
def test_nothing_is_claimed_before_it_is_computed(client: httpx.Client) -> None:
    made = _evaluate(client)
    league = client.get("/api/league", params={"with": made["experiment_id"]}).json()
    for ranking in league["rankings"]:
        [own] = [row for row in ranking["rows"] if row["key"] == "with-1"]
        assert (own["place"], own["mean"]) == (None, None)


@pytest.mark.usefixtures("short_situations")
def test_who_asks_again_while_nothing_is_new_has_no_numbers_read(
    client: httpx.Client, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[UUID] = []

    def noted(session: Session, experiment: Experiment, metrics: list[str]) -> list[Values]:
        reads.append(experiment.id)
        return read_values(session, experiment, metrics)

    monkeypatch.setattr(service, "read_values", noted)
    made = _evaluate(client)
    path = f"/api/evaluations/{made['experiment_id']}"
    league = {"with": made["experiment_id"]}
    before = client.get(path)
    assert client.get("/api/league", params=league).status_code == 200
    again = client.get(path, headers={"If-None-Match": before.headers["ETag"]})
    assert (again.status_code, len(reads)) == (304, 1)
    _evaluate(client, process)
    after = client.get(path, headers={"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, len(reads)) == (200, 2)
    assert after.json()["evaluation"]["finished_unit_count"] == 40


def test_other_experiments_are_no_evaluations(client: httpx.Client) -> None:
    assert client.get(f"/api/evaluations/{uuid4()}").status_code == 404
    assert client.get("/api/league", params={"with": str(uuid4())}).status_code == 404


def test_a_wrong_parameter_is_named(client: httpx.Client) -> None:
    body = {"algorithm": {"name": "cubic", "parameters": {"beta_ratio": 7}}}
    refused = client.post("/api/evaluations", json=body, headers=ALICE)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["path"] == "algorithm.parameters.beta_ratio"
