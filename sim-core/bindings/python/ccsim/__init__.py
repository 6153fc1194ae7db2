"""Packet-level simulator of TCP congestion control (C++ core).

SI base units throughout: seconds, bits per second, bytes. A pure function: the same scenario, seed
and behaviour version give the same result, bit for bit.
"""

from ccsim._core import (
    Bottleneck,
    Component,
    Event,
    FlowGroup,
    LinkChanges,
    Loss,
    LossDirection,
    LossPosition,
    PhaseInterval,
    Receiver,
    RunResult,
    Scenario,
    SendQuantum,
    SeriesChunk,
    SeriesTail,
    SubjectSeries,
    TailSeries,
    Transport,
    behaviour_version,
    components,
    core_version,
    metrics,
    packet_event_kinds,
    run,
)

__all__ = [
    "Bottleneck",
    "Component",
    "Event",
    "FlowGroup",
    "LinkChanges",
    "Loss",
    "LossDirection",
    "LossPosition",
    "PhaseInterval",
    "Receiver",
    "RunResult",
    "Scenario",
    "SendQuantum",
    "SeriesChunk",
    "SeriesTail",
    "SubjectSeries",
    "TailSeries",
    "Transport",
    "behaviour_version",
    "components",
    "core_version",
    "metrics",
    "packet_event_kinds",
    "run",
]
