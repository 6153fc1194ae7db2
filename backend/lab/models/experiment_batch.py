"""Work of an experiment that one worker takes at once."""

from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from lab.experiments.states import BATCH_STATUSES, BatchStatus
from lab.models.base import Base
from lab.models.job import Job, job_checks


class ExperimentBatch(Job, Base):
    """About a second of work by prediction. Ids rise in the order in which it is to be done."""

    __tablename__ = "experiment_batch"
    __table_args__ = (
        *job_checks(BATCH_STATUSES, ("done", "failed")),
        CheckConstraint(
            "cardinality(cell_indices) > 0 AND cardinality(cell_indices) = cardinality(seeds)",
            name="one_seed_per_cell",
        ),
        CheckConstraint("done_count >= 0 AND done_count <= cardinality(seeds)", name="done_count"),
        Index("ix_experiment_batch_experiment_id_finished_at", "experiment_id", "finished_at"),
        Index(
            "ix_experiment_batch_queued",
            "experiment_id",
            "id",
            postgresql_where=text("status = 'queued' AND enqueued_at IS NULL"),
        ),
        Index(
            "ix_experiment_batch_enqueued",
            "enqueued_at",
            postgresql_where=text("status = 'queued' AND enqueued_at IS NOT NULL"),
        ),
        Index(
            "ix_experiment_batch_running",
            "heartbeat_at",
            postgresql_where=text("status = 'running'"),
        ),
        # Heartbeats rewrite a row twice a second; room on the page keeps the indexes untouched.
        {"postgresql_with": {"fillfactor": 70}},
    )

    experiment_id: Mapped[UUID] = mapped_column(ForeignKey("experiment.id", ondelete="CASCADE"))
    cell_indices: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    """Unit i is cell `cell_indices[i]` with seed `seeds[i]`."""
    seeds: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    predicted_packets: Mapped[int]
    """Of all its units together."""
    status: Mapped[BatchStatus] = mapped_column(Text, server_default="queued")
    done_count: Mapped[int] = mapped_column(server_default="0")
    """The first so many units have their numbers, or failed."""
