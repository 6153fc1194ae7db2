"""HTTP of measured speed."""

from fastapi import APIRouter
from fastapi.responses import Response

from lab.kit.dependencies import DatabaseSession
from lab.kit.typed_json import sent_json
from lab.speed import service
from lab.speed.schemas import SpeedRead

router = APIRouter(prefix="/api", tags=["speed"])


@router.get("/speed", operation_id="readSpeed", response_model=SpeedRead)
def read_speed(session: DatabaseSession) -> Response:
    """How fast this server has computed runs of each size, to say how long one will take."""
    return sent_json(session, service.read(session))
