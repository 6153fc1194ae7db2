"""Experiments whose numbers are in this process: computed here, or read from a file."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from fairtt_lab.errors import ConflictError
from fairtt_lab.experiments import Experiment
from fairtt_lab.modules import exported_modules
from fairtt_lab.series import FloatArray
from lab_model.experiments.agreement import agreeing_cells, numbers_compared
from lab_model.experiments.number_names import group_count
from lab_model.experiments.unit_rows import FailedRow, UnitRow, csv_parts
from lab_model.exports.estimates import compared_cells, difference_columns, estimate_columns
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
        names = numbers_compared(
            group_count(self.expansion.definition), [known.name for known in self.metrics]
        )
        values, utilisation, *groups = self.values([metric, *names])
        agreeing = agreeing_cells(utilisation, groups)
        return estimate_columns(values.tolist(), self.find_metric(metric), agreeing.tolist())

    def _differences(self, metric: str) -> Mapping[str, Sequence[Any]]:
        [values] = self.values([metric])
        others, baselines = compared_cells(self.expansion)
        sides = values[others].tolist(), values[baselines].tolist()
        found = difference_columns(*sides, self.find_metric(metric))
        places = {cell: row for row, cell in enumerate(others)}
        return {
            name: [
                column[places[cell]] if cell in places else None
                for cell in range(self.expansion.cell_count)
            ]
            for name, column in found.items()
        }

    def _file_parts(self, file_format: ExperimentFormat) -> Iterator[bytes]:
        if self.status not in ("done", "cancelled") or self.core_version is None:
            raise ConflictError(f"The experiment is {self.status}; wait for it before exporting.")
        exported = ExportedExperiment(
            self.name,
            self.expansion,
            self.core_version,
            self.behaviour_version,
            self,
            modules=partial(exported_modules, self.expansion.definition.to_json()),
        )
        return experiment_parts(file_format, exported)
