"""HTTP of timelines."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from lab.errors import NotFound, refuses
from lab.runs.answers import RunQuestion
from lab.timeline import service
from lab.timeline.schemas import TimelineRead

router = APIRouter(prefix="/api/runs", tags=["series"])


@router.get("/{run_id}/timeline", operation_id="readTimeline", response_model=TimelineRead)
@refuses(NotFound)
def read_timeline(
    question: RunQuestion,
    from_s: Annotated[float, Query(ge=0, allow_inf_nan=False)] = 0.0,
    to_s: Annotated[float | None, Query(ge=0, allow_inf_nan=False)] = None,
) -> Response:
    """Phases that overlap the range and events within it."""
    return question.answer(
        ("timeline", from_s, to_s),
        lambda reading: service.read(question.session, reading.run, from_s, to_s),
        without_null=True,
    )
