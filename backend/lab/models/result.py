"""A result: what (scenario, seed, core version) gives."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base

DONE_RESULT_CONSTRAINT = "uq_result_done"


class Result(Base):
    """Unfinished while an attempt writes its chunks, immutable once it is done.

    The summaries that tables sort and filter by are columns of their own; `document` is the
    whole result as the API gives it.
    """

    __tablename__ = "result"
    __table_args__ = (
        Index(
            DONE_RESULT_CONSTRAINT,
            "scenario_digest",
            "seed",
            "core_version",
            unique=True,
            postgresql_where=text("done_at IS NOT NULL"),
        ),
        CheckConstraint(
            "done_at IS NULL OR (document IS NOT NULL AND series_digest IS NOT NULL"
            " AND summary_digest IS NOT NULL)",
            name="whole_when_done",
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    scenario_digest: Mapped[str]
    seed: Mapped[int]
    core_version: Mapped[str]
    duration_s: Mapped[float]
    sample_interval_s: Mapped[float]
    sample_count: Mapped[int] = mapped_column(server_default="0")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    done_at: Mapped[datetime | None]

    document: Mapped[dict[str, Any] | None]
    overview: Mapped[dict[str, Any] | None]
    """What a row of a list shows; null for results from before there were overviews."""
    series_digest: Mapped[str | None]
    summary_digest: Mapped[str | None]
    simulated_packets: Mapped[int | None]
    throughput_bps: Mapped[float | None]
    goodput_bps: Mapped[float | None]
    utilisation_ratio: Mapped[float | None]
    retransmit_ratio: Mapped[float | None]
    mean_queue_bytes: Mapped[float | None]
    p99_queue_bytes: Mapped[float | None]
    dropped_packets: Mapped[int | None]
    randomly_lost_packets: Mapped[int | None]
    jain_index: Mapped[float | None]
    goodput_jain_index: Mapped[float | None]
    throughput_ratio: Mapped[float | None]
    goodput_ratio: Mapped[float | None]
    mean_1s_throughput_ratio: Mapped[float | None]
    mean_1s_goodput_ratio: Mapped[float | None]
    throughput_stdr: Mapped[float | None]
    goodput_stdr: Mapped[float | None]


SUMMARY_COLUMNS = (
    "throughput_bps",
    "goodput_bps",
    "utilisation_ratio",
    "retransmit_ratio",
    "mean_queue_bytes",
    "p99_queue_bytes",
    "dropped_packets",
    "randomly_lost_packets",
    "jain_index",
    "goodput_jain_index",
    "throughput_ratio",
    "goodput_ratio",
    "mean_1s_throughput_ratio",
    "mean_1s_goodput_ratio",
    "throughput_stdr",
    "goodput_stdr",
)
"""Columns that are filled from `summary` of the result under the same name."""
