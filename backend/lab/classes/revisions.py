"""Saying that something has changed in a class (lab.classes.stream passes it on)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID, uuid5

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from lab.events.wakeup import wake_after_commit
from lab.models import Classroom, ClassStudent, LabRun


@dataclass(frozen=True)
class Revisions:
    """Counters that only rise."""

    work: int
    control: int
    wall: int = 0
    notices: Mapping[UUID, int] = field(default_factory=dict)
    """By attempt: how often teachers have addressed one student. Missing: never."""


def control_topic(class_id: UUID) -> UUID:
    """What wakes the streams of students: they need not wake for each other's work."""
    return uuid5(class_id, "control")


def notice_topic(attempt_id: UUID) -> UUID:
    """What wakes the stream of one student."""
    return uuid5(attempt_id, "told")


def read(session: Session, class_id: UUID) -> Revisions | None:
    """The counters; None: there is no such class."""
    counted = (
        select(func.coalesce(func.sum(ClassStudent.work_count), 0))
        .where(ClassStudent.class_id == class_id)
        .scalar_subquery()
    )
    notice_counts = (
        select(func.jsonb_object_agg(ClassStudent.attempt_id, ClassStudent.told_count))
        .where(ClassStudent.class_id == class_id, ClassStudent.told_count > 0)
        .scalar_subquery()
    )
    row = session.execute(
        select(
            Classroom.work_revision + counted,
            Classroom.control_revision,
            Classroom.wall_revision,
            notice_counts,
        ).where(Classroom.id == class_id)
    ).one_or_none()
    if row is None:
        return None
    work, control, wall, counts = row
    by_attempt = {UUID(attempt_id): count for attempt_id, count in (counts or {}).items()}
    return Revisions(int(work), control, wall, by_attempt)


def student_worked(session: Session, student: ClassStudent) -> None:
    """One more piece of this student's work; the row is written."""
    student.last_seen_at = func.now()
    student.work_count = ClassStudent.work_count + 1
    session.flush()
    wake_after_commit(session, student.class_id)


def student_notified(session: Session, student: ClassStudent) -> None:
    """A teacher has addressed or changed one student. No other student's stream wakes."""
    student.work_count = ClassStudent.work_count + 1
    student.told_count = ClassStudent.told_count + 1
    session.flush()
    wake_after_commit(session, student.class_id)
    wake_after_commit(session, notice_topic(student.attempt_id))


def run_ended(session: Session, run_id: UUID) -> None:
    """If it is a run of a student, the class sees it. Workers call it when a run is over."""
    of_run = select(LabRun.attempt_id).where(LabRun.run_id == run_id).scalar_subquery()
    class_id = session.scalar(
        update(ClassStudent)
        .where(ClassStudent.attempt_id == of_run)
        .values(work_count=ClassStudent.work_count + 1)
        .returning(ClassStudent.class_id)
        .execution_options(synchronize_session=False)
    )
    if class_id is not None:
        wake_after_commit(session, class_id)


def is_of_class(session: Session, run_id: UUID) -> bool:
    """Whether a student of a class made this run there."""
    found = (
        select(ClassStudent.id)
        .join(LabRun, LabRun.attempt_id == ClassStudent.attempt_id)
        .where(LabRun.run_id == run_id)
    )
    return session.scalar(found) is not None


def work_changed(session: Session, classroom: Classroom, *, lost_count: int = 0) -> None:
    """Of a locked class: students came or went. `lost_count`: the work of those who went."""
    classroom.work_revision = Classroom.work_revision + 1 + lost_count
    session.flush()
    wake_after_commit(session, classroom.id)


def control_changed(session: Session, classroom: Classroom) -> None:
    """Of a locked class: a teacher has set something."""
    classroom.control_revision = Classroom.control_revision + 1
    session.flush()
    wake_after_commit(session, classroom.id)
    wake_after_commit(session, control_topic(classroom.id))


def wall_changed(session: Session, classroom: Classroom) -> None:
    """Of a locked class: its wall shows something else. No student's stream wakes."""
    classroom.wall_revision = Classroom.wall_revision + 1
    session.flush()
    wake_after_commit(session, classroom.id)
