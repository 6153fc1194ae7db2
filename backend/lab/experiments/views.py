"""The data of an experiment's plots: estimates, paired differences, points, one cell."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from lab.errors import NotFound, NothingCompared
from lab.experiments import refining, repository
from lab.experiments.asked import arm_axis_asked, cells_asked, metrics_asked
from lab.experiments.reading import definition_of, expansion_in_titles, expansion_of
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
    ExperimentPrecision,
    MapCells,
    PointColumns,
    PrecisionCells,
    UnitFailure,
    VerdictCells,
)
from lab.experiments.values import (
    UnitOfCell,
    agreeing_of,
    count_done,
    read_metrics,
    results_of_cell,
)
from lab.models import Experiment
from lab.modules import service as modules
from lab_model.comparisons.judged import CONTROL, FALSE_DISCOVERY_RATE, CellVerdict
from lab_model.experiments.cells import Expansion
from lab_model.experiments.estimates import estimate_cells, estimate_metrics
from lab_model.experiments.json_lists import Flags, Values, or_null, significant
from lab_model.experiments.metrics import Metric, combined, parts_of
from lab_model.experiments.number_names import number_names
from lab_model.experiments.paired import Differences, compare_cells
from lab_model.experiments.precision import CellState, precision_sentence
from lab_model.experiments.verdicts import judge_cells

MAX_POINTS: Final = 20_000
"""More cannot be distinguished on a screen."""


def counts_of(session: Session, experiment: Experiment) -> CellCounts:
    """How far each cell is."""
    failed = np.zeros(experiment.cell_count, dtype=np.int64)
    for cell_index, count in repository.failed_counts(session, experiment.id).items():
        failed[cell_index] = count
    return CellCounts(
        revision=experiment.revision,
        done=count_done(session, experiment).tolist(),
        failed=failed.tolist(),
    )


def precision_of(session: Session, experiment: Experiment) -> ExperimentPrecision:
    """How near each cell is to the precision that was asked for. Raises NothingCompared."""
    precision = refining.replications_of(experiment).precision
    found = refining.look_at(session, experiment)
    if precision is None or found is None:
        raise NothingCompared(
            "This experiment has a fixed number of seeds, not a target precision."
        )
    if experiment.status in {"running", "paused"}:
        # Units that have not run yet have no number yet.
        waiting: list[CellState] = [
            "wanted" if state == "no_number" else state for state in found.states
        ]
        found = replace(found, states=waiting)
    return ExperimentPrecision(
        metric=precision.metric,
        of=precision.of,
        within_ratio=precision.within_ratio,
        revision=experiment.revision,
        sentence=precision_sentence(found, precision),
        cells=PrecisionCells(
            seed_count=found.seed_count.tolist(),
            width_ratio=significant(found.width_ratio),
            needed_count=or_null(found.needed_count, found.needed_count >= 0),
            state=list(found.states),
            is_judged=found.is_judged.tolist(),
        ),
    )


def map_of(session: Session, experiment: Experiment, name: str) -> ExperimentMap:
    """Estimates of one metric in every cell."""
    [metric] = metrics_asked(definition_of(experiment), [name], "metric")
    [values] = read_metrics(session, experiment, [name])
    found = estimate_cells(values, metric)
    agreeing = agreeing_of(session, experiment)
    return ExperimentMap(
        metric=name,
        revision=experiment.revision,
        cells=MapCells(
            count=found.count.tolist(),
            mean=significant(found.mean),
            median=significant(found.median),
            low=significant(found.low),
            high=significant(found.high),
            is_clipped=found.is_clipped.tolist(),
            seeds_hardly_differ=agreeing.tolist(),
        ),
    )


def differences_of(session: Session, experiment: Experiment, name: str) -> ExperimentDifferences:
    """Every arm against the baseline, cell by cell and seed by seed."""
    expansion = expansion_of(experiment)
    arm_axis = arm_axis_asked(expansion)
    [metric] = metrics_asked(expansion.definition, [name], "metric")
    [values] = read_metrics(session, experiment, [name])
    baseline_index = expansion.definition.baseline_index
    by_point = values.reshape(*expansion.shape, -1)
    baseline = np.take(by_point, [baseline_index], axis=arm_axis)
    against = np.broadcast_to(baseline, by_point.shape).reshape(values.shape)
    is_other = np.ones(expansion.shape, dtype=np.bool_)
    np.moveaxis(is_other, arm_axis, 0)[baseline_index] = False
    found = compare_cells(values, against, metric)
    others = is_other.reshape(-1)
    arms = np.moveaxis(np.arange(experiment.cell_count).reshape(expansion.shape), arm_axis, 0)
    return ExperimentDifferences(
        metric=name,
        kind=found.kind,
        revision=experiment.revision,
        baseline_index=baseline_index,
        cells=_difference_cells(found, others),
        verdicts=_verdicts(values, against, others, metric, arms.reshape(len(arms), -1)),
    )


def points_of(
    session: Session, experiment: Experiment, x: str, y: str, cells: Sequence[int]
) -> ExperimentPoints:
    """One metric against another. Without `cells` all of them; ellipses are always of all the
    units that were asked for, however many points are left out.
    """
    expansion = expansion_of(experiment)
    for name, field in ((x, "x"), (y, "y")):
        metrics_asked(expansion.definition, [name], field)
    wanted = np.array(cells_asked(expansion, cells))
    values_x, values_y = (table[wanted] for table in read_metrics(session, experiment, [x, y]))
    row, replication = np.nonzero(~np.isnan(values_x) & ~np.isnan(values_y))
    known_x, known_y, cell = values_x[row, replication], values_y[row, replication], wanted[row]
    step = max(1, -(-len(row) // MAX_POINTS))
    shown = slice(None, None, step)
    return ExperimentPoints(
        x=x,
        y=y,
        revision=experiment.revision,
        unit_count=len(row),
        points=PointColumns(
            cell_index=cell[shown].tolist(),
            seed=(replication[shown] + experiment.first_seed).tolist(),
            x=significant(known_x[shown]),
            y=significant(known_y[shown]),
        ),
        ellipses=_ellipses(expansion, cell, known_x, known_y),
    )


def cell_of(
    session: Session, experiment: Experiment, cell_index: int, wanted: Sequence[str]
) -> CellRead:
    """Everything about one cell; estimates of the wanted metrics, or of all of them."""
    expansion = expansion_in_titles(session, experiment)
    cell = repository.find_cell(session, experiment.id, cell_index)
    if cell is None:
        raise NotFound(f"Experiment {experiment.id} has no cell {cell_index}.")
    scenario, _ = modules.named_by_title(session, expansion.scenario(cell_index))
    names = number_names(expansion.definition)
    metrics = metrics_asked(expansion.definition, wanted or names, "metric")
    units = results_of_cell(session, experiment, cell_index)
    digests = {unit.seed: unit.summary_digest for unit in units}
    table = _numbers_of_cell(experiment, units, names)
    rows = [combined([table[part] for part in parts_of(metric.name)]) for metric in metrics]
    estimates = estimate_metrics(np.stack(rows), metrics)
    return CellRead(
        cell_index=cell_index,
        point_indices=list(expansion.point_indices(cell_index)),
        texts=list(expansion.texts(cell_index)),
        scenario=scenario.model_dump(mode="json"),
        scenario_digest=cell.scenario_digest,
        core_version=experiment.core_version,
        seeds=list(expansion.seeds),
        summary_digests=[digests.get(seed) for seed in expansion.seeds],
        numbers={name: or_null(values) for name, values in table.items()}
        | {
            metric.name: or_null(row)
            for metric, row in zip(metrics, rows, strict=True)
            if metric.name not in table
        },
        estimates={
            metric.name: CellEstimate(**asdict(estimate))
            for metric, estimate in zip(metrics, estimates, strict=True)
        },
        failures=[
            UnitFailure(seed=row.seed, reason=row.reason, core_version=row.core_version)
            for row in repository.failures_of(session, experiment.id, cell_index)
        ],
    )


def _difference_cells(found: Differences, is_other: Flags) -> DifferenceCells:
    has_fair = found.nearer_fair_count >= 0
    return DifferenceCells(
        count=or_null(found.count, is_other),
        mean=significant(np.where(is_other, found.mean, np.nan)),
        low=significant(np.where(is_other, found.low, np.nan)),
        high=significant(np.where(is_other, found.high, np.nan)),
        is_distinguishable=or_null(found.is_distinguishable, is_other & found.is_known),
        nearer_fair_count=or_null(found.nearer_fair_count, is_other & has_fair),
    )


def _verdicts(
    values: Values, against: Values, others: Flags, metric: Metric, arms: NDArray[np.int64]
) -> DifferenceVerdicts:
    """Of all cells but the baseline's, tested as one family; `arms` are the cells of each arm."""
    found = judge_cells(values[others], against[others], metric)
    by_cell: dict[int, CellVerdict | None] = dict(
        zip(np.flatnonzero(others).tolist(), found.verdict, strict=True)
    )

    def column(known: Values) -> list[float | None]:
        whole = np.full(others.shape, np.nan)
        whole[others] = known
        return significant(whole)

    return DifferenceVerdicts(
        towards=found.towards,
        kind=found.kind,
        control=CONTROL,
        false_discovery_rate=FALSE_DISCOVERY_RATE,
        tested_count=int(np.isfinite(found.adjusted_p).sum()),
        cells=VerdictCells(
            mean=column(found.mean),
            low=column(found.low),
            high=column(found.high),
            adjusted_p=column(found.adjusted_p),
            verdict=[by_cell.get(cell) for cell in range(others.size)],
        ),
        arms=[
            ArmVerdicts.of(index, [by_cell[cell] for cell in cells], found.towards)
            for index, cells in enumerate(arms.tolist())
            if others[cells[0]]
        ],
    )


def _ellipses(expansion: Expansion, cell: NDArray[np.int64], x: Values, y: Values) -> list[Ellipse]:
    """One per arm that has two points; one of all where nothing is compared."""
    arm_axis = expansion.definition.arm_axis_index
    if arm_axis is None:
        members: dict[int | None, Flags] = {None: np.ones(len(cell), dtype=np.bool_)}
    else:
        arm = np.unravel_index(cell, expansion.shape)[arm_axis]
        members = {index: arm == index for index in range(expansion.shape[arm_axis])}
    ellipses = (
        Ellipse.of(index, x[chosen].tolist(), y[chosen].tolist())
        for index, chosen in members.items()
    )
    return [ellipse for ellipse in ellipses if ellipse is not None]


def _numbers_of_cell(
    experiment: Experiment, units: Sequence[UnitOfCell], names: list[str]
) -> dict[str, Values]:
    """By name the numbers of all seeds."""
    table = {name: np.full(experiment.replication_count, np.nan) for name in names}
    for unit in units:
        for name, value in zip(unit.names, unit.numbers, strict=True):
            if name in table:
                table[name][unit.seed - experiment.first_seed] = value
    return table
