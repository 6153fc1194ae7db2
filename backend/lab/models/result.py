"""A result: what (scenario, seed, behaviour version) gives."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base

DONE_RESULT_CONSTRAINT = "uq_result_done"


class Result(Base):
    """Unfinished while an attempt writes its chunks, immutable once it is done.

    `document` is the whole result as the API gives it; `overview` is what a list shows of it, so
    that no list opens documents.
    """

    __tablename__ = "result"
    __table_args__ = (
        Index(
            DONE_RESULT_CONSTRAINT,
            "scenario_digest",
            "seed",
            "behaviour_version",
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
    behaviour_version: Mapped[int]
    """Of the core that computed it; a core from before they were counted has 0 or less."""
    core_version: Mapped[str]
    """Which build that was: for people."""
    duration_s: Mapped[float]
    sample_interval_s: Mapped[float]
    sample_count: Mapped[int] = mapped_column(server_default="0")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    done_at: Mapped[datetime | None]

    document: Mapped[dict[str, Any] | None]
    overview: Mapped[dict[str, Any] | None]
    """Null for results from before there were overviews."""
    series_digest: Mapped[str | None]
    summary_digest: Mapped[str | None]
