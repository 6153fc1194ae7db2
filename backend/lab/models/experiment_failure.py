"""A unit of an experiment that could not be computed."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, func
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class ExperimentFailure(Base):
    """Cell, seed and core version repeat it. The row goes when the unit is planned again."""

    __tablename__ = "experiment_failure"

    experiment_id: Mapped[UUID] = mapped_column(
        ForeignKey("experiment.id", ondelete="CASCADE"), primary_key=True
    )
    cell_index: Mapped[int] = mapped_column(primary_key=True)
    seed: Mapped[int] = mapped_column(primary_key=True)
    reason: Mapped[str]
    """A sentence for the person who asked for the experiment."""
    core_version: Mapped[str]
    failed_at: Mapped[datetime] = mapped_column(server_default=func.now())
