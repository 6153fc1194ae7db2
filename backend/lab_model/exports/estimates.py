"""Estimates of all cells and all metrics as tables in long form: one row per cell and metric.

Beside them what is missing in them: the runs that have failed.
"""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from lab_model.experiments.cells import Expansion
from lab_model.experiments.metrics import Metric
from lab_model.experiments.unit_rows import (
    FAILURE_COLUMNS,
    csv_lines,
    unit_header,
)
from lab_model.exports.experiment import ExportedExperiment
from lab_model.spreadsheets import cell_text

if TYPE_CHECKING:
    from lab_model.experiments.estimates import Flags, Floats

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
"""From `towards` on: the verdict of `lab_model.experiments.verdicts`, what it judges and its p."""
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
        columns = difference_columns(values[others], values[baselines], metric)
        for cell_index, row in zip(others, zip(*columns.values(), strict=True), strict=True):
            yield cell_index, [metric.name, *row]


def compared_cells(expansion: Expansion) -> tuple[list[int], list[int]]:
    """The cells of every arm but the baseline, and of each its cell of the baseline."""
    if expansion.definition.arm_axis_index is None:
        return [], []
    cells = ((cell, expansion.baseline_cell_index(cell)) for cell in range(expansion.cell_count))
    pairs = [(cell, other) for cell, other in cells if other is not None and other != cell]
    return [cell for cell, _ in pairs], [baseline for _, baseline in pairs]


def estimate_columns(values: "Floats", metric: Metric, agreeing: "Flags") -> dict[str, list[Any]]:
    """`ESTIMATE_COLUMNS` but the metric, by cell, of an array of cells x seeds. `agreeing`: in
    which cells the seeds hardly differ.
    """
    # A page without a server writes files of runs with these formats, and has no NumPy.
    from lab_model.experiments.estimates import estimate_cells
    from lab_model.experiments.numerals import or_null

    found = estimate_cells(values, metric)
    return {
        "count": found.count.tolist(),
        "mean": or_null(found.mean),
        "median": or_null(found.median),
        "low": or_null(found.low),
        "high": or_null(found.high),
        "is_clipped": found.is_clipped.tolist(),
        AGREES: agreeing.tolist(),
    }


def difference_columns(ours: "Floats", theirs: "Floats", metric: Metric) -> dict[str, list[Any]]:
    """`DIFFERENCE_COLUMNS` but the metric, by row of two arrays of cells x seeds.

    All rows are one family: their p values are adjusted together.
    """
    from lab_model.experiments.numerals import or_null
    from lab_model.experiments.paired import compare_cells
    from lab_model.experiments.verdicts import judge_cells

    found = compare_cells(ours, theirs, metric)
    judged = judge_cells(ours, theirs, metric)
    return {
        "kind": [found.kind] * len(found.count),
        "count": found.count.tolist(),
        "mean": or_null(found.mean),
        "low": or_null(found.low),
        "high": or_null(found.high),
        "is_distinguishable": or_null(found.is_distinguishable, found.is_known),
        "nearer_fair_count": or_null(found.nearer_fair_count, found.nearer_fair_count >= 0),
        "towards": [judged.towards] * len(found.count),
        "judged_mean": or_null(judged.mean),
        "judged_low": or_null(judged.low),
        "judged_high": or_null(judged.high),
        "adjusted_p": or_null(judged.adjusted_p),
        "verdict": list(judged.verdict),
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
