"""A run: a user's handle on a result, the state of computing it, and its events."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Index,
    Text,
    func,
    text,
)
from sqlalchemy.orm import Mapped, column_property, mapped_column

from lab.models.base import Base, one_of
from lab.models.job import Job, job_checks
from lab.models.link_trace import with_trace
from lab.runs.states import EVENT_KINDS, QUEUE_NAMES, RUN_STATUSES, EventKind, QueueName, RunStatus


class Run(Job, Base):
    """A request for a scenario and a seed, and how far it is."""

    __tablename__ = "run"
    __table_args__ = (
        *job_checks(RUN_STATUSES, ("done", "failed", "cancelled")),
        CheckConstraint(one_of("queue", QUEUE_NAMES), name="queue"),
        CheckConstraint("seed >= 0 AND seed < 9007199254740992", name="seed"),
        CheckConstraint("status <> 'done' OR result_id IS NOT NULL", name="result_when_done"),
        CheckConstraint("(status = 'failed') = (error IS NOT NULL)", name="error_when_failed"),
        Index("ix_run_owner", "owner_key_hash", text("created_at DESC"), text("id DESC")),
        Index("ix_run_result_id", "result_id"),
        Index(
            "ix_run_trace_sha256",
            "trace_sha256",
            postgresql_where=text("trace_sha256 IS NOT NULL"),
        ),
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

    owner_key_hash: Mapped[bytes | None]
    """SHA-256 of the key that the browser made; null: it has no owner."""
    name: Mapped[str]
    searched_text: Mapped[str]
    """Name, labels and algorithms in lower case, one per line."""
    status: Mapped[RunStatus] = mapped_column(Text, server_default="queued")
    queue: Mapped[QueueName] = mapped_column(Text)
    seed: Mapped[int]
    kept_scenario: Mapped[dict[str, Any]] = mapped_column("scenario")
    """As validated, every default filled in; without the times of the trace below, if it has one.
    To be written with `lab.link_traces`, to be read as `scenario`."""
    trace_sha256: Mapped[str | None] = mapped_column(ForeignKey("link_trace.sha256"))
    """The delivery trace of its link; null: it has none, or a short one."""
    scenario: Mapped[dict[str, Any]] = column_property(with_trace(kept_scenario, trace_sha256))
    scenario_digest: Mapped[str]
    duration_s: Mapped[float]
    sample_interval_s: Mapped[float]
    predicted_packets: Mapped[int]

    turn_key: Mapped[bytes] = mapped_column(server_default="")
    """Whose turn it takes (lab.jobs.turns): the owner's hash, or the digest of an address, as long
    as it waits or runs. Empty: it is over, or was not asked for over HTTP."""
    turn: Mapped[int] = mapped_column(server_default="0")
    """Its place among those who wait: who asks for several takes one turn for each."""
    simulated_s: Mapped[float] = mapped_column(server_default="0")
    sample_count: Mapped[int] = mapped_column(server_default="0")
    storage_bytes: Mapped[int] = mapped_column(server_default="0")
    """Of its series: predicted until they are stored. 0: it shares those of another run."""
    event_seq: Mapped[int] = mapped_column(server_default="0")
    """Number of its newest event."""

    traceparent: Mapped[str | None]
    """Of the request that asked for it; null: nothing was traced. A message may wake a worker for
    another run than its own, so it is not in the message."""
    error: Mapped[dict[str, Any] | None]
    result_id: Mapped[UUID | None] = mapped_column(ForeignKey("result.id"))
    """While it runs: the unfinished result of this attempt. When done: the shared one."""
    forked_from: Mapped[str | None]
    """What its scenario was made from, in words; null: not stated."""
    share_id: Mapped[UUID | None] = mapped_column(ForeignKey("share.id"))
    """The link that shows it: a copy that cannot be changed."""
    share_position: Mapped[int | None]
    """Its place among the runs of that link."""


class RunEvent(Base):
    """An event stream resumes behind the number that its reader saw last.

    Numbers are given under the lock of the run's row, so that they become visible in their
    order: a reader that has read number n never finds a smaller one later.
    """

    __tablename__ = "run_event"
    __table_args__ = (CheckConstraint(one_of("kind", EVENT_KINDS), name="kind"),)

    run_id: Mapped[UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[EventKind] = mapped_column(Text)
    status: Mapped[RunStatus] = mapped_column(Text)
    attempt: Mapped[int]
    simulated_s: Mapped[float]
    duration_s: Mapped[float]
    sample_count: Mapped[int]
    error: Mapped[dict[str, Any] | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
