"""What was measured for an experiment: an array of numbers over cells and seeds.

library = shipped_library()
library["fairtt-buffer"].number("throughput_ratio", cell_index)   # over the seeds
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lab_model.experiments import Expansion
from lab_model.experiments.agreement import agreeing_cells, numbers_compared
from lab_model.experiments.bundle import BUNDLE_SUFFIX, Bundle, read_bundle
from lab_model.experiments.number_names import group_count
from lab_model.papers.experiments import Measures, expansion_of, load_experiments
from lab_model.scenarios import Scenario

DATA_FOLDER: Final = Path(__file__).parent / "data"

Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Measured:
    """The numbers of an experiment's units."""

    expansion: Expansion
    core_version: str
    seeds: list[int]
    names: tuple[str, ...]
    values: Values
    """Cell, seed, name; NaN where a unit has no such number."""
    is_known: NDArray[np.bool_]
    """Cell, seed: whether the unit was computed."""
    twins: "Mapping[int, tuple[Measured, int]]" = field(default_factory=dict)
    """Cell to the same scenario in an experiment that ran it with more seeds."""

    @property
    def unit_count(self) -> int:
        """Units with numbers."""
        return int(self.is_known.sum())

    @cached_property
    def agreeing(self) -> NDArray[np.bool_]:
        """Flags of the cells in which the seeds hardly differ; all false where there are no numbers
        of units.
        """
        count = group_count(self.expansion.definition)
        utilisation, *groups = numbers_compared(count, self.names)
        if utilisation not in self.names:
            return np.zeros(self.expansion.cell_count, dtype=np.bool_)
        table, *tables = (
            self.values[:, :, self.names.index(name)] for name in (utilisation, *groups)
        )
        return agreeing_cells(table, tables)

    def knows(self, cell_index: int) -> bool:
        """Whether the cell was computed with every seed."""
        return bool(self.is_known[cell_index].all())

    def number(self, name: str, cell_index: int) -> Values:
        """A number over the seeds. Raises KeyError if no unit has it."""
        if name not in self.names:
            raise KeyError(name)
        return self.values[cell_index, :, self.names.index(name)]

    def scenario(self, cell_index: int) -> Scenario:
        """The scenario of a cell."""
        return _scenario(self.expansion, cell_index)


Library = Mapping[str, Measured]


@lru_cache(maxsize=4096)
def _scenario(expansion: Expansion, cell_index: int) -> Scenario:
    return expansion.scenario(cell_index)


def measured_of(
    bundle: Bundle, expansion: Expansion, seeds: Sequence[int] | None = None
) -> Measured:
    """A bundle's units, sorted into the cells of a definition; `seeds` if not all of its own.

    Units of other scenarios or seeds are left out, missing ones are unknown.
    """
    seeds = list(expansion.seeds if seeds is None else seeds)
    units = bundle.units
    row_of = {
        (digest, seed): row
        for row, (digest, seed) in enumerate(zip(units.digests, units.seeds, strict=True))
    }
    shape = (expansion.cell_count, len(seeds))
    values = np.full((*shape, len(bundle.names)), np.nan)
    is_known = np.zeros(shape, dtype=np.bool_)
    for cell_index, work in enumerate(expansion.work):
        for position, seed in enumerate(seeds):
            row = row_of.get((work.scenario_digest, seed))
            if row is not None:
                values[cell_index, position] = units.values[row]
                is_known[cell_index, position] = True
    return Measured(expansion, bundle.core_version, seeds, bundle.names, values, is_known)


def bundle_path(key: str, measures: Measures) -> Path:
    """The file with an experiment's shipped results.

    What is read off series lies apart: those are not the numbers of an experiment's units.
    """
    folder = DATA_FOLDER if measures == "units" else DATA_FOLDER / measures
    return folder / f"{key}{BUNDLE_SUFFIX}"


def linked(library: Library) -> dict[str, Measured]:
    """The same library with links: every cell knows where its scenario was run with more seeds.

    So that one quantity has one value, wherever a page asks for it.
    """
    runs_of: dict[str, list[tuple[Measured, int]]] = {}
    for measured in library.values():
        for cell, work in enumerate(measured.expansion.work):
            if measured.knows(cell):
                runs_of.setdefault(work.scenario_digest, []).append((measured, cell))
    return {
        key: replace(
            measured,
            twins={
                cell: max(better, key=_seed_count)
                for cell, work in enumerate(measured.expansion.work)
                if (
                    better := [
                        run
                        for run in runs_of.get(work.scenario_digest, [])
                        if _is_better(run[0], measured)
                    ]
                )
            },
        )
        for key, measured in library.items()
    }


def _seed_count(run: tuple[Measured, int]) -> int:
    return len(run[0].seeds)


def _is_better(one: Measured, other: Measured) -> bool:
    return len(one.seeds) > len(other.seeds) and set(one.names) >= set(other.names)


@cache
def shipped_library() -> dict[str, Measured]:
    """Everything that comes with the repository. Read once per process."""
    library: dict[str, Measured] = {}
    for key, entry in load_experiments().items():
        path = bundle_path(key, entry.measures)
        if entry.is_shipped and path.exists():
            library[key] = measured_of(read_bundle(path), expansion_of(key))
    return linked(library)
