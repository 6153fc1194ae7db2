"""Phases and events of one chunk."""

from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class TimelineChunk(Base):
    """Phases that ended and events that happened in the time of one chunk.

    A phase may have begun chunks ago: `start_s` is the earliest beginning of anything in here,
    `end_s` the latest end, so that a range finds every chunk that touches it.
    """

    __tablename__ = "timeline_chunk"

    result_id: Mapped[UUID] = mapped_column(
        ForeignKey("result.id", ondelete="CASCADE"), primary_key=True
    )
    chunk_index: Mapped[int] = mapped_column(primary_key=True)
    start_s: Mapped[float]
    end_s: Mapped[float]
    phases: Mapped[list[dict[str, Any]]]
    events: Mapped[list[dict[str, Any]]]
