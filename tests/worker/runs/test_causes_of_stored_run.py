"""Causes over HTTP: stored as a run ends, or found by a worker that computes an older one again."""

from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import delete, select, update

from lab.context import Context
from lab.models import PacketWindow, Result, ResultExplanations
from lab.packets import repository as packets
from lab.results.repository import Core
from lab.runs import service
from lab.runs.schemas import RunCreate
from lab_worker.packets.record import record_packets
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.scenarios import scenario

DURATION_S = 10.0


@pytest.fixture
def run_id(context: Context, process: WorkerProcess) -> UUID:
    """A run that is done."""
    wanted = RunCreate.model_validate({"scenario": scenario(DURATION_S)})
    with context.sessions.begin() as session:
        created = service.create(session, None, wanted).id
    execute(process, created)
    return created


@pytest.fixture
def older_run_id(context: Context, run_id: UUID) -> UUID:
    """A run from before causes were recorded."""
    _forget_causes(context)
    return run_id


def _ask(client: httpx.Client, run_id: UUID, **query: Any) -> Any:
    response = client.get(f"/api/runs/{run_id}/causes", params=query)
    assert response.status_code == 200, response.text
    return response.json()


def _forget_causes(context: Context) -> None:
    with context.sessions.begin() as session:
        session.execute(delete(PacketWindow))
        session.execute(delete(ResultExplanations))


def _stored(context: Context) -> list[PacketWindow]:
    with context.sessions() as session:
        return list(session.scalars(select(PacketWindow)))


def test_a_run_stores_its_causes_as_it_ends(client: httpx.Client, run_id: UUID) -> None:
    answer = _ask(client, run_id)
    assert (answer["status"], answer["error"]) == ("done", None)
    assert [chain["flow_index"] for chain in answer["chains"]] == [0, 1]
    for chain in answer["chains"]:
        assert [link["kind"] for link in chain["links"]] == [
            "share",
            "limit",
            "variable",
            "origin",
            "queue",
        ]
        assert sum(share["share_ratio"] for share in chain["shares"]) == pytest.approx(1)


def test_an_older_run_is_computed_again_to_the_same_chains(
    client: httpx.Client, context: Context, process: WorkerProcess, run_id: UUID
) -> None:
    # Asked for in other words, as the answer to these is kept.
    at_once = _ask(client, run_id, flows=[0, 1])
    _forget_causes(context)
    assert _ask(client, run_id)["status"] == "queued"
    assert _ask(client, run_id)["status"] == "queued"
    (wanted,) = _stored(context)
    record_packets(process, wanted.id)
    assert _ask(client, run_id) == at_once


def test_causes_stay_when_packets_go(client: httpx.Client, context: Context, run_id: UUID) -> None:
    with context.sessions.begin() as session:
        session.execute(update(PacketWindow).values(created_at="2020-01-01T00:00:00Z"))
        packets.delete_expired(session)
    assert _ask(client, run_id)["status"] == "done"


def test_single_flows_can_be_asked_for(client: httpx.Client, run_id: UUID) -> None:
    assert [chain["flow_index"] for chain in _ask(client, run_id, flows=[1])["chains"]] == [1]
    response = client.get(f"/api/runs/{run_id}/causes", params={"flows": [7]})
    assert response.status_code == 422
    assert "the flows of this run are 0 to 1" in response.json()["detail"]


def test_a_worker_with_another_behaviour_says_why_there_are_none(
    client: httpx.Client, context: Context, process: WorkerProcess, older_run_id: UUID
) -> None:
    _ask(client, older_run_id)
    (wanted,) = _stored(context)
    # An older one would hand the work on.
    process.core = Core("9.9.9+aaaaaaaaaaaa", 10_000)
    record_packets(process, wanted.id)
    answer = _ask(client, older_run_id)
    assert (answer["status"], answer["chains"]) == ("failed", [])
    assert "Run it again to look at its causes" in answer["error"]


def test_an_older_behaviour_is_refused(
    client: httpx.Client, context: Context, older_run_id: UUID
) -> None:
    with context.sessions.begin() as session:
        session.execute(update(Result).values(behaviour_version=0))
    response = client.get(f"/api/runs/{older_run_id}/causes")
    assert response.status_code == 409
    assert _stored(context) == []


def test_a_run_that_waits_has_none_yet(client: httpx.Client, context: Context) -> None:
    wanted = RunCreate.model_validate({"scenario": scenario(DURATION_S)})
    with context.sessions.begin() as session:
        waiting = service.create(session, None, wanted).id
    assert client.get(f"/api/runs/{waiting}/causes").status_code == 409
