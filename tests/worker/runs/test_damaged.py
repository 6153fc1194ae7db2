"""A stored result of which a part was lost: reported, computed again, never served shorter."""

from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import delete, select

from lab.context import Context
from lab.models import Result, Run, SeriesChunk, TimelineChunk
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.runs import ALICE
from tests.support.scenarios import scenario

# What is said in sentences was put together as the run ended, of the whole result.
READS = ("series", "timeline", "export/csv", "export/zip")


@pytest.fixture
def run_id(client: httpx.Client, process: WorkerProcess) -> UUID:
    """A run of several chunks that is done and was not read yet."""
    body = {"scenario": scenario(30.0), "seed": 5}
    created = client.post("/api/runs", json=body, headers=ALICE).json()
    execute(process, UUID(created["id"]))
    return UUID(created["id"])


def _lose(context: Context, part: Any) -> None:
    """Delete one row for real."""
    with context.sessions.begin() as session:
        row = session.scalars(select(part).order_by(part.chunk_index.desc()).limit(1)).one()
        session.delete(row)


def _digest(context: Context) -> str | None:
    with context.sessions() as session:
        return session.scalars(select(Result.series_digest)).one()


def _require_damaged(response: httpx.Response) -> None:
    assert response.status_code == 503, response.text[:200]
    assert response.headers["Retry-After"] == "5"
    problem = response.json()
    assert problem["type"].endswith("/result-damaged")
    assert "of which 1 is lost" in problem["detail"]


@pytest.mark.parametrize("part", [SeriesChunk, TimelineChunk])
@pytest.mark.parametrize("read", READS)
def test_is_reported_and_computed_again(
    client: httpx.Client,
    context: Context,
    process: WorkerProcess,
    run_id: UUID,
    part: Any,
    read: str,
) -> None:
    digest = _digest(context)
    _lose(context, part)
    _require_damaged(client.get(f"/api/runs/{run_id}/{read}"))
    assert client.get(f"/api/runs/{run_id}").json()["status"] == "queued"
    execute(process, run_id)
    assert client.get(f"/api/runs/{run_id}").json()["status"] == "done"
    assert _digest(context) == digest
    assert client.get(f"/api/runs/{run_id}/{read}").status_code == 200


def test_link_shows_the_equal_result_that_takes_its_place(
    client: httpx.Client, context: Context, process: WorkerProcess, run_id: UUID
) -> None:
    shared = client.post("/api/shares", json={"run_ids": [str(run_id)]}, headers=ALICE)
    assert shared.status_code == 201, shared.text
    assert client.delete(f"/api/runs/{run_id}", headers=ALICE).status_code == 204
    with context.sessions() as session:
        shown = session.scalars(select(Run.id)).one()
    digest = _digest(context)
    _lose(context, SeriesChunk)
    _require_damaged(client.get(f"/api/runs/{shown}/series"))
    with context.sessions() as session:
        [waiting] = session.scalars(select(Run.id).where(Run.status == "queued")).all()
    # Until then the link keeps what it has, and says so again.
    _require_damaged(client.get(f"/api/runs/{shown}/series"))
    execute(process, waiting)
    assert client.get(f"/api/runs/{shown}/series").status_code == 200
    assert _digest(context) == digest


def test_run_that_is_over_without_a_result_is_no_damage(
    client: httpx.Client, context: Context, run_id: UUID
) -> None:
    with context.sessions.begin() as session:
        session.execute(delete(TimelineChunk))
        session.execute(delete(Run))
    assert client.get(f"/api/runs/{run_id}/series").status_code == 404
