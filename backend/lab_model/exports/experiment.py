"""What is exported: an experiment with its units and their numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, Protocol

from pydantic import JsonValue

from lab_model.experiments.agreement import numbers_compared, seeds_agree
from lab_model.experiments.cells import Expansion
from lab_model.experiments.metrics import Metric, metrics_of
from lab_model.experiments.number_names import group_count, labels_and_counts, number_names
from lab_model.experiments.unit_rows import FailedRow, UnitRow, unit_place
from lab_model.exports.main_metrics import MAIN_METRICS
from lab_model.exports.modules import Declared, ModuleSource, declared_by, no_modules

Json = dict[str, Any]
Rows = Sequence[Sequence[float]]
"""For each cell the values of its seeds; NaN where there is none."""

_VALUES_AT_ONCE: Final = 4_000_000
"""Some 30 MB: of 4,200 runs all numbers in one pass, of 50,000 in two."""


class Table(Protocol):
    """An array of cells x seeds, NaN where there is none, or what stands for one."""

    def tolist(self) -> Any:
        """The table's rows."""


class UnitSource(Protocol):
    """The source of an experiment's numbers. Each is read when a format asks for it."""

    def unit_rows(self) -> Iterator[UnitRow]:
        """Every unit that is known, by cell and seed."""

    def failed_rows(self) -> Iterator[FailedRow]:
        """Every unit that could not be computed, by cell and seed."""

    def values(self, names: Sequence[str]) -> Sequence[Table]:
        """A table of values for each of these names."""


@dataclass(frozen=True)
class ExportedExperiment:
    """An experiment that is over. Only `program_url` depends on where."""

    name: str
    """For people; may be empty."""
    expansion: Expansion
    core_version: str
    behaviour_version: int | None
    """None: exported before it was counted."""
    source: UnitSource
    program_url: str = ""
    """Address of the lab that writes the file, for the program's citation; empty: it has none."""
    modules: ModuleSource = no_modules
    """The modules among the algorithms of its flows."""
    elsewhere: tuple[str, ...] = ()
    """Sentences on runs that were not computed by the lab that writes the file."""
    table_metrics: tuple[str, ...] = MAIN_METRICS
    """The metrics that a table for a paper has; those without numbers are left out."""

    @cached_property
    def declared(self) -> Declared:
        """What its modules say of themselves."""
        return declared_by(self.modules)

    @property
    def title(self) -> str:
        """What to call it in a text."""
        return self.name or self.expansion.definition.name or "An experiment"

    @property
    def definition(self) -> Json:
        """The definition as plain data, every default filled in."""
        return self.expansion.definition.to_json()

    @cached_property
    def names(self) -> list[str]:
        """The names of all numbers of a unit, in order."""
        return number_names(self.expansion.definition)

    @cached_property
    def metrics(self) -> list[Metric]:
        """What the numbers mean."""
        return metrics_of(self.names, *labels_and_counts(self.expansion.definition))

    @cached_property
    def failed(self) -> list[FailedRow]:
        """Units that could not be computed, by cell and seed."""
        return list(self.source.failed_rows())

    def tables(self) -> Iterator[tuple[Metric, Rows]]:
        """Each metric with its values.

        Many are read in one pass: to go through the runs costs more than to take a number there.
        """
        step = max(1, _VALUES_AT_ONCE // max(1, self.expansion.unit_count))
        for first in range(0, len(self.metrics), step):
            metrics = self.metrics[first : first + step]
            values = self.source.values([metric.name for metric in metrics])
            for metric, table in zip(metrics, values, strict=True):
                yield metric, table.tolist()

    def rows_of(self, metrics: Sequence[Metric]) -> list[Rows]:
        """The values of a few metrics."""
        return [table.tolist() for table in self.source.values([each.name for each in metrics])]

    @cached_property
    def agreeing(self) -> list[bool]:
        """Flags of the cells in which the seeds hardly differ."""
        names = numbers_compared(group_count(self.expansion.definition), self.names)
        utilisation, *groups = (table.tolist() for table in self.source.values(names))
        return [
            seeds_agree(row, [group[cell] for group in groups])
            for cell, row in enumerate(utilisation)
        ]

    @cached_property
    def places(self) -> list[list[JsonValue]]:
        """For each cell the first columns of its rows: its index, points and values."""
        return [unit_place(self.expansion, cell) for cell in range(self.expansion.cell_count)]

    @cached_property
    def found(self) -> "Found":
        """How much there is, and its digest: one pass over all units."""
        digest = sha256()
        count = 0
        for unit in self.source.unit_rows():
            line = f"{unit.scenario_digest} {unit.seed} {unit.summary_digest}\n"
            digest.update(line.encode())
            count += 1
        return Found(count, digest.hexdigest())


@dataclass(frozen=True)
class Found:
    """What is known of an experiment's units."""

    unit_count: int
    numbers_digest: str
    """SHA-256 over the lines `scenario_digest seed summary_digest`, by cell and seed."""
