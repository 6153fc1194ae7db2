"""Packet events of a part of a result, computed when asked for and kept for a while."""

from datetime import datetime
from typing import Final, Literal
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, Text, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base, one_of
from lab.runs.states import QueueName

PacketStatus = Literal["queued", "running", "done", "failed"]
PACKET_STATUSES: Final[tuple[PacketStatus, ...]] = ("queued", "running", "done", "failed")


class PacketWindow(Base):
    """An order for a worker, and what it found. Rows go after an hour (lab.packets.repository):
    the same run gives the same events again.
    """

    __tablename__ = "packet_window"
    __table_args__ = (
        CheckConstraint(one_of("status", PACKET_STATUSES), name="status"),
        CheckConstraint("from_s < to_s", name="order"),
        CheckConstraint("(status = 'done') = (payload IS NOT NULL)", name="payload"),
        CheckConstraint("(status = 'failed') = (error IS NOT NULL)", name="error"),
        UniqueConstraint("result_id", "from_s", "to_s"),
        Index("ix_packet_window_created_at", "created_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    result_id: Mapped[UUID] = mapped_column(ForeignKey("result.id", ondelete="CASCADE"))
    from_s: Mapped[float]
    to_s: Mapped[float]
    status: Mapped[PacketStatus] = mapped_column(Text, server_default="queued")
    queue: Mapped[QueueName] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    rung_at: Mapped[datetime] = mapped_column(server_default=func.now())
    """When the last message about it was sent."""
    claimed_at: Mapped[datetime | None]
    error: Mapped[str | None]
    """Why there are no events, for the person who asked."""
    is_truncated: Mapped[bool] = mapped_column(server_default=text("false"))
    payload: Mapped[bytes | None]
    """Columns of events (lab_model.packet_codec)."""
