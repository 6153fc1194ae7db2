"""The class that an attempt belongs to: what it allows its student to do."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab.classes.schemas import FeedbackRead
from lab.classes.student_schemas import AttemptClass
from lab.errors import ClassClosed, ClassPaused, NotApproved, StepNotOpen
from lab.models import ClassFeedback, Classroom, ClassStudent
from lab_model.classroom import LabFile

SEEN_EVERY: Final = timedelta(seconds=20)
"""Reading says that a student is there; written at most so often."""


@dataclass(frozen=True)
class Membership:
    """A student and the class."""

    student: ClassStudent
    classroom: Classroom


def find(session: Session, attempt_id: UUID) -> Membership | None:
    """None: somebody does the lab alone."""
    row = session.execute(
        select(ClassStudent, Classroom)
        .join(Classroom, Classroom.id == ClassStudent.class_id)
        .where(ClassStudent.attempt_id == attempt_id)
    ).one_or_none()
    return None if row is None else Membership(row[0], row[1])


def is_closed(classroom: Classroom) -> bool:
    """By its teacher or by its date."""
    return classroom.closed_at is not None or classroom.closes_at <= datetime.now(UTC)


def require_open(membership: Membership) -> None:
    """Raises ClassClosed."""
    if is_closed(membership.classroom):
        raise ClassClosed(
            f"'{membership.classroom.name}' is closed. You can read what you did until "
            f"{membership.classroom.deletes_at:%Y-%m-%d}."
        )


def require_may_work(membership: Membership, lab: LabFile, step_id: str) -> None:
    """Raises what keeps the student from answering or running this step."""
    classroom = membership.classroom
    require_open(membership)
    if not membership.student.is_approved:
        raise NotApproved(
            f"The teacher of '{classroom.name}' has not let you in yet. Wait, or raise your hand."
        )
    if classroom.is_paused:
        raise ClassPaused(f"The teacher has paused '{classroom.name}'. Look up, then go on.")
    ids = [step.id for step in lab.steps]
    paced = classroom.paced_step_id
    if paced in ids and ids.index(step_id) > ids.index(paced):
        raise StepNotOpen(
            f"'{lab.step(step_id).title}' is not open yet: the class is at "
            f"'{lab.step(paced).title}'. Wait until your teacher opens it."
        )


def note_seen(session: Session, membership: Membership) -> None:
    """The student is there. Rarely a write, and never one that others wait for."""
    if membership.student.last_seen_at < datetime.now(UTC) - SEEN_EVERY:
        membership.student.last_seen_at = func.now()
        session.flush()


def to_read(session: Session, membership: Membership) -> AttemptClass:
    """What the student sees of the class."""
    student, classroom = membership.student, membership.classroom
    return AttemptClass(
        class_id=classroom.id,
        name=classroom.name,
        alias=student.alias,
        number=student.number,
        is_approved=student.is_approved,
        is_paused=classroom.is_paused,
        paced_step_id=classroom.paced_step_id,
        is_closed=is_closed(classroom),
        asks_help=student.asks_help_since is not None,
        deletes_at=classroom.deletes_at,
        feedback=_feedback_of(session, student.attempt_id),
    )


def _feedback_of(session: Session, attempt_id: UUID) -> list[FeedbackRead]:
    statement = select(ClassFeedback).where(ClassFeedback.attempt_id == attempt_id)
    return [
        FeedbackRead(step_id=each.step_id, text=each.text, points=each.points)
        for each in session.scalars(statement.order_by(ClassFeedback.step_id))
    ]
