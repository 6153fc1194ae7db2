"""HTTP of health checks."""

from fastapi import APIRouter, Request, Response

from lab.health import service
from lab.health.schemas import HealthRead, ReadyRead

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
