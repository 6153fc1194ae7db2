"""An experiment as tables for a paper: means by setting, and what is compared, by metric."""

from collections.abc import Iterator, Sequence
from typing import Final

from lab_model.comparisons.judged import CONTROL, FALSE_DISCOVERY_RATE
from lab_model.english.numbers import count_of
from lab_model.experiments.agreement import SENTENCE
from lab_model.experiments.metrics import Metric
from lab_model.exports.estimates import compared_cells, difference_columns, estimate_columns
from lab_model.exports.experiment import ExportedExperiment, Rows
from lab_model.exports.latex_tables import (
    INTERVAL_COLUMNS,
    INTERVAL_WIDTH,
    NOTHING,
    Bounded,
    Heading,
    Table,
    decimals_of,
    interval_cells,
    label_of,
    table_text,
)
from lab_model.exports.wording import tex_text

_LEAST_P: Final = 0.001
_CLIPPED: Final = r"$^\dagger$"
_AGREES: Final = r"$^\ddagger$"
_VERDICTS: Final = {None: "too few seeds", "unclear": "inconclusive"}


def experiment_tables(experiment: ExportedExperiment) -> Iterator[str]:
    """The table of means, then, if arms are compared, that of differences."""
    yield means_table(experiment)
    if experiment.expansion.definition.arm_axis_index is not None:
        yield "\n" + differences_table(experiment)


def means_table(experiment: ExportedExperiment) -> str:
    """A row per setting: its place on the axes, seeds, mean and interval of the main numbers."""
    expansion = experiment.expansion
    metrics, tables = _main_values(experiment)
    columns = [
        estimate_columns(values, metric, experiment.agreeing)
        for metric, values in zip(metrics, tables, strict=True)
    ]
    numbers = [_bounded(found, metric) for found, metric in zip(columns, metrics, strict=True)]
    decimals = [decimals_of(column) for column in numbers]
    counts = [max(row) for row in zip(*(found["count"] for found in columns), strict=True)]
    rows = []
    for cell in range(expansion.cell_count):
        count = f"{_AGREES if experiment.agreeing[cell] else ''}{counts[cell]}"
        row = [*map(tex_text, expansion.texts(cell)), count]
        for found, column, places in zip(columns, numbers, decimals, strict=True):
            cells = interval_cells(column[cell], places)
            mark = _CLIPPED if found["is_clipped"][cell] else ""
            row += [mark + cells[0], *cells[1:]]  # to the left: the digits stay aligned
        rows.append(row)
    caption = (
        f"{experiment.title}: means over n seeds, in brackets their 95 % intervals "
        "(Student's t; of ratios by logarithms)."
    )
    notes = _notes(experiment)
    if any(any(found["is_clipped"]) for found in columns):
        caption += " Daggers: the interval was clipped to the range of the number."
    if any(experiment.agreeing):
        caption += f" Double daggers: {SENTENCE[0].lower()}{SENTENCE[1:]}"
    headings = [
        *(Heading(axis.label, "l") for axis in expansion.axes),
        Heading("n"),
        *(Heading(_title(metric), INTERVAL_COLUMNS, INTERVAL_WIDTH) for metric in metrics),
    ]
    label = label_of(experiment.title)
    return table_text(Table(notes, caption, label, headings, rows), is_wide=True)


def differences_table(experiment: ExportedExperiment) -> str:
    """A block per main number: what each arm changes, with adjusted p and verdict."""
    expansion = experiment.expansion
    others, baselines = compared_cells(expansion)
    rows: list[Sequence[str] | str] = []
    for metric, values in zip(*_main_values(experiment), strict=True):
        ours, theirs = ([values[cell] for cell in cells] for cells in (others, baselines))
        found = difference_columns(ours, theirs, metric)
        rows.append(_block_title(metric, found["kind"][0]))
        is_ratio = found["kind"][0] == "ratio"
        size = 1.0 if is_ratio else metric.per_display_unit
        numbers = _scaled(found, ("judged_mean", "judged_low", "judged_high"), size)
        places = decimals_of(numbers)
        for row, cell in enumerate(others):
            rows.append(
                [
                    *map(tex_text, expansion.texts(cell)),
                    str(found["count"][row]),
                    *interval_cells(numbers[row], places, is_signed=not is_ratio),
                    _p_text(found["adjusted_p"][row]),
                    _VERDICTS.get(found["verdict"][row], found["verdict"][row]),
                ]
            )
    axis = expansion.axes[expansion.definition.arm_axis_index or 0]
    baseline = axis.points[expansion.definition.baseline_index].text
    caption = (
        f"{experiment.title}: change against {baseline}, n seeds in pairs, in brackets 95 % "
        f"intervals; p of the paired t test, adjusted by {CONTROL} over all rows of a number; "
        f"verdicts at {FALSE_DISCOVERY_RATE:.0%}."
    )
    headings = [
        *(Heading(each.label, "l") for each in expansion.axes),
        Heading("n"),
        Heading("Change", INTERVAL_COLUMNS, INTERVAL_WIDTH),
        Heading("p"),
        Heading("Verdict", "l"),
    ]
    label = label_of(experiment.title, "differences")
    return table_text(Table(_notes(experiment), caption, label, headings, rows), is_wide=True)


def _main_values(experiment: ExportedExperiment) -> tuple[list[Metric], list[Rows]]:
    known = {metric.name: metric for metric in experiment.metrics}
    metrics = [known[name] for name in experiment.table_metrics if name in known]
    return metrics, experiment.rows_of(metrics)


def _bounded(found: dict[str, list[float | None]], metric: Metric) -> list[Bounded]:
    return _scaled(found, ("mean", "low", "high"), metric.per_display_unit)


def _scaled(
    found: dict[str, list[float | None]], names: tuple[str, str, str], size: float
) -> list[Bounded]:
    columns = ([None if v is None else v / size for v in found[name]] for name in names)
    return [Bounded(*row) for row in zip(*columns, strict=True)]


def _block_title(metric: Metric, kind: str) -> str:
    what = f"Distance of {metric.label} from fair" if metric.better == "fair" else metric.label
    if kind == "ratio":
        return f"{what}, times that of the baseline"
    unit = "percentage points" if metric.display_unit == "%" else metric.display_unit
    return f"{what}, difference ({unit})" if unit else f"{what}, difference"


def _p_text(p: float | None) -> str:
    if p is None:
        return NOTHING
    return f"$<$\\,{_LEAST_P:g}" if p < _LEAST_P else f"{p:.3f}"


def _title(metric: Metric) -> str:
    return f"{metric.label} ({metric.display_unit})" if metric.display_unit else metric.label


def _notes(experiment: ExportedExperiment) -> list[str]:
    runs = count_of(experiment.found.unit_count, "run")
    return [f"{experiment.title}: {runs}, core {experiment.core_version}"]
