"""HTTP of exports."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from sqlalchemy.orm import Session

from lab.context import Context
from lab.errors import NotDone, NotFound, ResultDamaged, refuses
from lab.exports import experiments, runs
from lab.kit.dependencies import DatabaseSession
from lab.kit.rate_limit import limited_by_address
from lab_model.exports.declaration import ExperimentFile, RunFile
from lab_model.exports.names import ExperimentFormat, RunFormat
from lab_model.exports.table import (
    EXPERIMENT_FILES,
    FORMATS,
    RUN_FILES,
    WITH_PACKETS,
    experiment_file_name,
    experiment_parts,
    run_file_name,
)

router = APIRouter(prefix="/api", tags=["exports"])

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
HELD_BYTES: Final = 1 << 20


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


def _listed(files: Mapping[str, RunFile] | Mapping[str, ExperimentFile]) -> str:
    """For the description of an operation: the content of each format."""
    return "; ".join(f"{name}: {file.content}" for name, file in files.items())


limit_exports: Final = limited_by_address(
    "exports", lambda settings: settings.exports_per_minute_per_address
)
"""All kinds of files together: each reads every series, or every number, of its subject."""


@router.get(
    "/runs/{run_id}/export/{format}",
    operation_id="exportRun",
    response_class=ExportResponse,
    responses=file_responses(RUN_FILES),
    dependencies=[limit_exports],
    description=f"A finished run as a file. {_listed(RUN_FILES)}. 409 if the run is not done, or "
    "the packets that are wanted are not computed yet.",
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
    part = runs.packet_part(wanted, from_s, to_s)
    found = runs.find(session, context, run_id, part)
    return _sent(session, found.parts(wanted), wanted, run_file_name(found.run, wanted))


@router.get(
    "/experiments/{experiment_id}/export/{format}",
    operation_id="exportExperiment",
    response_class=ExportResponse,
    responses=file_responses(EXPERIMENT_FILES),
    dependencies=[limit_exports],
    description=f"An experiment that is over as a file. {_listed(EXPERIMENT_FILES)}. 409 while it "
    "is being computed.",
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
    found = experiments.find(session, context, experiment_id)
    name = experiment_file_name(found, wanted)
    return _sent(session, experiment_parts(wanted, found), wanted, name)


def _sent(session: Session, parts: Iterable[bytes], wanted: str, name: str) -> Response:
    """A file of this format, piece by piece while it is written. An error of reading
    is answered before a small file begins; a large one breaks off.
    """
    session.commit()  # parts are read by sessions of their own, and a request has one connection
    rest = iter(parts)
    held, held_bytes = [], 0
    while held_bytes < HELD_BYTES and (part := next(rest, None)) is not None:
        held.append(part)
        held_bytes += len(part)

    def pieces() -> Iterator[bytes]:
        yield from held
        held.clear()
        yield from rest

    return ExportResponse(
        pieces(),
        media_type=FORMATS[wanted].media_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
