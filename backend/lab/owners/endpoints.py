"""HTTP of what belongs to an owner. Keys stand in headers and bodies, never in addresses."""

from fastapi import APIRouter, Depends, Request

from lab.errors import TooManyRequests
from lab.kit.dependencies import DatabaseSession
from lab.kit.rate_limit import RateLimiter
from lab.owner import KnownOwner
from lab.owners import service
from lab.owners.schemas import Adopted, Adoption, DraftBundleRead, DraftBundleWrite, OwnerRead
from lab.settings import Settings

RETRY_AFTER_S = 10

router = APIRouter(prefix="/api", tags=["owner"])


def _limit_rate(request: Request) -> None:
    """Every write may be a megabyte, and anybody may make a key."""
    settings: Settings = request.app.state.context.settings
    limiter: RateLimiter = request.app.state.run_rate_limiter
    address = request.client.host if request.client else "unknown"
    if not limiter.allow(f"drafts:{address}", settings.draft_writes_per_minute_per_address):
        raise TooManyRequests(
            f"Drafts were handed in too often. Try again in {RETRY_AFTER_S} seconds.",
            headers={"Retry-After": str(RETRY_AFTER_S)},
        )


@router.get("/owner", operation_id="readOwner")
def read_owner(session: DatabaseSession, owner: KnownOwner) -> OwnerRead:
    """How many runs, experiments and drafts belong to the key."""
    return service.read(session, owner)


@router.post("/owner/adopt", operation_id="adoptOwner")
def adopt_owner(session: DatabaseSession, owner: KnownOwner, body: Adoption) -> Adopted:
    """Give the runs and experiments of another key to that of the header, all of them or none."""
    return service.adopt(session, owner, body.owner_key)


@router.get("/drafts", operation_id="readDrafts")
def read_drafts(session: DatabaseSession, owner: KnownOwner) -> DraftBundleRead:
    """The drafts that were handed in under the key."""
    return service.read_drafts(session, owner)


@router.put("/drafts", operation_id="writeDrafts", dependencies=[Depends(_limit_rate)])
def write_drafts(
    session: DatabaseSession, owner: KnownOwner, body: DraftBundleWrite
) -> DraftBundleRead:
    """Hand in all drafts. 409 if another browser did so since `revision` was read; 413 beyond
    the size of a body.
    """
    return service.write_drafts(session, owner, body)
