"""Packet-level simulator of TCP congestion control (C++ core).

SI base units throughout: seconds, bits per second, bytes. A pure function: the same scenario, seed
and behaviour version give the same result, bit for bit.
"""

from ccsim._core import (
    Bottleneck,
    Event,
    FlowGroup,
    Loss,
    LossDirection,
    LossKind,
    LossPosition,
    PhaseInterval,
    Receiver,
    RunResult,
    Scenario,
    SendQuantum,
    SeriesChunk,
    SubjectSeries,
    Transport,
    algorithms,
    behaviour_version,
    core_version,
    metrics,
    packet_event_kinds,
    run,
)

__all__ = [
    "Bottleneck",
    "Event",
    "FlowGroup",
    "Loss",
    "LossDirection",
    "LossKind",
    "LossPosition",
    "PhaseInterval",
    "Receiver",
    "RunResult",
    "Scenario",
    "SendQuantum",
    "SeriesChunk",
    "SubjectSeries",
    "Transport",
    "algorithms",
    "behaviour_version",
    "core_version",
    "metrics",
    "packet_event_kinds",
    "run",
]
