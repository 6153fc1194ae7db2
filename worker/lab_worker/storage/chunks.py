"""From a chunk or a tail of the core to rows."""

import math
from collections.abc import Iterator
from typing import Any

from lab.series import tails
from lab.series.repository import EncodedChunk, encode_chunk
from lab.series.tails import EncodedTail
from lab_exec import Chunk, FlowEvent, Phase, Tail
from lab_model.series.subject import Subject, SubjectKind


def encode(chunk: Chunk) -> Iterator[EncodedChunk]:
    """The rows of a chunk, one flow or link after the other; none if it has phases and events
    only. Compressing takes its time.
    """
    if chunk.sample_count == 0:
        return
    for series in chunk.subjects:
        yield encode_chunk(
            Subject(_kind(series.subject), series.index),
            chunk_index=chunk.chunk_index,
            first_sample=chunk.first_sample,
            sample_count=chunk.sample_count,
            columns=series.columns,
        )


def encode_tail(tail: Tail) -> Iterator[EncodedTail]:
    """The rows of a tail; none if it has no samples."""
    if tail.sample_count == 0:
        return
    for part, series in enumerate(tail.series):
        yield tails.encode_tail(
            _kind(series.subject),
            series.indices,
            part=part,
            first_sample=tail.first_sample,
            sample_count=tail.sample_count,
            columns=series.columns,
        )


def _kind(name: str) -> SubjectKind:
    """The core's word for a flow or a link, which is the database's as well."""
    return "link" if name == "link" else "flow"


def phase_row(phase: Phase) -> dict[str, Any]:
    """A phase as it is stored."""
    return {
        "flow_index": phase.flow_index,
        "start_s": phase.start_s,
        "end_s": phase.end_s,
        "phase": phase.phase,
        "reason": phase.reason,
    }


def event_row(event: FlowEvent) -> dict[str, Any]:
    """An event as it is stored; a value that does not exist is null."""
    return {
        "time_s": event.time_s,
        "flow_index": event.flow_index,
        "kind": event.kind,
        "reason": event.reason,
        "value": event.value if math.isfinite(event.value) else None,
    }
