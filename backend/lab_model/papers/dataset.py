"""The page of a paper as a data set: every row, every condition, every run behind them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lab_model.datasets import Column, DataSet, Table
from lab_model.datasets.rows import COUNT, NUMBER, TEXT, table_of
from lab_model.experiments import Expansion
from lab_model.experiments.bundle import Bundle, read_bundle
from lab_model.experiments.metrics import find_metric
from lab_model.experiments.unit_rows import IDENTITY, unit_header, unit_place
from lab_model.exports.formats.parquet import place_type
from lab_model.papers.catalog import read_paper
from lab_model.papers.claims import PaperName
from lab_model.papers.experiments import ExperimentFile, expansion_of, load_experiments
from lab_model.papers.measured import bundle_path
from lab_model.papers.schemas.numbers import PaperEstimate, PaperRow
from lab_model.papers.schemas.page import Paper
from lab_model.papers.sentences import plain_text
from lab_model.papers.timeline_metrics import TIMELINE_METRICS

if TYPE_CHECKING:
    import pyarrow as pa

_ESTIMATE: Final = (
    ("mean", NUMBER, "Mean over the seeds, in the unit of the metric"),
    ("low", NUMBER, "Lower end of its 95 % interval; null with one seed"),
    ("high", NUMBER, "Upper end"),
    ("seed_count", COUNT, "Seeds behind it"),
    ("average", TEXT, "arithmetic, or geometric: a mean of logarithms"),
)
_VERDICT: Final = (
    ("verdict", TEXT, "within, mixed, outside, cannot_tell, not_checkable or not_computed"),
    ("cause", TEXT, "Why it is inconclusive: few_seeds or on_bound"),
)
_ROWS: Final = (
    ("row_id", TEXT, "Name of the row"),
    ("figure", TEXT, "Figure or table of the paper; text: only in its words"),
    ("setting", TEXT, "Where the sentence holds"),
    ("what", TEXT, "What is compared"),
    ("metric", TEXT, "Definition of the number"),
    ("arm", TEXT, "Algorithm"),
    ("reading", TEXT, "Which reading of the paper it was computed with; null: there is one only"),
    ("published", TEXT, "What the paper says"),
    ("published_value", NUMBER, "The same as a number, in the unit of the metric; null: in words"),
    *_ESTIMATE,
    ("tolerance_minimum", NUMBER, "Lower bound within which it counts as reproduced"),
    ("tolerance_maximum", NUMBER, "Upper bound"),
    ("tolerance_reason", TEXT, "Why these bounds"),
    *_VERDICT,
    ("verdict_text", TEXT, "The verdict in a sentence"),
    ("display_factor", NUMBER, "The page shows a number times this"),
    ("display_unit", TEXT, "in this unit"),
    ("experiments", TEXT, "Tables of runs that it comes from, separated by spaces"),
    ("note", TEXT, "What else a reader has to know"),
)
_CONDITIONS: Final = (
    ("row_id", TEXT, "Row whose number it is"),
    ("condition", TEXT, "One of the conditions that the sentence covers"),
    *_ESTIMATE,
    *_VERDICT,
)
_NUMBERS: Final = (
    ("name", TEXT, "Column of a table of runs"),
    ("label", TEXT, "In words"),
    ("definition", TEXT, "What it is; groups are those of the scenario, in its order"),
)
_NUMBERS_TABLE: Final = "numbers"
_IDENTITY: Final = {
    "cell_index": "Setting, counted from 0",
    "seed": "Seed of the run",
    "scenario_digest": "SHA-256 of the scenario",
    "core_version": "Version of the core that computed it",
    "summary_digest": "SHA-256 of the result",
}
_LIMITS: Final = (
    "A simulation has no hosts, drivers and testbeds: the page of the paper lists assumptions.",
    "Intervals speak of seeds alone where losses, start times and random numbers hardly matter.",
)


def paper_dataset(name: PaperName) -> DataSet:
    """Everything that the page is made of. Takes some seconds: its files are read again."""
    paper = read_paper(name)
    experiments = [
        (key, entry)
        for key, entry in load_experiments().items()
        if entry.paper == name and entry.is_shipped and bundle_path(key, entry.measures).exists()
    ]
    bundles = {key: read_bundle(bundle_path(key, entry.measures)) for key, entry in experiments}
    return DataSet(
        name=f"fairtt-lab-{name}",
        title=f'Reproduction of "{paper.title}"',
        summary=(
            f"Every sentence and number of the paper that can be computed, beside what a "
            f"packet-level simulation gives: {len(list(_rows(paper)))} rows with intervals, "
            f"tolerances and verdicts, and all {sum(len(b.units) for b in bundles.values()):,} "
            "runs behind them. Tolerances were committed before the first comparison, unless the "
            "note of a row says otherwise."
        ),
        method=(
            "Intervals are Student's over the seeds, of ratios by their logarithms. A row that "
            "covers several conditions is judged in each of them (table conditions)."
        ),
        limits=(*_LIMITS, *(f"{note.title}: {plain_text(note.text)}" for note in paper.notes)),
        sources=(
            f"{paper.authors}: {paper.title}. {paper.published_in}, {paper.year}. {paper.url}",
        ),
        core_versions=tuple(sorted({bundle.core_version for bundle in bundles.values()})),
        tables=(
            _rows_table(paper),
            _conditions_table(paper),
            _numbers_table(bundles),
            *(_runs_table(key, entry, bundles[key]) for key, entry in experiments),
        ),
    )


def _rows(paper: Paper) -> Iterator[PaperRow]:
    return (row for figure in paper.figures for row in figure.rows)


def _rows_table(paper: Paper) -> Table:
    title = "A sentence or number of the paper, ours beside it, and the verdict."
    return table_of("rows", title, _ROWS, map(_row_values, _rows(paper)))


def _row_values(row: PaperRow) -> list[Any]:
    tolerance = row.tolerance
    return [
        row.id,
        row.figure,
        row.setting,
        row.what,
        row.metric,
        row.arm,
        row.reading,
        row.published.text,
        row.published.value,
        *_estimate_values(row.estimate),
        *((tolerance.minimum, tolerance.maximum, tolerance.reason) if tolerance else [None] * 3),
        row.verdict,
        row.cause,
        row.verdict_text,
        row.shown.factor,
        row.shown.unit,
        " ".join(sorted({reference.experiment_key for reference in row.cells})),
        row.note,
    ]


def _conditions_table(paper: Paper) -> Table:
    values = (
        [row.id, item.label, *_estimate_values(item.estimate), item.verdict, item.cause]
        for row in _rows(paper)
        if row.strata is not None
        for item in row.strata.items
    )
    title = "The number of a row in one of the conditions that its sentence covers."
    return table_of("conditions", title, _CONDITIONS, values)


def _estimate_values(estimate: PaperEstimate | None) -> list[Any]:
    if estimate is None:
        return [None] * len(_ESTIMATE)
    return [estimate.mean, estimate.low, estimate.high, estimate.seed_count, estimate.average]


def _runs_table(key: str, entry: ExperimentFile, bundle: Bundle) -> Table:
    import pyarrow as pa

    expansion = expansion_of(key)
    header = unit_header(expansion, list(bundle.names))
    places, order = _places(expansion, bundle)
    place_count = len(header) - len(IDENTITY) - len(bundle.names)
    units = bundle.units
    columns: list[pa.Array] = [
        _place_array(column) for column in list(zip(*places, strict=True))[:place_count]
    ]
    columns += [
        pa.array([units.seeds[unit] for unit in order], pa.int64()),
        pa.array([units.digests[unit] for unit in order]),
        pa.array([bundle.core_version] * len(order)),
        pa.array([units.summary_digests[unit] for unit in order]),
        *(pa.array(values, from_pandas=True) for values in units.values[np.array(order)].T),
    ]
    axes = {path: axis.label for axis in expansion.axes for path in axis.paths}
    described = tuple(
        Column(name, _place_meaning(name, axes)) for name in header[: -len(bundle.names)]
    )
    title = f'A run of the experiment "{entry.title}". {entry.purpose}.'
    return Table(key, title, described, pa.table(columns, names=header), _NUMBERS_TABLE)


def _places(expansion: Expansion, bundle: Bundle) -> tuple[list[list[Any]], list[int]]:
    """For each unit, by cell and seed, the columns of its place, and its position in the bundle."""
    rows = {
        (digest, seed): unit
        for unit, (digest, seed) in enumerate(
            zip(bundle.units.digests, bundle.units.seeds, strict=True)
        )
    }
    places, order = [], []
    for cell, work in enumerate(expansion.work):
        place = unit_place(expansion, cell)
        for seed in sorted(expansion.seeds):
            unit = rows.get((work.scenario_digest, seed))
            if unit is not None:
                places.append(place)
                order.append(unit)
    return places, order


def _place_array(values: tuple[Any, ...]) -> "pa.Array":
    import pyarrow as pa

    kind = place_type(values)
    if kind == pa.string():
        return pa.array([None if value is None else str(value) for value in values], kind)
    return pa.array(values, kind)


def _place_meaning(column: str, axes: dict[str, str]) -> str:
    if column in axes:
        return f"Value of this field of the scenario; part of the axis {axes[column]}"
    return _IDENTITY.get(column, "Point of the axis in words")


def _numbers_table(bundles: dict[str, Bundle]) -> Table:
    names = sorted({name for bundle in bundles.values() for name in bundle.names})
    title = "A column of the tables of runs."
    return table_of(_NUMBERS_TABLE, title, _NUMBERS, map(_number_values, names))


def _number_values(name: str) -> list[Any]:
    timeline = TIMELINE_METRICS.get(name)
    if timeline is not None:
        return [name, timeline.label, timeline.definition]
    known = find_metric(name)
    return [name, known.label, known.definition]
