"""An experiment from its self-describing ZIP, or from the folder that it was unpacked to."""

import csv
import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import numpy as np

from fairtt_lab.archive_files import ArchiveFiles
from fairtt_lab.errors import ArchiveError, ConflictError
from fairtt_lab.experiments import ExperimentStatus, as_definition, check_experiment
from fairtt_lab.generated.models import ExperimentDefinition
from fairtt_lab.held_experiments import HeldExperiment
from fairtt_lab.series import FloatArray
from lab_model.behaviour import behaviour_of, named_as_now
from lab_model.experiments.unit_rows import FailedRow, UnitRow
from lab_model.exports.estimates import DIFFERENCE_COLUMNS, ESTIMATE_COLUMNS
from lab_model.exports.formats.archive import (
    DEFINITION_FILE,
    DIFFERENCES_FILE,
    ESTIMATES_FILE,
    FAILURES_FILE,
    UNITS_FILE,
    VERSIONS_FILE,
)
from lab_model.exports.names import ExperimentFormat

Row = TypeVar("Row")

_METRIC: Final = "metric"
_WORDS: Final = frozenset({"kind", "towards", "verdict"})
"""Columns of text; all others hold numbers or flags."""
_FLAGS: Final = {"True": True, "False": False}


class ArchivedExperiment(HeldExperiment):
    """An experiment as it was exported. Nothing is computed and nothing is asked of a server."""

    def __init__(self, files: ArchiveFiles) -> None:
        self._files = files
        self._versions = files.read_json(VERSIONS_FILE)
        definition = named_as_now(files.read_json(DEFINITION_FILE), self.behaviour_version)
        self.expansion = check_experiment(definition)

    @property
    def name(self) -> str:
        """For people; may be empty."""
        return str(self._versions["name"])

    @cached_property
    def definition(self) -> ExperimentDefinition:
        """Base scenario, axes, replications."""
        return as_definition(self.expansion)

    @property
    def status(self) -> ExperimentStatus:
        """Only experiments that are over are exported."""
        return "done"

    @property
    def core_version(self) -> str:
        """Of the core that computed it."""
        return str(self._versions["core_version"])

    @property
    def behaviour_version(self) -> int | None:
        """Of its numbers; None: an archive of an older core, from before it was counted."""
        return behaviour_of(self._versions)

    def refresh(self) -> Self:
        """Nothing changes."""
        return self

    def cancel(self) -> Self:
        """Raises `ConflictError`: it is over."""
        raise ConflictError("The experiment of an archive is over; there is nothing to cancel.")

    def unit_rows(self) -> Iterator[UnitRow]:
        """Every unit that is known, by cell and seed."""
        return iter(self._units)

    def failed_rows(self) -> Iterator[FailedRow]:
        """Every unit that could not be computed, by cell and seed; none are known of an archive
        that was written before they were.
        """
        if "failed_count" not in self._versions:
            return iter(())
        return iter(self._read_rows(FAILURES_FILE, _failed))

    def values(self, names: Sequence[str]) -> list[FloatArray]:
        """Of each number an array of cells x seeds."""
        expansion = self.expansion
        tables = [np.full((expansion.cell_count, len(expansion.seeds)), np.nan) for _ in names]
        for unit in self._units:
            for table, name in zip(tables, names, strict=True):
                place = unit.cell_index, unit.seed - expansion.seeds[0]
                table[place] = unit.numbers.get(name, math.nan)
        return tables

    def _estimates(self, metric: str) -> Mapping[str, Sequence[Any]]:
        if find_spec("scipy") is not None:
            return super()._estimates(metric)
        return self._written(ESTIMATES_FILE, ESTIMATE_COLUMNS, metric)

    def _differences(self, metric: str) -> Mapping[str, Sequence[Any]]:
        if find_spec("scipy") is not None:
            return super()._differences(metric)
        return self._written(DIFFERENCES_FILE, DIFFERENCE_COLUMNS, metric)

    def _written(
        self, name: str, columns: Sequence[str], metric: str
    ) -> Mapping[str, Sequence[Any]]:
        """The stored estimates, by cell; None for a cell without one."""
        found: dict[str, list[Any]] = {
            column: [None] * self.expansion.cell_count for column in columns if column != _METRIC
        }
        for row in self._read_rows(name, dict):
            if row[_METRIC] == metric:
                for column, values in found.items():
                    # Archives from before a column have none of it.
                    values[int(row["cell_index"])] = _value(column, row.get(column) or "")
        return found

    def __repr__(self) -> str:
        return f"<experiment in {self._files.path} {self.name!r}>"

    def _file_parts(self, file_format: ExperimentFormat) -> Iterator[bytes]:
        copied = self._files.copied() if file_format == "zip" else None
        return super()._file_parts(file_format) if copied is None else iter([copied])

    @cached_property
    def _units(self) -> list[UnitRow]:
        names = [metric.name for metric in self.metrics]
        return self._read_rows(UNITS_FILE, lambda row: _unit(row, names))

    def _read_rows(self, name: str, read: Callable[[dict[str, str]], Row]) -> list[Row]:
        with self._files.open(name) as file:
            rows = csv.DictReader(io.TextIOWrapper(file, encoding="utf-8", newline=""))
            try:
                return [read(row) for row in rows]
            except (KeyError, ValueError) as error:
                message = f"{name} of '{self._files.path}' cannot be read: {error!r}"
                raise ArchiveError(message) from None

    def _done_count(self) -> int:
        return self.expansion.unit_count

    def _pause(self, seconds: float) -> None:
        """Never called: it is over."""

    def _raise_if_failed(self) -> None:
        """Missing units were missing when it was exported."""


def open_experiment_archive(path: str | Path) -> ArchivedExperiment:
    """The experiment in a ZIP of `export("zip", ...)` or a page's download; also from the folder
    that one was unpacked to. Raises `ArchiveError`.
    """
    return ArchivedExperiment(ArchiveFiles(path))


def _value(column: str, text: str) -> str | float | bool | None:
    """A field as it was before it was written."""
    if not text:
        return None
    if column in _WORDS:
        return text
    if text in _FLAGS:
        return _FLAGS[text]
    return int(text) if text.isdecimal() else float(text)


def _unit(row: dict[str, str], names: Sequence[str]) -> UnitRow:
    return UnitRow(
        cell_index=int(row["cell_index"]),
        seed=int(row["seed"]),
        scenario_digest=row["scenario_digest"],
        summary_digest=row["summary_digest"],
        # Archives from before a metric have no column of it.
        numbers={name: float(row.get(name) or math.nan) for name in names},
    )


def _failed(row: dict[str, str]) -> FailedRow:
    return FailedRow(int(row["cell_index"]), int(row["seed"]), row["core_version"], row["reason"])
