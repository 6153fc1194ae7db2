"""What the plots of an experiment of a page without a server show: the numbers that
`lab.experiments.views` shows, by the plain lines that the service's files come from.

`experiment` is as in `lab.site.experiments`; `rows` are by name of a number the values of every
cell by seed, null where there is none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from math import isnan, nan
from typing import Any, Final, NamedTuple

from lab.errors import NotFound
from lab.experiments.asked import arm_axis_asked, cells_asked, metrics_asked
from lab.experiments.schemas import (
    ArmVerdicts,
    CellCounts,
    CellEstimate,
    CellRead,
    DifferenceCells,
    DifferenceVerdicts,
    Ellipse,
    ExperimentDifferences,
    ExperimentMap,
    ExperimentPoints,
    MapCells,
    PointColumns,
    UnitFailure,
    VerdictCells,
)
from lab.site.experiments import expansion_of_text
from lab.site.refusals import Json
from lab_model.comparisons.judged import CONTROL, FALSE_DISCOVERY_RATE, CellVerdict
from lab_model.comparisons.rows import known, significant_digits
from lab_model.experiments.agreement import numbers_compared, seeds_agree
from lab_model.experiments.cell_estimate import cell_estimate
from lab_model.experiments.cells import Expansion
from lab_model.experiments.metrics import combined_rows, kind_of, parts_of
from lab_model.experiments.number_names import group_count, number_names
from lab_model.exports.estimates import compared_cells, difference_columns, estimate_columns
from lab_model.scenarios import scenario_digest

Rows = list[list[float]]


def counts(body: Json) -> Json:
    """GET /api/experiments/{experiment_id}/counts."""
    found = body["experiment"]
    return CellCounts(
        revision=found["revision"], done=found["done"], failed=found["failed"]
    ).model_dump(mode="json")


def estimates(body: Json) -> Json:
    """GET /api/experiments/{experiment_id}/map."""
    expansion = _expansion(body)
    [metric] = metrics_asked(expansion.definition, [body["metric"]], "metric")
    agreeing = _agreeing(expansion, body["rows"])
    columns = estimate_columns(_rows(body, metric.name), metric, agreeing)
    return ExperimentMap(
        metric=metric.name,
        revision=body["experiment"]["revision"],
        cells=MapCells(
            count=columns["count"],
            mean=_shown(columns["mean"]),
            median=_shown(columns["median"]),
            low=_shown(columns["low"]),
            high=_shown(columns["high"]),
            is_clipped=columns["is_clipped"],
            seeds_hardly_differ=agreeing,
        ),
    ).model_dump(mode="json")


def differences(body: Json) -> Json:
    """GET /api/experiments/{experiment_id}/differences."""
    expansion = _expansion(body)
    arm_axis = arm_axis_asked(expansion)
    [metric] = metrics_asked(expansion.definition, [body["metric"]], "metric")
    values = _rows(body, metric.name)
    others, baselines = compared_cells(expansion)
    ours, theirs = ([values[cell] for cell in cells] for cells in (others, baselines))
    found = difference_columns(ours, theirs, metric)

    def by_cell(name: str) -> list[Any]:
        column: list[Any] = [None] * expansion.cell_count
        for cell, value in zip(others, found[name], strict=True):
            column[cell] = value
        return column

    verdicts: list[CellVerdict | None] = by_cell("verdict")
    arms = [
        (index, [cell for cell in others if expansion.point_indices(cell)[arm_axis] == index])
        for index in range(expansion.shape[arm_axis])
        if index != expansion.definition.baseline_index
    ]
    return ExperimentDifferences(
        metric=metric.name,
        kind=kind_of(metric),
        revision=body["experiment"]["revision"],
        baseline_index=expansion.definition.baseline_index,
        cells=DifferenceCells(
            count=by_cell("count"),
            mean=_shown(by_cell("mean")),
            low=_shown(by_cell("low")),
            high=_shown(by_cell("high")),
            is_distinguishable=by_cell("is_distinguishable"),
            nearer_fair_count=by_cell("nearer_fair_count"),
        ),
        verdicts=DifferenceVerdicts(
            towards=metric.better,
            kind=kind_of(metric),
            control=CONTROL,
            false_discovery_rate=FALSE_DISCOVERY_RATE,
            tested_count=sum(each is not None for each in found["adjusted_p"]),
            cells=VerdictCells(
                mean=_shown(by_cell("judged_mean")),
                low=_shown(by_cell("judged_low")),
                high=_shown(by_cell("judged_high")),
                adjusted_p=_shown(by_cell("adjusted_p")),
                verdict=verdicts,
            ),
            arms=[
                ArmVerdicts.of(index, [verdicts[each] for each in cells], metric.better)
                for index, cells in arms
            ],
        ),
    ).model_dump(mode="json")


def points(body: Json) -> Json:
    """GET /api/experiments/{experiment_id}/points. A page has fewer units than a screen shows."""
    expansion = _expansion(body)
    for field in ("x", "y"):
        metrics_asked(expansion.definition, [body[field]], field)
    rows_x, rows_y = (_rows(body, body[field]) for field in ("x", "y"))
    units = [
        _Unit(cell, seed, x, y)
        for cell in cells_asked(expansion, body["cells"])
        for seed, x, y in zip(expansion.seeds, rows_x[cell], rows_y[cell], strict=True)
        if not isnan(x) and not isnan(y)
    ]
    return ExperimentPoints(
        x=body["x"],
        y=body["y"],
        revision=body["experiment"]["revision"],
        unit_count=len(units),
        points=PointColumns(
            cell_index=[unit.cell for unit in units],
            seed=[unit.seed for unit in units],
            x=[float(significant_digits(unit.x) or 0.0) for unit in units],
            y=[float(significant_digits(unit.y) or 0.0) for unit in units],
        ),
        ellipses=_ellipses(expansion, units),
    ).model_dump(mode="json")


def cell(body: Json) -> Json:
    """GET /api/experiments/{experiment_id}/cells/{cell_index}. `units` are by seed an answer of
    `numbers`, a text that says why there is none, or null.
    """
    found, index = body["experiment"], body["cell_index"]
    expansion = _expansion(body)
    if not 0 <= index < expansion.cell_count:
        raise NotFound(f"Experiment {found['id']} has no cell {index}.")
    units: list[Json | str | None] = body["units"]
    answers = [unit if isinstance(unit, dict) else None for unit in units]
    names = number_names(expansion.definition)
    table = {
        name: [nan if unit is None else _double(unit["numbers"].get(name)) for unit in answers]
        for name in names
    }
    metrics = metrics_asked(expansion.definition, body["metrics"] or names, "metric")
    rows = {
        metric.name: combined_rows([table[part] for part in parts_of(metric.name)])
        for metric in metrics
    }
    scenario = expansion.scenario(index)
    return CellRead(
        cell_index=index,
        point_indices=list(expansion.point_indices(index)),
        texts=list(expansion.texts(index)),
        scenario=scenario.model_dump(mode="json"),
        scenario_digest=scenario_digest(scenario),
        core_version=found["core_version"],
        seeds=list(expansion.seeds),
        summary_digests=[None if unit is None else unit["summary_digest"] for unit in answers],
        numbers={name: list(map(known, values)) for name, values in {**rows, **table}.items()},
        estimates={
            metric.name: CellEstimate(
                **asdict(cell_estimate([x for x in rows[metric.name] if not isnan(x)], metric))
            )
            for metric in metrics
        },
        failures=[
            UnitFailure(seed=seed, reason=unit, core_version=found["core_version"] or "")
            for seed, unit in zip(expansion.seeds, units, strict=True)
            if isinstance(unit, str)
        ],
    ).model_dump(mode="json")


class _Unit(NamedTuple):
    cell: int
    seed: int
    x: float
    y: float


def _expansion(body: Json) -> Expansion:
    return expansion_of_text(body["experiment"]["definition"])


def _rows(body: Json, metric: str) -> Rows:
    """The values of a metric by cell and seed; NaN where there is none."""
    tables = [_table(body["rows"], name) for name in parts_of(metric)]
    return [combined_rows(parts) for parts in zip(*tables, strict=True)]


def _table(rows: Mapping[str, Sequence[Sequence[float | None]]], name: str) -> Rows:
    return [[_double(value) for value in row] for row in rows[name]]


def _double(value: float | None) -> float:
    """JavaScript writes 10.0 as 10."""
    return nan if value is None else float(value)


def _agreeing(expansion: Expansion, rows: Mapping[str, Any]) -> list[bool]:
    """In which cells the seeds hardly differ."""
    definition = expansion.definition
    names = numbers_compared(group_count(definition), number_names(definition))
    utilisation, *groups = (_table(rows, name) for name in names)
    return [
        seeds_agree(row, [group[cell] for group in groups]) for cell, row in enumerate(utilisation)
    ]


def _shown(values: Sequence[float | None]) -> list[float | None]:
    return list(map(significant_digits, values))


def _ellipses(expansion: Expansion, units: Sequence[_Unit]) -> list[Ellipse]:
    """One per arm that has two points; one of all where nothing is compared."""
    arm_axis = expansion.definition.arm_axis_index
    members: dict[int | None, list[_Unit]] = {None: list(units)}
    if arm_axis is not None:
        members = {index: [] for index in range(expansion.shape[arm_axis])}
        for unit in units:
            members[expansion.point_indices(unit.cell)[arm_axis]].append(unit)
    ellipses = (
        Ellipse.of(index, [unit.x for unit in chosen], [unit.y for unit in chosen])
        for index, chosen in members.items()
    )
    return [ellipse for ellipse in ellipses if ellipse is not None]


QUESTIONS: Final[Mapping[str, Callable[[Json], Json]]] = {
    "experiment_counts": counts,
    "experiment_map": estimates,
    "experiment_differences": differences,
    "experiment_points": points,
    "experiment_cell": cell,
}
