"""The grid of `readings`: readings of FaiRTT, topologies and loss, as scenarios.

The paper (arXiv 2403.19973) leaves open what "RTT of 15 ms and 5 ms" with a "delay of 10 ms" is,
what its error rate was, and how Algorithm 1 is to be read. Everything else is as it says:
10 Mbit/s, packets of 1,000 bytes, drop-tail with a buffer of 10 BDP, 120 s, two bulk flows.
"""

from dataclasses import dataclass
from typing import Final

from lab_model.scenarios import Scenario, validate_scenario

LOSS_RATIOS: Final = (0.0, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.005)


@dataclass(frozen=True)
class Algorithm:
    """One column of the comparison: an algorithm, or one reading of it."""

    title: str
    name: str
    reading: str | None = None


@dataclass(frozen=True)
class Topology:
    """One interpretation of the paper's path; RTTs are end to end, propagation only."""

    id: str
    meaning: str
    elephant_rtt_s: float
    mouse_rtt_s: float
    delay_s: float
    """One-way propagation delay of the bottleneck."""


@dataclass(frozen=True)
class Cell:
    """One point of the grid."""

    topology: Topology
    loss_ratio: float
    algorithm: Algorithm


HOST: Final = Algorithm("BBRv2", "bbr2")
"""What FaiRTT is built on."""
ALGORITHMS: Final = (
    HOST,
    Algorithm("FaiRTT algorithm1_letter", "fairtt", "algorithm1_letter"),
    Algorithm("FaiRTT shared_threshold", "fairtt", "shared_threshold"),
    Algorithm("FaiRTT bdp_and_pacing", "fairtt", "bdp_and_pacing"),
)

# How the quoted 5 and 15 ms may relate to the 10 ms of the bottleneck.
TOPOLOGIES: Final = (
    Topology("T1", "End to end is what is quoted; link of 1 ms", 0.015, 0.005, 0.001),
    Topology("T6", "10 ms is a part of the RTT: 10 + a", 0.025, 0.015, 0.005),
    Topology("T2", "10 ms one way, access RTT a: 20 + a", 0.035, 0.025, 0.010),
    Topology("T3", "10 ms one way, access a one way on one side: 20 + 2a", 0.050, 0.030, 0.010),
    Topology("T4", "As T3, 1 ms on the other side: 22 + 2a", 0.052, 0.032, 0.010),
    Topology("T5", "10 ms one way, access a one way on both sides: 20 + 4a", 0.080, 0.040, 0.010),
    # The paper's sweep of the elephant's RTT over T2, beside the 15 ms that T2 is itself.
    Topology("T2 a=10", "T2 with an elephant of 10 ms: 30 against 25 ms", 0.030, 0.025, 0.010),
    Topology("T2 a=30", "T2 with an elephant of 30 ms: 50 against 25 ms", 0.050, 0.025, 0.010),
)


def grid() -> list[Cell]:
    """All cells: topology after topology, within it loss after loss, within it the algorithms."""
    return [
        Cell(topology, loss_ratio, algorithm)
        for topology in TOPOLOGIES
        for loss_ratio in LOSS_RATIOS
        for algorithm in ALGORITHMS
    ]


def scenario_of(cell: Cell, duration_s: float, send_quantum: str) -> Scenario:
    """The scenario of a cell. Group 0 is the elephant, so `throughput_ratio` is elephant/mouse."""
    topology = cell.topology
    reading = cell.algorithm.reading
    parameters = {} if reading is None else {"reading": reading}
    algorithm = {"name": cell.algorithm.name, "parameters": parameters}
    loss: dict[str, object] = {"kind": "none"}
    if cell.loss_ratio > 0:
        loss = {"kind": "bernoulli", "probability": cell.loss_ratio}
    return validate_scenario(
        {
            "name": f"{cell.algorithm.title}, {topology.id}, loss {cell.loss_ratio:g}",
            "duration_s": duration_s,
            "packet_bytes": 1000,
            "bottleneck": {
                "rate_bps": 10_000_000,
                "delay_s": topology.delay_s,
                "buffer": {"amount": 10, "unit": "bdp", "rtt_s": topology.mouse_rtt_s},
                "loss": loss,
            },
            "transport": {"send_quantum": send_quantum},
            "flows": [
                {"label": "elephant", "rtt_s": topology.elephant_rtt_s, "algorithm": algorithm},
                {"label": "mouse", "rtt_s": topology.mouse_rtt_s, "algorithm": algorithm},
            ],
        }
    )
