"""Queries about timelines."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Text, cast, delete, func, insert, select
from sqlalchemy.orm import Session

from lab.models import TimelineChunk


class NewChunk(NamedTuple):
    """What ended or happened in a chunk."""

    chunk_index: int
    phases: list[dict[str, Any]]
    events: list[dict[str, Any]]


def add(session: Session, result_id: UUID, chunks: Iterable[NewChunk]) -> None:
    """Store chunks, all at once: of those in which nothing ended or happened, nothing."""
    rows = [_row(result_id, chunk) for chunk in chunks if chunk.phases or chunk.events]
    if rows:
        session.execute(insert(TimelineChunk), rows)


def delete_chunk(session: Session, result_id: UUID, chunk_index: int) -> None:
    """Remove one."""
    session.execute(
        delete(TimelineChunk).where(
            TimelineChunk.result_id == result_id, TimelineChunk.chunk_index == chunk_index
        )
    )


def _row(result_id: UUID, chunk: NewChunk) -> dict[str, Any]:
    times_s = [event["time_s"] for event in chunk.events]
    return {
        "result_id": result_id,
        "start_s": min([phase["start_s"] for phase in chunk.phases] + times_s),
        "end_s": max([phase["end_s"] for phase in chunk.phases] + times_s),
        **chunk._asdict(),
    }


def stored_bytes(session: Session, result_id: UUID) -> int:
    """What phases and events take on the disk, compressed. None of them is read for that."""
    sizes = func.pg_column_size(TimelineChunk.phases) + func.pg_column_size(TimelineChunk.events)
    statement = select(func.coalesce(func.sum(sizes), 0))
    return int(session.scalars(statement.where(TimelineChunk.result_id == result_id)).one())


class ChunkText(NamedTuple):
    """A chunk with its phases and events as they are stored: two arrays of JSON."""

    start_s: float
    end_s: float
    phases: str
    events: str


def texts_touching(
    session: Session, result_id: UUID, from_s: float, to_s: float
) -> list[ChunkText]:
    """Chunks with anything in the range, in their order, not read."""
    rows = session.execute(
        select(
            TimelineChunk.start_s,
            TimelineChunk.end_s,
            cast(TimelineChunk.phases, Text),
            cast(TimelineChunk.events, Text),
        )
        .where(
            TimelineChunk.result_id == result_id,
            TimelineChunk.start_s <= to_s,
            TimelineChunk.end_s >= from_s,
        )
        .order_by(TimelineChunk.chunk_index)
    )
    return [ChunkText(*row) for row in rows]


def touching(
    session: Session, result_id: UUID, from_s: float, to_s: float
) -> Sequence[TimelineChunk]:
    """Chunks with anything in the range, in their order."""
    return session.scalars(
        select(TimelineChunk)
        .where(
            TimelineChunk.result_id == result_id,
            TimelineChunk.start_s <= to_s,
            TimelineChunk.end_s >= from_s,
        )
        .order_by(TimelineChunk.chunk_index)
    ).all()
