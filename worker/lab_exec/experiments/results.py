"""The results of a sweep, read from its store in the order of cells and seeds.

Nothing else goes into the outputs, so that a sweep that was interrupted and continued writes the
same bytes as one that was not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from lab_exec.experiments.store import FoundUnit, ResultStore
from lab_exec.experiments.units import FailedUnit
from lab_model.experiments import Estimates, Expansion, Metric, estimate_cells
from lab_model.experiments.agreement import agreeing_cells, numbers_compared
from lab_model.experiments.effect_precision import judge_round
from lab_model.experiments.metrics import combined, parts_of
from lab_model.experiments.number_names import group_count, number_names
from lab_model.experiments.precision import PrecisionFound
from lab_model.experiments.unit_rows import FailedRow, UnitRow


@dataclass(frozen=True)
class SweepResults:
    """An experiment and its known numbers."""

    expansion: Expansion
    store: ResultStore
    core_version: str
    behaviour_version: int
    failed: Sequence[FailedRow] = ()
    """Units that could not be computed just now, in any order; a store keeps none."""
    seed_counts: NDArray[np.int64] | None = None
    """Seeds of each cell, where a precision is wanted; None: all have all seeds."""
    modules: Mapping[str, bytes] = field(default_factory=dict)
    """Bytes of the modules that its flows run, by name."""

    def next_round(self) -> PrecisionFound | None:
        """How near each cell is to the wanted precision; None: none is wanted."""
        replications = self.expansion.definition.replications
        if replications.precision is None or self.seed_counts is None:
            return None
        parts = parts_of(replications.precision.metric)
        tables = self.tables(parts)
        return judge_round(
            combined([tables[part] for part in parts]),
            self.seed_counts,
            [work.scenario_digest for work in self.expansion.work],
            replications.precision,
            self.expansion.baseline_cells,
        )

    def units(self, cell_index: int) -> list[FoundUnit]:
        """The units of a cell that are known, by seed."""
        digest = self.expansion.work[cell_index].scenario_digest
        count = None if self.seed_counts is None else int(self.seed_counts[cell_index])
        return self.store.units_of(digest, self.expansion.seeds[:count])

    def all_units(self) -> Iterator[tuple[int, FoundUnit]]:
        """Every unit with its cell, by cell and seed."""
        for cell_index in range(self.expansion.cell_count):
            for unit in self.units(cell_index):
                yield cell_index, unit

    def unit_rows(self) -> Iterator[UnitRow]:
        """The units as exports take them."""
        for cell_index, unit in self.all_units():
            numbers = dict(zip(unit.names, unit.numbers.tolist(), strict=True))
            yield UnitRow(cell_index, unit.seed, unit.scenario_digest, unit.summary_digest, numbers)

    def with_failed(self, failed: Iterable[FailedUnit]) -> "SweepResults":
        """These results and the units that could not be computed, which equal cells share."""
        work = self.expansion.work
        rows = [
            FailedRow(cell_index, item.unit.seed, self.core_version, item.reason)
            for item in failed
            for cell_index, cell in enumerate(work)
            if cell.scenario_digest == work[item.unit.cell_index].scenario_digest
        ]
        return replace(self, failed=rows)

    def failed_rows(self) -> Iterator[FailedRow]:
        """Every unit that could not be computed, by cell and seed."""
        return iter(sorted(self.failed))

    def names(self) -> list[str]:
        """The names of all numbers, in order. Cells with fewer flow groups have fewer of them."""
        return number_names(self.expansion.definition)

    def tables(self, names: Sequence[str]) -> dict[str, NDArray[np.float64]]:
        """For each name an array (cells, seeds); NaN where there is no number."""
        shape = (self.expansion.cell_count, len(self.expansion.seeds), len(names))
        table = np.full(shape, np.nan)
        columns_of: dict[tuple[str, ...], tuple[list[int], list[int]]] = {}
        for cell_index, unit in self.all_units():
            if unit.names not in columns_of:
                columns_of[unit.names] = _columns(names, unit.names)
            columns, places = columns_of[unit.names]
            table[cell_index, unit.seed - self.expansion.seeds[0], columns] = unit.numbers[places]
        return {name: np.ascontiguousarray(table[:, :, n]) for n, name in enumerate(names)}

    def values(self, names: Sequence[str]) -> list[NDArray[np.float64]]:
        """The arrays in the order of the names, as exports take them."""
        tables = self.tables(names)
        return [tables[name] for name in names]

    def agreeing(self) -> NDArray[np.bool_]:
        """Flags of the cells in which the seeds hardly differ."""
        names = numbers_compared(group_count(self.expansion.definition), self.names())
        utilisation, *groups = self.values(names)
        return agreeing_cells(utilisation, groups)

    def estimates(self, metrics: Sequence[Metric]) -> dict[str, Estimates]:
        """For each metric its estimates by cell."""
        names = list(dict.fromkeys(part for metric in metrics for part in parts_of(metric.name)))
        tables = self.tables(names)
        values = {
            metric.name: combined([tables[part] for part in parts_of(metric.name)])
            for metric in metrics
        }
        return {metric.name: estimate_cells(values[metric.name], metric) for metric in metrics}


def _columns(names: Sequence[str], known: Sequence[str]) -> tuple[list[int], list[int]]:
    """Which of the names are known, and where."""
    places = {name: place for place, name in enumerate(known)}
    columns = [column for column, name in enumerate(names) if name in places]
    return columns, [places[names[column]] for column in columns]
