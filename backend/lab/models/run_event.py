"""What happened to a run, numbered."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base, one_of
from lab.runs.states import EVENT_KINDS, EventKind, RunStatus


class RunEvent(Base):
    """An event stream resumes behind the number that its reader saw last.

    Numbers are given under the lock of the run's row, so that they become visible in their
    order: who has read number n will never find a smaller one later.
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
