"""Queries about contests and their entries."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select
from sqlalchemy.orm import Session

from lab.models import AlgorithmModule, ClassContest, ClassStudent, ContestEntry, Experiment

Row = tuple[ContestEntry, ClassStudent, Experiment | None]


def get(session: Session, class_id: UUID) -> ClassContest | None:
    """The contest of a class."""
    return session.get(ClassContest, class_id, populate_existing=True)


def entries(session: Session, class_id: UUID) -> list[Row]:
    """By number of the student, then in the order in which they were entered."""
    statement = (
        select(ContestEntry, ClassStudent, Experiment)
        .join(ClassStudent, ClassStudent.id == ContestEntry.student_id)
        .outerjoin(Experiment, Experiment.id == ContestEntry.experiment_id)
        .where(ContestEntry.class_id == class_id)
        .order_by(ClassStudent.number, ContestEntry.entered_at, ContestEntry.id)
    )
    return [(row[0], row[1], row[2]) for row in session.execute(statement)]


def entries_of(session: Session, student_id: UUID) -> Sequence[ContestEntry]:
    """Of a student, withdrawn ones among them."""
    statement = select(ContestEntry).where(ContestEntry.student_id == student_id)
    return session.scalars(statement.order_by(ContestEntry.entered_at)).all()


def entry(session: Session, class_id: UUID, entry_id: UUID) -> ContestEntry | None:
    """An entry of this contest."""
    return session.scalar(
        select(ContestEntry).where(ContestEntry.class_id == class_id, ContestEntry.id == entry_id)
    )


def lock_module(session: Session, sha256: str) -> AlgorithmModule | None:
    """A module, which is not deleted until this transaction has ended."""
    return session.scalar(
        select(AlgorithmModule).where(AlgorithmModule.sha256 == sha256).with_for_update()
    )


def student_count(session: Session, class_id: UUID) -> int:
    """Places in the class; those who work together have one."""
    statement = select(func.count()).where(ClassStudent.class_id == class_id)
    return session.scalar(statement) or 0


def unjudged_ids(session: Session) -> Sequence[UUID]:
    """Classes whose contest has ended with something to draw, to plan or to judge."""
    statement = select(ClassContest.class_id).where(is_unjudged()).order_by(ClassContest.ends_at)
    return session.scalars(statement).all()


def is_unjudged() -> ColumnElement[bool]:
    """Of a contest: it has ended with something to draw, to plan or to judge."""
    waits = exists().where(
        ContestEntry.class_id == ClassContest.class_id,
        ContestEntry.withdrawn_at.is_(None),
        ContestEntry.merits.is_(None),
    )
    return and_(ClassContest.ends_at <= func.now(), or_(ClassContest.seed.is_(None), waits))


def next_unplanned(session: Session, class_id: UUID) -> ContestEntry | None:
    """An entry without an experiment, the first of each student before the second of any: no
    student's five hold up all others.
    """
    order = func.row_number().over(
        partition_by=ContestEntry.student_id, order_by=(ContestEntry.entered_at, ContestEntry.id)
    )
    ranked = (
        select(ContestEntry.id, order.label("rank"))
        .where(ContestEntry.class_id == class_id, ContestEntry.withdrawn_at.is_(None))
        .subquery()
    )
    statement = (
        select(ContestEntry)
        .join(ranked, ranked.c.id == ContestEntry.id)
        .where(ContestEntry.experiment_id.is_(None))
        .order_by(ranked.c.rank, ContestEntry.entered_at, ContestEntry.id)
        .limit(1)
    )
    return session.scalar(statement)


def unread(session: Session, class_id: UUID, limit: int) -> list[tuple[ContestEntry, Experiment]]:
    """Entries that are computed and not judged."""
    statement = (
        select(ContestEntry, Experiment)
        .join(Experiment, Experiment.id == ContestEntry.experiment_id)
        .where(
            ContestEntry.class_id == class_id,
            ContestEntry.merits.is_(None),
            Experiment.status == "done",
        )
        .order_by(ContestEntry.entered_at, ContestEntry.id)
        .limit(limit)
    )
    return [(row[0], row[1]) for row in session.execute(statement)]


def delete_contest(session: Session, class_id: UUID) -> None:
    """With its entries."""
    session.execute(
        delete(ClassContest)
        .where(ClassContest.class_id == class_id)
        .execution_options(synchronize_session=False)
    )


def entries_of_students(
    session: Session, class_id: UUID, student_ids: Collection[UUID] | None
) -> Sequence[ContestEntry]:
    """Of some students; None: of all."""
    statement = select(ContestEntry).where(ContestEntry.class_id == class_id)
    if student_ids is not None:
        statement = statement.where(ContestEntry.student_id.in_(student_ids))
    return session.scalars(statement).all()


def now(session: Session) -> datetime:
    """By the clock of the database, which has made all other times."""
    return session.scalars(select(func.now())).one()
