"""Experiments: many scenarios with many seeds each, as tables of units, of cells and of paired
differences. The same with and without a server.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Self, TypeAlias, overload

from fairtt_lab.errors import invalid
from fairtt_lab.files import check_format, write_whole
from fairtt_lab.frames import FrameKind, frame_of, frame_of_csv
from fairtt_lab.generated.models import ExperimentDefinition, Scenario
from fairtt_lab.modules import Module, parameter_problems
from fairtt_lab.packages import XARRAY, load
from fairtt_lab.progress import Pauses, progress_bar
from fairtt_lab.scenarios import ScenarioLike, as_model, plain, refusal
from lab_model.experiments import (
    Expansion,
    InvalidExperimentError,
    Metric,
    metrics_of,
    read_experiment,
)
from lab_model.experiments.number_names import labels_and_counts, number_names
from lab_model.experiments.unit_rows import unit_header, unit_place
from lab_model.exports.names import ExperimentFormat
from lab_model.exports.table import EXPERIMENT_FILES
from lab_model.modules import modules_named_in

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import xarray as xr
    from matplotlib.figure import Figure

    from fairtt_lab.frames import DataFrame

ExperimentLike: TypeAlias = ExperimentDefinition | Mapping[str, Any] | str | Path
"""A definition, its plain data, or the name of a JSON file with it."""
ExperimentStatus = Literal["running", "paused", "done", "cancelled"]
Json = dict[str, Any]

_FIRST_PAUSE_S: Final = 0.1
_LONGEST_PAUSE_S: Final = 2.0


def experiment(
    base: ScenarioLike,
    axes: Sequence[Mapping[str, Any]],
    *,
    seeds: int = 20,
    first_seed: int = 1,
    baseline_index: int = 0,
    name: str = "",
) -> ExperimentDefinition:
    """A checked definition: every combination of the axes' points, `seeds` times each.

    Raises `InvalidInputError` naming field, value and bound.
    """
    data = {
        "name": name,
        "base": plain(base, "base"),
        "axes": [dict(axis) for axis in axes],
        "baseline_index": baseline_index,
        "replications": {"count": seeds, "first_seed": first_seed},
    }
    return as_definition(check_experiment(data))


def axis(
    path: str,
    values: Sequence[Any] | Mapping[str, Any],
    *,
    label: str = "",
    names: Sequence[str] | None = None,
) -> Json:
    """A setting that is varied: `axis("bottleneck.buffer.amount", [0.5, 1, 2])`.

    `values` may be a range of `linear` or `logarithmic`; `flows.*` in a path is every flow group.
    """
    wanted = dict(values) if isinstance(values, Mapping) else {"kind": "list", "values": [*values]}
    found: Json = {"label": label, "moves": [{"path": path, "values": wanted}]}
    return found if names is None else {**found, "names": list(names)}


def arms(
    algorithms: Sequence[str | Module | Mapping[str, Any]],
    *,
    path: str = "flows.*.algorithm",
    label: str = "Algorithm",
    names: Sequence[str] | None = None,
) -> Json:
    """Algorithms that are compared with the first one (or `baseline_index`), seed by seed."""
    values = [_choice(item) for item in algorithms]
    return {**axis(path, values, label=label, names=names), "role": "arm"}


def _choice(algorithm: str | Module | Mapping[str, Any]) -> Json:
    if isinstance(algorithm, Module):
        return {"name": algorithm.name}
    return {"name": algorithm} if isinstance(algorithm, str) else dict(algorithm)


def linear(first: float, last: float, count: int) -> Json:
    """`count` values with equal differences."""
    return {"kind": "linear", "from": first, "to": last, "count": count}


def logarithmic(first: float, last: float, count: int) -> Json:
    """`count` values with equal ratios."""
    return {"kind": "logarithmic", "from": first, "to": last, "count": count}


def check_experiment(wanted: ExperimentLike) -> Expansion:
    """The definition with all of its cells. Raises `InvalidInputError`."""
    try:
        expansion = read_experiment(plain(wanted, "definition"))
        if modules_named_in(expansion.definition.to_json()):
            expansion.check_cells(parameter_problems)
    except InvalidExperimentError as error:
        raise refusal(error.problems) from None
    return expansion


def as_definition(expansion: Expansion) -> ExperimentDefinition:
    """The same as the API's type."""
    return ExperimentDefinition.model_validate(expansion.definition.to_json())


class Experiment(ABC):
    """An experiment. Tables have the numbers so far; `wait` for all of them."""

    @property
    @abstractmethod
    def name(self) -> str:
        """For people; may be empty."""

    @property
    @abstractmethod
    def definition(self) -> ExperimentDefinition:
        """Base scenario, axes, replications."""

    @property
    @abstractmethod
    def status(self) -> ExperimentStatus:
        """As it was last reported."""

    @property
    @abstractmethod
    def core_version(self) -> str | None:
        """Of the simulator; None before one has begun."""

    @property
    @abstractmethod
    def behaviour_version(self) -> int | None:
        """Numbers of equal behaviour are equal, whatever the core. None: as `core_version`, or an
        archive from before it was counted.
        """

    @abstractmethod
    def refresh(self) -> Self:
        """Ask again how far it is."""

    @abstractmethod
    def cancel(self) -> Self:
        """Stop it; the numbers that were found stay."""

    @abstractmethod
    def _done_count(self) -> int:
        """Units with their numbers, or failed for good."""

    @abstractmethod
    def _pause(self, seconds: float) -> None:
        """Wait a little, then learn how far it is."""

    @abstractmethod
    def _raise_if_failed(self) -> None:
        """Raises `RunFailedError` or `CancelledError` if it is over and numbers are missing."""

    @abstractmethod
    def _table_csv(self) -> str:
        """One row per unit (lab_model.experiments.unit_rows)."""

    @abstractmethod
    def _estimates(self, metric: str) -> Mapping[str, Sequence[Any]]:
        """Columns by cell: count, mean, median, low, high, is_clipped, seeds_hardly_differ."""

    @abstractmethod
    def _differences(self, metric: str) -> Mapping[str, Sequence[Any]]:
        """Columns by cell, None in the baseline's: kind, count, mean, low, high, ..."""

    @abstractmethod
    def _file_parts(self, file_format: ExperimentFormat) -> Iterator[bytes]:
        """An export."""

    @cached_property
    def expansion(self) -> Expansion:
        """Axes with their points, and cells."""
        return check_experiment(self.definition)

    @property
    def seeds(self) -> list[int]:
        """The same in every cell."""
        return list(self.expansion.seeds)

    @property
    def metrics(self) -> list[Metric]:
        """Every number of a unit with its label, unit, definition and fair value."""
        definition = self.expansion.definition
        return metrics_of(number_names(definition), *labels_and_counts(definition))

    def scenario(self, cell_index: int) -> Scenario:
        """The scenario of a cell."""
        try:
            return as_model(self.expansion.scenario(cell_index))
        except IndexError:
            last = self.expansion.cell_count - 1
            message = f"cell_index is {cell_index}; it must be 0 to {last}"
            raise invalid("cell_index", message, cell_index, last) from None

    def wait(self, *, progress: bool = False, timeout_s: float | None = None) -> Self:
        """Until every unit is computed; `progress` shows a bar.

        Raises `RunFailedError` if units failed (their numbers are missing, all others are there),
        `CancelledError`, or `WaitTimeoutError` after `timeout_s` seconds.
        """
        pauses = Pauses(_FIRST_PAUSE_S, _LONGEST_PAUSE_S, timeout_s)
        total = self.expansion.unit_count
        with progress_bar(self.name or "experiment", total, "runs", shown=progress) as show:
            while self.status in ("running", "paused"):
                show(self._done_count())
                self._pause(pauses.next_s("experiment"))
            show(self._done_count())
        self._raise_if_failed()
        return self

    @overload
    def table(self, *, frame: Literal["pandas"] = ...) -> "pd.DataFrame": ...

    @overload
    def table(self, *, frame: Literal["polars"]) -> "pl.DataFrame": ...

    def table(self, *, frame: FrameKind = "pandas") -> "DataFrame":
        """One row per unit: cell, values of the axes, seed, digests, every number."""
        return frame_of_csv(self._table_csv(), frame)

    @overload
    def map(self, metric: str, *, frame: Literal["pandas"] = ...) -> "pd.DataFrame": ...

    @overload
    def map(self, metric: str, *, frame: Literal["polars"]) -> "pl.DataFrame": ...

    def map(self, metric: str, *, frame: FrameKind = "pandas") -> "DataFrame":
        """One row per cell: values of the axes, then over the seeds count, mean, median, and low
        and high, the ends of the 95 % interval (Student t; of ratios by logarithms). `is_clipped`
        says that an end lay outside of the metric's range and was moved to it,
        `seeds_hardly_differ` that what the flows of the cell get is the same in every seed within
        0.1 %: the interval then covers the seeds alone, not of networks nearly the same.
        """
        self.find_metric(metric)
        cells = range(self.expansion.cell_count)
        return frame_of({**self._places(cells), **self._estimates(metric)}, frame)

    @overload
    def differences(self, metric: str, *, frame: Literal["pandas"] = ...) -> "pd.DataFrame": ...

    @overload
    def differences(self, metric: str, *, frame: Literal["polars"]) -> "pl.DataFrame": ...

    def differences(self, metric: str, *, frame: FrameKind = "pandas") -> "DataFrame":
        """One row per cell of the other arms: how it differs from the baseline with the same seeds
        at the same other points. `kind` is "difference", or "ratio" (arm over baseline).

        `verdict` is that of the page: "better", "worse", "more", "less" or "unclear", by
        `adjusted_p` (Benjamini and Hochberg over all cells). The judged quantity is `judged_mean`
        with its interval: where `towards` is "fair" the distance to the fair value, arm against
        baseline, else the difference or the ratio itself.

        Raises `InvalidInputError` if no axis has arms.
        """
        self.find_metric(metric)
        expansion = self.expansion
        if expansion.definition.arm_axis_index is None:
            raise invalid("axes", "No axis of this experiment has arms to compare")
        cells = [c for c in range(expansion.cell_count) if expansion.baseline_cell_index(c) != c]
        columns = self._differences(metric)
        kept = {name: [column[cell] for cell in cells] for name, column in columns.items()}
        return frame_of({**self._places(cells), **kept}, frame)

    def grid(self, metrics: Sequence[str] | str = ()) -> Json:
        """The same numbers as arrays with a dimension per axis and one for the seeds, NaN where
        there is none: the data that `xarray.Dataset.from_dict` takes. Empty `metrics` mean all.
        """
        from fairtt_lab.grids import grid_of

        names = [metrics] if isinstance(metrics, str) else metrics
        found = [self.find_metric(name) for name in names] or self.metrics
        return grid_of(self.expansion, self.table(), found, self.name)

    def xarray(self, metrics: Sequence[str] | str = ()) -> "xr.Dataset":
        """`grid` as a dataset of xarray. Raises `NotInstalledError` where it is not installed."""
        return load("xarray", "A dataset of xarray", XARRAY).Dataset.from_dict(self.grid(metrics))

    def plot(self, metric: str) -> "Figure":
        """A figure of matplotlib: a curve with intervals over one axis, a map over two; arms are
        curves, or maps side by side.
        """
        from fairtt_lab.plots.experiment import plot_experiment

        return plot_experiment(
            self.name, self.expansion, self.find_metric(metric), self._estimates(metric)
        )

    def export(self, file_format: ExperimentFormat, path: str | Path) -> Path:
        """Write the experiment, which is over, as a file, whole or not at all."""
        check_format(file_format, EXPERIMENT_FILES)
        return write_whole(path, self._file_parts(file_format))

    def find_metric(self, name: str) -> Metric:
        """The metric of this name. Raises `InvalidInputError` for an unknown one."""
        known = {metric.name: metric for metric in self.metrics}
        if name not in known:
            message = f"metric is '{name}', which is not a metric of this experiment"
            raise invalid("metric", message, name, list(known))
        return known[name]

    def _places(self, cells: Sequence[int]) -> dict[str, list[Any]]:
        """Which cell, its points in words and the values of their paths."""
        header = unit_header(self.expansion, [])
        rows = [unit_place(self.expansion, cell) for cell in cells]
        width = len(rows[0]) if rows else 0
        return {header[column]: [row[column] for row in rows] for column in range(width)}
