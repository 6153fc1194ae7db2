"""The output of a sweep: the cells with their estimates, and the arms against the baseline."""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from lab_cli.kit.tables import ABSENT, print_table
from lab_exec.experiments.results import SweepResults
from lab_model.english.numbers import count_of
from lab_model.experiments import Differences, Estimates, Metric, compare_cells
from lab_model.experiments.agreement import SENTENCE

# Longer tables are not readable; files have all rows.
MAX_ROWS: Final = 500
_MOST_DECIMALS: Final = 9
# Digits of an interval's half width, and of a number without one.
_UNCERTAIN_DIGITS: Final = 2
_LONE_DIGITS: Final = 4
_AGREES: Final = " ≡"


def print_results(results: SweepResults, metrics: Sequence[Metric]) -> None:
    """The table of cells; with arms a second one of the paired differences."""
    expansion = results.expansion
    labels = [axis.label for axis in expansion.axes]
    estimates = results.estimates(metrics)
    mark = np.where(results.agreeing(), _AGREES, "").tolist()
    shown = range(min(expansion.cell_count, MAX_ROWS))
    rows = [
        [
            *expansion.texts(cell),
            *(_estimate(estimates[m.name], cell, m) + mark[cell] for m in metrics),
        ]
        for cell in shown
    ]
    caption = table_caption(results)
    if _AGREES in mark:
        caption += f"; {_AGREES.strip()}: {SENTENCE[0].lower()}{SENTENCE[1:-1]}"
    print_table(_title(results), [*labels, *map(_heading, metrics)], rows, caption)
    _print_omitted(expansion.cell_count)
    if expansion.definition.arm_axis_index is not None:
        _print_differences(results, metrics)


def _print_differences(results: SweepResults, metrics: Sequence[Metric]) -> None:
    expansion = results.expansion
    cells = [
        cell for cell in range(expansion.cell_count) if expansion.baseline_cell_index(cell) != cell
    ]
    baselines = [expansion.baseline_cell_index(cell) for cell in cells]
    tables = results.tables([metric.name for metric in metrics])
    columns = {
        name: compare_cells(table[cells], table[np.array(baselines, dtype=np.int64)], metric)
        for metric in metrics
        for name, table in ((metric.name, tables[metric.name]),)
    }
    rows = [
        [
            *expansion.texts(cell),
            *(_difference(columns[metric.name], row, metric) for metric in metrics),
        ]
        for row, cell in enumerate(cells[:MAX_ROWS])
    ]
    axis = expansion.axes[expansion.definition.arm_axis_index or 0]
    baseline = axis.points[expansion.definition.baseline_index].text
    labels = [axis.label for axis in expansion.axes]
    caption = (
        "Paired by seed, 95 % interval; = where it does not tell the two apart. "
        "x: factor, else difference"
    )
    print_table(f"Against {baseline}", [*labels, *map(_heading, metrics)], rows, caption)
    _print_omitted(len(cells))


def _title(results: SweepResults) -> str:
    labels = ", ".join(axis.label for axis in results.expansion.axes)
    return results.expansion.definition.name or (f"Over {labels}" if labels else "One cell")


def table_caption(results: SweepResults) -> str:
    """The runs over which the table's means are taken."""
    return (
        f"Mean over {_seeds(results)}, of ratios by logarithms; window {_window(results)}; core "
        f"{results.core_version}"
    )


def _seeds(results: SweepResults) -> str:
    """How many seeds cells have, fewer where a precision was reached sooner, and their interval."""
    counts = results.seed_counts
    most = len(results.expansion.seeds) if counts is None else int(counts.max())
    least = most if counts is None else int(counts.min())
    if most == 1:
        return "1 seed, which has no interval"
    some = f"{least} to " if least < most else ""
    return f"{some}{count_of(most, 'seed')} with its 95 % Student-t interval"


def _window(results: SweepResults) -> str:
    """The window over which the numbers are means. An axis may vary it."""
    definition = results.expansion.definition
    if results.expansion.moves_window:
        return "from the warm-up to the end of each cell's run"
    return f"{definition.base.warmup_s:g} to {definition.base.duration_s:g} s"


def _print_omitted(row_count: int) -> None:
    if row_count > MAX_ROWS:
        more = count_of(row_count - MAX_ROWS, "more row")
        print(f"and {more}: --csv, --parquet and --json have all")


def _heading(metric: Metric) -> str:
    unit = metric.display_unit
    return f"{metric.label}, {unit}" if unit else metric.label


def _estimate(found: Estimates, cell: int, metric: Metric) -> str:
    """`12.35 ± 0.21`, or `1.44 (1.3 to 1.6)` where the interval is not symmetric."""
    mean, low, high = (
        float(values[cell]) / metric.per_display_unit
        for values in (found.mean, found.low, found.high)
    )
    is_symmetric = metric.average == "arithmetic" and not found.is_clipped[cell]
    return _with_interval(mean, low, high, is_symmetric=is_symmetric)


def _difference(found: Differences, row: int, metric: Metric) -> str:
    per_unit = 1.0 if found.kind == "ratio" else metric.per_display_unit
    mean, low, high = (
        float(values[row]) / per_unit for values in (found.mean, found.low, found.high)
    )
    text = _with_interval(mean, low, high, is_symmetric=found.kind == "difference")
    if found.kind == "ratio" and text != ABSENT:
        text = f"x {text}"
    return f"= {text}" if found.is_known[row] and not found.is_distinguishable[row] else text


def _with_interval(mean: float, low: float, high: float, *, is_symmetric: bool) -> str:
    if math.isnan(mean):
        return ABSENT
    if math.isnan(low):
        return f"{mean:.{_decimals(mean, _LONE_DIGITS)}f}"
    half_width = (high - low) / 2
    decimals = _decimals(half_width, _UNCERTAIN_DIGITS)
    if half_width == 0:
        decimals = _decimals(mean, _LONE_DIGITS)
    if is_symmetric:
        return f"{mean:.{decimals}f} ± {half_width:.{decimals}f}"
    return f"{mean:.{decimals}f} ({low:.{decimals}f} to {high:.{decimals}f})"


def _decimals(value: float, digits: int) -> int:
    """Behind the point, for so many significant digits."""
    if value == 0:
        return 0
    return max(0, min(_MOST_DECIMALS, digits - 1 - math.floor(math.log10(abs(value)))))
