"""Queries about experiments; their numbers are read in `lab.experiments.values`."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab.experiments.listing import ExperimentQuery
from lab.models import Experiment, ExperimentCell, ExperimentFailure

MOST_REASONS = 3


def get(session: Session, experiment_id: UUID) -> Experiment | None:
    """An experiment."""
    return session.get(Experiment, experiment_id)


def lock(session: Session, experiment_id: UUID) -> Experiment | None:
    """An experiment, locked to the end of the transaction."""
    return session.scalar(
        select(Experiment)
        .where(Experiment.id == experiment_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )


def page_of_owner(
    session: Session, owner_key_hash: bytes, query: ExperimentQuery
) -> list[Experiment]:
    """Experiments of one owner, newest first, one more than a page holds."""
    statement = (
        select(Experiment)
        .where(Experiment.owner_key_hash == owner_key_hash, *query.conditions())
        .order_by(Experiment.created_at.desc(), Experiment.id.desc())
        .limit(query.limit + 1)
    )
    return list(session.scalars(statement))


def open_unit_count(
    session: Session, owner_key_hash: bytes | None, *, without: UUID | None = None
) -> int:
    """Units of an owner that are still to be computed; without a key, of all experiments without
    an owner.
    """
    missing = Experiment.unit_count - Experiment.done_count - Experiment.failed_count
    statement = select(func.coalesce(func.sum(missing), 0)).where(
        Experiment.owner_key_hash.is_not_distinct_from(owner_key_hash),
        Experiment.status.in_(("running", "paused")),
        Experiment.id.is_distinct_from(without),
    )
    return int(session.scalar(statement) or 0)


def find_cell(session: Session, experiment_id: UUID, cell_index: int) -> ExperimentCell | None:
    """A cell of an experiment."""
    return session.get(ExperimentCell, (experiment_id, cell_index))


def find_cell_of_digest(
    session: Session, experiment_id: UUID, beginning: str
) -> ExperimentCell | None:
    """The first cell whose scenario's digest begins so. Equal scenarios have equal numbers."""
    return session.scalar(
        select(ExperimentCell)
        .where(
            ExperimentCell.experiment_id == experiment_id,
            ExperimentCell.scenario_digest.startswith(beginning, autoescape=True),
        )
        .order_by(ExperimentCell.cell_index)
        .limit(1)
    )


def failures_of(
    session: Session, experiment_id: UUID, cell_index: int | None = None
) -> Sequence[ExperimentFailure]:
    """Units that could not be computed, by cell and seed: of one cell, or of all."""
    statement = (
        select(ExperimentFailure)
        .where(ExperimentFailure.experiment_id == experiment_id)
        .order_by(ExperimentFailure.cell_index, ExperimentFailure.seed)
    )
    if cell_index is not None:
        statement = statement.where(ExperimentFailure.cell_index == cell_index)
    return session.scalars(statement).all()


def failed_counts(session: Session, experiment_id: UUID) -> dict[int, int]:
    """How many units have failed, by cell; cells without a failure are left out."""
    statement = (
        select(ExperimentFailure.cell_index, func.count())
        .where(ExperimentFailure.experiment_id == experiment_id)
        .group_by(ExperimentFailure.cell_index)
    )
    return dict(session.execute(statement).all())


def failure_reasons(session: Session, experiment_id: UUID) -> list[str]:
    """Why units failed, the most frequent first."""
    statement = (
        select(ExperimentFailure.reason)
        .where(ExperimentFailure.experiment_id == experiment_id)
        .group_by(ExperimentFailure.reason)
        .order_by(func.count().desc(), ExperimentFailure.reason)
        .limit(MOST_REASONS)
    )
    return list(session.scalars(statement))
