"""What `bench` simulates: dumbbells with bulk flows, 40 ms, a buffer of one BDP."""

from dataclasses import dataclass
from typing import Any, Final

from lab_model.scenarios import Scenario, validate_scenario

RTT_S: Final = 0.04
PACKET_BYTES: Final = 1500
BITS_PER_BYTE: Final = 8
ALGORITHMS: Final = ("bbr2", "cubic")
ONE: Final = ALGORITHMS[0]
"""The algorithm of loads that are not about algorithms."""
ARMS: Final = ("bbr2", "fairtt")
"""The arms of an experiment that has some."""
AS_MODULES: Final = ("newreno", "cubic", "bbr2")
"""Algorithms of the core that exist as WebAssembly modules, too."""
# No series are recorded, so a sample costs nothing but its event; few of them keep a run with
# 10,000 flows below the limit of samples of a scenario.
SAMPLES_PER_RUN: Final = 20


@dataclass(frozen=True)
class Load:
    """One dumbbell."""

    algorithm: str
    flow_count: int
    rate_bps: int

    @property
    def window_packets(self) -> float:
        """Share of one flow of the bandwidth-delay product."""
        return self.rate_bps * RTT_S / BITS_PER_BYTE / PACKET_BYTES / self.flow_count


@dataclass(frozen=True)
class Goal:
    """Million packets per CPU second: what must be reached and what is aimed at."""

    gate: float
    aim: float


_SHARED_RATE_BPS: Final = 1_000_000_000
# Flows, rate of the link, and for BBRv2 what has to be reached.
_GATE: Final[tuple[tuple[int, int, Goal | None], ...]] = (
    (2, 100_000_000, Goal(5, 8)),
    (100, _SHARED_RATE_BPS, Goal(4, 5)),
    (1_000, _SHARED_RATE_BPS, Goal(2, 3)),
    (10_000, _SHARED_RATE_BPS, None),
)
GATE_LOADS: Final = tuple(
    (Load(name, count, rate), goal if name == ONE else None)
    for name in ALGORITHMS
    for count, rate, goal in _GATE
)

_RATE_PER_FLOW_BPS: Final = 10_000_000
FLOW_CURVE: Final = tuple(
    Load(name, count, _RATE_PER_FLOW_BPS * count)
    for name in ALGORITHMS
    for count in (1, 10, 100, 1_000, 3_000)
)
# One flow, 4 to 40,000 packets of BDP.
WINDOW_CURVE: Final = tuple(
    Load(name, 1, rate)
    for name in ALGORITHMS
    for rate in (1_200_000, 12_000_000, 120_000_000, 1_200_000_000, 12_000_000_000)
)

MEMORY_LOAD: Final = Load(ONE, 10, 1_000_000_000)
MEMORY_DURATION_S: Final = 100.0
MEMORY_LIMIT_BYTES: Final = 200_000_000
RECORDING_LOADS: Final = (
    Load(ONE, 2, 10_000_000),
    Load(ONE, 10, 1_000_000_000),
    Load(ONE, 100, 1_000_000_000),
)
# Against ns-3, with how long each is simulated: about 40,000 packets, a few seconds of ns-3.
NS3_LOADS: Final = (
    (Load("cubic", 2, 100_000_000), 5.0),
    (Load("cubic", 100, 1_000_000_000), 0.6),
)
RECORDING_INTERVAL_S: Final = 0.1
RECORDING_LIMIT_RATIO: Final = 0.10


# Shorter, a run would be little but its start; longer, it teaches nothing more.
_LEAST_DURATION_S: Final = 2.0
_MOST_DURATION_S: Final = 1_000.0


def duration_s(load: Load, packet_count: int) -> float:
    """How long the link needs for so many packets when it is never idle, within bounds."""
    needed_s = packet_count * PACKET_BYTES * BITS_PER_BYTE / load.rate_bps
    return min(max(needed_s, _LEAST_DURATION_S), _MOST_DURATION_S)


def scenario_of(
    load: Load, run_duration_s: float, sample_interval_s: float | None = None
) -> Scenario:
    """The load as a scenario."""
    if sample_interval_s is None:
        sample_interval_s = run_duration_s / SAMPLES_PER_RUN
    data: dict[str, Any] = {
        "duration_s": run_duration_s,
        "sample_interval_s": sample_interval_s,
        "packet_bytes": PACKET_BYTES,
        "bottleneck": {"rate_bps": load.rate_bps},
        "flows": [
            {"count": load.flow_count, "rtt_s": RTT_S, "algorithm": {"name": load.algorithm}}
        ],
    }
    return validate_scenario(data)
