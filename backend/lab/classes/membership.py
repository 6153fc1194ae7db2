"""The class that an attempt belongs to, and what its student may do."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import Select, exists, false, func, or_, select, update
from sqlalchemy.orm import Session

from lab.classes import timer
from lab.classes.schemas import FeedbackRead
from lab.classes.student_schemas import AttemptClass
from lab.errors import ClassClosed, ClassPaused, NotApproved, StepNotOpen, WrongState
from lab.labs.files import held_lab
from lab.labs.ownership import own
from lab.models import ClassContest, ClassFeedback, Classroom, ClassStudent, LabAttempt, LabRun, Run
from lab.runs.states import OVER
from lab_model.classroom import LabFile
from lab_model.classroom.answers import FreeText
from lab_model.classroom.lab_file import QuestionStep

SEEN_EVERY: Final = timedelta(seconds=20)
"""A read request marks the student as present; written at most so often."""


@dataclass(frozen=True)
class Membership:
    """A student and the class."""

    student: ClassStudent
    classroom: Classroom


@dataclass(frozen=True)
class Stamp:
    """What identifies one state of a student's attempt, at the cost of one query."""

    owner_key_hash: bytes
    last_seen_at: datetime
    work_count: int
    control_revision: int
    is_closed: bool
    is_time_up: bool
    """Of the step that a teacher has given time for; that may pause the class."""
    has_open_runs: bool
    """Their states change without an event, so a stamp cannot identify them."""


def stamp_of(session: Session, attempt_id: UUID) -> Stamp | None:
    """None: there is no such attempt, or it belongs to no class."""
    has_open_runs = (
        exists()
        .where(LabRun.attempt_id == attempt_id, LabRun.run_id == Run.id, Run.status.not_in(OVER))
        .correlate(None)
    )
    row = session.execute(
        select(
            LabAttempt.owner_key_hash,
            ClassStudent.last_seen_at,
            ClassStudent.work_count,
            Classroom.control_revision,
            or_(Classroom.closed_at.is_not(None), Classroom.closes_at <= func.now()),
            func.coalesce(Classroom.timer_ends_at <= func.now(), false()),
            has_open_runs,
        )
        .join(ClassStudent, ClassStudent.attempt_id == LabAttempt.id)
        .join(Classroom, Classroom.id == ClassStudent.class_id)
        .where(LabAttempt.id == attempt_id)
    ).one_or_none()
    return None if row is None else Stamp(*row)


def find(session: Session, attempt_id: UUID) -> Membership | None:
    """None: the attempt belongs to no class."""
    row = session.execute(
        select(ClassStudent, Classroom)
        .join(Classroom, Classroom.id == ClassStudent.class_id)
        .where(ClassStudent.attempt_id == attempt_id)
    ).one_or_none()
    return None if row is None else Membership(row[0], row[1])


def attempts_of(classroom: Classroom) -> Select[UUID]:
    """The ids of all attempts of a class."""
    return select(ClassStudent.attempt_id).where(ClassStudent.class_id == classroom.id)


def is_closed(classroom: Classroom) -> bool:
    """By its teacher or by its date."""
    return classroom.closed_at is not None or classroom.closes_at <= datetime.now(UTC)


def has_solutions(classroom: Classroom) -> bool:
    """Whether its students may read the solutions now."""
    return classroom.shows_solutions and is_closed(classroom)


def held_back_step_ids(classroom: Classroom) -> list[str]:
    """Questions whose students do not see yet whether they are right: a teacher reveals each, or
    all with the solutions. A text has nothing to hold back.
    """
    if not classroom.holds_back_right or has_solutions(classroom):
        return []
    return [
        step.id
        for step in held_lab(classroom).lab.steps
        if isinstance(step, QuestionStep)
        and not isinstance(step.question, FreeText)
        and step.id not in classroom.revealed_step_ids
    ]


def require_mine(session: Session, owner_key_hash: bytes, attempt_id: UUID) -> Membership:
    """The asker's student in a class that is open. Raises what keeps them from it."""
    own(session.get(LabAttempt, attempt_id), owner_key_hash, attempt_id)
    member = find(session, attempt_id)
    if member is None:
        raise WrongState(f"Attempt {attempt_id} belongs to no class.")
    require_open(member)
    return member


def require_open(membership: Membership) -> None:
    """Raises ClassClosed."""
    if is_closed(membership.classroom):
        raise ClassClosed(
            f"'{membership.classroom.name}' is closed. You can read your work until "
            f"{membership.classroom.deletes_at:%Y-%m-%d}."
        )


def require_admitted(membership: Membership) -> None:
    """Raises what keeps the student from doing anything now."""
    classroom = membership.classroom
    require_open(membership)
    if not membership.student.is_approved:
        raise NotApproved(
            f"The teacher of '{classroom.name}' has not let you in yet. Wait, or raise your hand."
        )
    if timer.is_paused(classroom):
        raise ClassPaused(f"The teacher has paused '{classroom.name}'. Look up, then go on.")


def require_may_work(membership: Membership, lab: LabFile, step_id: str) -> None:
    """Raises what keeps the student from answering or running this step."""
    require_admitted(membership)
    classroom = membership.classroom
    ids = [step.id for step in lab.steps]
    paced = classroom.paced_step_id
    if paced in ids and ids.index(step_id) > ids.index(paced):
        raise StepNotOpen(
            f"'{lab.step(step_id).title}' is not open yet: the class is at "
            f"'{lab.step(paced).title}'. Wait until your teacher opens it."
        )


def note_seen(session: Session, attempt_id: UUID, last_seen_at: datetime) -> None:
    """Mark the student as present. Rarely a write, and never one that others wait for."""
    if last_seen_at < datetime.now(UTC) - SEEN_EVERY:
        session.execute(
            update(ClassStudent)
            .where(ClassStudent.attempt_id == attempt_id)
            .values(last_seen_at=func.now())
        )


def to_read(session: Session, membership: Membership) -> AttemptClass:
    """The class as the student sees it."""
    student, classroom = membership.student, membership.classroom
    return AttemptClass(
        class_id=classroom.id,
        name=classroom.name,
        alias=student.names,
        aliases=student.aliases,
        number=student.number,
        is_approved=student.is_approved,
        is_paused=timer.is_paused(classroom),
        timer=timer.read(classroom),
        paced_step_id=classroom.paced_step_id,
        is_closed=is_closed(classroom),
        has_solutions=has_solutions(classroom),
        asks_help=student.asks_help_since is not None,
        has_identifiers=classroom.has_identifiers,
        held_back_step_ids=held_back_step_ids(classroom),
        holds_back_points=classroom.holds_back_points,
        contest_ends_at=session.scalar(
            select(ClassContest.ends_at).where(ClassContest.class_id == classroom.id)
        ),
        experiment_id=classroom.experiment_id,
        deletes_at=classroom.deletes_at,
        feedback=_feedback_of(session, membership),
    )


def _feedback_of(session: Session, membership: Membership) -> list[FeedbackRead]:
    """The feedback that the student may read. Texts with points are held back with them."""
    statement = select(ClassFeedback).where(
        ClassFeedback.attempt_id == membership.student.attempt_id
    )
    if membership.classroom.holds_back_points:
        statement = statement.where(ClassFeedback.points.is_(None))
    return [
        FeedbackRead(step_id=each.step_id, text=each.text, points=each.points)
        for each in session.scalars(statement.order_by(ClassFeedback.step_id))
    ]
