"""The runs of the witness: cells of `./lab readings`, and the controllers that go through each."""

from dataclasses import dataclass
from typing import Final

from lab_model.scenarios import Scenario, buffer_bytes
from lab_research.readings.grid import HOST, TOPOLOGIES, Cell, scenario_of
from lab_research.witness.rules import MAIN, NAMES, bits

TOPOLOGY_IDS: Final = ("T2", "T5")
LOSS_RATIOS: Final = (0.0, 0.0005, 0.0015, 0.003)
DURATION_S: Final = 120.0
_NS: Final = 1_000_000_000


@dataclass(frozen=True)
class Variant:
    """A controller of the table: the crate as published, or its copy with some of the rules."""

    name: str
    title: str
    controller: str
    rules: tuple[str, ...] = ()


PUBLISHED: Final = Variant("published", "crate as published", "published")
UNCHANGED: Final = Variant("unchanged", "copy without a rule", "edited")
MAIN_RULES: Final = Variant("main_rules", "with the four main rules", "edited", MAIN)
ALL_RULES: Final = Variant("all_rules", "with all rules", "edited", NAMES)
CORE: Final = "core"
ONE_IN: Final = tuple(Variant(f"in_{name}", f"only {name}", "edited", (name,)) for name in NAMES)
ONE_OUT: Final = tuple(
    Variant(f"out_{name}", f"all but {name}", "edited", tuple(n for n in NAMES if n != name))
    for name in NAMES
)
WHOLE: Final = (PUBLISHED, MAIN_RULES, ALL_RULES)
"""Variants with every seed; single rules have fewer."""
VARIANTS: Final = (*WHOLE, UNCHANGED, *ONE_IN, *ONE_OUT)


def cells() -> list[Cell]:
    """Two pairs of round-trip times with four losses, BBRv2 on both flows."""
    topologies = [topology for topology in TOPOLOGIES if topology.id in TOPOLOGY_IDS]
    return [Cell(topology, loss, HOST) for topology in topologies for loss in LOSS_RATIOS]


def core_scenario(cell: Cell) -> Scenario:
    """The cell as the core runs it, with exact hosts: those of the Rust bottleneck are, too."""
    scenario = scenario_of(cell, DURATION_S, "linux")
    exact = scenario.transport.model_copy(update={"host_jitter_s": 0.0})
    return scenario.model_copy(update={"transport": exact})


def job_line(cell: Cell, variant: Variant, seed: int) -> str:
    """The cell as the Rust bottleneck runs it: same rate, buffer, delays, loss and length."""
    scenario = core_scenario(cell)
    link = scenario.bottleneck
    # As in the core: the packet in service does not count, and packets fit whole or not at all.
    buffer_packets = buffer_bytes(scenario) // scenario.packet_bytes
    times_s = (link.delay_s, cell.topology.elephant_rtt_s, cell.topology.mouse_rtt_s)
    numbers: list[float] = [
        bits(variant.rules),
        link.rate_bps,
        buffer_packets,
        *(_ns(t) for t in times_s),
    ]
    numbers += [cell.loss_ratio, 0, _ns(scenario.start_jitter_s), _ns(DURATION_S), seed]
    return " ".join([variant.controller, *(str(number) for number in numbers)])


def ratio_of(answer: str) -> float:
    """Throughput of the elephant over the mouse's, each over the time that it was active."""
    numbers = [int(word) for word in answer.split()]
    elephant_start, elephant, _, _, mouse_start, mouse, _, _ = numbers
    duration_ns = _ns(DURATION_S)
    return (elephant / (duration_ns - elephant_start)) / (mouse / (duration_ns - mouse_start))


def _ns(seconds: float) -> int:
    return round(seconds * _NS)
