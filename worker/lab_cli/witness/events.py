"""The events of one flow of the core, as its sender saw them, from the packets of a run.

The core writes down what leaves, arrives and is acknowledged. Which packets an ACK is the first to
report follows from what had arrived when it left; how many are marked lost with it from the flight
before and after, and which ones from RACK: the oldest transmissions.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from lab_exec import run_scenario
from lab_exec.chunk import Chunk, FloatArray, Phase
from lab_exec.errors import RunFailedError
from lab_exec.packets import MAX_EVENTS, PacketEvents, PacketWatch, PacketWindow
from lab_model.scenarios import Scenario

_MASK: Final = (1 << 64) - 1
_GAMMA: Final = 0x9E3779B97F4A7C15
_PURPOSE: Final = 3  # RandomPurpose::kCongestionControl
_WAIT_BASE_MS: Final = 2000
_MICROSECOND: Final = 1e-6
_TICK_US: Final = 1000  # of TCP's timestamps


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
    """What is outstanding, by transmission."""

    newest_of: dict[int, int] = field(default_factory=dict)  # sequence: its last transmission
    in_flight: dict[int, int] = field(default_factory=dict)  # transmission: sequence, oldest first
    known: set[int] = field(default_factory=set)  # sequences that an ACK has reported
    sent: list[tuple[int, int, bool]] = field(default_factory=list)
    """Of each transmission: time, sequence, whether it is a repetition."""

    def send(self, sequence: int, time_us: int) -> None:
        self.in_flight[len(self.sent)] = sequence
        is_repetition = sequence in self.newest_of
        self.newest_of[sequence] = len(self.sent)
        self.sent.append((time_us, sequence, is_repetition))

    def acknowledge(self, sequences: list[int]) -> list[int]:
        """The transmissions that are news."""
        found = []
        for sequence in sequences:
            if sequence not in self.known:
                self.known.add(sequence)
                transmission = self.newest_of[sequence]
                self.in_flight.pop(transmission, None)
                found.append(transmission)
        return found

    def rtt_us(self, acked: list[int], una_sequence: int, now_us: int) -> int:
        """The sample of an ACK; 0: none. Of repetitions only the timestamp tells (Karn), in whole
        milliseconds, and only of what is acknowledged cumulatively.
        """
        repeated = [self.sent[each] for each in acked if self.sent[each][2]]
        if not repeated:
            return now_us - self.sent[max(acked)][0]
        echo_us = min((time for time, seq, _ in repeated if seq < una_sequence), default=None)
        if echo_us is None:
            fresh = [each for each in acked if not self.sent[each][2]]
            return now_us - self.sent[max(fresh)][0] if fresh else 0
        return max(now_us // _TICK_US - echo_us // _TICK_US, 1) * _TICK_US

    def lose(self, count: int) -> list[int]:
        oldest = list(self.in_flight)[:count]
        for transmission in oldest:
            del self.in_flight[transmission]
        return oldest


def record(scenario: Scenario, seed: int, flow: int) -> Recorded:
    """Runs the scenario and takes one flow out of it."""
    chunks: list[Chunk] = []
    packets: list[PacketEvents] = []
    window = PacketWindow(0.0, scenario.duration_s, MAX_EVENTS)
    run_scenario(scenario, seed, on_chunk=chunks.append, watch=PacketWatch(window, packets.append))
    if packets[0].is_truncated:
        raise RunFailedError("The run has more packet events than can be kept; make it shorter")
    phases = [each for chunk in chunks for each in chunk.phases if each.flow_index == flow]
    marked_us = [
        round(event.time_s / _MICROSECOND)
        for chunk in chunks
        for event in chunk.events
        if event.flow_index == flow and event.kind == "recovery_start"
    ]
    lines, timer_losses = event_lines(packets[0], flow, marked_us)
    group_rtt_us = round(scenario.flows[flow].rtt_s / _MICROSECOND)
    begin_us = lines[0].split()[1]
    return Recorded(
        [*draw_lines(phases, seed, flow), f"B {begin_us} {group_rtt_us} {{rules}}", *lines],
        phases,
        _sample_times(chunks, scenario),
        _series(chunks, flow),
        timer_losses,
    )


def event_lines(packets: PacketEvents, flow: int, marked_us: list[int]) -> tuple[list[str], int]:
    """The lines S, A and L of the Rust part, and how often a timer marked packets lost.

    `marked_us` are the times at which recovery began: one between two ACKs was a timer's doing,
    though the flight shows it only with what comes next.
    """
    sender = _Sender()
    arrived: list[int] = []
    on_the_way: deque[list[int]] = deque()
    lines: list[tuple[int, str]] = []
    timer_losses = 0
    previous_us = 0
    mine = packets.flow_index == flow
    for time_s, number, sequence, flight in zip(
        packets.time_s[mine].tolist(),
        packets.kind[mine].tolist(),
        packets.sequence[mine].tolist(),
        packets.inflight_packets[mine].tolist(),
        strict=True,
    ):
        kind = packets.kinds[number]
        time_us = round(time_s / _MICROSECOND)
        if kind in ("sent", "retransmitted"):
            lost = sender.lose(max(0, len(sender.in_flight) + 1 - flight))
            if lost:
                timer_losses += 1
                lines.append((_latest(marked_us, previous_us, time_us), _words("L", lost)))
            sender.send(sequence, time_us)
            lines.append((time_us, "S"))
        elif kind == "delivered":
            arrived.append(sequence)
        elif kind == "ack_sent":
            on_the_way.append(arrived)
            arrived = []
        elif kind == "ack_received":
            acked = sender.acknowledge(on_the_way.popleft())
            lost = sender.lose(max(0, len(sender.in_flight) - flight))
            marked = _latest(marked_us, previous_us, time_us)
            if lost and (marked < time_us or not acked):
                timer_losses += 1
                lines.append((marked, _words("L", lost)))
                lost = []
            if acked:
                rtt_us = sender.rtt_us(acked, sequence, time_us)
                lines.append((time_us, _words("A", [max(acked), len(acked), rtt_us, *lost])))
            previous_us = time_us
    lines.sort(key=lambda line: line[0])  # stable: what happens at one moment keeps its order
    return [_with_time(time_us, words) for time_us, words in lines], timer_losses


def _latest(marked_us: list[int], after_us: int, now_us: int) -> int:
    """The last of these times after `after_us` and before now, else now."""
    return max((time for time in marked_us if after_us < time < now_us), default=now_us)


def _words(kind: str, numbers: list[int]) -> str:
    return " ".join([kind, *(str(number) for number in numbers)])


def _with_time(time_us: int, words: str) -> str:
    kind, *numbers = words.split()
    return " ".join([kind, str(time_us), *numbers])


def draw_lines(phases: list[Phase], seed: int, flow: int) -> list[str]:
    """What the core's controller drew each time that it began Down, with the time."""
    lines: list[str] = []
    for phase in phases:
        if phase.phase == "probe_bw_down" or phase.reason == "probe_rtt_done":
            if phase.phase == "startup":
                continue
            index = 2 * len(lines)
            rounds = _below(seed, flow, index, 2)
            wait_ns = _below(seed, flow, index + 1, 1_000_000_000)
            wait_ms = _WAIT_BASE_MS - (-wait_ns // 1_000_000)  # the crate draws milliseconds
            lines.append(f"D {round(phase.start_s / _MICROSECOND)} {rounds} {wait_ms}")
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
