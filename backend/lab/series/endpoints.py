"""HTTP of series and timelines."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from lab.errors import NotFound, refuses
from lab.runs.answers import RunQuestion
from lab.series import service, timeline
from lab.series.schemas import SeriesRead, TimelineRead
from lab.series.service import SeriesQuery

MAX_POINTS = 10_000

router = APIRouter(prefix="/api/runs", tags=["series"])

MetricNames = Annotated[
    list[str], Query(max_length=100, description="Metrics to read, repeated; none: all of them.")
]
SubjectNames = Annotated[
    list[str],
    Query(
        max_length=1000,
        description="flow, link, group, flow:0, link:0, group:0; repeated; "
        "none: all flows and links.",
    ),
]


@router.get("/{run_id}/series", operation_id="readSeries", response_model=SeriesRead)
@refuses(NotFound)
def read_series(
    question: RunQuestion,
    *,
    metrics: MetricNames = [],  # noqa: B006  FastAPI copies defaults
    subjects: SubjectNames = [],  # noqa: B006
    from_s: Annotated[float, Query(ge=0, allow_inf_nan=False)] = 0.0,
    to_s: Annotated[float | None, Query(ge=0, allow_inf_nan=False)] = None,
    points: Annotated[int, Query(ge=1, le=MAX_POINTS)] = 1000,
) -> Response:
    """Mean, smallest and largest value per bucket of one time grid. Metrics that a subject does
    not have are left out. While the run is computed this is what is stored so far.
    """
    query = SeriesQuery(tuple(metrics), tuple(subjects), from_s, to_s, points)
    return question.answer(
        ("series", query),
        lambda reading: service.table_of(question.session, reading.run, query).to_json(),
    )


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
        lambda reading: timeline.read(question.session, reading.run, from_s, to_s),
        without_null=True,
    )
