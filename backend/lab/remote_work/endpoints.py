"""HTTP of workers elsewhere."""

from uuid import UUID

from fastapi import APIRouter, Request

from lab.context import Context
from lab.errors import CoreDiffers, WorkLost, refuses
from lab.kit.dependencies import DatabaseSession
from lab.remote_work import claims, reports
from lab.remote_work.schemas import WorkBeat, WorkOffer, WorkReport, WorkRequest, WorkState
from lab.remote_work.tokens import KnownToken

router = APIRouter(prefix="/api/remote-work", tags=["work"])


@router.post("/claims", operation_id="claimWork")
@refuses(CoreDiffers)
def claim_work(
    request: Request, session: DatabaseSession, token: KnownToken, body: WorkRequest
) -> WorkOffer:
    """Take a batch of an experiment, for a worker elsewhere."""
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
