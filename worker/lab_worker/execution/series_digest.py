"""Digest of all series of a run: SHA-256 over the bytes of its chunks in order. Frozen.

The bytes of a chunk, all numbers little-endian, lists after their length, texts as UTF-8 after
their length in bytes:

    chunk   = chunk_index:i64 first_sample:i64 sample_count:i64
              length:i64 subject*  length:i64 phase*  length:i64 event*
    subject = kind:text index:i64 length:i64 column*     kind is "flow" or "link"
    column  = metric:text value:f64 * sample_count
    phase   = flow_index:i64 start_s:f64 end_s:f64 phase:text reason:text
    event   = time_s:f64 flow_index:i64 kind:text reason:text value:f64

Columns stand in the order in which the core gives them. Every NaN is the quiet one with the bits
0x7ff8000000000000, whatever its sign and payload were: they say nothing, but differ by machine.
"""

import hashlib
import struct
from collections.abc import Iterator

import numpy as np

from lab_worker.execution.chunk import Chunk, FloatArray, FlowEvent, Phase, SubjectColumns

_QUIET_NAN = np.frombuffer(struct.pack("<Q", 0x7FF8_0000_0000_0000), dtype="<f8")[0]


class SeriesDigest:
    """Grows by one chunk after the other."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def update(self, chunk: Chunk) -> None:
        """Adds the next chunk."""
        for part in _chunk_parts(chunk):
            self._hash.update(part)

    def hexdigest(self) -> str:
        """The digest of all chunks so far."""
        return self._hash.hexdigest()


def chunk_bytes(chunk: Chunk) -> bytes:
    """The bytes of one chunk that enter the digest."""
    return b"".join(_chunk_parts(chunk))


def _chunk_parts(chunk: Chunk) -> Iterator[bytes]:
    yield _integers(chunk.chunk_index, chunk.first_sample, chunk.sample_count)
    yield _integers(len(chunk.subjects))
    for subject in chunk.subjects:
        yield from _subject_parts(subject)
    yield _integers(len(chunk.phases))
    for phase in chunk.phases:
        yield from _phase_parts(phase)
    yield _integers(len(chunk.events))
    for event in chunk.events:
        yield from _event_parts(event)


def _subject_parts(subject: SubjectColumns) -> Iterator[bytes]:
    yield _text(subject.subject)
    yield _integers(subject.index, len(subject.columns))
    for metric, values in subject.columns.items():
        yield _text(metric)
        yield _floats(values)


def _phase_parts(phase: Phase) -> Iterator[bytes]:
    yield _integers(phase.flow_index)
    yield _floats(np.array([phase.start_s, phase.end_s]))
    yield _text(phase.phase)
    yield _text(phase.reason)


def _event_parts(event: FlowEvent) -> Iterator[bytes]:
    yield _floats(np.array([event.time_s]))
    yield _integers(event.flow_index)
    yield _text(event.kind)
    yield _text(event.reason)
    yield _floats(np.array([event.value]))


def _integers(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}q", *values)


def _text(text: str) -> bytes:
    encoded = text.encode()
    return _integers(len(encoded)) + encoded


def _floats(values: FloatArray) -> bytes:
    return np.where(np.isnan(values), _QUIET_NAN, values).astype("<f8").tobytes()
