"""A run: somebody's handle on a result, and the state of computing it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, Text, func, text
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base, one_of
from lab.runs.states import QUEUE_NAMES, RUN_STATUSES, QueueName, RunStatus


class Run(Base):
    """PostgreSQL is the truth about a run; a message in Redis only says where to look.

    An attempt owns the row while `status` is running and `attempt` and `claimed_by` are its own.
    Every write of an attempt repeats that condition, so that one which was given up can not
    change anything any more.
    """

    __tablename__ = "run"
    __table_args__ = (
        CheckConstraint(one_of("status", RUN_STATUSES), name="status"),
        CheckConstraint(one_of("queue", QUEUE_NAMES), name="queue"),
        CheckConstraint("seed >= 0 AND seed < 9007199254740992", name="seed"),
        CheckConstraint(
            "(status = 'running') = (claimed_by IS NOT NULL)", name="claimed_while_running"
        ),
        CheckConstraint(
            "(status IN ('done', 'failed', 'cancelled')) = (finished_at IS NOT NULL)",
            name="finished_when_over",
        ),
        CheckConstraint("status <> 'done' OR result_id IS NOT NULL", name="result_when_done"),
        CheckConstraint("(status = 'failed') = (error IS NOT NULL)", name="error_when_failed"),
        Index("ix_run_owner", "owner_key_hash", text("created_at DESC"), text("id DESC")),
        Index("ix_run_result_id", "result_id"),
        Index("ix_run_open", "status", postgresql_where=text("status IN ('queued', 'running')")),
        Index(
            "ix_run_ownerless",
            "finished_at",
            postgresql_where=text("owner_key_hash IS NULL AND finished_at IS NOT NULL"),
        ),
        CheckConstraint(
            "(share_id IS NULL) = (share_position IS NULL)"
            " AND (share_id IS NULL OR (status = 'done' AND owner_key_hash IS NULL))",
            name="shared_is_done",
        ),
        Index(
            "uq_run_share",
            "share_id",
            "share_position",
            unique=True,
            postgresql_where=text("share_id IS NOT NULL"),
        ),
        # Heartbeats rewrite a row twice a second; room on the page keeps the indexes untouched.
        {"postgresql_with": {"fillfactor": 70}},
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    owner_key_hash: Mapped[bytes | None]
    """SHA-256 of the key that the browser made; null: it belongs to nobody."""
    name: Mapped[str]
    searched_text: Mapped[str]
    """Name, labels and algorithms in lower case, one per line."""
    status: Mapped[RunStatus] = mapped_column(Text, server_default="queued")
    queue: Mapped[QueueName] = mapped_column(Text)
    seed: Mapped[int]
    scenario: Mapped[dict[str, Any]]
    """As validated, every default filled in."""
    scenario_digest: Mapped[str]
    duration_s: Mapped[float]
    sample_interval_s: Mapped[float]
    predicted_packets: Mapped[int]

    attempt: Mapped[int] = mapped_column(server_default="0")
    claimed_by: Mapped[str | None]
    """Host, process and a random word: who computes it."""
    heartbeat_at: Mapped[datetime | None]
    rung_at: Mapped[datetime | None]
    """When the last message about it was sent."""
    cancel_requested: Mapped[bool] = mapped_column(server_default=text("false"))
    simulated_s: Mapped[float] = mapped_column(server_default="0")
    sample_count: Mapped[int] = mapped_column(server_default="0")
    event_seq: Mapped[int] = mapped_column(server_default="0")
    """Number of its newest event."""

    error: Mapped[dict[str, Any] | None]
    result_id: Mapped[UUID | None] = mapped_column(ForeignKey("result.id"))
    """While it runs: the unfinished result of this attempt. When done: the shared one."""
    forked_from: Mapped[str | None]
    """What its scenario was made from, in words; null: nobody said."""
    share_id: Mapped[UUID | None] = mapped_column(ForeignKey("share.id"))
    """The link that shows it: a copy that nobody may change."""
    share_position: Mapped[int | None]
    """Its place among the runs of that link."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
