"""Packet events of a part of a result, computed when asked for and kept for a while."""

from typing import Final, Literal
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base
from lab.models.job import Job, job_checks
from lab.runs.states import QueueName

PacketStatus = Literal["queued", "running", "done", "failed"]
PACKET_STATUSES: Final[tuple[PacketStatus, ...]] = ("queued", "running", "done", "failed")


class PacketWindow(Job, Base):
    """What somebody asked for, and what a worker found. Rows go after an hour
    (lab.packets.repository): the same run gives the same events again.
    """

    __tablename__ = "packet_window"
    __table_args__ = (
        *job_checks(PACKET_STATUSES, ("done", "failed")),
        CheckConstraint("from_s < to_s", name="order"),
        CheckConstraint("(status = 'done') = (payload IS NOT NULL)", name="payload"),
        CheckConstraint("(status = 'failed') = (error IS NOT NULL)", name="error"),
        UniqueConstraint("result_id", "from_s", "to_s"),
        Index("ix_packet_window_created_at", "created_at"),
    )

    result_id: Mapped[UUID] = mapped_column(ForeignKey("result.id", ondelete="CASCADE"))
    from_s: Mapped[float]
    to_s: Mapped[float]
    status: Mapped[PacketStatus] = mapped_column(Text, server_default="queued")
    queue: Mapped[QueueName] = mapped_column(Text)
    error: Mapped[str | None]
    """Why there are no events, for the person who asked."""
    is_truncated: Mapped[bool] = mapped_column(server_default=text("false"))
    payload: Mapped[bytes | None]
    """Columns of events (lab_model.packet_codec)."""
