"""
Packet-level simulator of TCP congestion control. SI base units throughout.
"""

from collections.abc import Callable, Mapping, Sequence
import enum
from typing import Any

import numpy
import numpy.typing


class EcnFeedback(enum.Enum):
    """How a receiver reports ECN marks."""

    OFF = 0

    CLASSIC = 1

    ACCURATE = 2

class AlgorithmModule:
    """
    An algorithm that is a WebAssembly module (docs/own-algorithms.md). For one run at a time.
    """

    @property
    def failure(self) -> tuple[float, int, str] | None:
        """
        Of the last run: simulated time in seconds, flow, and what the module did wrong.
        """

    @property
    def has_sent_too_much(self) -> bool:
        """Whether it failed by `most_packets`."""

class AlgorithmHost:
    """What a controller may call while it is called. Of one connection."""

    def phase(self, phase: int, reason: int) -> None:
        """Enters a declared phase, by places in the declared lists."""

    def random(self) -> int:
        """64 bits of the connection's own stream, signed."""

def algorithm_module(*, declared: tuple[object, ...], engine: tuple[int, int, int], fuel: tuple[int, int, int, int], most_packets: int, instantiate: Callable[[int], object]) -> AlgorithmModule:
    """
    A module that was loaded. `declared` has name, title, parameters (name, description,
    default, least, most), series (name, description, divisor), phases, reasons, how ECN marks
    are fed back, whether its packets are L4S, whether PRR reduces its window. `engine` has
    the addresses of wasmtime_func_call_unchecked, wasmtime_context_set_fuel and
    wasmtime_context_get_fuel; `fuel` what some events of a connection have at most, how
    many these are, what the run has, and what each event adds to that. `most_packets` is what
    all connections may send (0: no bound); the ACK that shows more fails the module.
    `instantiate` gets the address that the imports are called with, and returns an object with `context`, `functions`, `events`, `block`, `describe` and
    `reading`, or why not.
    """

def algorithm_in_python(*, declared: tuple[object, ...], instantiate: Callable[[AlgorithmHost], Sequence[Callable[..., int | None] | None]]) -> AlgorithmModule:
    """
    An algorithm in Python. `declared` is that of `algorithm_module()`; `instantiate` makes a
    connection's controller: a callable with integers, or None, for each of
    `algorithm_module_functions()`.
    """

def algorithm_module_functions() -> list[tuple[str, int, bool, bool]]:
    """
    What a module exports: name, number of arguments, whether it answers, whether it must be
    there. The order is that of `functions`.
    """

def algorithm_module_imports() -> tuple[int, int]:
    """Addresses of what a module may import: phase and random."""

class Component:
    """An entry of components() with the parameters that were given."""

    def __init__(self, kind: str, parameters: Mapping[str, bool | int | float | str]) -> None: ...

class LossPosition(enum.Enum):
    """Where random loss acts."""

    BEFORE_QUEUE = 0

    AFTER_QUEUE = 1

class LossDirection(enum.Enum):
    """Which packets random loss hits."""

    DATA = 0

    ACK = 1

    BOTH = 2

class Loss:
    """Random loss; without a model there is none."""

    def __init__(self, *, model: Component | None, position: LossPosition, direction: LossDirection) -> None: ...

class LinkChanges:
    """How a link changes during the run."""

    def __init__(self, *, rates: Sequence[tuple[float, int, float]], opportunities_ms: Sequence[int], delays: Sequence[tuple[float, float, float]], outages: Sequence[tuple[float, float, LossDirection]], jitter_s: float, jitter_reorders: bool, losses: Sequence[tuple[float, float, LossDirection]], jitter_is_normal: bool, jitter_correlation: float, trace_holds: bool) -> None: ...

class Bottleneck:
    """The link where packets queue."""

    def __init__(self, *, rate_bps: int, delay_s: float, buffer_bytes: int, queue: Component, loss: Loss, changes: LinkChanges | None, filters_acks: bool) -> None: ...

class SendQuantum(enum.Enum):
    """Burst that a paced sender hands over at once."""

    LINUX = 0

    NS3 = 1

    PACKETS = 2

class Transport:
    """What all senders share."""

    def __init__(self, *, initial_window_packets: int, min_rto_s: float, send_quantum: SendQuantum, send_quantum_packets: int, paces_window_based: bool, host_jitter_s: float, handshake_round_trips: int = 1, sends_handshake: bool = False) -> None: ...

class Receiver:
    """How a receiver acknowledges."""

    def __init__(self, *, ack_every_packets: int, ack_timeout_s: float, window_bytes: int | None, ack_aggregation_s: float, quick_ack_packets: int, acks_pushed: bool, read_rate_bps: int = 0) -> None: ...

class FlowGroup:
    """Flows that are alike."""

    def __init__(self, *, count: int, rtt_s: float, start_s: float, stop_s: float | None, algorithm: str, parameters: Mapping[str, bool | int | float | str], traffic: Component, receiver: Receiver, path: Sequence[int], return_path: Sequence[int], ecn: EcnFeedback | None, module: AlgorithmModule | None = None) -> None: ...

class Scenario:
    """
    What is simulated. The caller has checked every value: the core asserts.
    """

    def __init__(self, *, duration_s: float, warmup_s: float, sample_interval_s: float, packet_bytes: int, header_bytes: int, start_jitter_s: float, bottleneck: Bottleneck, transport: Transport, groups: Sequence[FlowGroup], further_links: Sequence[Bottleneck]) -> None: ...

def components() -> dict[str, list[dict[str, Any]]]:
    """
    What a scenario can choose by name, in the core's order: 'algorithms', 'queues', 'losses' and 'traffic', with parameters, defaults, bounds and metrics.
    """

def metrics() -> list[dict[str, Any]]:
    """
    Every number of a run and every series that all flows or links have, in the order of results: what it is called, its quantity and unit, how it is made, what it means.
    """

class PhaseInterval:
    """A flow was in one phase from start to end."""

    @property
    def flow_index(self) -> int: ...

    @property
    def start_s(self) -> float: ...

    @property
    def end_s(self) -> float: ...

    @property
    def phase(self) -> str: ...

    @property
    def reason(self) -> str:
        """Why the phase was entered."""

class Event:
    """Something that happened to a flow at one moment."""

    @property
    def time_s(self) -> float: ...

    @property
    def flow_index(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def reason(self) -> str: ...

    @property
    def value(self) -> float:
        """Meaning by kind; NaN if there is none."""

class TailSeries:
    """The same columns of several flows or links."""

    @property
    def subject(self) -> str:
        """'flow' or 'link'."""

    @property
    def subject_indices(self) -> list[int]: ...

    def take_columns(self) -> dict[str, numpy.typing.NDArray[numpy.float64]]:
        """
        Metric to read-only array: subject after subject, each with all samples of the tail. Hands the arrays over without a copy: a second call finds them empty.
        """

class SeriesTail:
    """What the running chunk has got since the last tail."""

    @property
    def first_sample(self) -> int: ...

    @property
    def sample_count(self) -> int: ...

    @property
    def series(self) -> list[TailSeries]:
        """Subjects with equal metrics together."""

    @property
    def phases(self) -> list[PhaseInterval]:
        """Phases that ended since the last tail."""

    @property
    def open_phases(self) -> list[PhaseInterval]:
        """Of all flows, until now."""

    @property
    def events(self) -> list[Event]:
        """Events since the last tail, by time."""

class SubjectSeries:
    """All columns of one flow or link."""

    @property
    def subject(self) -> str:
        """'flow' or 'link'."""

    @property
    def subject_index(self) -> int: ...

    def take_columns(self) -> dict[str, numpy.typing.NDArray[numpy.float64]]:
        """
        Metric to read-only array, NaN where there is no value. Hands the arrays over without a copy: a second call finds them empty.
        """

class SeriesChunk:
    """Samples [first_sample, first_sample + sample_count)."""

    @property
    def chunk_index(self) -> int: ...

    @property
    def first_sample(self) -> int: ...

    @property
    def sample_count(self) -> int: ...

    @property
    def subjects(self) -> list[SubjectSeries]:
        """Flows by index, then links."""

    @property
    def phases(self) -> list[PhaseInterval]:
        """Phases that ended in this chunk."""

    @property
    def events(self) -> list[Event]:
        """Events of this chunk, by time."""

class RunResult:
    """Summaries of a run. Absent numbers are NaN."""

    @property
    def is_cancelled(self) -> bool:
        """True if a callback stopped the run before its end."""

    @property
    def simulated_s(self) -> float: ...

    @property
    def simulated_packets(self) -> int:
        """Transmitted by the bottleneck."""

    @property
    def processed_events(self) -> int: ...

    @property
    def sample_count(self) -> int: ...

    @property
    def chunk_count(self) -> int: ...

    @property
    def events_truncated(self) -> bool:
        """True if there were more events than are kept."""

    @property
    def packets_truncated(self) -> bool:
        """True if the packet window held more events than its limit."""

    @property
    def packets(self) -> dict[str, numpy.typing.NDArray[Any]]:
        """
        Packet events of the window asked for, one array per field of PacketRecord in ccsim/packet_record.h; `kind` is a place in packet_event_kinds().
        """

    @property
    def causes(self) -> dict[str, Any] | None:
        """
        What bound each flow and what set it, after run(records_causes=True): the structs of CauseReport in ccsim/cause.h, times in seconds.
        """

    @property
    def losses(self) -> dict[str, Any]:
        """
        What was lost and marked, where and why: the structs of LossReport in ccsim/loss_table.h, times in seconds.
        """

    @property
    def transfers(self) -> dict[str, list[float | int]]:
        """
        Every transfer, flow by flow in the order in which they began: the fields of TransferRecord in ccsim/transfer.h, times in seconds.
        """

    @property
    def fairness(self) -> dict[str, float | int]:
        """The numbers of kFairnessSummary in ccsim/fairness_metrics.h."""

    @property
    def links(self) -> list[dict[str, float | int]]:
        """The numbers of kLinkSummary in ccsim/link_metrics.h, one per link."""

    @property
    def flows(self) -> list[dict[str, float | int]]:
        """
        The numbers of kFlowSummary in ccsim/flow_metrics.h, one per flow, by index.
        """

def run(scenario: Scenario, seed: int, *, on_chunk: Callable[[SeriesChunk], object] | None = None, on_progress: Callable[[float], object] | None = None, progress_every_events: int = 200000, wanted_tail_values: Callable[[], int] | None = None, on_tail: Callable[[SeriesTail], object] | None = None, packet_window: tuple[float, float, int] | None = None, records_causes: bool = False) -> RunResult:
    """
    Run one scenario to its end. The same arguments give the same result, bit for bit.

    `on_chunk` gets every finished chunk in order; without it no series are recorded.
    `on_progress` gets the simulated time in seconds; returning False cancels the run.
    `wanted_tail_values` is asked after each on_progress; above 0 it gives what the running
    chunk has got since the last tail to `on_tail`: about so many values, at least a sample.
    Chunks and result are the same with and without.
    `packet_window` (from_s, to_s, most) writes down at most so many packet events of a time.
    `records_causes` writes down what bound each flow and what set it, and of up to 100 flows
    the parts of their RTTs: as series, and as means of the window.
    An exception of a callback stops the run and comes out unchanged. The interpreter lock is
    free while the core computes.
    """

def packet_event_kinds() -> list[str]:
    """Names of the kinds of packet events, by number."""

def loss_reasons() -> list[str]:
    """Names of the reasons for which packets are lost or marked, by number."""

def behaviour_version() -> int:
    """
    Raised when a run gives other numbers; results of one behaviour are interchangeable.
    """

def core_version() -> str:
    """
    Release and hash of the core's sources and flags, e.g. '0.1.0+1f3a9c04d2b7'.
    """
