"""Digest of all series of a run: SHA-256 over the bytes of its chunks in order. Frozen.

The bytes of a chunk, all numbers little-endian, lists after their length, texts as UTF-8 after
their length in bytes:

    chunk   = chunk_index:i64 first_sample:i64 sample_count:i64
              length:i64 subject*  length:i64 phase*  length:i64 event*
    subject = kind:text index:i64 length:i64 column*     kind is "flow" or "link"
    column  = metric:text value:f64 * sample_count
    phase   = flow_index:i64 start_s:f64 end_s:f64 phase:text reason:text
    event   = time_s:f64 flow_index:i64 kind:text reason:text value:f64

Columns stand in the order in which the core gives them; those of UNDIGESTED are left out, since
there were such flows and links before there were such columns. Every NaN is the quiet one with the
bits 0x7ff8000000000000, whatever its sign and payload were: they say nothing, but differ by
machine. Times are never NaN: they come from whole nanoseconds.
"""

import hashlib
import math
import struct
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

import numpy as np

from lab_exec.chunk import Chunk, FloatArray, FlowEvent, Phase, SubjectColumns

_INTEGER: Final = struct.Struct("<q")
_THREE_INTEGERS: Final = struct.Struct("<3q")
_FLOAT: Final = struct.Struct("<d")
_PHASE_NUMBERS: Final = struct.Struct("<qdd")
_EVENT_NUMBERS: Final = struct.Struct("<dq")
_QUIET_NAN: Final = _FLOAT.unpack(struct.pack("<Q", 0x7FF8_0000_0000_0000))[0]
# Metrics, phases with their reasons, kinds of events: a few dozen in any run.
_KNOWN_TEXTS: Final = 1024

DELAY: Final = "delay_s"
NAMED_DELAY: Final = "propagation_delay_s"
RTT_PARTS: Final = frozenset(
    {
        "rtt_mean_s",
        "rtt_propagation_s",
        "rtt_transmission_s",
        "rtt_jitter_s",
        "rtt_receiver_hold_s",
        "rtt_lost_acks_s",
        "rtt_host_s",
        "rtt_unattributed_s",
        *(f"rtt_queue_{way}_{link}_s" for way in ("out", "back") for link in range(1, 5)),
    }
)
"""Only where causes are recorded (sim-core/include/ccsim/rtt_parts.h)."""
UNDIGESTED: Final = RTT_PARTS | {"receive_window_bytes", "unread_bytes", "filtered_ack_packets"}


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
    """The chunk's bytes in few large parts, one per subject: a chunk of ten thousand flows is never
    held twice.
    """
    yield _THREE_INTEGERS.pack(chunk.chunk_index, chunk.first_sample, chunk.sample_count)
    yield _INTEGER.pack(len(chunk.subjects))
    yield from map(_subject_bytes, chunk.subjects)
    yield _INTEGER.pack(len(chunk.phases)) + _phase_bytes(chunk.phases)
    yield _INTEGER.pack(len(chunk.events)) + _event_bytes(chunk.events)


def _subject_bytes(subject: SubjectColumns) -> bytes:
    columns = _as_first_written(subject.columns)
    parts = [
        _texts(subject.subject),
        _INTEGER.pack(subject.index),
        _INTEGER.pack(len(columns)),
    ]
    values = _value_bytes(columns)
    end = 0
    for metric, column in columns.items():
        start, end = end, end + column.size * _FLOAT.size
        parts += (_texts(metric), values[start:end])
    return b"".join(parts)


def _as_first_written(columns: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
    """The series of the first release, under the names that they had then. With PIE, the
    controller's delay stood in the place of the link's own changing one, which got its name later.
    """
    named = {name: column for name, column in columns.items() if name not in UNDIGESTED}
    if NAMED_DELAY not in named:
        return named
    delay = named.pop(DELAY)
    return {
        DELAY if name == NAMED_DELAY else name: delay if name == NAMED_DELAY else column
        for name, column in named.items()
    }


def _value_bytes(columns: Mapping[str, FloatArray]) -> bytes:
    """The values of all columns, one after the other: made in one step, not column by column."""
    if not columns:
        return b""
    values = np.concatenate(list(columns.values()))
    values[np.isnan(values)] = _QUIET_NAN
    return values.astype("<f8", copy=False).tobytes()


def _phase_bytes(phases: list[Phase]) -> bytes:
    return b"".join(
        [
            _PHASE_NUMBERS.pack(flow_index, start_s, end_s) + _texts(phase, reason)
            for flow_index, start_s, end_s, phase, reason in phases
        ]
    )


def _event_bytes(events: list[FlowEvent]) -> bytes:
    return b"".join(
        [
            _EVENT_NUMBERS.pack(time_s, flow_index)
            + _texts(kind, reason)
            + _FLOAT.pack(_QUIET_NAN if math.isnan(value) else value)
            for time_s, flow_index, kind, reason, value in events
        ]
    )


@lru_cache(_KNOWN_TEXTS)
def _texts(*texts: str) -> bytes:
    """Texts one after the other; the same few come again and again."""
    encoded = [text.encode() for text in texts]
    return b"".join(_INTEGER.pack(len(text)) + text for text in encoded)
