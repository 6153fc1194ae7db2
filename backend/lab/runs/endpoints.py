"""HTTP of runs."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from lab.errors import (
    Frozen,
    KeyReused,
    NotFound,
    NotYours,
    OwnerLimited,
    OwnerNeeded,
    StorageQuotaReached,
    TooManyRequests,
    WrongState,
    refuses,
)
from lab.kit.dependencies import DatabaseSession
from lab.kit.free_space import needs_free_space
from lab.kit.idempotency import IdempotentId
from lab.kit.typed_json import sent_json
from lab.owner import Owner
from lab.runs import service, waiting
from lab.runs.asker import AskerOfRuns, limit_runs
from lab.runs.listing import RunQuery, RunSort
from lab.runs.schemas import MAX_NAME_LENGTH, RunCreate, RunPage, RunRead, RunRename
from lab.runs.states import RunStatus
from lab.runs.waiting import WaitingRead

CREATED = 201
MAX_PAGE_RUNS = 100
MAX_CURSOR_LENGTH = 2000
"""A cursor may hold a name."""

router = APIRouter(prefix="/api/runs", tags=["runs"])


@router.post(
    "",
    status_code=CREATED,
    response_model=RunRead,
    operation_id="createRun",
    dependencies=[limit_runs, needs_free_space],
)
@refuses(KeyReused, OwnerLimited, StorageQuotaReached, TooManyRequests)
def create_run(
    session: DatabaseSession,
    owner: Owner,
    asker: AskerOfRuns,
    wanted_id: IdempotentId,
    body: RunCreate,
) -> Response:
    """Ask for a run. `status` is `done` at once if an equal result is stored."""
    return sent_json(session, service.create(session, owner, body, wanted_id, asker), CREATED)


async def _query(
    *,
    limit: Annotated[int, Query(ge=1, le=MAX_PAGE_RUNS)] = 20,
    cursor: Annotated[str | None, Query(max_length=MAX_CURSOR_LENGTH)] = None,
    q: Annotated[
        str,
        Query(
            max_length=MAX_NAME_LENGTH,
            description="Words that are all in the name, the labels or the algorithms.",
        ),
    ] = "",
    status: Annotated[list[RunStatus] | None, Query(description="One or more; none: all.")] = None,
    sort: Annotated[RunSort, Query(description="`name` is without regard to case.")] = "newest",
) -> RunQuery:
    return RunQuery(limit, cursor, q, status or [], sort)


@router.get("", operation_id="listRuns", response_model=RunPage)
@refuses(OwnerNeeded)
def list_runs(
    session: DatabaseSession, owner: Owner, query: Annotated[RunQuery, Depends(_query)]
) -> Response:
    """The owner's runs, each with an overview of its result."""
    return sent_json(session, service.list_mine(session, owner, query))


@router.get("/{run_id}", operation_id="readRun", response_model=RunRead)
@refuses(NotFound)
def read_run(session: DatabaseSession, run_id: UUID) -> Response:
    """A run with its progress, and its result when it is done."""
    return sent_json(session, service.read(session, run_id))


@router.patch("/{run_id}", operation_id="renameRun")
@refuses(NotFound, NotYours, Frozen)
def rename_run(session: DatabaseSession, owner: Owner, run_id: UUID, body: RunRename) -> RunRead:
    """Give a run another name, at any time. The scenario keeps its own."""
    return service.rename(session, owner, run_id, body.name)


@router.post("/{run_id}/cancel", operation_id="cancelRun")
@refuses(NotFound, NotYours, Frozen, WrongState)
def cancel_run(session: DatabaseSession, owner: Owner, run_id: UUID) -> RunRead:
    """Stop a run. It is `cancelled` at once; the samples that were stored by then stay readable.
    409 if it is over.
    """
    return service.cancel(session, owner, run_id)


@router.delete("/{run_id}", status_code=204, operation_id="deleteRun")
@refuses(NotFound, NotYours, Frozen)
def delete_run(session: DatabaseSession, owner: Owner, run_id: UUID) -> None:
    """Remove a run. Its result goes with the last run that holds it."""
    service.delete(session, owner, run_id)


@router.get("/{run_id}/waiting", operation_id="readWaiting")
@refuses(NotFound)
def read_waiting(request: Request, session: DatabaseSession, run_id: UUID) -> WaitingRead:
    """What a queued run waits for: a worker, its turn, or the broker."""
    return waiting.read(session, request.app.state.context.workers, run_id)
