"""HTTP of shares. Tokens come in a header: an address gets into logs and histories."""

from uuid import UUID

from fastapi import APIRouter, Request
from fastapi.responses import Response

from lab.errors import NotDone, NotFound, NotYours, OwnerNeeded, StorageQuotaReached, refuses
from lab.kit.dependencies import DatabaseSession
from lab.kit.rate_limit import limited_by_address
from lab.owner import KnownOwner, Owner
from lab.runs.storage import StorageQuota
from lab.shares import service
from lab.shares.schemas import ShareCreate, ShareList, ShareListed, ShareMade, ShareRead
from lab.shares.token import SharedToken
from lab.shares.trace_schemas import SharedTraces
from lab.shares.traces import traces_of

router = APIRouter(prefix="/api", tags=["shares"])


@router.post(
    "/shares",
    status_code=201,
    operation_id="createShare",
    dependencies=[
        limited_by_address("links", lambda settings: settings.shares_per_minute_per_address)
    ],
)
@refuses(NotFound, NotDone, OwnerNeeded, StorageQuotaReached)
def create_share(
    session: DatabaseSession, request: Request, owner: Owner, body: ShareCreate
) -> ShareMade:
    """Make an unlisted link that shows exactly these results for ever. The token in it is
    shown this once. Without an owner key it cannot be revoked.
    """
    quota = StorageQuota.of(request.app.state.context.settings)
    return service.create(session, owner, body, quota)


@router.get("/shares", operation_id="listShares")
def list_shares(session: DatabaseSession, owner: KnownOwner) -> ShareList:
    """The owner's links, newest first, with those that are over; never their tokens."""
    return service.list_mine(session, owner)


@router.post("/shares/{share_id}/revoke", operation_id="revokeShare")
@refuses(NotFound, NotYours)
def revoke_share(session: DatabaseSession, owner: KnownOwner, share_id: UUID) -> ShareListed:
    """End a link at once and for ever."""
    return service.revoke(session, owner, share_id)


@router.get("/shared", operation_id="readShared")
@refuses(NotFound)
def read_shared(
    session: DatabaseSession, owner: Owner, token: SharedToken, response: Response
) -> ShareRead:
    """What a link shows. 404 is the same for unknown, revoked and expired."""
    response.headers["Cache-Control"] = "no-store"
    return service.read(session, owner, token)


@router.get("/shared/traces", operation_id="readSharedTraces")
@refuses(NotFound)
def read_shared_traces(
    session: DatabaseSession, token: SharedToken, response: Response
) -> SharedTraces:
    """The measured traces of a link, with all their values. 404 as for the link."""
    response.headers["Cache-Control"] = "no-store"
    share = service.require_open(session, token)
    return SharedTraces(items=traces_of(session, share.id))
