"""HTTP of causes."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from lab.causes import service
from lab.causes.schemas import MAX_FLOWS, CausesRead
from lab.errors import NotDone, NotFound, OtherBehaviour, TooManyRequests, refuses
from lab.kit.dependencies import DatabaseSession

router = APIRouter(prefix="/api/runs", tags=["series"])


@router.get("/{run_id}/causes", operation_id="readCauses")
@refuses(NotFound, NotDone, OtherBehaviour, TooManyRequests)
def read_causes(
    session: DatabaseSession,
    run_id: UUID,
    flows: Annotated[list[int] | None, Query(max_length=MAX_FLOWS)] = None,
) -> CausesRead:
    """The chain of causes of each of these flows; without any, of the first flow of each group.
    409 if the run is not done, or if it has no record and was computed by another core.
    """
    return service.read(session, run_id, flows)
