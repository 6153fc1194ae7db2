"""Phases as intervals and events as points in time: stored, and read.

A run has up to 200,000 phases and events. They are stored as they are sent, so that those of a
chunk that lies within the range are passed on unread: to make a model of each took seconds.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import Text, cast, delete, func, insert, select
from sqlalchemy.orm import Session

from lab.kit.typed_json import WrittenJson
from lab.models import Run, TimelineChunk
from lab.results.damage import require_whole
from lab.runs.states import OVER
from lab.series import tails

_NO_VALUE: Final = re.compile(r', ?"value": ?null\}')
"""How an event ends that has no value. A string can not hold this: its quotes have backslashes."""


def read(session: Session, run: Run, from_s: float, to_s: float | None) -> WrittenJson:
    """Phases that overlap the range and events within it, in the order of the simulation: a
    TimelineRead. The transaction must see one moment: a new attempt may replace the result.
    """
    end_s = run.duration_s if to_s is None else to_s
    phases: list[str] = []
    events: list[str] = []
    if run.status == "done":
        require_whole(session, run.result_id)
    if run.result_id is not None:
        for chunk in texts_touching(session, run.result_id, from_s, end_s):
            if from_s <= chunk.start_s and chunk.end_s <= end_s:
                phases.append(chunk.phases[1:-1])
                events.append(chunk.events[1:-1])
            else:
                phases.append(_overlapping(json.loads(chunk.phases), from_s, end_s))
                events.append(_within(json.loads(chunk.events), from_s, end_s))
        # What is done has no tails.
        behind = [] if run.status == "done" else tails.timeline_of(session, run.result_id)
        for tail in behind:
            phases.append(_overlapping(tail.phases, from_s, end_s))
            events.append(_within(tail.events, from_s, end_s))
        if behind:
            phases.append(_overlapping(behind[-1].open_phases, from_s, end_s))
    is_over = json.dumps(run.status in OVER)
    text = (
        f'{{"run_id":"{run.id}","complete":{is_over},"phases":[{_joined(phases)}],'
        f'"events":[{_NO_VALUE.sub("}", _joined(events))}]}}'
    )
    return WrittenJson(text.encode())


def _overlapping(phases: Iterable[dict[str, Any]], from_s: float, to_s: float) -> str:
    return _items(
        phase for phase in phases if phase["start_s"] <= to_s and phase["end_s"] >= from_s
    )


def _within(events: Iterable[dict[str, Any]], from_s: float, to_s: float) -> str:
    return _items(event for event in events if from_s <= event["time_s"] <= to_s)


def _items(items: Iterable[dict[str, Any]]) -> str:
    return json.dumps(list(items))[1:-1]


def _joined(parts: Iterable[str]) -> str:
    return ",".join(filter(None, parts))


def store_chunk(
    session: Session,
    result_id: UUID,
    chunk_index: int,
    phases: list[dict[str, Any]],
    events: list[dict[str, Any]],
) -> None:
    """Store the phases that ended and the events of a chunk, if any, in place of stored ones: a
    worker elsewhere may send them twice.
    """
    if phases or events:
        delete_chunk(session, result_id, chunk_index)
        add(session, result_id, [NewChunk(chunk_index, phases, events)])


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
