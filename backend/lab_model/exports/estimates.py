"""Estimates of all cells and all metrics as tables in long form: one row per cell and metric.

Beside them what is missing in them: the runs that have failed.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import numpy as np

from lab_model.experiments.estimates import estimate_cells
from lab_model.experiments.numerals import or_null
from lab_model.experiments.paired import compare_cells
from lab_model.experiments.unit_rows import (
    FAILURE_COLUMNS,
    csv_lines,
    unit_header,
)
from lab_model.exports.experiment import ExportedExperiment
from lab_model.spreadsheets import cell_text

ESTIMATE_COLUMNS: Final = ("metric", "count", "mean", "median", "low", "high")
DIFFERENCE_COLUMNS: Final = (
    "metric",
    "kind",
    "count",
    "mean",
    "low",
    "high",
    "is_distinguishable",
    "nearer_fair_count",
)
Row = list[Any]

# Some hundred kilobytes of text at once.
_ROWS_PER_PART: Final = 2000


def estimate_rows(experiment: ExportedExperiment) -> Iterator[tuple[int, Row]]:
    """(cell_index, values of `ESTIMATE_COLUMNS`): metric after metric, by cell. 95 % intervals."""
    for metric, values in experiment.tables():
        found = estimate_cells(values, metric)
        columns = (
            found.count.tolist(),
            or_null(found.mean),
            or_null(found.median),
            or_null(found.low),
            or_null(found.high),
        )
        for cell_index, row in enumerate(zip(*columns, strict=True)):
            yield cell_index, [metric.name, *row]


def difference_rows(experiment: ExportedExperiment) -> Iterator[tuple[int, Row]]:
    """(cell_index, values of `DIFFERENCE_COLUMNS`) of the cells of every arm but the baseline,
    paired by seed; nothing if no arms are compared.
    """
    expansion = experiment.expansion
    if expansion.definition.arm_axis_index is None:
        return
    cells = np.arange(expansion.cell_count)
    baselines = np.array([expansion.baseline_cell_index(cell) for cell in range(cells.size)])
    others = cells[baselines != cells]
    for metric, values in experiment.tables():
        found = compare_cells(values[others], values[baselines[others]], metric)
        columns = (
            found.count.tolist(),
            or_null(found.mean),
            or_null(found.low),
            or_null(found.high),
            or_null(found.is_distinguishable, found.is_known),
            or_null(found.nearer_fair_count, found.nearer_fair_count >= 0),
        )
        for cell_index, row in zip(others.tolist(), zip(*columns, strict=True), strict=True):
            yield cell_index, [metric.name, found.kind, *row]


def estimates_csv(experiment: ExportedExperiment) -> Iterator[str]:
    """The estimates, with the place of each cell."""
    return _csv(experiment, ESTIMATE_COLUMNS, estimate_rows(experiment))


def differences_csv(experiment: ExportedExperiment) -> Iterator[str]:
    """The paired differences, with the place of each cell."""
    return _csv(experiment, DIFFERENCE_COLUMNS, difference_rows(experiment))


def failures_csv(experiment: ExportedExperiment) -> Iterator[str]:
    """The runs that could not be computed, with the place of each."""
    rows = (
        (failed.cell_index, [failed.seed, failed.core_version, cell_text(failed.reason)])
        for failed in experiment.failed
    )
    return _csv(experiment, FAILURE_COLUMNS, rows)


def _csv(
    experiment: ExportedExperiment, columns: tuple[str, ...], rows: Iterator[tuple[int, Row]]
) -> Iterator[str]:
    expansion = experiment.expansion
    place_count = 1 + sum(1 + len(axis.paths) for axis in expansion.axes)
    yield csv_lines([[*unit_header(expansion, [])[:place_count], *columns]])
    places = experiment.places
    while part := list(islice(rows, _ROWS_PER_PART)):
        yield csv_lines([[*places[cell_index], *row] for cell_index, row in part])
