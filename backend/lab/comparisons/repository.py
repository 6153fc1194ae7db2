"""Queries about what is compared."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from lab.models import ExperimentCell


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
