"""Saying that something has changed in a class (lab.classes.stream passes it on)."""

from dataclasses import dataclass
from uuid import UUID, uuid5

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from lab.events.wakeup import wake_after_commit
from lab.models import Classroom, ClassStudent, LabRun


@dataclass(frozen=True)
class Revisions:
    """Two counters that only rise."""

    work: int
    control: int


def control_topic(class_id: UUID) -> UUID:
    """What wakes the streams of students: they need not wake for each other's work."""
    return uuid5(class_id, "control")


def read(session: Session, class_id: UUID) -> Revisions | None:
    """The counters; None: there is no such class."""
    counted = (
        select(func.coalesce(func.sum(ClassStudent.work_count), 0))
        .where(ClassStudent.class_id == class_id)
        .scalar_subquery()
    )
    row = session.execute(
        select(Classroom.work_revision + counted, Classroom.control_revision).where(
            Classroom.id == class_id
        )
    ).one_or_none()
    return None if row is None else Revisions(int(row[0]), row[1])


def student_worked(session: Session, student: ClassStudent) -> None:
    """One more piece of this student's work; the row is written."""
    student.last_seen_at = func.now()
    student_changed(session, student)


def student_changed(session: Session, student: ClassStudent) -> None:
    """The same of what a teacher does to one student."""
    student.work_count = ClassStudent.work_count + 1
    session.flush()
    wake_after_commit(session, student.class_id)


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
