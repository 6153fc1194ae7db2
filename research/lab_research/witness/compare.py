"""The core's controller and the crate's, both through the events of the same flow."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from math import isnan
from typing import Final

from lab_exec.chunk import Phase
from lab_research.witness.events import Recorded

_CLOSE_PACKETS: Final = 2.0
_CLOSE_RATIO: Final = 0.02
_CLOSE_RTT_S: Final = 1e-4


@dataclass(frozen=True)
class Believed:
    """The state of one controller at one moment. Bounds that are not set are None."""

    state: str
    cwnd_packets: float
    pacing_bps: float
    bandwidth_bps: float
    bandwidth_max_bps: float
    min_rtt_s: float
    inflight_hi_packets: float | None
    inflight_lo_packets: float | None


def _near(mine: float, theirs: float) -> bool:
    return abs(mine - theirs) <= _CLOSE_RATIO * mine


def _near_packets(mine: float | None, theirs: float | None) -> bool:
    if mine is None or theirs is None:
        return mine is theirs
    return abs(mine - theirs) <= _CLOSE_PACKETS


QUANTITIES: Final[dict[str, Callable[[Believed, Believed], bool]]] = {
    "state": lambda a, b: a.state == b.state,
    "cwnd": lambda a, b: _near_packets(a.cwnd_packets, b.cwnd_packets),
    "pacing rate": lambda a, b: _near(a.pacing_bps, b.pacing_bps),
    "bandwidth": lambda a, b: _near(a.bandwidth_bps, b.bandwidth_bps),
    "max bandwidth": lambda a, b: _near(a.bandwidth_max_bps, b.bandwidth_max_bps),
    "min RTT": lambda a, b: abs(a.min_rtt_s - b.min_rtt_s) <= _CLOSE_RTT_S,
    "inflight_hi": lambda a, b: _near_packets(a.inflight_hi_packets, b.inflight_hi_packets),
    "inflight_lo": lambda a, b: _near_packets(a.inflight_lo_packets, b.inflight_lo_packets),
}
"""When two controllers agree: packets by 2, rates by 2 %, RTTs by 0.1 ms, states exactly."""


@dataclass(frozen=True)
class Agreement:
    """How long the two agree in one quantity, and where they first do not."""

    quantity: str
    ratio: float
    """Share of the samples."""
    first_s: float | None
    """When they first differ; None: never."""
    mine: Believed | None
    theirs: Believed | None


def believed_by_core(recorded: Recorded, packet_bytes: int) -> list[tuple[float, Believed]]:
    """At the end of every sample, with the time."""
    return [
        (time_s, of_core(recorded, index, packet_bytes))
        for index, time_s in enumerate(recorded.times_s)
    ]


def compare(
    believed: list[tuple[float, Believed]], answers: list[str], packet_bytes: int
) -> list[Agreement]:
    """At every sample of the core, from the first ACK on."""
    moments = [int(answer.split(maxsplit=1)[0]) / 1e6 for answer in answers]
    pairs: list[tuple[float, Believed, Believed]] = []
    for time_s, mine in believed:
        place = bisect_right(moments, time_s + 1e-9) - 1
        if place >= 0:
            pairs.append((time_s, mine, of_crate(answers[place], packet_bytes)))
    return [_agreement(name, agree, pairs) for name, agree in QUANTITIES.items()]


def _agreement(
    name: str,
    agree: Callable[[Believed, Believed], bool],
    pairs: list[tuple[float, Believed, Believed]],
) -> Agreement:
    apart = [pair for pair in pairs if not agree(pair[1], pair[2])]
    ratio = 1 - len(apart) / len(pairs)
    return Agreement(name, ratio, *(apart[0] if apart else (None, None, None)))


def of_core(recorded: Recorded, index: int, packet_bytes: int) -> Believed:
    """The core's controller at the end of a sample."""

    def packets(name: str) -> float | None:
        value = recorded.series[name][index]
        return None if isnan(value) else value / packet_bytes

    series = recorded.series
    return Believed(
        _phase_at(recorded.phases, recorded.times_s[index]),
        series["cwnd_bytes"][index] / packet_bytes,
        series["pacing_rate_bps"][index],
        series["bandwidth_estimate_bps"][index],
        series["bandwidth_max_bps"][index],
        series["min_rtt_s"][index],
        packets("inflight_hi_bytes"),
        packets("inflight_lo_bytes"),
    )


def of_crate(answer: str, packet_bytes: int) -> Believed:
    """The crate's controller after an ACK: one line of the Rust part."""
    words = answer.split()

    def packets(word: str) -> float | None:
        return None if word == "-" else int(word) / packet_bytes

    return Believed(
        words[1],
        int(words[2]) / packet_bytes,
        8.0 * int(words[3]),
        8.0 * int(words[4]),
        8.0 * int(words[5]),
        int(words[6]) / 1e6,
        packets(words[7]),
        packets(words[8]),
    )


def _phase_at(phases: list[Phase], time_s: float) -> str:
    place = bisect_right([phase.start_s for phase in phases], time_s + 1e-9) - 1
    return phases[max(place, 0)].phase
