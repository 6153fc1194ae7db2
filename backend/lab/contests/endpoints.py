"""HTTP of contests of classes."""

from uuid import UUID

from fastapi import APIRouter

from lab.classes import wall
from lab.classes.endpoints_board import WallKeyHeader
from lab.classes.quota import limited_wall_keys
from lab.contests import board, service
from lab.contests.schemas import ContestEntryWrite, ContestKind, ContestRead, ContestWrite
from lab.errors import (
    ClassClosed,
    ClassPaused,
    LimitReached,
    NotApproved,
    NotFound,
    NotYours,
    WrongState,
    refuses,
)
from lab.experiments.endpoints import limit_changes
from lab.kit.dependencies import DatabaseSession, committed
from lab.owner import KnownOwner, Owner

router = APIRouter(prefix="/api", tags=["classes"])

_OF_CLASS = "/classes/{class_id}/contest"
_OF_ATTEMPT = "/lab-attempts/{attempt_id}/contest"


@router.get("/contest-kinds", operation_id="listContestKinds")
def list_kinds() -> list[ContestKind]:
    """The kinds of scenarios that a contest may draw, in words."""
    return board.kinds()


@router.get(_OF_CLASS, operation_id="readContest")
@refuses(NotFound, NotYours)
def read_contest(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> ContestRead:
    """The contest of a class with all entries and the board, for its teachers."""
    return service.read(session, owner, class_id)


@router.put(_OF_CLASS, operation_id="openContest")
@refuses(NotFound, NotYours, WrongState)
def open_contest(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, body: ContestWrite
) -> ContestRead:
    """Open a contest, or change one that has not ended. When it ends, scenarios are drawn from what
    was chosen, and every entry is computed in all of them.
    """
    return committed(session, service.put(session, owner, class_id, body))


@router.delete(_OF_CLASS, status_code=204, operation_id="deleteContest")
@refuses(NotFound, NotYours)
def delete_contest(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> None:
    """Forget the contest with its entries and their runs."""
    service.delete(session, owner, class_id)


@router.post(f"{_OF_CLASS}/end", operation_id="endContest")
@refuses(NotFound, NotYours)
def end_contest(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> ContestRead:
    """End the contest now: it takes no further entries, and the scenarios are drawn."""
    return committed(session, service.end(session, owner, class_id))


@router.delete(f"{_OF_CLASS}/entries/{{entry_id}}", operation_id="removeContestEntry")
@refuses(NotFound, NotYours)
def remove_entry(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, entry_id: UUID
) -> ContestRead:
    """A teacher takes an entry out: it stands there as withdrawn, without a score."""
    return committed(session, service.remove(session, owner, class_id, entry_id))


@router.get(f"{_OF_CLASS}/wall", operation_id="readContestWall", dependencies=[limited_wall_keys])
@refuses(NotFound, NotYours)
def read_wall(
    session: DatabaseSession, owner: Owner, class_id: UUID, wall_key: WallKeyHeader = None
) -> ContestRead:
    """The board without names, for teachers of the class and for anyone with its wall's key."""
    return service.read_on_wall(session, wall.shown_to(session, owner, wall_key, class_id))


@router.get(_OF_ATTEMPT, operation_id="readMyContest")
@refuses(NotFound, NotYours)
def read_mine(session: DatabaseSession, owner: KnownOwner, attempt_id: UUID) -> ContestRead:
    """The contest of the student's class: the board without names, and the own entries."""
    return service.read_mine(session, owner, attempt_id)


@router.post(
    f"{_OF_ATTEMPT}/entries",
    status_code=201,
    operation_id="enterContest",
    dependencies=limit_changes,
)
@refuses(NotFound, NotYours, WrongState, ClassClosed, ClassPaused, NotApproved, LimitReached)
def enter(
    session: DatabaseSession, owner: KnownOwner, attempt_id: UUID, body: ContestEntryWrite
) -> ContestRead:
    """Enter a stored module of one's own. Entered again, it may get another title."""
    return committed(session, service.enter(session, owner, attempt_id, body))


@router.delete(f"{_OF_ATTEMPT}/entries/{{entry_id}}", operation_id="withdrawFromContest")
@refuses(NotFound, NotYours, WrongState, ClassClosed)
def withdraw(
    session: DatabaseSession, owner: KnownOwner, attempt_id: UUID, entry_id: UUID
) -> ContestRead:
    """Take an own entry out while the contest is open."""
    return committed(session, service.withdraw(session, owner, attempt_id, entry_id))
