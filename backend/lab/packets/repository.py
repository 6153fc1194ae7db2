"""Queries about packet windows."""

from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.models.packet_window import PacketWindow
from lab.runs.states import QueueName

KEPT = timedelta(hours=1)
RING_AGAIN_AFTER = timedelta(seconds=15)
GIVEN_UP_AFTER = timedelta(minutes=10)
"""A worker that is silent for so long has died; the longest run takes less."""
OPEN = ("queued", "running")


def find(session: Session, result_id: UUID, from_s: float, to_s: float) -> PacketWindow | None:
    """The window of these bounds, if somebody asked for it within the last hour."""
    return session.scalar(
        select(PacketWindow).where(
            PacketWindow.result_id == result_id,
            PacketWindow.from_s == from_s,
            PacketWindow.to_s == to_s,
            PacketWindow.created_at > func.now() - KEPT,
        )
    )


def create(
    session: Session, result_id: UUID, from_s: float, to_s: float, queue: QueueName
) -> UUID | None:
    """A new order; None if somebody else has made it in this moment."""
    statement = insert(PacketWindow).values(
        result_id=result_id, from_s=from_s, to_s=to_s, queue=queue
    )
    return session.scalar(statement.on_conflict_do_nothing().returning(PacketWindow.id))


def delete_expired(session: Session) -> None:
    """Remove what is older than it is kept."""
    session.execute(delete(PacketWindow).where(PacketWindow.created_at <= func.now() - KEPT))


def open_count(session: Session) -> int:
    """Orders that wait or are at work."""
    statement = select(func.count()).select_from(PacketWindow)
    return session.scalar(statement.where(PacketWindow.status.in_(OPEN))) or 0


def is_to_be_rung_again(session: Session, window_id: UUID) -> bool:
    """True, once per interval, for an order that nobody seems to have come for."""
    statement = (
        update(PacketWindow)
        .where(
            PacketWindow.id == window_id,
            PacketWindow.status.in_(OPEN),
            PacketWindow.rung_at < func.now() - RING_AGAIN_AFTER,
        )
        .values(rung_at=func.now())
        .returning(PacketWindow.id)
    )
    return session.scalar(statement) is not None


def claim(session: Session, window_id: UUID) -> PacketWindow | None:
    """The order, now at work here; None if it is done, or at work elsewhere."""
    is_free = or_(
        PacketWindow.status == "queued",
        (PacketWindow.status == "running")
        & (PacketWindow.claimed_at < func.now() - GIVEN_UP_AFTER),
    )
    return session.scalar(
        update(PacketWindow)
        .where(PacketWindow.id == window_id, is_free)
        .values(status="running", claimed_at=func.now())
        .returning(PacketWindow)
    )


def release(session: Session, window_id: UUID) -> None:
    """Let the order wait for another worker."""
    session.execute(
        update(PacketWindow)
        .where(PacketWindow.id == window_id, PacketWindow.status == "running")
        .values(status="queued")
    )


def finish(session: Session, window_id: UUID, payload: bytes, *, is_truncated: bool) -> None:
    """Store what was found."""
    session.execute(
        update(PacketWindow)
        .where(PacketWindow.id == window_id, PacketWindow.status == "running")
        .values(status="done", payload=payload, is_truncated=is_truncated)
    )


def fail(session: Session, window_id: UUID, reason: str) -> None:
    """Store why nothing was found."""
    session.execute(
        update(PacketWindow)
        .where(PacketWindow.id == window_id, PacketWindow.status == "running")
        .values(status="failed", error=reason)
    )
