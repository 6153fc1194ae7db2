"""The runs of a store that belong to an experiment, in parts as a lab takes them."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lab_exec import behaviour_version, core_version
from lab_exec.errors import InputError
from lab_exec.experiments.store import FoundUnit, open_store
from lab_model.experiments import Expansion

MOST_UNITS: Final = 500
MOST_NUMBERS: Final = 15_000
"""Of one part: half a megabyte at most, and the lab takes one."""


@dataclass(frozen=True)
class StoredRuns:
    """What a store has of an experiment."""

    expansion: Expansion
    behaviour_version: int
    core_version: str
    unit_count: int
    first_cells: dict[str, int]
    """By scenario digest the first cell that has it."""


def read_runs(path: Path, expansion: Expansion) -> StoredRuns:
    """Which runs of the experiment are there. Raises `InputError` if there is none, or if they were
    computed with different behaviours.
    """
    first_cells: dict[str, int] = {}
    for index, cell in enumerate(expansion.work):
        first_cells.setdefault(cell.scenario_digest, index)
    wanted = {(digest, seed) for digest in first_cells for seed in expansion.seeds}
    with open_store(path, behaviour_version(), core_version()) as store:
        builds = store.builds_of(wanted)
    if not builds:
        raise InputError(f"'{path}' has no run of this experiment")
    by_behaviour: Counter[int] = Counter()
    for (behaviour, _), count in builds.items():
        by_behaviour[behaviour] += count
    if len(by_behaviour) > 1:
        counts = " and ".join(
            f"{count:,} runs of behaviour {behaviour}"
            for behaviour, count in sorted(by_behaviour.items())
        )
        raise InputError(
            f"'{path}' has {counts} of this experiment, and one experiment has one behaviour: "
            "compute all of it with one release, into a new store"
        )
    [(behaviour, unit_count)] = by_behaviour.items()
    [((_, core), _)] = builds.most_common(1)
    return StoredRuns(expansion, behaviour, core, unit_count, first_cells)


def parts_of(runs: StoredRuns, path: Path) -> Iterator[tuple[dict[str, Any], int]]:
    """Bodies for the lab, and how many runs are in each."""
    part = _Part()
    with open_store(path, behaviour_version(), core_version()) as opened:
        store = opened.of_behaviour(runs.behaviour_version)
        for digest, cell_index in runs.first_cells.items():
            for unit in store.units_of(digest, runs.expansion.seeds):
                if not part.has_room(len(unit.names)):
                    yield part.body(), part.unit_count
                    part = _Part()
                part.add(cell_index, unit)
    if part.unit_count:
        yield part.body(), part.unit_count


class _Part:
    def __init__(self) -> None:
        self.unit_count = 0
        self._number_count = 0
        self._by_names: dict[tuple[str, ...], list[dict[str, Any]]] = {}

    def has_room(self, number_count: int) -> bool:
        return not self.unit_count or (
            self.unit_count < MOST_UNITS and self._number_count + number_count <= MOST_NUMBERS
        )

    def add(self, cell_index: int, unit: FoundUnit) -> None:
        numbers = [None if math.isnan(value) else float(value) for value in unit.numbers]
        self._by_names.setdefault(unit.names, []).append(
            {
                "cell_index": cell_index,
                "seed": unit.seed,
                "summary_digest": unit.summary_digest,
                "values": numbers,
            }
        )
        self.unit_count += 1
        self._number_count += len(numbers)

    def body(self) -> dict[str, Any]:
        layouts = [
            {"names": list(names), "units": units} for names, units in self._by_names.items()
        ]
        return {"layouts": layouts}
