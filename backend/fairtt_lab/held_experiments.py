"""Experiments whose numbers are in this process: computed here, or read from a file."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from fairtt_lab.errors import ConflictError
from fairtt_lab.experiments import Experiment
from fairtt_lab.packages import CORE, load
from fairtt_lab.series import FloatArray
from lab_model.experiments import compare_cells, estimate_cells
from lab_model.experiments.numerals import or_null
from lab_model.experiments.unit_rows import FailedRow, UnitRow, csv_parts
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.names import ExperimentFormat
from lab_model.exports.table import experiment_parts


class HeldExperiment(Experiment):
    """Answers as the server does, from the numbers of the units."""

    @abstractmethod
    def unit_rows(self) -> Iterator[UnitRow]:
        """Every unit that is known, by cell and seed."""

    @abstractmethod
    def failed_rows(self) -> Iterator[FailedRow]:
        """Every unit that could not be computed, by cell and seed."""

    @abstractmethod
    def values(self, names: Sequence[str]) -> list[FloatArray]:
        """Of each number an array of cells x seeds; NaN where there is none."""

    def _table_csv(self) -> str:
        names = [metric.name for metric in self.metrics]
        return "".join(csv_parts(self.expansion, self.core_version, names, self.unit_rows()))

    def _estimates(self, metric: str) -> Mapping[str, Sequence[Any]]:
        load("scipy", "An interval that is computed here", CORE)
        [values] = self.values([metric])
        found = estimate_cells(values, self.find_metric(metric))
        return {
            "count": found.count.tolist(),
            "mean": or_null(found.mean),
            "median": or_null(found.median),
            "low": or_null(found.low),
            "high": or_null(found.high),
        }

    def _differences(self, metric: str) -> Mapping[str, Sequence[Any]]:
        load("scipy", "An interval that is computed here", CORE)
        expansion = self.expansion
        [values] = self.values([metric])
        baselines = [expansion.baseline_cell_index(cell) for cell in range(expansion.cell_count)]
        against = values[np.array(baselines, dtype=np.int64)]
        found = compare_cells(values, against, self.find_metric(metric))
        return {
            "kind": [found.kind] * expansion.cell_count,
            "count": found.count.tolist(),
            "mean": or_null(found.mean),
            "low": or_null(found.low),
            "high": or_null(found.high),
            "is_distinguishable": or_null(found.is_distinguishable, found.is_known),
            "nearer_fair_count": or_null(found.nearer_fair_count, found.nearer_fair_count >= 0),
        }

    def _file_parts(self, file_format: ExperimentFormat) -> Iterator[bytes]:
        if self.status not in ("done", "cancelled") or self.core_version is None:
            raise ConflictError(f"The experiment is {self.status}; wait for it before exporting.")
        exported = ExportedExperiment(
            self.name, self.expansion, self.core_version, self.behaviour_version, self
        )
        return experiment_parts(file_format, exported)
