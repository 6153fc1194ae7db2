"""The events of one flow of the core, as its sender saw them, from the packets of a run.

The core writes down what leaves, arrives and is acknowledged. Which packets an ACK is the first to
report follows from what had arrived when it left; how many are marked lost with it from the flight
before and after, and which ones from RACK: the oldest transmissions.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from lab_exec import run_scenario
from lab_exec.chunk import Chunk, FloatArray, FlowEvent, Phase
from lab_exec.errors import RunFailedError
from lab_exec.packets import MAX_EVENTS, PacketEvents, PacketWatch, PacketWindow
from lab_model.scenarios import Scenario

_MASK: Final = (1 << 64) - 1
_GAMMA: Final = 0x9E3779B97F4A7C15
_PURPOSE: Final = 3  # RandomPurpose::kCongestionControl
_WAIT_BASE_NS: Final = 2_000_000_000
_MILLISECOND_NS: Final = 1_000_000
_MICROSECOND_NS: Final = 1_000
_MICROSECOND: Final = 1e-6
_TICK_US: Final = 1000  # of TCP's timestamps


@dataclass(frozen=True)
class Step:
    """Something that happened to the sender. Packets are transmissions, counted from 0."""

    time_us: int
    kind: str
    """`S`: a packet left; `A`: an ACK with news came; `L`: a timer marked packets lost."""
    acked: tuple[int, ...] = ()
    rtt_us: int = 0
    """The ACK's sample; 0: none."""
    lost: tuple[int, ...] = ()
    una: int = 0
    """After it, the first packet not acknowledged cumulatively."""
    flight: int = 0
    cwnd: int = 0
    sequence: int = 0
    """Number of the packet that left."""


@dataclass
class Recorded:
    """One flow of a run: lines for the Rust part, and what the core's controller believed."""

    lines: list[str]
    phases: list[Phase]
    times_s: list[float]
    """Ends of the samples."""
    series: dict[str, list[float]]
    timer_losses: int
    """How often a timer, and no ACK, marked packets lost."""


@dataclass
class _Sender:
    """Outstanding packets, by transmission."""

    has_exact_rtts: bool
    """Whether RTTs are the core's to the microsecond; else they are differences of rounded times,
    as BBRv2 is replayed with.
    """
    newest_of: dict[int, int] = field(default_factory=dict)  # sequence: its last transmission
    in_flight: dict[int, int] = field(default_factory=dict)  # transmission: sequence, oldest first
    known: set[int] = field(default_factory=set)  # sequences that an ACK has reported
    sent: list[tuple[int, int, bool]] = field(default_factory=list)
    """For each transmission: time in ns, sequence, whether it is a repetition."""

    def send(self, sequence: int, time_ns: int) -> None:
        self.in_flight[len(self.sent)] = sequence
        is_repetition = sequence in self.newest_of
        self.newest_of[sequence] = len(self.sent)
        self.sent.append((time_ns, sequence, is_repetition))

    def acknowledge(self, sequences: list[int]) -> list[int]:
        """The transmissions that this ACK acknowledges for the first time."""
        found = []
        for sequence in sequences:
            if sequence not in self.known:
                self.known.add(sequence)
                transmission = self.newest_of[sequence]
                self.in_flight.pop(transmission, None)
                found.append(transmission)
        return found

    def rtt_us(self, acked: list[int], una_sequence: int, now_ns: int) -> int:
        """The sample of an ACK; 0: none. A retransmission gives one only by timestamps (Karn), in
        whole milliseconds, and only where it is acknowledged cumulatively.
        """
        repeated = [self.sent[each] for each in acked if self.sent[each][2]]
        if not repeated:
            return self._since_us(max(acked), now_ns)
        if self.has_exact_rtts:
            sacked = [each for each in acked if not self.sent[each][2]]
            sacked = [each for each in sacked if self.sent[each][1] >= una_sequence]
            if sacked:  # the newest packet that is acknowledged selectively and was sent once
                return self._since_us(max(sacked), now_ns)
        echo_ns = min((time for time, seq, _ in repeated if seq < una_sequence), default=None)
        if echo_ns is None:
            fresh = [each for each in acked if not self.sent[each][2]]
            return self._since_us(max(fresh), now_ns) if fresh else 0
        ticks = _rounded_us(now_ns) // _TICK_US - _rounded_us(echo_ns) // _TICK_US
        return max(ticks, 1) * _TICK_US

    def _since_us(self, transmission: int, now_ns: int) -> int:
        sent_ns = self.sent[transmission][0]
        if self.has_exact_rtts:
            return (now_ns - sent_ns) // _MICROSECOND_NS
        return _rounded_us(now_ns) - _rounded_us(sent_ns)

    def lose(self, count: int) -> list[int]:
        oldest = list(self.in_flight)[:count]
        for transmission in oldest:
            del self.in_flight[transmission]
        return oldest


def _rounded_us(time_ns: int) -> int:
    return round(time_ns / _MICROSECOND_NS)


LinesOf = Callable[["Run"], tuple[list[str], int]]
"""The lines of a run for a Rust part, and how often a timer marked packets lost."""


@dataclass(frozen=True)
class Run:
    """What a witness may ask of a flow of a run."""

    scenario: Scenario
    seed: int
    flow: int
    packets: PacketEvents
    phases: list[Phase]
    events: list[FlowEvent]

    def times_us(self, *kinds: str) -> list[int]:
        """When events of these kinds happened."""
        return [round(each.time_s / _MICROSECOND) for each in self.events if each.kind in kinds]

    def rtt_us(self) -> int:
        """The RTT of the handshake."""
        return round(self.scenario.flows[self.flow].rtt_s / _MICROSECOND)


def bbr2_lines(run: Run) -> tuple[list[str], int]:
    """The lines that the Rust part of BBRv2 reads, and how often a timer marked packets lost."""
    lines, timer_losses = event_lines(run.packets, run.flow, run.times_us("recovery_start"))
    draws = draw_lines(run.phases, run.seed, run.flow)
    begin_us = lines[0].split()[1]
    return [*draws, f"B {begin_us} {run.rtt_us()} {{rules}}", *lines], timer_losses


def record(scenario: Scenario, seed: int, flow: int, lines_of: LinesOf = bbr2_lines) -> Recorded:
    """Runs the scenario and takes one flow out of it."""
    chunks: list[Chunk] = []
    packets: list[PacketEvents] = []
    window = PacketWindow(0.0, scenario.duration_s, MAX_EVENTS)
    run_scenario(scenario, seed, on_chunk=chunks.append, watch=PacketWatch(window, packets.append))
    if packets[0].is_truncated:
        raise RunFailedError("The run has more packet events than can be kept; make it shorter")
    phases = [each for chunk in chunks for each in chunk.phases if each.flow_index == flow]
    events = [each for chunk in chunks for each in chunk.events if each.flow_index == flow]
    lines, timer_losses = lines_of(Run(scenario, seed, flow, packets[0], phases, events))
    return Recorded(
        lines, phases, _sample_times(chunks, scenario), _series(chunks, flow), timer_losses
    )


def event_lines(packets: PacketEvents, flow: int, marked_us: list[int]) -> tuple[list[str], int]:
    """The lines S, A and L of the Rust part, and how often a timer marked packets lost."""
    steps, timer_losses = event_steps(packets, flow, marked_us)
    return [_bbr2_line(step) for step in steps], timer_losses


def _bbr2_line(step: Step) -> str:
    numbers = [step.time_us]
    if step.kind == "A":
        numbers += [max(step.acked), len(step.acked), step.rtt_us]
    return words_of(step.kind, [*numbers, *step.lost])


def words_of(kind: str, numbers: list[int]) -> str:
    """One line."""
    return " ".join([kind, *(str(number) for number in numbers)])


def event_steps(
    packets: PacketEvents, flow: int, marked_us: list[int], *, has_exact_rtts: bool = False
) -> tuple[list[Step], int]:
    """What happened to the sender, by time, and how often a timer marked packets lost.

    `marked_us` are the times at which recovery began: one between two ACKs was a timer's doing,
    though the flight shows it only with what comes next.
    """
    sender = _Sender(has_exact_rtts)
    arrived: list[int] = []
    on_the_way: deque[list[int]] = deque()
    steps: list[Step] = []
    timer_losses = 0
    previous_us = una = 0
    mine = packets.flow_index == flow
    for time_s, number, sequence, flight, cwnd in zip(
        packets.time_s[mine].tolist(),
        packets.kind[mine].tolist(),
        packets.sequence[mine].tolist(),
        packets.inflight_packets[mine].tolist(),
        packets.cwnd_packets[mine].tolist(),
        strict=True,
    ):
        kind = packets.kinds[number]
        time_us, time_ns = round(time_s / _MICROSECOND), round(time_s * 1e9)
        state = {"una": una, "flight": flight, "cwnd": cwnd, "sequence": sequence}
        if kind in ("sent", "retransmitted"):
            lost = sender.lose(max(0, len(sender.in_flight) + 1 - flight))
            if lost:
                timer_losses += 1
                marked = _latest(marked_us, previous_us, time_us)
                steps.append(Step(marked, "L", lost=tuple(lost), **state))
            sender.send(sequence, time_ns)
            steps.append(Step(time_us, "S", **state))
        elif kind == "delivered":
            arrived.append(sequence)
        elif kind == "ack_sent":
            on_the_way.append(arrived)
            arrived = []
        elif kind == "ack_received":
            una = state["una"] = max(una, sequence)
            acked = sender.acknowledge(on_the_way.popleft())
            lost = sender.lose(max(0, len(sender.in_flight) - flight))
            marked = _latest(marked_us, previous_us, time_us)
            if lost and (marked < time_us or not acked):
                timer_losses += 1
                steps.append(Step(marked, "L", lost=tuple(lost), **state))
                lost = []
            if acked:
                rtt_us = sender.rtt_us(acked, sequence, time_ns)
                steps.append(Step(time_us, "A", tuple(acked), rtt_us, tuple(lost), **state))
            previous_us = time_us
    steps.sort(key=lambda step: step.time_us)  # stable: one moment's steps keep their order
    return steps, timer_losses


def _latest(marked_us: list[int], after_us: int, now_us: int) -> int:
    """The last of these times after `after_us` and before now, else now."""
    return max((time for time in marked_us if after_us < time < now_us), default=now_us)


def draw_lines(
    phases: list[Phase], seed: int, flow: int, tick_ns: int = _MILLISECOND_NS
) -> list[str]:
    """What the core's controller drew each time that it began Down, with the time: rounds, and the
    wait in ticks, rounded up. The crate of BBRv2 draws milliseconds.
    """
    lines: list[str] = []
    for phase in phases:
        if phase.phase == "probe_bw_down" or phase.reason == "probe_rtt_done":
            if phase.phase == "startup":
                continue
            index = 2 * len(lines)
            rounds = _below(seed, flow, index, 2)
            wait_ns = _below(seed, flow, index + 1, 1_000_000_000)
            wait = -(-(_WAIT_BASE_NS + wait_ns) // tick_ns)
            lines.append(f"D {round(phase.start_s / _MICROSECOND)} {rounds} {wait}")
    return lines


def _sample_times(chunks: list[Chunk], scenario: Scenario) -> list[float]:
    count = sum(chunk.sample_count for chunk in chunks)
    return [(index + 1) * scenario.sample_interval_s for index in range(count)]


def _series(chunks: list[Chunk], flow: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for chunk in chunks:
        for subject in chunk.subjects:
            if subject.subject == "flow" and subject.index == flow:
                for name, values in subject.columns.items():
                    found.setdefault(name, []).extend(_plain(values))
    return found


def _plain(values: FloatArray) -> list[float]:
    plain: list[float] = values.tolist()
    return plain


def _mix(x: int) -> int:
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & _MASK
    return x ^ (x >> 31)


def _below(seed: int, flow: int, index: int, bound: int) -> int:
    """Draw number `index` of the flow's controller, as sim-core/src/engine/rng.cpp makes it."""
    key_a = _mix((_mix((seed + _GAMMA) & _MASK) + ((flow << 32) | _PURPOSE)) & _MASK)
    key_b = _mix((key_a + _GAMMA) & _MASK)
    bits = _mix((_mix((index * _GAMMA + key_a) & _MASK) + key_b) & _MASK)
    return (bits * bound) >> 64
