"""Queries about entries of the league."""

from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from lab.models import (
    AlgorithmModule,
    Experiment,
    ExperimentBatch,
    LeagueEntry,
)

Row = tuple[LeagueEntry, Experiment, AlgorithmModule]

# Any number, the same in every process.
_ENTRIES_LOCK_KEY = 0x6C656167


def hold_entries(session: Session) -> None:
    """No other entry or withdrawal happens until this transaction has ended: the counts stay."""
    session.execute(select(func.pg_advisory_xact_lock(_ENTRIES_LOCK_KEY)))


def get(session: Session, sha256: str) -> LeagueEntry | None:
    """An entry, also a withdrawn one."""
    return session.get(LeagueEntry, sha256)


def standing(session: Session) -> list[Row]:
    """Those that are not withdrawn, in the order in which they were entered."""
    statement = (
        select(LeagueEntry, Experiment, AlgorithmModule)
        .join(Experiment, Experiment.id == LeagueEntry.experiment_id)
        .join(AlgorithmModule, AlgorithmModule.sha256 == LeagueEntry.sha256)
        .order_by(LeagueEntry.entered_at, LeagueEntry.sha256)
    )
    return [(row[0], row[1], row[2]) for row in session.execute(statement)]


def counts(session: Session, owner_key_hash: bytes) -> tuple[int, int]:
    """How many stand in the league, and how many of these are of an owner."""
    is_standing = LeagueEntry.withdrawn_at.is_(None)
    every = select(func.count()).where(is_standing)
    own = select(func.count()).where(is_standing, LeagueEntry.owner_key_hash == owner_key_hash)
    return session.scalar(every) or 0, session.scalar(own) or 0


def lock_module(session: Session, sha256: str) -> AlgorithmModule | None:
    """A module, which is not deleted until this transaction has ended."""
    return session.scalar(
        select(AlgorithmModule).where(AlgorithmModule.sha256 == sha256).with_for_update()
    )


def runs_now(session: Session, experiment_id: UUID) -> bool:
    """Whether a worker is at a batch of it."""
    statement = select(ExperimentBatch.id).where(
        ExperimentBatch.experiment_id == experiment_id, ExperimentBatch.status == "running"
    )
    return session.scalar(statement.limit(1)) is not None


def give(session: Session, *, giver: bytes, taker: bytes) -> None:
    """Every entry of one owner is another's now."""
    session.execute(
        update(LeagueEntry)
        .where(LeagueEntry.owner_key_hash == giver)
        .values(owner_key_hash=taker)
        .execution_options(synchronize_session=False)
    )
