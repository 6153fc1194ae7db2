"""HTTP of measured speed."""

from fastapi import APIRouter

from lab.kit.dependencies import DatabaseSession
from lab.speed import service
from lab.speed.schemas import SpeedRead

router = APIRouter(prefix="/api", tags=["speed"])


@router.get("/speed", operation_id="readSpeed")
def read_speed(session: DatabaseSession) -> SpeedRead:
    """How fast this server has computed runs of each size, to say how long one will take."""
    return service.read(session)
