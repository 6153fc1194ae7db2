"""HTTP of an owner's data. Keys stand in headers and bodies, never in addresses."""

from fastapi import APIRouter, Request

from lab.errors import DraftsChanged, refuses
from lab.kit.dependencies import DatabaseSession
from lab.kit.rate_limit import limited_by_address
from lab.owner import KnownOwner
from lab.owners import service
from lab.owners.schemas import Adopted, Adoption, DraftBundleRead, DraftBundleWrite, OwnerRead
from lab.runs.storage import StorageQuota

router = APIRouter(prefix="/api", tags=["owner"])


@router.get("/owner", operation_id="readOwner")
def read_owner(request: Request, session: DatabaseSession, owner: KnownOwner) -> OwnerRead:
    """How many runs, experiments and drafts the key has, and the space of the runs."""
    return service.read(session, owner, StorageQuota.of(request.app.state.context.settings))


@router.post("/owner/adopt", operation_id="adoptOwner")
def adopt_owner(session: DatabaseSession, owner: KnownOwner, body: Adoption) -> Adopted:
    """Give the runs and experiments of another key to that of the header, all of them or none."""
    return service.adopt(session, owner, body.owner_key)


@router.get("/drafts", operation_id="readDrafts")
def read_drafts(session: DatabaseSession, owner: KnownOwner) -> DraftBundleRead:
    """The drafts that were handed in under the key."""
    return service.read_drafts(session, owner)


# Every write may be a megabyte, and anyone may make a key.
@router.put(
    "/drafts",
    operation_id="writeDrafts",
    dependencies=[
        limited_by_address("drafts", lambda settings: settings.draft_writes_per_minute_per_address)
    ],
)
@refuses(DraftsChanged)
def write_drafts(
    session: DatabaseSession, owner: KnownOwner, body: DraftBundleWrite
) -> DraftBundleRead:
    """Hand in all drafts. 409 if another browser did so since `revision` was read; 413 beyond
    the size of a body.
    """
    return service.write_drafts(session, owner, body)
