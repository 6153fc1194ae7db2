"""The rules of reading timelines.

A run has up to 200,000 phases and events. They are stored as they are sent, so that those of a
chunk that lies within the range are passed on unread: to make a model of each took seconds.
"""

import json
import re
from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from sqlalchemy.orm import Session

from lab.kit.typed_json import WrittenJson
from lab.models import Run
from lab.results.damage import require_whole
from lab.runs.states import OVER
from lab.series import tails
from lab.timeline import repository

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
        for chunk in repository.texts_touching(session, run.result_id, from_s, end_s):
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
    """Store what ended or happened in a chunk, if anything did, in the place of what is there: it
    may come twice from a worker elsewhere.
    """
    if phases or events:
        repository.delete_chunk(session, result_id, chunk_index)
        repository.add(session, result_id, [repository.NewChunk(chunk_index, phases, events)])
