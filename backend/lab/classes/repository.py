"""Queries about classes, their teachers and students."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, undefer

from lab.models import (
    ClassFeedback,
    ClassIdentifier,
    Classroom,
    ClassSnapshot,
    ClassStudent,
    ClassTeacher,
    LabAttempt,
    LabRun,
    Run,
)
from lab.remote_work.tokens import forget_browsers

_PERSONS = func.coalesce(func.sum(1 + func.cardinality(ClassStudent.partners)), 0)
"""How many people stand behind the students that are chosen."""


def lock(session: Session, class_id: UUID) -> Classroom | None:
    """A class, locked. Locks are taken in this order: class, attempt, run, student."""
    return session.scalar(
        select(Classroom)
        .where(Classroom.id == class_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )


def by_code(session: Session, code: str, *, locked: bool = False) -> Classroom | None:
    """The class with this join code, expired or not."""
    statement = select(Classroom).where(Classroom.code == code)
    return session.scalar(statement.with_for_update() if locked else statement)


def code_is_taken(session: Session, code: str) -> bool:
    """Whether a class has this code."""
    return session.scalar(select(Classroom.id).where(Classroom.code == code)) is not None


def of_teacher(session: Session, owner_key_hash: bytes) -> list[tuple[Classroom, int]]:
    """The classes of a teacher, newest first, with their labs and the number of students."""
    count = (
        select(_PERSONS)
        .where(ClassStudent.class_id == Classroom.id)
        .correlate(Classroom)
        .scalar_subquery()
    )
    statement = (
        select(Classroom, count)
        .options(undefer(Classroom.lab))
        .join(ClassTeacher, ClassTeacher.class_id == Classroom.id)
        .where(ClassTeacher.owner_key_hash == owner_key_hash)
        .order_by(Classroom.created_at.desc(), Classroom.id.desc())
    )
    return [(classroom, students) for classroom, students in session.execute(statement)]


def teachers(session: Session, class_id: UUID) -> Sequence[ClassTeacher]:
    """In the order in which they came."""
    statement = select(ClassTeacher).where(ClassTeacher.class_id == class_id)
    return session.scalars(statement.order_by(ClassTeacher.since, ClassTeacher.id)).all()


def teacher(session: Session, class_id: UUID, owner_key_hash: bytes) -> ClassTeacher | None:
    """A browser as a teacher of the class; None: it does not teach it."""
    return session.scalar(
        select(ClassTeacher).where(
            ClassTeacher.class_id == class_id, ClassTeacher.owner_key_hash == owner_key_hash
        )
    )


def students(session: Session, class_id: UUID) -> Sequence[ClassStudent]:
    """In the order of their numbers."""
    statement = select(ClassStudent).where(ClassStudent.class_id == class_id)
    return session.scalars(statement.order_by(ClassStudent.number)).all()


def student(session: Session, class_id: UUID, student_id: UUID) -> ClassStudent | None:
    """A student of this class."""
    return session.scalar(
        select(ClassStudent).where(ClassStudent.class_id == class_id, ClassStudent.id == student_id)
    )


def students_of_owner(
    session: Session, class_id: UUID, owner_key_hash: bytes
) -> Sequence[ClassStudent]:
    """The students of the class in this browser, the one who came last first."""
    return session.scalars(
        select(ClassStudent)
        .join(LabAttempt, LabAttempt.id == ClassStudent.attempt_id)
        .where(ClassStudent.class_id == class_id, LabAttempt.owner_key_hash == owner_key_hash)
        .order_by(ClassStudent.number.desc())
    ).all()


def person_count(session: Session, class_id: UUID) -> int:
    """How many are in the class, partners included."""
    return int(session.scalars(select(_PERSONS).where(ClassStudent.class_id == class_id)).one())


def browsers(session: Session, class_id: UUID) -> dict[UUID, bytes]:
    """By student the hash of the key of the browser in which the work continues."""
    rows = session.execute(
        select(ClassStudent.id, LabAttempt.owner_key_hash)
        .join(LabAttempt, LabAttempt.id == ClassStudent.attempt_id)
        .where(ClassStudent.class_id == class_id)
    )
    return {row.id: row.owner_key_hash for row in rows}


def student_by_recovery(
    session: Session, class_id: UUID, recovery_code_hash: bytes
) -> ClassStudent | None:
    """The student with this recovery code."""
    return session.scalar(
        select(ClassStudent).where(
            ClassStudent.class_id == class_id,
            ClassStudent.recovery_code_hash == recovery_code_hash,
        )
    )


def open_class_with_lab(
    session: Session, owner_key_hash: bytes, lab_id: str, lab_digest: str
) -> str | None:
    """The name of an open class in which this browser does a lab, under this id or as a copy, as
    a student and not as its teacher.
    """
    teaches = exists().where(
        ClassTeacher.class_id == Classroom.id, ClassTeacher.owner_key_hash == owner_key_hash
    )
    return session.scalar(
        select(Classroom.name)
        .join(ClassStudent, ClassStudent.class_id == Classroom.id)
        .join(LabAttempt, LabAttempt.id == ClassStudent.attempt_id)
        .where(
            LabAttempt.owner_key_hash == owner_key_hash,
            or_(Classroom.lab_id == lab_id, Classroom.lab_digest == lab_digest),
            Classroom.closed_at.is_(None),
            Classroom.closes_at > func.now(),
            ~teaches,
        )
        .limit(1)
    )


def class_of_attempt(session: Session, attempt_id: UUID) -> UUID | None:
    """The class that an attempt belongs to, or None."""
    return session.scalar(
        select(ClassStudent.class_id).where(ClassStudent.attempt_id == attempt_id)
    )


def aliases(session: Session, class_id: UUID) -> set[str]:
    """Names that students have."""
    known = session.execute(
        select(ClassStudent.alias, ClassStudent.partners).where(ClassStudent.class_id == class_id)
    )
    return {name for alias, partners in known for name in (alias, *partners)}


def take_identifier(
    session: Session, class_id: UUID, identifier_hash: bytes, student_id: UUID, person_index: int
) -> bool:
    """Join with an identifier. False: the class does not know it, it is taken, or its student has
    left and no teacher has freed it.
    """
    taken = session.execute(
        update(ClassIdentifier)
        .where(
            ClassIdentifier.class_id == class_id,
            ClassIdentifier.identifier_hash == identifier_hash,
            ClassIdentifier.student_id.is_(None),
            ClassIdentifier.left_at.is_(None),
        )
        .values(student_id=student_id, person_index=person_index)
        .returning(ClassIdentifier.position)
    )
    return taken.one_or_none() is not None


def keep_identifiers(session: Session, student_id: UUID) -> None:
    """The identifiers of those who leave are taken until a teacher frees them."""
    session.execute(
        update(ClassIdentifier)
        .where(ClassIdentifier.student_id == student_id)
        .values(left_at=func.now())
    )


def free_identifier(session: Session, class_id: UUID, position: int) -> bool:
    """Let an identifier join again. False: no student with it has left."""
    freed = session.execute(
        update(ClassIdentifier)
        .where(
            ClassIdentifier.class_id == class_id,
            ClassIdentifier.position == position,
            ClassIdentifier.left_at.is_not(None),
        )
        .values(left_at=None)
        .returning(ClassIdentifier.position)
    )
    return freed.one_or_none() is not None


def left_identifiers(session: Session, class_id: UUID) -> list[int]:
    """Places in the teacher's list of those whose students have left, in order."""
    statement = select(ClassIdentifier.position).where(
        ClassIdentifier.class_id == class_id, ClassIdentifier.left_at.is_not(None)
    )
    return list(session.scalars(statement.order_by(ClassIdentifier.position)))


def identifier_positions(session: Session, class_id: UUID) -> dict[UUID, list[int]]:
    """Where students stand in the list that the teacher gave, in the order of their aliases."""
    rows = session.execute(
        select(ClassIdentifier.student_id, ClassIdentifier.position)
        .where(ClassIdentifier.class_id == class_id, ClassIdentifier.student_id.is_not(None))
        .order_by(ClassIdentifier.person_index)
    )
    positions: dict[UUID, list[int]] = {}
    for student_id, position in rows:
        if student_id is not None:
            positions.setdefault(student_id, []).append(position)
    return positions


def expired_ids(session: Session, limit: int) -> Sequence[UUID]:
    """Classes whose time to be deleted has come."""
    return session.scalars(
        select(Classroom.id)
        .where(Classroom.deletes_at <= func.now())
        .order_by(Classroom.deletes_at)
        .limit(limit)
    ).all()


def approve_all(session: Session, class_id: UUID) -> None:
    """Let in all who wait."""
    session.execute(
        update(ClassStudent)
        .where(ClassStudent.class_id == class_id, ~ClassStudent.is_approved)
        .values(is_approved=True, work_count=ClassStudent.work_count + 1)
    )


def give_attempt(session: Session, attempt_id: UUID, taker: bytes) -> None:
    """An attempt and its runs belong to another browser now; hidden runs still have no owner."""
    before = select(LabAttempt.owner_key_hash).where(LabAttempt.id == attempt_id).with_for_update()
    forget_browsers(session, [each for each in session.scalars(before) if each != taker])
    own = select(LabRun.run_id).where(LabRun.attempt_id == attempt_id, LabRun.hidden_of.is_(None))
    session.execute(
        update(LabAttempt).where(LabAttempt.id == attempt_id).values(owner_key_hash=taker)
    )
    session.execute(
        update(Run)
        .where(Run.id.in_(own))
        .values(owner_key_hash=taker)
        .execution_options(synchronize_session=False)
    )


def forget_attempts(session: Session, attempt_ids: Sequence[UUID]) -> int:
    """Delete attempts with everything about them: how much work their students had done. Their
    runs have no owner from now on, in whose turn they would wait, and expire like all such runs.
    """
    browsers = session.scalars(
        select(LabAttempt.owner_key_hash)
        .where(LabAttempt.id.in_(attempt_ids))
        .order_by(LabAttempt.id)
        .with_for_update()
    ).all()
    forget_browsers(session, browsers)
    of_attempts = select(LabRun.run_id).where(LabRun.attempt_id.in_(attempt_ids))
    session.execute(
        update(Run)
        .where(Run.id.in_(of_attempts))
        .values(owner_key_hash=None, turn_key=b"")
        .execution_options(synchronize_session=False)
    )
    work_counts = session.scalars(
        delete(ClassStudent)
        .where(ClassStudent.attempt_id.in_(attempt_ids))
        .returning(ClassStudent.work_count)
        .execution_options(synchronize_session=False)
    ).all()
    session.execute(
        delete(LabAttempt)
        .where(LabAttempt.id.in_(attempt_ids))
        .execution_options(synchronize_session=False)
    )
    return sum(work_counts)


def delete_class(session: Session, class_id: UUID) -> None:
    """Delete a locked class and everything about it."""
    attempt_ids = select(ClassStudent.attempt_id).where(ClassStudent.class_id == class_id)
    forget_attempts(session, session.scalars(attempt_ids).all())
    session.execute(
        delete(Classroom)
        .where(Classroom.id == class_id)
        .execution_options(synchronize_session=False)
    )


def snapshots(session: Session, class_id: UUID) -> Sequence[ClassSnapshot]:
    """The newest first."""
    statement = select(ClassSnapshot).where(ClassSnapshot.class_id == class_id)
    return session.scalars(
        statement.order_by(ClassSnapshot.created_at.desc(), ClassSnapshot.id.desc())
    ).all()


def put_feedback(
    session: Session, attempt_id: UUID, step_id: str, text: str, points: float | None
) -> None:
    """In place of earlier feedback."""
    statement = insert(ClassFeedback).values(
        attempt_id=attempt_id, step_id=step_id, text=text, points=points
    )
    session.execute(
        statement.on_conflict_do_update(
            index_elements=[ClassFeedback.attempt_id, ClassFeedback.step_id],
            set_={
                "text": statement.excluded.text,
                "points": statement.excluded.points,
                "given_at": func.now(),
            },
        )
    )


def feedback(session: Session, class_id: UUID) -> dict[tuple[UUID, str], ClassFeedback]:
    """Everything that was said in a class, by attempt and step."""
    statement = (
        select(ClassFeedback)
        .join(ClassStudent, ClassStudent.attempt_id == ClassFeedback.attempt_id)
        .where(ClassStudent.class_id == class_id)
    )
    return {(each.attempt_id, each.step_id): each for each in session.scalars(statement)}


def now(session: Session) -> datetime:
    """By the clock of the database, which has made all other times."""
    return session.scalars(select(func.now())).one()
