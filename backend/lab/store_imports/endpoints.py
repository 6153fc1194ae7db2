"""HTTP of bringing runs to an experiment."""

from uuid import UUID

from fastapi import APIRouter, Request

from lab.context import Context
from lab.errors import CoreDiffers, Frozen, NotFound, NotYours, WrongState, refuses
from lab.experiments.endpoints import limit_changes
from lab.experiments.import_schema import ImportRead
from lab.kit.dependencies import DatabaseSession
from lab.kit.free_space import needs_free_space
from lab.kit.rate_limit import limited
from lab.owner import Owner
from lab.store_imports import service
from lab.store_imports.schemas import ImportBegin, ImportPart

router = APIRouter(prefix="/api/experiments/{experiment_id}/imports", tags=["experiments"])

_limit_parts = [
    limited(
        "import parts",
        by_address=lambda settings: settings.import_parts_per_minute_per_address,
        by_owner=lambda settings: settings.import_parts_per_minute_per_owner,
    ),
    needs_free_space,
]


@router.post("", status_code=201, operation_id="beginImport", dependencies=limit_changes)
@refuses(NotFound, NotYours, Frozen, WrongState, CoreDiffers)
def begin_import(
    request: Request,
    session: DatabaseSession,
    owner: Owner,
    experiment_id: UUID,
    body: ImportBegin,
) -> ImportRead:
    """Begin to bring runs that were computed elsewhere (`./lab experiment import`)."""
    context: Context = request.app.state.context
    return service.begin(session, owner, experiment_id, body, context.settings)


@router.post("/{import_id}/parts", operation_id="sendImportPart", dependencies=_limit_parts)
@refuses(NotFound, NotYours, Frozen, WrongState)
def send_import_part(
    session: DatabaseSession, owner: Owner, experiment_id: UUID, import_id: UUID, body: ImportPart
) -> ImportRead:
    """Send some of the runs; they are not visible yet."""
    return service.add_part(session, owner, experiment_id, import_id, body)


@router.post("/{import_id}/check", operation_id="checkImport", dependencies=limit_changes)
@refuses(NotFound, NotYours, Frozen, WrongState)
def check_import(
    session: DatabaseSession, owner: Owner, experiment_id: UUID, import_id: UUID
) -> ImportRead:
    """All runs are sent: the lab draws which ones its own workers compute, and compares."""
    return service.check(session, owner, experiment_id, import_id)
