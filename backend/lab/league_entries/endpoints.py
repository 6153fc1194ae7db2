"""HTTP of entries of the league."""

from typing import Annotated

from fastapi import APIRouter, Path

from lab.errors import (
    LimitReached,
    NotFound,
    NotYours,
    OwnerLimited,
    QuotaReached,
    TooCostly,
    WrongState,
    refuses,
)
from lab.experiments.endpoints import QuotaHere, limit_changes
from lab.kit.dependencies import DatabaseSession
from lab.league_entries import service
from lab.league_entries.schemas import EntryCreate, EntryRead
from lab.owner import KnownOwner, Owner
from lab_model.patterns import SHA256

router = APIRouter(prefix="/api/league/entries", tags=["evaluations"])

Digest = Annotated[
    str,
    Path(
        pattern=SHA256,
        description="SHA-256 of the module's bytes.",
    ),
]


@router.get("", operation_id="listLeagueEntries")
def list_entries(session: DatabaseSession, owner: Owner) -> list[EntryRead]:
    """The modules that take part in the league, with how far they are, in the order in which they
    were entered.
    """
    return service.listed(session, owner)


@router.post("", status_code=201, operation_id="enterLeague", dependencies=limit_changes)
@refuses(NotFound, NotYours, LimitReached, WrongState, OwnerLimited, TooCostly, QuotaReached)
def enter_league(
    session: DatabaseSession, owner: KnownOwner, quota: QuotaHere, body: EntryCreate
) -> EntryRead:
    """Enter a stored module of one's own, which needs its source, build line and licence. It is put
    into the league's situations under seeds that are drawn now; it and its source are public.
    """
    return service.enter(session, owner, body, quota)


@router.delete("/{sha256}", status_code=204, operation_id="withdrawFromLeague")
@refuses(NotFound, NotYours)
def withdraw(session: DatabaseSession, owner: KnownOwner, sha256: Digest) -> None:
    """Take a module out of the league, with its numbers. Entered again, it has the same
    seeds.
    """
    service.withdraw(session, owner, sha256)
