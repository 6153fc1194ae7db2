"""HTTP of exports of experiments."""

from typing import Annotated, Final
from uuid import UUID

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from lab.context import Context
from lab.errors import NotDone, NotFound, refuses
from lab.experiment_exports import service
from lab.exports.endpoints import ExportResponse, file_responses, limit_exports
from lab.kit.dependencies import DatabaseSession
from lab_model.exports.names import ExperimentFormat
from lab_model.exports.table import (
    EXPERIMENT_FILES,
    FORMATS,
    experiment_file_name,
    experiment_parts,
)

router = APIRouter(prefix="/api/experiments", tags=["exports"])

_LISTED: Final = "; ".join(f"{name}: {file.content}" for name, file in EXPERIMENT_FILES.items())


@router.get(
    "/{experiment_id}/export/{format}",
    operation_id="exportExperiment",
    response_class=ExportResponse,
    responses=file_responses(EXPERIMENT_FILES),
    dependencies=[limit_exports],
    description=f"An experiment that is over as a file. {_LISTED}. 409 while it is being computed.",
)
@refuses(NotFound, NotDone)
def export_experiment(
    request: Request,
    session: DatabaseSession,
    experiment_id: UUID,
    wanted: Annotated[ExperimentFormat, Path(alias="format")],
) -> Response:
    """An experiment as a file, sent while it is written."""
    context: Context = request.app.state.context
    found = service.find(session, context, experiment_id)
    name = experiment_file_name(found, wanted)
    return ExportResponse(
        experiment_parts(wanted, found),
        media_type=FORMATS[wanted].media_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
