"""HTTP of health checks and of measured speed."""

from fastapi import APIRouter, Request, Response

from lab.health import service, speed
from lab.health.schemas import HealthRead, ReadyRead
from lab.health.speed import SpeedRead
from lab.kit.dependencies import DatabaseSession
from lab.kit.typed_json import sent_json

router = APIRouter(prefix="/api", tags=["health"])


@router.get("/health", operation_id="readHealth")
async def read_health() -> HealthRead:
    """The process answers."""
    return HealthRead()


@router.get(
    "/ready",
    operation_id="readReady",
    responses={503: {"model": ReadyRead, "description": "Something is missing, and what."}},
)
def read_ready(request: Request, response: Response) -> ReadyRead:
    """Database, migrations and broker are usable; 503 if one is not."""
    state = service.check(request.app.state.context)
    response.status_code = 200 if state.ready else 503
    return state


@router.get("/speed", operation_id="readSpeed", response_model=SpeedRead, tags=["speed"])
def read_speed(session: DatabaseSession) -> Response:
    """How fast this server has computed runs of each size, to say how long one will take."""
    return sent_json(session, speed.read(session))
