"""Estimates of all cells and all metrics as tables in long form: one row per cell and metric.

Beside them what is missing in them: the runs that have failed. They are computed row by row, in a
page without a server too, which has no NumPy: its files are those of the service.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import isnan
from typing import Any, Final

from lab_model.comparisons.judged import judge_rows, median_of, nearer_fair_count
from lab_model.comparisons.rows import estimate_row, pair_rows
from lab_model.experiments.cells import Expansion
from lab_model.experiments.metrics import Metric
from lab_model.experiments.unit_rows import (
    FAILURE_COLUMNS,
    csv_lines,
    unit_header,
)
from lab_model.exports.experiment import ExportedExperiment, Rows
from lab_model.spreadsheets import cell_text

AGREES: Final = "seeds_hardly_differ"
ESTIMATE_COLUMNS: Final = (
    "metric",
    "count",
    "mean",
    "median",
    "low",
    "high",
    "is_clipped",
    AGREES,
)
"""is_clipped: an end of the interval lay outside of the metric's range and was moved to it.
seeds_hardly_differ: of the cell, in every metric (`lab_model.experiments.agreement`).
"""
DIFFERENCE_COLUMNS: Final = (
    "metric",
    "kind",
    "count",
    "mean",
    "low",
    "high",
    "is_distinguishable",
    "nearer_fair_count",
    "towards",
    "judged_mean",
    "judged_low",
    "judged_high",
    "adjusted_p",
    "verdict",
)
"""The columns from `towards` on: the verdict of `lab_model.experiments.verdicts`, what it judges
and its p."""
Row = list[Any]

# Some hundred kilobytes of text at once.
_ROWS_PER_PART: Final = 2000


def estimate_rows(experiment: ExportedExperiment) -> Iterator[tuple[int, Row]]:
    """(cell_index, values of `ESTIMATE_COLUMNS`): metric after metric, by cell. 95 % intervals."""
    for metric, values in experiment.tables():
        columns = estimate_columns(values, metric, experiment.agreeing)
        for cell_index, row in enumerate(zip(*columns.values(), strict=True)):
            yield cell_index, [metric.name, *row]


def difference_rows(experiment: ExportedExperiment) -> Iterator[tuple[int, Row]]:
    """(cell_index, values of `DIFFERENCE_COLUMNS`) of the cells of every arm but the baseline,
    paired by seed; nothing if no arms are compared.
    """
    others, baselines = compared_cells(experiment.expansion)
    if not others:
        return
    for metric, values in experiment.tables():
        ours, theirs = ([values[cell] for cell in cells] for cells in (others, baselines))
        columns = difference_columns(ours, theirs, metric)
        for cell_index, row in zip(others, zip(*columns.values(), strict=True), strict=True):
            yield cell_index, [metric.name, *row]


def compared_cells(expansion: Expansion) -> tuple[list[int], list[int]]:
    """The cells of every arm but the baseline, and of each its cell of the baseline."""
    if expansion.definition.arm_axis_index is None:
        return [], []
    cells = ((cell, expansion.baseline_cell_index(cell)) for cell in range(expansion.cell_count))
    pairs = [(cell, other) for cell, other in cells if other is not None and other != cell]
    return [cell for cell, _ in pairs], [baseline for _, baseline in pairs]


def estimate_columns(rows: Rows, metric: Metric, agreeing: Sequence[bool]) -> dict[str, list[Any]]:
    """`ESTIMATE_COLUMNS` but the metric, by cell. `agreeing`: in which cells the seeds hardly
    differ.
    """
    values = [[value for value in row if not isnan(value)] for row in rows]
    found = [estimate_row(row, metric) for row in values]
    return {
        "count": [each.count for each in found],
        "mean": [each.mean for each in found],
        "median": [median_of(row) for row in values],
        "low": [each.low for each in found],
        "high": [each.high for each in found],
        "is_clipped": [each.is_clipped for each in found],
        AGREES: list(agreeing),
    }


def difference_columns(ours: Rows, theirs: Rows, metric: Metric) -> dict[str, list[Any]]:
    """`DIFFERENCE_COLUMNS` but the metric, by cell of an arm and of the baseline.

    All rows are one family: their p values are adjusted together.
    """
    pairs = [
        [pair for pair in zip(*cells, strict=True) if not isnan(pair[0] + pair[1])]
        for cells in zip(ours, theirs, strict=True)
    ]
    sides = [tuple(zip(*each, strict=True)) or ((), ()) for each in pairs]
    found = [pair_rows(item, baseline, metric) for item, baseline in sides]
    judged = judge_rows(pairs, metric)
    return {
        "kind": [each.kind for each in found],
        "count": [each.count for each in found],
        "mean": [each.mean for each in found],
        "low": [each.low for each in found],
        "high": [each.high for each in found],
        "is_distinguishable": [each.is_distinguishable for each in found],
        "nearer_fair_count": [nearer_fair_count(each, metric) for each in pairs],
        "towards": [metric.better] * len(found),
        "judged_mean": [each.mean for each in judged],
        "judged_low": [each.low for each in judged],
        "judged_high": [each.high for each in judged],
        "adjusted_p": [each.adjusted_p for each in judged],
        "verdict": [each.verdict for each in judged],
    }


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
