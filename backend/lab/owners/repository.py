"""Queries about an owner's data."""

from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.models import (
    ClassTeacher,
    CounterexampleSearch,
    DraftBundle,
    Experiment,
    LabAttempt,
    LabDocument,
    Run,
    Share,
)


def run_count_and_newest(session: Session, owner_key_hash: bytes) -> tuple[int, datetime | None]:
    """How many runs an owner has, and when the newest was made."""
    statement = select(func.count(), func.max(Run.created_at)).where(
        Run.owner_key_hash == owner_key_hash
    )
    count, newest_at = session.execute(statement).one()
    return count, newest_at


def experiment_count(session: Session, owner_key_hash: bytes) -> int:
    """How many experiments an owner has."""
    statement = select(func.count()).where(Experiment.owner_key_hash == owner_key_hash)
    return session.scalar(statement) or 0


def find_bundle(session: Session, owner_key_hash: bytes) -> DraftBundle | None:
    """The drafts of an owner."""
    return session.get(DraftBundle, owner_key_hash)


def replace_bundle(
    session: Session, owner_key_hash: bytes, revision: int, drafts: list[dict[str, Any]]
) -> int | None:
    """Put these drafts in place of that revision. The new revision; None: there is another."""
    values = {"revision": revision + 1, "drafts": drafts, "updated_at": func.now()}
    if revision == 0:
        first = insert(DraftBundle).values(owner_key_hash=owner_key_hash, **values)
        return session.scalar(first.on_conflict_do_nothing().returning(DraftBundle.revision))
    return session.scalar(
        update(DraftBundle)
        .where(DraftBundle.owner_key_hash == owner_key_hash, DraftBundle.revision == revision)
        .values(**values)
        .returning(DraftBundle.revision)
    )


def give(
    session: Session,
    table: type[Run | Experiment | Share | LabAttempt | LabDocument | CounterexampleSearch],
    *,
    giver: bytes,
    taker: bytes,
) -> int:
    """Every row of one owner in this table belongs to another now. How many they are."""
    moved = session.scalars(
        update(table)
        .where(table.owner_key_hash == giver)
        .values(owner_key_hash=taker)
        .returning(table.id)
    )
    return len(moved.all())


def give_classes(session: Session, *, giver: bytes, taker: bytes) -> None:
    """Classes that one browser teaches are another's now. Students move with their attempts."""
    taught = select(ClassTeacher.class_id).where(ClassTeacher.owner_key_hash == taker)
    session.execute(
        delete(ClassTeacher)
        .where(ClassTeacher.owner_key_hash == giver, ClassTeacher.class_id.in_(taught))
        .execution_options(synchronize_session=False)
    )
    session.execute(
        update(ClassTeacher)
        .where(ClassTeacher.owner_key_hash == giver)
        .values(owner_key_hash=taker)
        .execution_options(synchronize_session=False)
    )


def delete_bundle(session: Session, owner_key_hash: bytes) -> None:
    """Forget the drafts of an owner."""
    session.execute(delete(DraftBundle).where(DraftBundle.owner_key_hash == owner_key_hash))
