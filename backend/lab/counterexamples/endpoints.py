"""HTTP of searches for the simplest situation in which something goes badly."""

from uuid import UUID

from fastapi import APIRouter

from lab.counterexamples import service
from lab.counterexamples.schemas import SearchCreate, SearchRead
from lab.errors import LimitReached, NotFound, NotYours, OwnerLimited, WrongState, refuses
from lab.experiments.endpoints import limit_changes
from lab.kit.dependencies import DatabaseSession
from lab.owner import KnownOwner, Owner

router = APIRouter(prefix="/api/counterexamples", tags=["evaluations"])


@router.get("", operation_id="listCounterexampleSearches")
def list_searches(session: DatabaseSession, owner: KnownOwner) -> list[SearchRead]:
    """The last searches of this key, the newest first."""
    return service.listed(session, owner)


@router.post("", status_code=201, operation_id="searchCounterexample", dependencies=limit_changes)
@refuses(LimitReached, OwnerLimited)
def search(session: DatabaseSession, owner: KnownOwner, body: SearchCreate) -> SearchRead:
    """Have workers search the simplest situation in which something goes badly: two searches of a
    key at a time. Ask again until `status` is done. It is kept for 30 days.
    """
    return service.create(session, owner, body)


@router.get("/{search_id}", operation_id="readCounterexampleSearch")
@refuses(NotFound)
def read_search(session: DatabaseSession, owner: Owner, search_id: UUID) -> SearchRead:
    """The progress of a search, and its result."""
    return service.read(session, owner, search_id)


@router.post("/{search_id}/cancel", operation_id="cancelCounterexampleSearch")
@refuses(NotFound, NotYours, WrongState)
def cancel_search(session: DatabaseSession, owner: KnownOwner, search_id: UUID) -> SearchRead:
    """Stop a search for good."""
    return service.cancel(session, owner, search_id)
