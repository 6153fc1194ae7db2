"""A table for a paper: LaTeX with booktabs. Of a run one row per flow, of an experiment one row per
setting, with seeds, means and their 95 % intervals, and a table of the comparisons.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from lab_model.experiments.metrics import Metric
from lab_model.exports.declaration import ExperimentFile, Format, RunFile
from lab_model.exports.formats.losses import loss_sentence
from lab_model.exports.latex_experiments import experiment_tables
from lab_model.exports.latex_tables import (
    NOTHING,
    Heading,
    Table,
    label_of,
    table_text,
)
from lab_model.exports.modules import Declared, title_in_text
from lab_model.exports.run import ExportedRun, Json
from lab_model.exports.wording import measured, tex_text

_FLOW_COLUMNS: Final = (
    ("Base RTT", "ms", "base_rtt_s", 1e-3),
    ("Throughput", "Mbit/s", "throughput_bps", 1e6),
    ("Goodput", "Mbit/s", "goodput_bps", 1e6),
    ("Mean RTT", "ms", "mean_rtt_s", 1e-3),
    ("Retransmitted", "%", "retransmit_ratio", 0.01),
)
"""Heading, unit, name in the result, and what one of the unit is."""


def run_table(run: ExportedRun) -> str:
    """A row per flow, then each link."""
    headings = [_heading(title, unit) for title, unit, _, _ in _FLOW_COLUMNS]
    rows = [_flow_row(index, flow, run.declared) for index, flow in enumerate(run.result["flows"])]
    links = run.result.get("links") or [{"id": "Link", "summary": run.result["summary"]}]
    link = "; ".join(
        f"{each['id']}: {measured(each['summary']['utilisation_ratio'], '%', 0.01)} busy, "
        f"{measured(each['summary']['mean_queue_bytes'], 'kB', 1e3)} queued on average"
        for each in links
    )
    if len(run.result["flows"]) > 1:
        link += f"; Jain's index {measured(run.result['summary']['jain_index'], '')}"
    note = f"{run.title}: seed {run.seed}, core {run.result['core_version']}"
    caption = f"{run.title}: every flow over the measurement window (seed {run.seed})."
    foot = rf"\multicolumn{{{len(rows[0])}}}{{l}}{{{tex_text(link)}}} \\"
    return table_text(
        Table(
            notes=[note],
            caption=f"{caption} {loss_sentence(run)}".rstrip(),
            label=label_of(run.title, f"seed-{run.seed}"),
            headings=[Heading("Flow", "l"), Heading("Algorithm", "l"), *map(Heading, headings)],
            rows=rows,
            foot=foot,
        )
    )


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
    caption = "Means over the seeds, in brackets 95 % intervals; × before a difference: a factor."
    names = [Heading("", "l"), *map(Heading, headings)]
    return table_text(Table([], caption, label_of("comparison", *labels), names, lines))


def _interval(number: ComparedNumber, per_unit: float) -> str:
    mean, low, high = (_number(value, per_unit) for value in number[:3])
    return mean if NOTHING in (low, high) else f"{mean} [{low}, {high}]"


def _difference(number: ComparedNumber | None, per_unit: float) -> str:
    if number is None or number.mean is None:
        return NOTHING
    if number.is_ratio:
        return rf"$\times$ {_interval(number, 1.0)}"
    return ("+" if number.mean > 0 else "") + _interval(number, per_unit)


def _flow_row(index: int, flow: Json, declared: Declared) -> list[str]:
    title = title_in_text(flow["algorithm"], declared)
    numbers = [_number(flow[name], per_unit) for _, _, name, per_unit in _FLOW_COLUMNS]
    return [tex_text(flow["label"] or f"{index + 1}"), tex_text(title), *numbers]


def _number(value: float | None, per_unit: float) -> str:
    return NOTHING if value is None else measured(value, "", per_unit).replace("-", "$-$", 1)


def _heading(title: str, unit: str) -> str:
    return f"{title} ({unit})" if unit else title


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
        title="Tables of means and differences (LaTeX)",
        content="tables of means, differences and their 95 % intervals for a paper",
        write=experiment_tables,
    ),
)
