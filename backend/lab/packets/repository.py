"""Queries about packet windows."""

from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.models.result import PacketWindow
from lab.runs.states import QueueName

KEPT = timedelta(hours=1)
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
