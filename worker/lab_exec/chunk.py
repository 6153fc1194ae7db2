"""A chunk of series as the rest of the worker sees it: plain data, no type of the core."""

from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple

import ccsim
import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class SubjectColumns:
    """All series of one flow or link over the samples of a chunk."""

    subject: str
    """`flow` or `link`."""
    index: int
    columns: dict[str, FloatArray]
    """Metric (unit is the last word) to values; NaN where there is none. Read-only."""


class Phase(NamedTuple):
    """A flow was in one phase of its algorithm from start to end."""

    flow_index: int
    start_s: float
    end_s: float
    phase: str
    reason: str


class FlowEvent(NamedTuple):
    """Something that happened to a flow at one moment."""

    time_s: float
    flow_index: int
    kind: str
    reason: str
    value: float
    """Meaning by kind; NaN if there is none."""


_PHASE_FIELDS: Final = attrgetter(*Phase._fields)
_EVENT_FIELDS: Final = attrgetter(*FlowEvent._fields)


@dataclass(frozen=True)
class Chunk:
    """Samples [first_sample, first_sample + sample_count), and what happened meanwhile.

    Sample i covers (i * interval, (i + 1) * interval]. Chunks end at sample indices, never by
    the clock: a repeated run gives the same chunks.
    """

    chunk_index: int
    first_sample: int
    sample_count: int
    subjects: list[SubjectColumns]
    """Flows by index, then links."""
    phases: list[Phase]
    """Phases that ended in this chunk."""
    events: list[FlowEvent]


def read_chunk(chunk: ccsim.SeriesChunk) -> Chunk:
    """Takes the arrays over from the core without a copy."""
    return Chunk(
        chunk_index=chunk.chunk_index,
        first_sample=chunk.first_sample,
        sample_count=chunk.sample_count,
        subjects=[
            SubjectColumns(series.subject, series.subject_index, series.take_columns())
            for series in chunk.subjects
        ],
        phases=read_phases(chunk.phases),
        events=read_events(chunk.events),
    )


# A long run has tens of thousands of these, so they are read without a loop in Python.
def read_phases(phases: list[ccsim.PhaseInterval]) -> list[Phase]:
    """Phases of the core as plain data."""
    return list(map(Phase._make, map(_PHASE_FIELDS, phases)))


def read_events(events: list[ccsim.Event]) -> list[FlowEvent]:
    """Events of the core as plain data."""
    return list(map(FlowEvent._make, map(_EVENT_FIELDS, events)))
