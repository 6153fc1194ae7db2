"""The step by step comparison: some flows of the core, with and without v2alpha's rules."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from lab_research.readings.grid import Cell
from lab_research.witness import crate
from lab_research.witness.cells import cells, core_scenario
from lab_research.witness.compare import QUANTITIES, Agreement, believed_by_core, compare
from lab_research.witness.events import Recorded, record
from lab_research.witness.rules import MAIN, NAMES, bits

LOSS_RATIOS: Final = (0.0, 0.0015, 0.003)
DURATION_S: Final = 60.0
SAMPLE_S: Final = 0.01
SEED: Final = 1


@dataclass(frozen=True)
class Compared:
    """How one set of rules did on the recorded flows."""

    title: str
    agreements: list[list[Agreement]]
    """For each flow, the quantities in order."""

    def ratio(self, quantity: str) -> float:
        """Share of the samples in which the two agree, over the flows."""
        return fmean(each.ratio for each in self._of(quantity))

    def first_s(self, quantity: str) -> float | None:
        """When they first differ in any of the flows."""
        times = [each.first_s for each in self._of(quantity) if each.first_s is not None]
        return min(times, default=None)

    def same_count(self) -> int:
        """Flows whose states agree in every sample."""
        return sum(each.first_s is None for each in self._of("state"))

    def as_document(self) -> dict[str, Any]:
        """The set's entry in the data file."""
        quantities = {
            name: {
                "agree_ratio": round(self.ratio(name), 4),
                "first_s": _rounded(self.first_s(name)),
            }
            for name in QUANTITIES
        }
        return {"title": self.title, "same_flow_count": self.same_count(), "in": quantities}

    def _of(self, quantity: str) -> list[Agreement]:
        return [each for flow in self.agreements for each in flow if each.quantity == quantity]


def recorded_cells() -> list[Cell]:
    """The cells of which both flows are recorded."""
    return [cell for cell in cells() if cell.loss_ratio in LOSS_RATIOS]


def record_all(on_done: Callable[[], object]) -> list[Recorded]:
    """Both flows of each cell."""
    found = []
    for cell in recorded_cells():
        changes = {"duration_s": DURATION_S, "sample_interval_s": SAMPLE_S}
        scenario = core_scenario(cell).model_copy(update=changes)
        for flow in range(len(scenario.flows)):
            found.append(record(scenario, SEED, flow))
            on_done()
    return found


def rule_sets() -> dict[str, tuple[str, ...]]:
    """Title to rules: none, the main ones, all, and all but one."""
    without = {f"all but {name}": tuple(n for n in NAMES if n != name) for name in NAMES}
    return {"no rule": (), "main rules": MAIN, "all rules": NAMES} | without


def compare_all(
    program: Path, recorded: list[Recorded], on_done: Callable[[], object]
) -> list[Compared]:
    """Every set of rules on every recorded flow."""
    found = []
    packet_bytes = core_scenario(recorded_cells()[0]).packet_bytes
    believed = [believed_by_core(flow, packet_bytes) for flow in recorded]
    for title, names in rule_sets().items():
        agreements = []
        for flow, mine in zip(recorded, believed, strict=True):
            lines = [line.replace("{rules}", str(bits(names))) for line in flow.lines]
            agreements.append(compare(mine, crate.ask(program, "replay", lines), packet_bytes))
        found.append(Compared(title, agreements))
        on_done()
    return found


def _rounded(time_s: float | None) -> float | None:
    return None if time_s is None else round(time_s, 4)
