"""The part of a chunk that a run has computed so far, for observers: plain data.

Tails follow the clock on the wall, so two equal runs may cut them differently. They are shown and
thrown away; the chunk brings everything again, and only chunks are digested.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import ccsim

from lab_exec.chunk import FloatArray, FlowEvent, Phase, read_events, read_phases


@dataclass(frozen=True)
class TailSeries:
    """Series of subjects that have the same metrics."""

    subject: str
    """`flow` or `link`."""
    indices: list[int]
    columns: dict[str, FloatArray]
    """Metric to values: subject after subject, each with all samples of the tail. Read-only."""


@dataclass(frozen=True)
class Tail:
    """Samples [first_sample, first_sample + sample_count), and what happened since the last tail.

    It may hold no sample, if something happened.
    """

    first_sample: int
    sample_count: int
    series: list[TailSeries]
    """Flows by index, then links."""
    phases: list[Phase]
    """Phases that ended since the last tail."""
    open_phases: list[Phase]
    """The current phases of all flows."""
    events: list[FlowEvent]


# A thousand flows have some ten thousand phases and events in a second: to hand them over costs
# more than all of their samples.
MOST_FLOWS_WITH_TIMELINE: Final = 200


class TailWatch(Protocol):
    """An observer of a run while it is computed."""

    def wanted_tail_values(self) -> int:
        """Asked after each progress: about how many values the next tail may have; 0: none now."""

    def on_tail(self, tail: Tail) -> None:
        """Takes a tail."""


def read_tail(tail: ccsim.SeriesTail) -> Tail:
    """Takes the arrays over from the core without a copy. With more flows than
    MOST_FLOWS_WITH_TIMELINE their phases and events come with the chunk only.
    """
    flow_count = sum(len(part.subject_indices) for part in tail.series if part.subject == "flow")
    has_timeline = flow_count <= MOST_FLOWS_WITH_TIMELINE
    return Tail(
        first_sample=tail.first_sample,
        sample_count=tail.sample_count,
        series=[
            TailSeries(series.subject, series.subject_indices, series.take_columns())
            for series in tail.series
        ],
        phases=read_phases(tail.phases) if has_timeline else [],
        open_phases=read_phases(tail.open_phases) if has_timeline else [],
        events=read_events(tail.events) if has_timeline else [],
    )
