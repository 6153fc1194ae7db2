"""HTTP of timelines."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from fastapi.responses import Response

from lab.errors import NotFound, refuses
from lab.kit.dependencies import DatabaseSession
from lab.kit.typed_json import typed_json
from lab.timeline import service
from lab.timeline.schemas import TimelineRead

router = APIRouter(prefix="/api/runs", tags=["series"])


@router.get("/{run_id}/timeline", operation_id="readTimeline", response_model=TimelineRead)
@refuses(NotFound)
def read_timeline(
    session: DatabaseSession,
    run_id: UUID,
    from_s: Annotated[float, Query(ge=0, allow_inf_nan=False)] = 0.0,
    to_s: Annotated[float | None, Query(ge=0, allow_inf_nan=False)] = None,
) -> Response:
    """Phases that overlap the range and events within it."""
    return typed_json(service.read(session, run_id, from_s, to_s))
