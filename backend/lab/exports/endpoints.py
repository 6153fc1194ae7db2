"""HTTP of exports."""

from collections.abc import Iterable
from typing import Annotated, Any, Final
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response, StreamingResponse

from lab.context import Context
from lab.errors import NotDone, NotFound, ResultDamaged, refuses
from lab.exports import service
from lab.kit.dependencies import DatabaseSession
from lab.kit.rate_limit import limited_by_address
from lab_model.exports.names import RunFormat
from lab_model.exports.table import FORMATS, RUN_FILES, WITH_PACKETS, run_file_name

router = APIRouter(prefix="/api/runs", tags=["exports"])

_LISTED: Final = "; ".join(f"{name}: {file.content}" for name, file in RUN_FILES.items())

WantedFormat = Annotated[RunFormat, Path(alias="format")]

PartBound = Annotated[
    float | None,
    Query(
        ge=0,
        allow_inf_nan=False,
        description=f"With {WITH_PACKETS}: the part of the run whose packets are wanted, as it was "
        "given to readPackets.",
    ),
]


class ExportResponse(StreamingResponse):
    """An answer has the media type of its format."""


def file_responses(names: Iterable[str]) -> dict[int | str, dict[str, Any]]:
    """For the OpenAPI description: the media types of these formats."""
    types = sorted({FORMATS[name].media_type.partition(";")[0] for name in names})
    return {200: {"content": {media_type: {"schema": _schema(media_type)} for media_type in types}}}


def _schema(media_type: str) -> dict[str, Any]:
    if media_type == "application/json":
        # Of runs the rows of all series, or the result.
        return {"anyOf": [{"type": "object"}, {"type": "array", "items": {"type": "object"}}]}
    if media_type.endswith("json"):
        return {"type": "object"}
    return {"type": "string", "format": "binary"}


limit_exports: Final = limited_by_address(
    "exports", lambda settings: settings.exports_per_minute_per_address
)
"""All kinds of files together: each reads every series, or every number, of its subject."""


@router.get(
    "/{run_id}/export/{format}",
    operation_id="exportRun",
    response_class=ExportResponse,
    responses=file_responses(RUN_FILES),
    dependencies=[limit_exports],
    description=f"A finished run as a file. {_LISTED}. 409 if the run is not done, or the packets "
    "that are wanted are not computed yet.",
)
@refuses(NotFound, NotDone, ResultDamaged)
def export_run(
    request: Request,
    session: DatabaseSession,
    run_id: UUID,
    wanted: WantedFormat,
    *,
    from_s: PartBound = None,
    to_s: PartBound = None,
) -> Response:
    """A finished run as a file, sent while it is written."""
    context: Context = request.app.state.context
    part = service.packet_part(wanted, from_s, to_s)
    found = service.find(session, context, run_id, part)
    name = run_file_name(found.run, wanted)
    return ExportResponse(
        found.parts(wanted),
        media_type=FORMATS[wanted].media_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
