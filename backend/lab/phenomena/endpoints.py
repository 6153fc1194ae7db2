"""HTTP of phenomena."""

from uuid import UUID

from fastapi import APIRouter

from lab.errors import NotFound, refuses
from lab.kit.dependencies import DatabaseSession
from lab.phenomena import service
from lab.phenomena.schemas import PhenomenaRead

router = APIRouter(prefix="/api/runs", tags=["series"])


@router.get("/{run_id}/phenomena", operation_id="readPhenomena")
@refuses(NotFound)
def read_phenomena(session: DatabaseSession, run_id: UUID) -> PhenomenaRead:
    """Named phenomena of a finished run, each with a sentence, its definition and its times.
    Found when asked for, by the definitions of this version.
    """
    return service.read(session, run_id)
