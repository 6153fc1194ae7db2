"""Searches for the simplest situation in which something goes badly."""

from typing import Any, Final, Literal

from sqlalchemy import ARRAY, CheckConstraint, Double, Index, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base
from lab.models.job import PlainJob, job_checks

SearchStatus = Literal["queued", "running", "done", "failed", "cancelled"]
SEARCH_STATUSES: Final[tuple[SearchStatus, ...]] = (
    "queued",
    "running",
    "done",
    "failed",
    "cancelled",
)
SEARCH_OVER: Final[tuple[SearchStatus, ...]] = ("done", "failed", "cancelled")


class CounterexampleSearch(PlainJob, Base):
    """One search (lab_model.evaluation.search). What it asks for depends on its seed and on values
    alone: with the values so far, any worker continues where another stopped.
    """

    __tablename__ = "counterexample_search"
    __table_args__ = (
        *job_checks(SEARCH_STATUSES, SEARCH_OVER),
        CheckConstraint("(status = 'failed') = (error IS NOT NULL)", name="error"),
        Index("ix_counterexample_search_owner", "owner_key_hash", "created_at"),
        Index("ix_counterexample_search_finished_at", "finished_at"),
    )

    owner_key_hash: Mapped[bytes]
    question: Mapped[dict[str, Any]]
    """As it was asked (lab.counterexamples.schemas.SearchCreate)."""
    status: Mapped[SearchStatus] = mapped_column(Text, server_default="queued")
    behaviour_version: Mapped[int | None]
    """Of the core that computed the values; null: none has begun."""
    core_version: Mapped[str | None]
    values: Mapped[list[float | None]] = mapped_column(ARRAY(Double), server_default=text("'{}'"))
    """Of all runs so far, in the order in which the search asked; null: refused, too large, or
    failed."""
    tried_count: Mapped[int] = mapped_column(server_default="0")
    """Situations so far."""
    failed_count: Mapped[int] = mapped_column(server_default="0")
    """Runs among the values that failed."""
    failure: Mapped[str | None]
    """Why the last of them did."""
    found: Mapped[dict[str, Any] | None]
    """The situation (lab_exec.counterexample.situation_of); null: none, or not yet."""
