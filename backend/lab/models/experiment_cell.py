"""A cell of an experiment: which scenario it is."""

from uuid import UUID

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class ExperimentCell(Base):
    """Two cells of an experiment may be the same scenario: then they share their results."""

    __tablename__ = "experiment_cell"
    __table_args__ = (Index("ix_experiment_cell_scenario_digest", "scenario_digest"),)

    experiment_id: Mapped[UUID] = mapped_column(
        ForeignKey("experiment.id", ondelete="CASCADE"), primary_key=True
    )
    cell_index: Mapped[int] = mapped_column(primary_key=True)
    """Row-major over the axes, the last one fastest."""
    scenario_digest: Mapped[str]
    predicted_packets: Mapped[int]
    """Of one unit."""
