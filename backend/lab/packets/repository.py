"""Queries about packet windows and records of causes, which come from computing a run again."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from sqlalchemy import bindparam, delete, func, or_, select
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.orm import Session

from lab.models.result import PacketWindow, RepeatSubject, Result
from lab.runs.states import QueueName

KEPT = timedelta(hours=1)
OPEN = ("queued", "running")


def find(session: Session, result_id: UUID, from_s: float, to_s: float) -> PacketWindow | None:
    """The window of these bounds, if it was requested within the last hour."""
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


@dataclass(frozen=True)
class Wanted:
    """A recording of a run while it is computed, for the first time or again."""

    subject: RepeatSubject
    from_s: float
    to_s: float


def create(session: Session, result_id: UUID, wanted: Wanted, queue: QueueName) -> UUID | None:
    """A new order; None if an equal one exists already."""
    return session.scalar(_new(result_id, wanted, queue).returning(PacketWindow.id))


def create_done(
    session: Session, result_id: UUID, wanted: Wanted, queue: QueueName, payload: bytes
) -> None:
    """A record without an order; nothing happens if there is an equal one already."""
    finished = {"status": "done", "finished_at": func.now(), "payload": payload}
    session.execute(_new(result_id, wanted, queue, **finished))


def _new(result_id: UUID, wanted: Wanted, queue: QueueName, **finished: Any) -> Insert:
    return (
        insert(PacketWindow)
        .values(
            result_id=result_id,
            subject=wanted.subject,
            from_s=wanted.from_s,
            to_s=wanted.to_s,
            queue=queue,
            **finished,
        )
        .on_conflict_do_nothing()
    )


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
