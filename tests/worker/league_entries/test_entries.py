"""Modules in the league: entered, computed by the usual workers, withdrawn; a module that fails
takes nothing else down.
"""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import wasmtime
from sqlalchemy import select

from lab.context import Context
from lab.evaluations import service as evaluation_service
from lab.kit.cache import Cache
from lab.league_entries import service
from lab.models import AlgorithmModule, Experiment, LeagueEntry
from lab_exec import run_scenario
from lab_exec.held_modules import load_held
from lab_model.evaluation import experiment as evaluations
from lab_model.evaluation import load_situations, shipped_names, situations
from lab_model.experiments import numbers_of
from lab_model.modules import module_name
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess
from tests.cli.wat import wat
from tests.support.experiments import batches_of
from tests.support.runs import ALICE
from tools.paths import PROJECT_ROOT

BOB = {"X-Lab-Owner": "bob-" + "b" * 28}
ENTRIES = "/api/league/entries"
MODULES = "/api/algorithms/modules"
NEWRENO = (PROJECT_ROOT / "sim-core" / "modules" / "newreno.wasm").read_bytes()
OTHER = wasmtime.wat2wasm(wat({}))
TRAPS = wasmtime.wat2wasm(wat({"ccsim_on_ack": "unreachable"}))
NAME = module_name(NEWRENO)
SHA256 = NAME.removeprefix("wasm:")
MADE_HOW = {"source_text": "int x;", "build_line": "cc -O2 x.c", "licence": "MIT"}


@pytest.fixture(autouse=True)
def short_situations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three of the situations, a second or more each: a module can be in the first two."""
    shortened = []
    for place, name in enumerate(("random-loss", "beside-cubic", "mice")):
        [situation] = [item for item in load_situations() if item.id == name]
        data = situation.model_dump()
        data["scenario"] |= {"duration_s": 1.0 + place, "warmup_s": 0}
        shortened.append(data)
    file = tmp_path / "situations.json"
    file.write_text(json.dumps(shortened))
    monkeypatch.setattr(situations, "SITUATIONS_FILE", file)
    cached = (load_situations, evaluations.entry_situations)
    # Of the same league with all situations another test may have kept an answer.
    monkeypatch.setattr(evaluation_service, "_ANSWERS", Cache(100))
    for each in cached:
        each.cache_clear()
    yield
    for each in cached:
        each.cache_clear()


def store(
    client: httpx.Client, content: bytes = NEWRENO, headers: dict[str, str] = ALICE, **made: str
) -> str:
    body = {"content_base64": base64.b64encode(content).decode(), **(made or MADE_HOW)}
    stored = client.post(MODULES, json=body, headers=headers)
    assert stored.status_code == 201, stored.text
    return str(stored.json()["sha256"])


def enter(
    client: httpx.Client, sha256: str, headers: dict[str, str] = ALICE, author: str = "Ann"
) -> httpx.Response:
    return client.post(ENTRIES, json={"sha256": sha256, "author": author}, headers=headers)


def compute(process: WorkerProcess, sha256: str) -> None:
    with process.context.sessions() as session:
        experiment_id = session.get_one(LeagueEntry, sha256).experiment_id
    assert experiment_id is not None
    for batch in batches_of(process.context, experiment_id):
        execute_batch(process, batch.id)


def entries(client: httpx.Client, headers: dict[str, str] = ALICE) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(ENTRIES, headers=headers).json()
    return found


def ranking(client: httpx.Client, name: str = "fairness", **params: Any) -> dict[str, Any]:
    league = client.get("/api/league", params=params).json()
    [found] = [item for item in league["rankings"] if item["id"] == name]
    return {**found, "by_key": {row["key"]: row for row in found["rows"]}}


def test_an_entry_waits_is_computed_and_has_places_that_anybody_can_compute_again(
    client: httpx.Client, process: WorkerProcess
) -> None:
    entered = enter(client, store(client))
    assert entered.status_code == 201, entered.text
    made = entered.json()
    assert (made["state"], made["unit_count"], made["finished_unit_count"]) == ("waiting", 40, 0)
    assert (made["author"], made["licence"]) == ("Ann", "MIT")
    assert (made["first_seed"], made["experiment_id"]) == (None, None)
    assert NAME not in ranking(client)["by_key"], "no place is claimed before it is computed"
    compute(process, SHA256)
    [done] = entries(client, BOB)
    assert (done["state"], done["finished_unit_count"], done["is_mine"]) == ("done", 40, False)
    row = ranking(client)["by_key"][NAME]
    assert row["place"] is not None
    [lossy, *_] = load_situations()
    scenario = lossy.scenario_with({"name": NAME})
    again = [
        numbers_of(run_scenario(scenario, seed, modules=load_held(scenario, {NAME: NEWRENO})))
        for seed in range(done["first_seed"], done["first_seed"] + done["seed_count"])
    ]
    known = [each["jain_index"] or 0.0 for each in again]
    assert row["mean"] == pytest.approx(sum(known) / 20, rel=1e-6)
    assert done["first_seed"] > 20, "none of those of the shipped algorithms"
    league = client.get("/api/league").json()
    [entry] = [item for item in league["entries"] if item["key"] == NAME]
    assert entry["title"] == f"{done['title']}, Ann"
    assert NAME not in ranking(client, entries=False)["by_key"]


def test_rankings_leave_out_what_no_module_can_be_in_and_say_so(
    client: httpx.Client, process: WorkerProcess
) -> None:
    enter(client, store(client))
    compute(process, SHA256)
    alone = ranking(client, "utilisation", entries=False)
    assert alone["situation_ids"] == alone["own_situation_ids"]
    assert "mice" in alone["situation_ids"]
    beside = ranking(client, "utilisation")
    assert beside["situation_ids"] == ["random-loss", "beside-cubic"]
    assert beside["own_situation_ids"] == alone["own_situation_ids"]
    mice = ranking(client, "mice")
    assert mice["situation_ids"] == ["mice"]
    assert mice["by_key"][NAME]["place"] is None


def test_a_module_that_fails_is_a_failed_entry_with_its_reason_and_nothing_else_fails(
    client: httpx.Client, process: WorkerProcess
) -> None:
    bad = store(client, TRAPS, BOB)
    assert enter(client, bad, BOB, "Bob").status_code == 201
    enter(client, store(client))
    compute(process, bad)
    compute(process, SHA256)
    failed, done = entries(client)
    assert (failed["state"], failed["failed_unit_count"]) == ("failed", 40)
    assert "it gave up (unreachable)" in failed["reasons"][0]
    assert (done["state"], done["reasons"]) == ("done", [])
    assert set(ranking(client)["by_key"]) == {*shipped_names(), NAME}


def test_who_enters_the_same_again_draws_no_other_seeds(
    client: httpx.Client, process: WorkerProcess, context: Context
) -> None:
    enter(client, store(client))
    compute(process, SHA256)
    [before] = entries(client)
    row = ranking(client)["by_key"][NAME]
    assert enter(client, SHA256).json()["state"] == "done", "what stands is not entered anew"
    assert client.delete(f"{ENTRIES}/{SHA256}", headers=ALICE).status_code == 204
    assert entries(client) == []
    assert NAME not in ranking(client)["by_key"]
    with context.sessions() as session:
        assert session.scalars(select(Experiment)).all() == []
    enter(client, SHA256, author="")
    compute(process, SHA256)
    [after] = entries(client)
    assert after["first_seed"] == before["first_seed"]
    assert ranking(client)["by_key"][NAME] == row


def test_two_modules_have_seeds_of_their_own(client: httpx.Client, process: WorkerProcess) -> None:
    for content, headers in ((NEWRENO, ALICE), (OTHER, BOB)):
        sha256 = store(client, content, headers)
        assert enter(client, sha256, headers).status_code == 201
        compute(process, sha256)
    one, two = (each["first_seed"] for each in entries(client))
    assert abs(one - two) > 20


def test_only_who_has_a_module_with_all_that_it_needs_enters_it(client: httpx.Client) -> None:
    assert enter(client, "0" * 64).status_code == 404
    sha256 = store(client, source_text="x")
    refused = enter(client, sha256)
    assert refused.status_code == 422
    assert "without its build line and licence" in refused.json()["detail"]
    assert enter(client, sha256, BOB).status_code == 403
    assert client.post(ENTRIES, json={"sha256": sha256}).status_code == 400
    store(client, build_line="cc", licence="MIT")  # fills in what was missing
    assert enter(client, sha256).status_code == 201
    store(client, headers=BOB)
    taken = enter(client, sha256, BOB)
    assert (taken.status_code, taken.json()["type"]) == (409, "/api/problems/wrong-state")


def test_only_who_entered_it_withdraws_it(client: httpx.Client) -> None:
    enter(client, store(client))
    assert client.delete(f"{ENTRIES}/{SHA256}", headers=BOB).status_code == 403
    assert client.delete(f"{ENTRIES}/{SHA256}").status_code == 400
    assert len(entries(client)) == 1
    assert client.delete(f"{ENTRIES}/{SHA256}", headers=ALICE).status_code == 204
    assert client.delete(f"{ENTRIES}/{SHA256}", headers=ALICE).status_code == 404


def test_its_experiment_cannot_be_changed(client: httpx.Client, context: Context) -> None:
    enter(client, store(client))
    with context.sessions() as session:
        [experiment] = session.scalars(select(Experiment))
    address = f"/api/experiments/{experiment.id}"
    for action in ("cancel", "pause"):
        assert client.post(f"{address}/{action}", headers=ALICE).status_code == 403
    assert client.delete(address, headers=ALICE).status_code == 403
    assert client.get(f"/api/evaluations/{experiment.id}").status_code == 409


def test_a_module_stays_as_long_as_it_is_entered(client: httpx.Client, context: Context) -> None:
    enter(client, store(client))
    client.delete(f"{MODULES}/{SHA256}", headers=ALICE)
    assert client.get(f"{MODULES}/{SHA256}").status_code == 200
    client.delete(f"{ENTRIES}/{SHA256}", headers=ALICE)
    assert client.get(f"{MODULES}/{SHA256}").status_code == 404
    with context.sessions() as session:
        assert session.scalars(select(AlgorithmModule)).all() == []


def test_the_league_has_room_for_so_many(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_OF_OWNER", 1)
    enter(client, store(client))
    other = store(client, OTHER)
    refused = enter(client, other)
    assert (refused.status_code, refused.json()["type"]) == (409, "/api/problems/limit-reached")
    monkeypatch.setattr(service, "MOST_ENTRIES", 1)
    store(client, OTHER, BOB)
    assert "The league has 1 entries" in enter(client, other, BOB).json()["detail"]


def test_another_key_takes_entries_along(client: httpx.Client) -> None:
    enter(client, store(client))
    adopted = client.post("/api/owner/adopt", json={"owner_key": ALICE["X-Lab-Owner"]}, headers=BOB)
    assert adopted.status_code == 200, adopted.text
    assert [each["is_mine"] for each in entries(client, BOB)] == [True]
    assert client.delete(f"{ENTRIES}/{SHA256}", headers=BOB).status_code == 204


def test_an_entry_of_an_older_behaviour_has_no_place_and_is_entered_again(
    client: httpx.Client, process: WorkerProcess
) -> None:
    enter(client, store(client))
    compute(process, SHA256)
    with process.context.sessions.begin() as session:
        [experiment] = session.scalars(select(Experiment))
        experiment.behaviour_version = 1
    [old] = entries(client)
    assert old["state"] == "outdated"
    assert NAME not in ranking(client)["by_key"]
    assert enter(client, SHA256).json()["state"] != "outdated"
    compute(process, SHA256)
    [new] = entries(client)
    assert (new["state"], new["first_seed"]) == ("done", old["first_seed"])
