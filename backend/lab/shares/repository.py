"""Queries about shares."""

from collections.abc import Sequence
from typing import TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from lab.models import Experiment, ExperimentCell, Result, Run, Share

MAX_LISTED = 500

Version = TypeVar("Version", int, str)


def is_open() -> ColumnElement[bool]:
    """Not revoked and not expired."""
    return Share.withdrawn_at.is_(None) & or_(
        Share.expires_at.is_(None), Share.expires_at > func.now()
    )


def find_open(session: Session, token_hash: bytes) -> Share | None:
    """The share of a token, if it is open. One query, whatever the reason that there is none."""
    return session.scalar(select(Share).where(Share.token_hash == token_hash, is_open()))


def lock(session: Session, share_id: UUID) -> Share | None:
    """A share, locked to the end of the transaction."""
    return session.scalar(select(Share).where(Share.id == share_id).with_for_update())


def of_owner(session: Session, owner_key_hash: bytes) -> Sequence[Share]:
    """Newest first."""
    return session.scalars(
        select(Share)
        .where(Share.owner_key_hash == owner_key_hash)
        .order_by(Share.created_at.desc(), Share.id.desc())
        .limit(MAX_LISTED)
    ).all()


def expired(session: Session, limit: int) -> Sequence[Share]:
    """Shares whose time is over, locked."""
    return session.scalars(
        select(Share)
        .where(Share.withdrawn_at.is_(None), Share.expires_at <= func.now())
        .order_by(Share.expires_at)
        .limit(limit)
        .with_for_update(skip_locked=True)
    ).all()


def runs_of(session: Session, share_id: UUID) -> list[tuple[Run, Result | None]]:
    """The runs that a share shows, in their order."""
    rows = session.execute(
        select(Run, Result)
        .outerjoin(Result, Run.result_id == Result.id)
        .where(Run.share_id == share_id)
        .order_by(Run.share_position)
    )
    return [(run, result) for run, result in rows]


def run_ids_of(session: Session, share_id: UUID) -> Sequence[UUID]:
    """The same without the runs: a comparison has many."""
    return session.scalars(
        select(Run.id).where(Run.share_id == share_id).order_by(Run.share_position)
    ).all()


def experiments_of(session: Session, share_id: UUID) -> Sequence[Experiment]:
    """The experiments that a share shows, in their order."""
    return session.scalars(
        select(Experiment)
        .where(Experiment.share_id == share_id)
        .order_by(Experiment.share_position)
    ).all()


def core_versions_of(session: Session, share_id: UUID) -> list[str]:
    """Which cores computed what a share shows."""
    return _computed_by(session, share_id, Result.core_version, Experiment.core_version)


def behaviour_versions_of(session: Session, share_id: UUID) -> list[int]:
    """Under which behaviours that was."""
    return _computed_by(session, share_id, Result.behaviour_version, Experiment.behaviour_version)


def _computed_by(
    session: Session,
    share_id: UUID,
    of_result: InstrumentedAttribute[Version],
    of_experiment: InstrumentedAttribute[Version | None],
) -> list[Version]:
    """The versions of all runs and experiments of a share, each once and in order."""
    of_runs = (
        select(of_result).join(Run, Run.result_id == Result.id).where(Run.share_id == share_id)
    )
    of_experiments = select(of_experiment).where(
        Experiment.share_id == share_id, of_experiment.is_not(None)
    )
    return sorted(session.scalars(of_runs.union(of_experiments)).all())


def digest_of_cell(session: Session, experiment_id: UUID, cell_index: int) -> str | None:
    """The scenario digest of a cell; None: the experiment has no such cell."""
    return session.scalar(
        select(ExperimentCell.scenario_digest).where(
            ExperimentCell.experiment_id == experiment_id, ExperimentCell.cell_index == cell_index
        )
    )
