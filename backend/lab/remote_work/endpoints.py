"""HTTP of workers elsewhere."""

from uuid import UUID

from fastapi import APIRouter, Request

from lab.context import Context
from lab.errors import (
    CoreDiffers,
    Frozen,
    LimitReached,
    NotFound,
    NotYours,
    TokenRefused,
    WorkLost,
    WrongState,
    refuses,
)
from lab.kit.dependencies import DatabaseSession
from lab.kit.rate_limit import limited_by_address
from lab.owner import Owner, OwnerKey
from lab.remote_work import claims, reports, runs, tabs
from lab.remote_work.schemas import (
    RunBeat,
    RunPart,
    RunReport,
    TabsChange,
    TabToken,
    WorkBeat,
    WorkOffer,
    WorkReport,
    WorkRequest,
    WorkState,
)
from lab.remote_work.tokens import KnownToken

router = APIRouter(prefix="/api/remote-work", tags=["work"])


@router.post("/claims", operation_id="claimWork")
@refuses(CoreDiffers)
def claim_work(
    request: Request, session: DatabaseSession, token: KnownToken, body: WorkRequest
) -> WorkOffer:
    """Take a batch of an experiment, or a run, for a worker elsewhere."""
    context: Context = request.app.state.context
    return claims.offer(session, token, body, context.settings)


@router.post("/batches/{batch_id}/beats", operation_id="beatWork")
@refuses(WorkLost)
def beat_work(
    session: DatabaseSession, token: KnownToken, batch_id: UUID, body: WorkBeat
) -> WorkState:
    """Say that the worker of a batch lives. Times are the lab's."""
    return reports.beat(session, token, batch_id, body.claim)


@router.post("/batches/{batch_id}/reports", operation_id="reportWork")
@refuses(WorkLost)
def report_work(
    request: Request,
    session: DatabaseSession,
    token: KnownToken,
    batch_id: UUID,
    body: WorkReport,
) -> WorkState:
    """Send numbers of units of a batch. A repeated report changes nothing."""
    context: Context = request.app.state.context
    return reports.take(session, token, batch_id, body, context.settings)


@router.post("/runs/{run_id}/beats", operation_id="beatRunWork")
@refuses(WorkLost)
def beat_run_work(
    session: DatabaseSession, token: KnownToken, run_id: UUID, body: RunBeat
) -> WorkState:
    """Say that the worker of a run lives, and how far it is."""
    return runs.beat(session, token, run_id, body)


@router.post("/parts", operation_id="addWorkPart")
@refuses(WorkLost)
def add_work_part(session: DatabaseSession, token: KnownToken, body: RunPart) -> WorkState:
    """Send samples of a run. A repeated part changes nothing."""
    return runs.add_part(session, token, body)


@router.post("/results", operation_id="finishRunWork")
@refuses(WorkLost)
def finish_run_work(request: Request, token: KnownToken, body: RunReport) -> WorkState:
    """Send the result of a run, after its samples."""
    context: Context = request.app.state.context
    return runs.finish(context, token, body)


@router.put("/experiments/{experiment_id}/tabs", status_code=204, operation_id="allowTabs")
@refuses(NotFound, NotYours, Frozen)
def allow_tabs(
    session: DatabaseSession, owner: Owner, experiment_id: UUID, body: TabsChange
) -> None:
    """Let the browsers of others compute an experiment, or no longer."""
    tabs.allow(session, owner, experiment_id, takes_tabs=body.takes_tabs)


@router.post(
    "/experiments/{experiment_id}/tabs",
    operation_id="joinWithTab",
    dependencies=[
        limited_by_address("tokens", lambda settings: settings.class_joins_per_minute_per_address)
    ],
)
@refuses(NotFound, NotYours, WrongState, TokenRefused, LimitReached)
def join_with_tab(session: DatabaseSession, owner_key: OwnerKey, experiment_id: UUID) -> TabToken:
    """A token for the tabs of one browser to compute one experiment that waits."""
    return tabs.give_token(session, owner_key, experiment_id)
