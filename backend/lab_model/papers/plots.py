"""Plots of measured experiments: lines with bands, heat maps, and runs to start for the rest."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

import numpy as np

from lab_model.experiments import ResolvedAxis
from lab_model.papers.claims import Claim
from lab_model.papers.experiments import expansion_of
from lab_model.papers.measured import Measured
from lab_model.papers.metrics import Values
from lab_model.papers.quantities import (
    ALL_METRICS,
    ARM_AXIS,
    Points,
    cells_of,
    cells_with_most_seeds,
)
from lab_model.papers.schemas.figures import (
    LinePlot,
    LiveArm,
    LiveRun,
    MapPlot,
    PlotAxis,
    PlotMetric,
    PlotSeries,
    PublishedMark,
)
from lab_model.papers.schemas.numbers import PaperEstimate
from lab_model.papers.verdicts import estimate_of

SERIES_AXIS: Final = ARM_AXIS

# Points with a name of their own that is a quantity all the same: an access delay, a loss ratio.
_NAMED_QUANTITY: Final = re.compile(r"([0-9.]+) (ms|%)")


@dataclass(frozen=True)
class LineSpec:
    """A line plot: one series per point of an axis, over the points of another."""

    id: str
    title: str
    experiment: str
    metric: str
    x_axis: str
    fixed: Points
    """Points of the axes that are not drawn."""
    series_axis: str = SERIES_AXIS


@dataclass(frozen=True)
class MapSpec:
    """A heat map over two axes, at fixed points of the others."""

    id: str
    title: str
    group: str
    experiment: str
    metric: str
    x_axis: str
    y_axis: str
    fixed: Points


def line_plot(spec: LineSpec, measured: Measured, published: Sequence[PublishedMark]) -> LinePlot:
    """The plot of the known values."""
    lines = axis_of(measured, spec.series_axis)
    wanted = spec.fixed.get(spec.series_axis)
    fixed = {label: points for label, points in spec.fixed.items() if label != spec.series_axis}
    return LinePlot(
        id=spec.id,
        title=spec.title,
        x=plot_axis(axis_of(measured, spec.x_axis)),
        y=plot_metric(spec.metric),
        series=[
            _series(point.text, measured, spec.metric, {**fixed, spec.series_axis: [point.text]})
            for point in lines.points
            if wanted is None or point.text in wanted
        ],
        published=list(published),
        experiment_key=spec.experiment,
    )


def map_plot(spec: MapSpec, measured: Measured) -> MapPlot:
    """The map of the known values."""
    x_axis, y_axis = axis_of(measured, spec.x_axis), axis_of(measured, spec.y_axis)
    rows = [
        [
            cells_of(measured, {**spec.fixed, spec.x_axis: [x.text], spec.y_axis: [y.text]})[0]
            for x in x_axis.points
        ]
        for y in y_axis.points
    ]
    estimates = [[cell_estimate(measured, spec.metric, cell) for cell in row] for row in rows]
    return MapPlot(
        id=spec.id,
        title=spec.title,
        group=spec.group,
        x=plot_axis(x_axis),
        y=plot_axis(y_axis),
        z=plot_metric(spec.metric),
        values=[[item and item.mean for item in row] for row in estimates],
        low=[[item and item.low for item in row] for row in estimates],
        high=[[item and item.high for item in row] for row in estimates],
        cell_indices=rows,
        experiment_key=spec.experiment,
    )


def cell_estimate(measured: Measured, metric: str, cell_index: int) -> PaperEstimate | None:
    """A metric of one cell; None where it was not computed or does not exist."""
    if not measured.knows(cell_index):
        return None
    found = ALL_METRICS[metric]
    [cell] = cells_with_most_seeds(measured, [cell_index])
    values: Values = np.asarray(found.of(cell))
    return estimate_of(values, found.average, is_part=found.is_part)


def axis_of(measured: Measured, label: str) -> ResolvedAxis:
    """The axis with this label."""
    return next(axis for axis in measured.expansion.axes if axis.label == label)


def plot_axis(axis: ResolvedAxis) -> PlotAxis:
    """An axis as the page draws it: by its numbers where it has any, else by its points."""
    texts = [point.text for point in axis.points]
    firsts = [point.values[0] for point in axis.points]
    named = [_NAMED_QUANTITY.fullmatch(text) for text in texts]
    unit = axis.unit or ""
    if all(named):
        numbers = [float(match[1]) for match in named if match]
        unit = next(match[2] for match in named if match)
    elif axis.scale == "category":
        numbers = []
    else:
        numbers = [value / axis.per_display_unit for value in firsts if _is_number(value)]
    if len(numbers) < len(firsts):
        positions = [float(index) for index in range(len(texts))]
        return PlotAxis(label=axis.label, unit="", scale="category", values=positions, texts=texts)
    return PlotAxis(
        label=axis.label,
        unit=unit,
        scale="logarithmic" if _spans_decades(numbers) else "linear",
        values=[float(f"{number:.12g}") for number in numbers],
        texts=texts,
    )


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _spans_decades(numbers: list[float]) -> bool:
    return min(numbers) > 0 and max(numbers) / min(numbers) >= 10


def plot_metric(name: str) -> PlotMetric:
    """A metric as the page draws it."""
    metric = ALL_METRICS[name]
    return PlotMetric(
        name=name,
        label=metric.label,
        definition=metric.definition,
        shown=metric.shown,
        fair=metric.fair,
        scale="logarithmic" if metric.is_ratio else "linear",
    )


def published_marks(claims: Sequence[Claim], x_of: dict[str, float | None]) -> list[PublishedMark]:
    """The published values of some claims in a plot, by claim and place on the x axis."""
    return [
        PublishedMark(
            series_name=claim.arm,
            x=x_of[claim.id],
            value=claim.published.value,
            text=f"{claim.what}: {claim.published.text}",
        )
        for claim in claims
        if claim.id in x_of and claim.published.value is not None
    ]


@dataclass(frozen=True)
class LiveSpec:
    """Cells of an experiment to run, side by side."""

    id: str
    title: str
    explanation: str
    series: tuple[str, ...]
    experiment: str
    points: Points
    seed: int = 1


def live_run(spec: LiveSpec) -> LiveRun:
    """What the page offers to start. Needs no measurement."""
    expansion = expansion_of(spec.experiment)
    indices = [
        index
        for index in range(expansion.cell_count)
        if all(
            text in spec.points.get(axis.label, [text])
            for axis, text in zip(expansion.axes, expansion.texts(index), strict=True)
        )
    ]
    return LiveRun(
        id=spec.id,
        title=spec.title,
        explanation=spec.explanation,
        series=list(spec.series),
        arms=[
            LiveArm(
                title=", ".join(expansion.texts(index)),
                seed=spec.seed,
                scenario=_scenario_json(expansion.scenario(index), expansion.name_of(index)),
            )
            for index in indices
        ],
    )


def _scenario_json(scenario: Any, name: str) -> dict[str, Any]:
    data: dict[str, Any] = scenario.model_dump(mode="json")
    return {**data, "name": name}


def _series(name: str, measured: Measured, metric: str, points: Points) -> PlotSeries:
    indices = cells_of(measured, points)
    estimates = [cell_estimate(measured, metric, index) for index in indices]
    return PlotSeries(
        name=name,
        mean=[item and item.mean for item in estimates],
        low=[item and item.low for item in estimates],
        high=[item and item.high for item in estimates],
        cell_indices=indices,
    )
