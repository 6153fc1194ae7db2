"""HTTP of an experiment's numbers. All answers are tagged by the revision of the numbers, so that
asking again while nothing has changed costs one row.
"""

from collections.abc import Callable, Iterator
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel
from sqlalchemy.orm import Session

from lab.context import Context
from lab.errors import NotFound, NothingCompared, refuses
from lab.experiments import service, views
from lab.experiments.schemas import (
    CellCounts,
    CellRead,
    ExperimentDifferences,
    ExperimentMap,
    ExperimentPoints,
    ExperimentPrecision,
)
from lab.experiments.table import table_of
from lab.kit.dependencies import DatabaseSession
from lab.kit.etag import etag_of, not_modified, tagged_json
from lab.kit.rate_limit import limited_by_address
from lab.models import Experiment
from lab_model.experiments.limits import EXPERIMENT_LIMITS

MAX_METRIC_LENGTH = 200
MAX_CELLS_ASKED = 2000

router = APIRouter(prefix="/api/experiments/{experiment_id}", tags=["experiments"])

MetricName = Annotated[
    str,
    Query(
        max_length=MAX_METRIC_LENGTH,
        description="One of the experiment's `metrics`, or two with a slash between them: how many "
        "times the second the first is.",
    ),
]
CellIndices = Annotated[
    list[int], Query(max_length=MAX_CELLS_ASKED, description="Repeated; none: all cells.")
]
WantedMetrics = Annotated[
    list[str],
    Query(
        max_length=MAX_METRIC_LENGTH,
        description="Metrics to estimate, or ratios of two, repeated; none: all.",
    ),
]
CellIndex = Annotated[int, Path(ge=0, lt=EXPERIMENT_LIMITS.max_cell_count)]


@router.get("/counts", operation_id="readExperimentCounts", response_model=CellCounts)
@refuses(NotFound)
def read_counts(request: Request, session: DatabaseSession, experiment_id: UUID) -> Response:
    """How many units of each cell are done, and how many have failed."""
    return _tagged(request, session, experiment_id, lambda found: views.counts_of(session, found))


@router.get(
    "/precision", operation_id="readExperimentPrecision", response_model=ExperimentPrecision
)
@refuses(NotFound, NothingCompared)
def read_precision(request: Request, session: DatabaseSession, experiment_id: UUID) -> Response:
    """The seeds that each cell still needs for the wanted precision. 409 if none is wanted."""
    return _tagged(
        request, session, experiment_id, lambda found: views.precision_of(session, found)
    )


@router.get("/map", operation_id="readExperimentMap", response_model=ExperimentMap)
@refuses(NotFound)
def read_map(
    request: Request, session: DatabaseSession, experiment_id: UUID, metric: MetricName
) -> Response:
    """Mean, median and 95% interval of one metric in every cell."""
    return _tagged(
        request, session, experiment_id, lambda found: views.map_of(session, found, metric)
    )


@router.get(
    "/differences",
    operation_id="readExperimentDifferences",
    response_model=ExperimentDifferences,
)
@refuses(NotFound, NothingCompared)
def read_differences(
    request: Request, session: DatabaseSession, experiment_id: UUID, metric: MetricName
) -> Response:
    """Every arm against the baseline, paired by seed. 409 if no axis is compared."""
    return _tagged(
        request,
        session,
        experiment_id,
        lambda found: views.differences_of(session, found, metric),
    )


@router.get("/points", operation_id="readExperimentPoints", response_model=ExperimentPoints)
@refuses(NotFound)
def read_points(
    request: Request,
    session: DatabaseSession,
    experiment_id: UUID,
    *,
    x: MetricName,
    y: MetricName,
    cells: CellIndices = [],  # noqa: B006  FastAPI copies defaults
) -> Response:
    """One metric against another, a point per unit, and an ellipse per arm."""
    return _tagged(
        request,
        session,
        experiment_id,
        lambda found: views.points_of(session, found, x, y, cells),
    )


@router.get("/cells/{cell_index}", operation_id="readExperimentCell", response_model=CellRead)
@refuses(NotFound)
def read_cell(
    request: Request,
    session: DatabaseSession,
    experiment_id: UUID,
    cell_index: CellIndex,
    *,
    metric: WantedMetrics = [],  # noqa: B006  FastAPI copies defaults
) -> Response:
    """One cell: its scenario, every number of every seed, estimates, failures."""
    return _tagged(
        request,
        session,
        experiment_id,
        lambda found: views.cell_of(session, found, cell_index, metric),
    )


class TableResponse(StreamingResponse):
    """Names the media type in the OpenAPI description."""

    media_type = "text/csv"


@router.get(
    "/table.csv",
    operation_id="readExperimentTable",
    response_class=TableResponse,
    dependencies=[
        limited_by_address("exports", lambda settings: settings.exports_per_minute_per_address)
    ],
)
@refuses(NotFound)
def read_table(request: Request, session: DatabaseSession, experiment_id: UUID) -> Response:
    """One row per unit that is done: values of the axes, seed, digests, every number."""
    context: Context = request.app.state.context
    experiment = service.require(session, experiment_id)
    session.expunge(experiment)
    rows: Iterator[str] = table_of(context.sessions, experiment)
    disposition = f'attachment; filename="experiment-{experiment_id}.csv"'
    return TableResponse(rows, headers={"Content-Disposition": disposition})


def _tagged(
    request: Request,
    session: Session,
    experiment_id: UUID,
    answer: Callable[[Experiment], BaseModel],
) -> Response:
    """The answer of this address at this revision, unless the client has it."""
    experiment = service.require(session, experiment_id)
    etag = etag_of(
        request.url.path, request.url.query, experiment.core_version, experiment.revision
    )
    known = not_modified(request, etag)
    if known is not None:
        return known
    return tagged_json(answer(experiment).model_dump_json(), etag)
