"""Computes what a claim asks for: one number per seed from the cells that it names."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import Final

import numpy as np

from lab_model.experiments import Expansion, ResolvedAxis
from lab_model.papers.claims import Quantity, Selection
from lab_model.papers.measured import Library, Measured
from lab_model.papers.metrics import METRICS, Average, Cell, Metric, Values
from lab_model.papers.schemas.numbers import CellReference, Shown
from lab_model.papers.timeline_metrics import TIMELINE_METRICS

ARM_AXIS: Final = "Algorithm"
ALL_METRICS: Final[dict[str, Metric]] = {**METRICS, **TIMELINE_METRICS}

# Shares of cells are published as whole percents.
_PART_OF_CELLS: Final = Shown(factor=100, unit="%", digits=0)
_PART_OF_VARIANCE: Final = Shown(factor=100, unit="%", digits=1)
_CHANGE: Final = Shown(factor=100, unit="%", digits=2)
_QUOTIENT: Final = Shown(factor=1, unit="", digits=2)

Points = Mapping[str, Sequence[str | float]]
"""Axis to points, by name or by value."""


class NotComputedError(Exception):
    """A cell that is needed has no numbers."""


@dataclass(frozen=True)
class Context:
    """How the paper's terms are read: other experiments, other arms, other metrics."""

    experiments: Mapping[str, tuple[str, Points]] = field(default_factory=dict)
    """Experiment of a claim to the one that stands for it, and further points there."""
    arms: Mapping[str, str] = field(default_factory=dict)
    """Arm of a claim to the one that stands for it."""
    metrics: Mapping[str, str] = field(default_factory=dict)

    def apply(self, selection: Selection) -> Selection:
        """The selection in other terms."""
        key, further = self.experiments.get(selection.experiment, (selection.experiment, {}))
        cells = {**selection.cells, **{axis: list(points) for axis, points in further.items()}}
        if ARM_AXIS in cells:
            cells[ARM_AXIS] = [self.arms.get(str(arm), arm) for arm in cells[ARM_AXIS]]
        metric = self.metrics.get(selection.metric, selection.metric)
        return selection.model_copy(update={"experiment": key, "cells": cells, "metric": metric})


@dataclass(frozen=True, eq=False)
class Found:
    """A quantity, seed by seed."""

    values: Values
    average: Average
    is_part: bool
    """Within 0 and 1."""
    shown: Shown
    definition: str
    cells: list[CellReference]
    scale: float
    """How large the number is, or the larger of two that are subtracted: what a width is held
    against."""


def evaluate(quantity: Quantity, library: Library, context: Context | None = None) -> Found:
    """The quantity over the seeds. Raises `NotComputedError`."""
    context = context or Context()
    parts = [_selected(context.apply(part), library) for part in quantity.parts]
    count = min(len(part.values) for part in parts)
    columns = [part.values[:count] for part in parts]
    first = parts[0]
    cells = [reference for part in parts for reference in part.cells]
    match quantity.combine:
        case "only":
            return first
        case "mean":
            values = average_of(np.array(columns), first.average, axis=0)
            return replace(first, values=values, cells=cells)
        case "difference":
            values = columns[0] - columns[1]
            scale = max(part.scale for part in parts)
            found = replace(first, values=values, average="arithmetic", is_part=False, cells=cells)
            return replace(found, scale=scale, shown=shown_difference(first.shown))
        case "quotient":
            values = columns[0] / columns[1]
            return replace(
                first,
                values=values,
                average="geometric",
                is_part=False,
                shown=_QUOTIENT,
                cells=cells,
                scale=_size(values),
            )
        case "relative_difference":
            values = columns[0] / columns[1] - 1
            return replace(
                first,
                values=values,
                average="arithmetic",
                is_part=False,
                shown=_CHANGE,
                cells=cells,
                scale=1.0,
            )


def shown_difference(shown: Shown) -> Shown:
    """How a difference of two such numbers is written: that of two percentages is in points."""
    return shown.model_copy(update={"unit": "points"}) if shown.unit == "%" else shown


def cells_of(measured: Measured, points: Points) -> list[int]:
    """The cells at these points, by axis; all points of an axis that is not named.

    Raises ValueError for an axis or a point that the experiment does not have.
    """
    columns = points_of(measured, points)
    return [measured.expansion.cell_index(indices) for indices in product(*columns)]


def points_of(measured: Measured, points: Points) -> list[list[int]]:
    """The points wanted of each axis of the experiment, by their place. Raises as `cells_of`."""
    axes = measured.expansion.axes
    unknown = set(points) - {axis.label for axis in axes}
    if unknown:
        raise ValueError(f"there is no axis {', '.join(sorted(unknown))}")
    return [
        [_point_index(axis, point) for point in points[axis.label]]
        if axis.label in points
        else list(range(len(axis.points)))
        for axis in axes
    ]


def _point_index(axis: ResolvedAxis, point: str | float) -> int:
    for index, candidate in enumerate(axis.points):
        if point == candidate.text or (not isinstance(point, str) and candidate.values[0] == point):
            return index
    raise ValueError(f"axis {axis.label} has no point {point}")


def _selected(selection: Selection, library: Library) -> Found:
    measured = library.get(selection.experiment)
    if measured is None:
        raise NotComputedError(selection.experiment)
    metric = ALL_METRICS[selection.metric]
    cells = cells_of(measured, selection.cells)
    if not all(measured.knows(cell) for cell in cells):
        raise NotComputedError(selection.experiment)
    counted = cells_with_most_seeds(measured, cells)
    table = np.array([metric.of(cell) for cell in counted])
    found = Found(
        values=table[0],
        average=metric.average,
        is_part=metric.is_part,
        shown=metric.shown,
        definition=metric.definition,
        cells=_references(selection.experiment, cells, counted, library),
        scale=_size(table),
    )
    match selection.across:
        case "mean":
            values = average_of(table, metric.average, axis=0)
            definition = _with_average(metric, len(cells))
            return replace(found, values=values, definition=definition)
        case "spread":
            values = table.max(axis=0) - table.min(axis=0)
            shown = shown_difference(metric.shown)
            return replace(found, values=values, average="arithmetic", is_part=False, shown=shown)
        case "share_above":
            threshold = math.nan if selection.threshold is None else selection.threshold
            values = (table > threshold).mean(axis=0)
            return replace(
                found, values=values, average="arithmetic", is_part=True, shown=_PART_OF_CELLS
            )
        case "explained_by":
            values = _explained(np.log(table) if metric.is_ratio else table, measured, selection)
            return replace(
                found, values=values, average="arithmetic", is_part=True, shown=_PART_OF_VARIANCE
            )
        case "lowest" | "highest":
            means = average_of(table, metric.average, axis=1)
            pick = int(np.argmin(means) if selection.across == "lowest" else np.argmax(means))
            references = _references(selection.experiment, [cells[pick]], [counted[pick]], library)
            return replace(found, values=table[pick], cells=references)


def _references(
    key: str, asked: list[int], counted: Sequence[Cell], library: Library
) -> list[CellReference]:
    """Where the numbers come from: the experiment asked for, or one that replaces it because it has
    more seeds. A reader who follows the link finds the number of the row.
    """
    digests = [cell.measured.expansion.work[cell.index].scenario_digest for cell in counted]
    seed_count = len(counted[0].measured.seeds)
    # The experiment itself, then one that was made to have more seeds of it.
    for place in sorted(library, key=lambda other: (other != key, not other.startswith(key))):
        measured = library[place]
        places = _cells_by_scenario(measured.expansion)
        if len(measured.seeds) == seed_count and all(digest in places for digest in digests):
            indices = [places[digest] for digest in digests]
            return [CellReference(experiment_key=place, cell_indices=indices)]
    return [CellReference(experiment_key=key, cell_indices=asked)]


@lru_cache(maxsize=128)
def _cells_by_scenario(expansion: Expansion) -> dict[str, int]:
    return {work.scenario_digest: index for index, work in enumerate(expansion.work)}


def cells_with_most_seeds(measured: Measured, cells: Sequence[int]) -> list[Cell]:
    """The cells, or the same scenarios where another experiment ran all of them with more seeds."""
    twins = [measured.twins[cell] for cell in cells if cell in measured.twins]
    if len(twins) == len(cells) and len({len(twin.seeds) for twin, _ in twins}) == 1:
        return [Cell(twin, cell) for twin, cell in twins]
    return [Cell(measured, cell) for cell in cells]


def _size(values: Values) -> float:
    known = np.abs(values[np.isfinite(values)])
    return float(known.mean()) if known.size else 0.0


def _explained(table: Values, measured: Measured, selection: Selection) -> Values:
    """Part of the variance over a full grid of cells that an axis explains, seed by seed.

    The variance of the means of the axis's points over that of all cells (eta squared of a
    balanced analysis of variance). With every axis and what they do together it adds up to 1.
    """
    labels = [axis.label for axis in measured.expansion.axes]
    if selection.axis not in labels:
        raise ValueError(f"there is no axis {selection.axis}")
    sizes = [len(points) for points in points_of(measured, selection.cells)]
    grid = table.reshape((*sizes, -1))
    kept = labels.index(str(selection.axis))
    others = tuple(index for index in range(len(sizes)) if index != kept)
    of_axis = grid.mean(axis=others).var(axis=0)
    explained: Values = of_axis / table.var(axis=0)
    return explained


def average_of(table: Values, average: Average, *, axis: int) -> Values:
    """Means along one axis by the one rule of a metric: a ratio's by logarithms, over cells as over
    seeds. One number alone stays as it is, to the last bit.
    """
    if table.shape[axis] == 1:
        return np.asarray(np.take(table, 0, axis=axis))
    if average == "geometric":
        return np.asarray(np.exp(np.log(table).mean(axis=axis)))
    return np.asarray(table.mean(axis=axis))


def _with_average(metric: Metric, cell_count: int) -> str:
    if cell_count == 1:
        return metric.definition
    kind = "geometric" if metric.average == "geometric" else "arithmetic"
    return f"{metric.definition}; {kind} mean over {cell_count} conditions"
