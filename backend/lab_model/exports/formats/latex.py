"""A table for a paper: LaTeX with booktabs. Of a run one row per flow, of an experiment one row per
setting, with means over the seeds and their 95 % intervals.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from lab_model.algorithms.registry import find_algorithm
from lab_model.experiments.estimates import estimate_cells
from lab_model.experiments.metrics import Metric
from lab_model.experiments.numerals import or_null
from lab_model.exports.declaration import ExperimentFile, Format, RunFile
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.run import ExportedRun, Json
from lab_model.exports.wording import count_of, measured, tex_text

_FLOW_COLUMNS: Final = (
    ("Base RTT", "ms", "base_rtt_s", 1e-3),
    ("Throughput", "Mbit/s", "throughput_bps", 1e6),
    ("Goodput", "Mbit/s", "goodput_bps", 1e6),
    ("Mean RTT", "ms", "mean_rtt_s", 1e-3),
    ("Retransmitted", "%", "retransmit_ratio", 0.01),
)
"""Heading, unit, name in the result, and what one of the unit is."""
MAIN_METRICS: Final = (
    "utilisation_ratio",
    "jain_index",
    "throughput_ratio",
    "mean_queue_s",
    "retransmit_ratio",
)
_MOST_ROWS_OF_A_PAGE: Final = 40
_NOTHING: Final = "--"


def run_table(run: ExportedRun) -> str:
    """A row per flow, then the link."""
    headings = [_heading(title, unit) for title, unit, _, _ in _FLOW_COLUMNS]
    rows = [_flow_row(index, flow) for index, flow in enumerate(run.result["flows"])]
    summary = run.result["summary"]
    link = (
        f"Link: {measured(summary['utilisation_ratio'], '%', 0.01)} busy, "
        f"{measured(summary['mean_queue_bytes'], 'kB', 1e3)} queued in the mean; "
        f"Jain's index {measured(summary['jain_index'], '')}"
    )
    note = f"{run.title}: seed {run.seed}, core {run.result['core_version']}"
    foot = rf"\multicolumn{{{len(rows[0])}}}{{l}}{{{tex_text(link)}}} \\"
    return _table([note], ["Flow", "Algorithm"], headings, rows, foot)


def experiment_table(experiment: ExportedExperiment) -> str:
    """A row per setting: its place on the axes, then mean and interval of the main numbers."""
    expansion = experiment.expansion
    known = {metric.name: metric for metric in experiment.metrics}
    metrics = [known[name] for name in MAIN_METRICS if name in known]
    columns = [list(_estimates(experiment, metric)) for metric in metrics]
    rows = [
        [*map(tex_text, expansion.texts(cell)), *(column[cell] for column in columns)]
        for cell in range(expansion.cell_count)
    ]
    runs = count_of(experiment.found.unit_count, "run")
    notes = [
        f"{experiment.title}: {runs}, core {experiment.core_version}",
        "Means over the seeds, in brackets their 95 % intervals.",
    ]
    headings = [_heading(metric.label, metric.display_unit) for metric in metrics]
    return _table(notes, [axis.label for axis in expansion.axes], headings, rows)


class ComparedNumber(NamedTuple):
    """A number of an item, or its difference from the baseline's, with its 95 % interval."""

    mean: float | None
    low: float | None
    high: float | None
    is_ratio: bool = False
    """A difference is a factor."""


ComparedRow = tuple[Metric, Sequence[ComparedNumber], Sequence[ComparedNumber | None]]
"""A metric, its number of each item, and of each item the difference from the baseline."""


def comparison_table(
    labels: Sequence[str], baseline_index: int, rows: Iterable[ComparedRow]
) -> str:
    """A row per metric: every item, then how the others differ from the baseline."""
    others = [index for index in range(len(labels)) if index != baseline_index]
    headings = [*labels, *(f"{labels[index]} against {labels[baseline_index]}" for index in others)]
    lines = [
        [
            tex_text(_heading(metric.label, metric.display_unit)),
            *(_interval(number, metric.per_display_unit) for number in numbers),
            *(_difference(differences[index], metric.per_display_unit) for index in others),
        ]
        for metric, numbers, differences in rows
    ]
    note = "Means over the seeds, in brackets 95 % intervals; x before a difference: a factor."
    return _table([note], [""], headings, lines)


def _interval(number: ComparedNumber, per_unit: float) -> str:
    mean, low, high = (_number(value, per_unit) for value in number[:3])
    return mean if _NOTHING in (low, high) else f"{mean} [{low}, {high}]"


def _difference(number: ComparedNumber | None, per_unit: float) -> str:
    if number is None or number.mean is None:
        return _NOTHING
    if number.is_ratio:
        return rf"$\times$ {_interval(number, 1.0)}"
    return ("+" if number.mean > 0 else "") + _interval(number, per_unit)


def _flow_row(index: int, flow: Json) -> list[str]:
    algorithm = find_algorithm(flow["algorithm"])
    title = flow["algorithm"] if algorithm is None else algorithm.title
    numbers = [_number(flow[name], per_unit) for _, _, name, per_unit in _FLOW_COLUMNS]
    return [tex_text(flow["label"] or f"{index + 1}"), tex_text(title), *numbers]


def _estimates(experiment: ExportedExperiment, metric: Metric) -> Iterator[str]:
    """By cell."""
    [values] = experiment.source.values([metric.name])
    found = estimate_cells(values, metric)
    bounds = (or_null(each) for each in (found.mean, found.low, found.high))
    for cell in zip(*bounds, strict=True):
        yield _interval(ComparedNumber(*cell), metric.per_display_unit)


def _number(value: float | None, per_unit: float) -> str:
    return _NOTHING if value is None else measured(value, "", per_unit).replace("-", "$-$", 1)


def _heading(title: str, unit: str) -> str:
    return f"{title} ({unit})" if unit else title


def _table(
    notes: Iterable[str],
    places: Sequence[str],
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    foot: str | None = None,
) -> str:
    """Texts to the left, numbers to the right. What fits no page is a longtable."""
    is_long = len(rows) > _MOST_ROWS_OF_A_PAGE
    environment = "longtable" if is_long else "tabular"
    packages = "booktabs,longtable" if is_long else "booktabs"
    lines = [
        *(f"% {' '.join(note.split())}" for note in notes),
        rf"% \usepackage{{{packages}}}",
        rf"\begin{{{environment}}}{{{'l' * len(places)}{'r' * len(headings)}}}",
        r"\toprule",
        _row(map(tex_text, [*places, *headings])),
        r"\midrule",
        *([r"\endhead"] if is_long else []),
        *map(_row, rows),
        *([r"\midrule", foot] if foot else []),
        r"\bottomrule",
        rf"\end{{{environment}}}",
    ]
    return "\n".join(lines) + "\n"


def _row(cells: Iterable[str]) -> str:
    text = " & ".join(cells)
    # After the end of a row TeX would take these for an option of it.
    return ("{}" if text.startswith(("[", "*")) else "") + text + r" \\"


FORMAT: Final = Format(
    name="latex",
    suffix=".tex",
    media_type="application/x-tex; charset=utf-8",
    place=65,
    run=RunFile(
        title="Table of the flows (LaTeX)",
        content="a table of the flows for a paper",
        write=lambda run, _: [run_table(run)],
    ),
    experiment=ExperimentFile(
        title="Table of means (LaTeX)",
        content="a table of means and 95 % intervals for a paper",
        write=lambda experiment: [experiment_table(experiment)],
    ),
)
