"""Queries about packet windows and records of causes: what comes of computing a run again."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import bindparam, delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.models.result import PacketWindow, RepeatSubject, Result
from lab.runs.states import QueueName

KEPT = timedelta(hours=1)
OPEN = ("queued", "running")


def find(session: Session, result_id: UUID, from_s: float, to_s: float) -> PacketWindow | None:
    """The window of these bounds, if somebody asked for it within the last hour."""
    return session.scalar(
        select(PacketWindow).where(
            PacketWindow.result_id == result_id,
            PacketWindow.subject == "packets",
            PacketWindow.from_s == from_s,
            PacketWindow.to_s == to_s,
            PacketWindow.created_at > func.now() - KEPT,
        )
    )


_CAUSES: Final = (
    select(PacketWindow, Result)
    .join(Result, Result.id == PacketWindow.result_id)
    .where(PacketWindow.result_id == bindparam("result_id"), PacketWindow.subject == "causes")
)


def find_causes(session: Session, result_id: UUID) -> tuple[PacketWindow, Result] | None:
    """The record of causes of a result, or the order for it, and the result."""
    row = session.execute(_CAUSES, {"result_id": result_id}).one_or_none()
    return None if row is None else (row[0], row[1])


def store_causes(
    session: Session, result_id: UUID, duration_s: float, payload: bytes, queue: QueueName
) -> None:
    """Keep what was recorded while the run was computed."""
    statement = insert(PacketWindow).values(
        result_id=result_id,
        subject="causes",
        from_s=0.0,
        to_s=duration_s,
        queue=queue,
        status="done",
        finished_at=func.now(),
        payload=payload,
    )
    session.execute(statement.on_conflict_do_nothing())


@dataclass(frozen=True)
class Wanted:
    """What a worker is to find out by computing a run again."""

    subject: RepeatSubject
    from_s: float
    to_s: float


def create(session: Session, result_id: UUID, wanted: Wanted, queue: QueueName) -> UUID | None:
    """A new order; None if somebody else has made it in this moment."""
    statement = insert(PacketWindow).values(
        result_id=result_id,
        subject=wanted.subject,
        from_s=wanted.from_s,
        to_s=wanted.to_s,
        queue=queue,
    )
    return session.scalar(statement.on_conflict_do_nothing().returning(PacketWindow.id))


def delete_expired(session: Session) -> None:
    """Remove packets that are older than they are kept, checks that are over, and causes that
    could not be found.
    """
    is_checked = (PacketWindow.subject == "check") & PacketWindow.status.not_in(OPEN)
    is_for_a_while = or_(
        PacketWindow.subject == "packets", PacketWindow.status == "failed", is_checked
    )
    session.execute(
        delete(PacketWindow).where(PacketWindow.created_at <= func.now() - KEPT, is_for_a_while)
    )


def open_count(session: Session) -> int:
    """Orders of people that wait or are at work."""
    statement = select(func.count()).where(
        PacketWindow.status.in_(OPEN), PacketWindow.subject != "check"
    )
    return session.scalar(statement) or 0
