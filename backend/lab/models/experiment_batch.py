"""Work of an experiment that one worker takes at once."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from lab.experiments.states import BATCH_STATUSES, BatchStatus
from lab.models.base import Base, one_of


class ExperimentBatch(Base):
    """About a second of work by prediction. Ids rise in the order in which it is to be done.

    An attempt owns the row while `status` is running and `attempt` and `claimed_by` are its own,
    as with a run.
    """

    __tablename__ = "experiment_batch"
    __table_args__ = (
        CheckConstraint(one_of("status", BATCH_STATUSES), name="status"),
        CheckConstraint(
            "cardinality(cell_indices) > 0 AND cardinality(cell_indices) = cardinality(seeds)",
            name="one_seed_per_cell",
        ),
        CheckConstraint("done_count >= 0 AND done_count <= cardinality(seeds)", name="done_count"),
        CheckConstraint(
            "(status = 'running') = (claimed_by IS NOT NULL)", name="claimed_while_running"
        ),
        CheckConstraint(
            "(status IN ('done', 'failed')) = (finished_at IS NOT NULL)", name="finished_when_over"
        ),
        Index("ix_experiment_batch_experiment_id_finished_at", "experiment_id", "finished_at"),
        Index(
            "ix_experiment_batch_queued",
            "experiment_id",
            "id",
            postgresql_where=text("status = 'queued' AND rung_at IS NULL"),
        ),
        Index(
            "ix_experiment_batch_rung",
            "rung_at",
            postgresql_where=text("status = 'queued' AND rung_at IS NOT NULL"),
        ),
        Index(
            "ix_experiment_batch_running",
            "heartbeat_at",
            postgresql_where=text("status = 'running'"),
        ),
        # Heartbeats rewrite a row twice a second; room on the page keeps the indexes untouched.
        {"postgresql_with": {"fillfactor": 70}},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    experiment_id: Mapped[UUID] = mapped_column(ForeignKey("experiment.id", ondelete="CASCADE"))
    cell_indices: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    """Unit i is cell `cell_indices[i]` with seed `seeds[i]`."""
    seeds: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    predicted_packets: Mapped[int]
    """Of all its units together."""
    status: Mapped[BatchStatus] = mapped_column(Text, server_default="queued")
    attempt: Mapped[int] = mapped_column(server_default="0")
    claimed_by: Mapped[str | None]
    """Host, process and a random word: who computes it."""
    heartbeat_at: Mapped[datetime | None]
    rung_at: Mapped[datetime | None]
    """When the last message about it was sent; null: none yet, its turn has not come."""
    done_count: Mapped[int] = mapped_column(server_default="0")
    """The first so many units have their numbers, or failed."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
