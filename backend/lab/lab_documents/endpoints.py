"""HTTP of labs that people write."""

from uuid import UUID

from fastapi import APIRouter

from lab.errors import (
    DraftsChanged,
    LimitReached,
    NotFound,
    NotYours,
    OwnerLimited,
    StorageQuotaReached,
    TooManyRequests,
    WrongState,
    refuses,
)
from lab.kit.dependencies import DatabaseSession, committed
from lab.kit.free_space import needs_free_space
from lab.kit.rate_limit import limited_by_address
from lab.lab_documents import service
from lab.lab_documents.schemas import (
    DocumentCreate,
    DocumentListed,
    DocumentRead,
    DocumentWrite,
    GoalTried,
)
from lab.owner import KnownOwner
from lab.runs.asker import AskerOfManyRuns, limit_runs

router = APIRouter(prefix="/api/lab-documents", tags=["labs"])

# Every write may be a megabyte, and anyone may make a key.
_WRITE_LIMITS = [
    limited_by_address("labs", lambda settings: settings.draft_writes_per_minute_per_address)
]
_RUN_LIMITS = [limit_runs, needs_free_space]


@router.get("", operation_id="listLabDocuments")
def list_documents(session: DatabaseSession, owner: KnownOwner) -> list[DocumentListed]:
    """The labs that the owner writes, the latest first."""
    return service.list_mine(session, owner)


@router.post("", status_code=201, operation_id="createLabDocument", dependencies=_WRITE_LIMITS)
@refuses(NotFound, NotYours, LimitReached)
def create_document(
    session: DatabaseSession, owner: KnownOwner, body: DocumentCreate
) -> DocumentRead:
    """Begin a lab: empty, from a lab's file, or as a copy of another lab."""
    return service.create(session, owner, body)


@router.get("/{document_id}", operation_id="readLabDocument")
@refuses(NotFound, NotYours)
def read_document(session: DatabaseSession, owner: KnownOwner, document_id: UUID) -> DocumentRead:
    """The draft, its problems, and the published versions."""
    return service.read(session, owner, document_id)


@router.put("/{document_id}", operation_id="writeLabDocument", dependencies=_WRITE_LIMITS)
@refuses(NotFound, NotYours, DraftsChanged)
def write_document(
    session: DatabaseSession, owner: KnownOwner, document_id: UUID, body: DocumentWrite
) -> DocumentRead:
    """Keep a draft, right or not. 409 if it was written elsewhere since `revision` was read."""
    return service.write(session, owner, document_id, body)


@router.get("/{document_id}/goals", operation_id="readLabGoals")
@refuses(NotFound, NotYours)
def read_goals(session: DatabaseSession, owner: KnownOwner, document_id: UUID) -> list[GoalTried]:
    """How often the solution of each goal of the draft reaches it, as far as it is known. Empty
    while the draft has problems. Nothing is started.
    """
    return service.read_goals(session, owner, document_id)


@router.post(
    "/{document_id}/goals/{step_id}/runs",
    status_code=202,
    operation_id="tryLabGoal",
    dependencies=_RUN_LIMITS,
)
@refuses(NotFound, NotYours, WrongState, OwnerLimited, StorageQuotaReached, TooManyRequests)
def try_goal(
    session: DatabaseSession,
    owner: KnownOwner,
    asker: AskerOfManyRuns,
    document_id: UUID,
    step_id: str,
) -> GoalTried:
    """Run a goal's solution with twenty seeds, and its step as given with the seed that students
    get. Stored runs are not repeated.
    """
    begun = service.try_goal(session, owner, document_id, step_id, asker)
    return committed(session, begun)


@router.post("/{document_id}/publish", operation_id="publishLabDocument")
@refuses(NotFound, NotYours, WrongState)
def publish_document(
    session: DatabaseSession,
    owner: KnownOwner,
    document_id: UUID,
    accepts_unreached: bool = False,
) -> DocumentRead:
    """Make the draft the version that links open. 422 while it has problems; attempts and classes
    keep the version that they began with. 409 for a goal that its solution misses or that was not
    tried, unless `accepts_unreached`.
    """
    return service.publish(session, owner, document_id, accepts_unreached=accepts_unreached)


@router.delete("/{document_id}", status_code=204, operation_id="deleteLabDocument")
@refuses(NotFound, NotYours)
def delete_document(session: DatabaseSession, owner: KnownOwner, document_id: UUID) -> None:
    """Forget a lab and its versions."""
    service.delete(session, owner, document_id)
