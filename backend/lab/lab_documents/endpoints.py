"""HTTP of labs that people write."""

from uuid import UUID

from fastapi import APIRouter

from lab.errors import DraftsChanged, LimitReached, NotFound, NotYours, WrongState, refuses
from lab.kit.dependencies import DatabaseSession
from lab.kit.rate_limit import limited_by_address
from lab.lab_documents import service
from lab.lab_documents.schemas import DocumentCreate, DocumentListed, DocumentRead, DocumentWrite
from lab.owner import KnownOwner

router = APIRouter(prefix="/api/lab-documents", tags=["labs"])

# Every write may be a megabyte, and anybody may make a key.
_WRITE_LIMITS = [
    limited_by_address("labs", lambda settings: settings.draft_writes_per_minute_per_address)
]


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
    """The draft, what is wrong with it, and the published versions."""
    return service.read(session, owner, document_id)


@router.put("/{document_id}", operation_id="writeLabDocument", dependencies=_WRITE_LIMITS)
@refuses(NotFound, NotYours, DraftsChanged)
def write_document(
    session: DatabaseSession, owner: KnownOwner, document_id: UUID, body: DocumentWrite
) -> DocumentRead:
    """Keep a draft, right or not. 409 if it was written elsewhere since `revision` was read."""
    return service.write(session, owner, document_id, body)


@router.post("/{document_id}/publish", operation_id="publishLabDocument")
@refuses(NotFound, NotYours, WrongState)
def publish_document(
    session: DatabaseSession, owner: KnownOwner, document_id: UUID
) -> DocumentRead:
    """Make the draft the version that links open. 422 while it has problems; attempts and classes
    keep the version that they began with.
    """
    return service.publish(session, owner, document_id)


@router.delete("/{document_id}", status_code=204, operation_id="deleteLabDocument")
@refuses(NotFound, NotYours)
def delete_document(session: DatabaseSession, owner: KnownOwner, document_id: UUID) -> None:
    """Forget a lab and its versions."""
    service.delete(session, owner, document_id)
