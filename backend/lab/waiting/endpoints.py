"""HTTP of waiting."""

from uuid import UUID

from fastapi import APIRouter, Request

from lab.errors import NotFound, refuses
from lab.kit.dependencies import DatabaseSession
from lab.waiting import service
from lab.waiting.schemas import WaitingRead

router = APIRouter(prefix="/api/runs", tags=["runs"])


@router.get("/{run_id}/waiting", operation_id="readWaiting")
@refuses(NotFound)
def read_waiting(request: Request, session: DatabaseSession, run_id: UUID) -> WaitingRead:
    """What a queued run waits for: a worker, its turn, or the broker."""
    return service.read(session, request.app.state.context.workers, run_id)
