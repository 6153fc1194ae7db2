"""The rules of contests: who opens and ends one, who enters, and until when."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from lab.classes import membership, revisions
from lab.classes.service import taught
from lab.contests import board, removal, repository
from lab.contests.schemas import ContestEntryWrite, ContestRead, ContestWrite
from lab.errors import InvalidInput, LimitReached, NotFound, NotYours, WrongState
from lab.labs.ownership import own
from lab.models import ClassContest, Classroom, ContestEntry, LabAttempt
from lab.modules import service as modules

MOST_WITHDRAWN: Final = 20
"""Of a student. Their rows stay."""


def put(
    session: Session, owner_key_hash: bytes, class_id: UUID, wanted: ContestWrite
) -> ContestRead:
    """Open a contest, or change one that is open. Raises NotFound, NotYours and WrongState."""
    classroom = taught(session, owner_key_hash, class_id, locked=True)
    now = repository.now(session)
    _check_end(classroom, wanted.ends_at, now)
    contest = repository.get(session, class_id)
    if contest is None:
        contest = ClassContest(class_id=class_id)
        session.add(contest)
    elif contest.ends_at <= now:
        raise WrongState("The contest has ended. Delete it to open another one.")
    contest.ends_at = wanted.ends_at
    contest.entries_per_student = wanted.entries_per_student
    contest.scenario_count, contest.kinds = wanted.scenario_count, list(wanted.kinds)
    revisions.control_changed(session, classroom)
    return board.for_teacher(session, classroom, contest)


def end(session: Session, owner_key_hash: bytes, class_id: UUID) -> ContestRead:
    """No entry is taken from now on. Twice is once."""
    classroom = taught(session, owner_key_hash, class_id, locked=True)
    contest = _require(session, class_id)
    now = repository.now(session)
    if contest.ends_at > now:
        contest.ends_at = now
        revisions.control_changed(session, classroom)
    return board.for_teacher(session, classroom, contest)


def delete(session: Session, owner_key_hash: bytes, class_id: UUID) -> None:
    """Forget the contest with its entries and their runs. The modules stay their students'."""
    classroom = taught(session, owner_key_hash, class_id, locked=True)
    _require(session, class_id)
    removal.forget_contest(session, class_id)
    revisions.control_changed(session, classroom)


def read(session: Session, owner_key_hash: bytes, class_id: UUID) -> ContestRead:
    """A contest of this teacher."""
    classroom = taught(session, owner_key_hash, class_id)
    return board.for_teacher(session, classroom, _require(session, class_id))


def read_on_wall(session: Session, classroom: Classroom) -> ContestRead:
    """Without names and modules."""
    return board.for_wall(session, _require(session, classroom.id))


def read_mine(session: Session, owner_key_hash: bytes, attempt_id: UUID) -> ContestRead:
    """The contest as a student of the class sees it, also after the class has closed."""
    own(session.get(LabAttempt, attempt_id), owner_key_hash, attempt_id)
    member = membership.find(session, attempt_id)
    if member is None:
        raise NotFound(f"Attempt {attempt_id} belongs to no class.")
    return board.for_student(session, _require(session, member.classroom.id), member.student)


def enter(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, wanted: ContestEntryWrite
) -> ContestRead:
    """Let a stored module of one's own take part; a repeated request gets the entry, and may give
    it another title.
    """
    member = membership.require_mine(session, owner_key_hash, attempt_id)
    membership.require_admitted(member)
    contest = _require_open(session, member.classroom)
    student = member.student
    module = repository.lock_module(session, wanted.sha256)
    if module is None:
        raise NotFound(f"This lab has no module {wanted.sha256}. It may have been deleted.")
    if not modules.is_kept_by(session, wanted.sha256, owner_key_hash):
        raise NotYours(f"Module {wanted.sha256} is not among yours; store it first.")
    known = repository.entries_of(session, student.id)
    entry = next((each for each in known if each.sha256 == wanted.sha256), None)
    if entry is None:
        _require_room(known, contest)
        entry = ContestEntry(
            class_id=contest.class_id, student_id=student.id, sha256=wanted.sha256, failures=[]
        )
        session.add(entry)
    entry.title = wanted.title
    session.flush()
    revisions.wall_changed(session, member.classroom)
    return board.for_student(session, contest, student)


def withdraw(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, entry_id: UUID
) -> ContestRead:
    """Take an own entry out while the contest is open."""
    member = membership.require_mine(session, owner_key_hash, attempt_id)
    contest = _require_open(session, member.classroom)
    entry = _require_entry(session, contest, entry_id)
    if entry.student_id != member.student.id:
        raise NotYours(f"Entry {entry_id} is another student's.")
    removal.take_out(session, entry)
    revisions.wall_changed(session, member.classroom)
    return board.for_student(session, contest, member.student)


def remove(session: Session, owner_key_hash: bytes, class_id: UUID, entry_id: UUID) -> ContestRead:
    """A teacher takes an entry out, at any time: it stands there as withdrawn."""
    classroom = taught(session, owner_key_hash, class_id, locked=True)
    contest = _require(session, class_id)
    removal.take_out(session, _require_entry(session, contest, entry_id))
    revisions.wall_changed(session, classroom)
    return board.for_teacher(session, classroom, contest)


def _require(session: Session, class_id: UUID) -> ClassContest:
    contest = repository.get(session, class_id)
    if contest is None:
        raise NotFound("The class has no contest.")
    return contest


def _require_open(session: Session, classroom: Classroom) -> ClassContest:
    """Locked with its class: it does not end before this transaction has."""
    session.refresh(classroom, with_for_update=True)
    contest = _require(session, classroom.id)
    if contest.ends_at <= repository.now(session):
        raise WrongState("The contest has ended: entries stay as they are.")
    return contest


def _require_entry(session: Session, contest: ClassContest, entry_id: UUID) -> ContestEntry:
    entry = repository.entry(session, contest.class_id, entry_id)
    if entry is None or entry.withdrawn_at is not None:
        raise NotFound(f"The contest has no entry {entry_id}, or it was withdrawn.")
    return entry


def _require_room(known: Sequence[ContestEntry], contest: ClassContest) -> None:
    count = sum(each.withdrawn_at is None for each in known)
    if count >= contest.entries_per_student:
        raise LimitReached(f"You have {count} entries, the maximum. Withdraw one first.")
    if len(known) - count >= MOST_WITHDRAWN:
        raise LimitReached(f"You have withdrawn {MOST_WITHDRAWN} entries, the maximum.")


def _check_end(classroom: Classroom, ends_at: datetime, now: datetime) -> None:
    if membership.is_closed(classroom):
        raise WrongState("The class has ended: students can no longer enter.")
    if not now < ends_at <= classroom.closes_at:
        raise InvalidInput.of_field(
            "ends_at",
            f"ends_at is {ends_at.isoformat()}; it must be in the future and at most "
            f"{classroom.closes_at.isoformat()}, when the class closes",
        )
