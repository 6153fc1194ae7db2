"""The preview of an experiment: a map over two axes, curves over one, or intervals of the arms.

The metric, the axes and the chosen cell are those of the shared view; what it does not say is as
on the page of experiments. Drawn from the stored numbers of all units.
"""

import math
from typing import Any, Final
from urllib.parse import parse_qs

import numpy as np
from sqlalchemy.orm import Session

from lab.experiments.reading import expansion_in_titles
from lab.experiments.schemas import MapCells
from lab.experiments.views import map_of
from lab.models import Experiment, Share
from lab.shares import repository
from lab_model.english.numbers import count_of
from lab_model.experiments.cells import Expansion
from lab_model.experiments.json_lists import Values
from lab_model.experiments.metrics import Metric, find_metric, parts_of
from lab_model.experiments.number_names import labels_and_counts, number_names
from lab_model.hues import hue_of
from lab_model.pictures.canvas import GRID, INK_2, PLOT, Canvas
from lab_model.pictures.intervals import Interval, draw_intervals

USUAL_METRICS: Final = ("throughput_ratio", "jain_index", "utilisation_ratio")
"""The first that there is, as on the page."""

# From neutral to nearly ink, and from flow 2 over fair to flow 1: the ends of the page's scales.
_LOW: Final = (241, 243, 243)
_HIGH: Final = (51, 58, 63)
_SECOND: Final = (156, 63, 0)
_FIRST: Final = (0, 90, 142)
_USUAL_RATIO: Final = 3.0
"""Colours reach from fair to this ratio and its inverse, or as far as the cells do."""
_GAP_PX: Final = 2
_HALF_PX: Final = (PLOT[2] - PLOT[0]) / 2 - 12

Rgb = tuple[int, int, int]


def draw_experiment(canvas: Canvas, session: Session, share: Share) -> None:
    """The experiment that the share shows."""
    shown = repository.experiments_of(session, share.id)
    if not shown:
        return
    experiment = shown[0]
    expansion = expansion_in_titles(session, experiment)
    asked = {name: values[0] for name, values in parse_qs(share.view).items()}
    metric = _metric(expansion, asked.get("metric"))
    cells = map_of(session, experiment, metric.name).cells
    axes = _axes(expansion, asked)
    chosen = _chosen(expansion, asked)
    arm = _arm_of(expansion, chosen) if len(axes) > 1 else ""
    canvas.subtitle(f"{metric.label}{arm}: {_size(experiment)}")
    if len(axes) > 1:
        _draw_map(canvas, expansion, metric, cells, axes, chosen)
    elif axes:
        _draw_curves(canvas, expansion, cells, axes[0])
    else:
        draw_intervals(canvas, _intervals(expansion, cells))


def _metric(expansion: Expansion, asked: str | None) -> Metric:
    names = number_names(expansion.definition)
    wanted = [asked, *USUAL_METRICS, *names]
    known = set(names)
    name = next(name for name in wanted if name is not None and known.issuperset(parts_of(name)))
    return find_metric(name, *labels_and_counts(expansion.definition))


def _size(experiment: Experiment) -> str:
    return (
        f"{count_of(experiment.cell_count, 'cell')}, "
        f"{count_of(experiment.replication_count, 'seed')} each, core {experiment.core_version}"
    )


def _axes(expansion: Expansion, asked: dict[str, str]) -> list[int]:
    """The axis to the right, then the one upwards; arms are not among them."""
    arm = expansion.definition.arm_axis_index
    free = [index for index in range(len(expansion.axes)) if index != arm]
    wanted = [int(text) for key in ("x", "y") if (text := asked.get(key, "")).isdecimal()]
    return [*dict.fromkeys([*(axis for axis in wanted if axis in free), *free])]


def _chosen(expansion: Expansion, asked: dict[str, str]) -> tuple[int, ...]:
    """The points of the chosen cell."""
    text = asked.get("cell", "")
    cell = int(text) if text.isdecimal() and int(text) < expansion.cell_count else 0
    return expansion.point_indices(cell)


def _arm_of(expansion: Expansion, chosen: tuple[int, ...]) -> str:
    """A map is of one arm: which, in words that follow the metric."""
    arm = expansion.definition.arm_axis_index
    return "" if arm is None else f", {expansion.axes[arm].points[chosen[arm]].text}"


def _draw_map(
    canvas: Canvas,
    expansion: Expansion,
    metric: Metric,
    cells: MapCells,
    axes: list[int],
    chosen: tuple[int, ...],
) -> None:
    """The map in which the chosen cell lies, its rows from below."""
    x_axis, y_axis = axes[:2]
    means = _grid(expansion, cells.mean)
    places = _places(means, metric)
    if _has_sides(metric):
        reach = f"{_reach_ratio(means, metric):.3g}"
        canvas.text((PLOT[0], 599), f"colours from 1/{reach} to {reach} around fair", INK_2)
    columns, rows = expansion.shape[x_axis], expansion.shape[y_axis]
    left, above, right, below = PLOT
    width, height = (right - left) / columns, (below - above) / rows
    points = list(chosen)
    for row in range(rows):
        for column in range(columns):
            points[x_axis], points[y_axis] = column, row
            place = places[tuple(points)]
            if math.isnan(place):
                continue
            x, y = left + column * width, below - (row + 1) * height
            canvas.draw.rectangle(
                [x, y, x + width - _GAP_PX, y + height - _GAP_PX], fill=_colour(place, metric)
            )
    _name_axis(canvas, expansion, x_axis)
    words = canvas.fitting(f"up: {expansion.axes[y_axis].label}", _HALF_PX)
    canvas.text_before((right, 572), words, INK_2)


def _places(means: Values, metric: Metric) -> Values:
    """From 0 to 1 over the scale; fair ratios are in its middle."""
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithms: Values = np.log(means)
    if _has_sides(metric):
        apart: Values = logarithms - math.log(metric.fair or 1)
        return (apart / math.log(_reach_ratio(means, metric)) + 1) / 2
    values = logarithms if metric.scale == "logarithmic" else means
    known = values[np.isfinite(values)]
    low, high = (known.min(), known.max()) if known.size else (0.0, 1.0)
    if low == high:
        return np.where(np.isfinite(values), 0.5, math.nan)
    places: Values = (values - low) / (high - low)
    return places


def _reach_ratio(means: Values, metric: Metric) -> float:
    """How far from fair the ends of the colours are: no cell lies beyond them."""
    known = means[np.isfinite(means) & (means > 0)] / (metric.fair or 1)
    reached = max((max(value, 1 / value) for value in known.flat), default=1.0)
    return max(_USUAL_RATIO, float(reached))


def _has_sides(metric: Metric) -> bool:
    return metric.scale == "logarithmic" and metric.fair is not None and metric.fair > 0


def _colour(place: float, metric: Metric) -> Rgb:
    if not _has_sides(metric):
        return _mixed(_LOW, _HIGH, place)
    end = _FIRST if place > 0.5 else _SECOND
    return _mixed(_LOW, end, abs(place - 0.5) * 2)


def _mixed(start: Rgb, end: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


def _draw_curves(canvas: Canvas, expansion: Expansion, cells: MapCells, axis: int) -> None:
    """One curve for each arm, over the points of the axis one after the other."""
    means = _grid(expansion, cells.mean)
    arm = expansion.definition.arm_axis_index
    curves = means.reshape(1, -1) if arm is None else np.moveaxis(means, arm, 0)
    known = means[np.isfinite(means)]
    low, high = (known.min(), known.max()) if known.size else (0.0, 1.0)
    left, above, right, below = PLOT
    count = expansion.shape[axis]
    canvas.line([(left, below), (right, below)], GRID, 2)
    for index, curve in enumerate(curves):
        canvas.line(
            [
                (
                    left + (right - left) * place / max(1, count - 1),
                    below - (below - above) * _share(float(value), low, high),
                )
                for place, value in enumerate(curve)
                if math.isfinite(value)
            ],
            hue_of(index),
        )
    _name_axis(canvas, expansion, axis)
    _name_arms(canvas, expansion)


def _share(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else 0.5


def _name_axis(canvas: Canvas, expansion: Expansion, axis: int) -> None:
    left, _, right, below = PLOT
    resolved = expansion.axes[axis]
    first, last = (
        canvas.fitting(point.text, _HALF_PX) for point in (resolved.points[0], resolved.points[-1])
    )
    canvas.text((left, below + 12), first, INK_2)
    canvas.text_before((right, below + 12), last, INK_2)
    canvas.text((left, 572), canvas.fitting(f"to the right: {resolved.label}", _HALF_PX), INK_2)


def _name_arms(canvas: Canvas, expansion: Expansion) -> None:
    arm = expansion.definition.arm_axis_index
    x = float(PLOT[2])
    if arm is None:
        return
    for index, point in reversed(list(enumerate(expansion.axes[arm].points))):
        canvas.text_before((x, 572), point.text, hue_of(index))
        x -= canvas.length_px(point.text) + 24


def _intervals(expansion: Expansion, cells: MapCells) -> list[Interval]:
    """Replications alone: the arms, or the one cell."""
    return [
        Interval(
            ", ".join(expansion.texts(index)),
            cells.mean[index],
            cells.low[index],
            cells.high[index],
        )
        for index in range(expansion.cell_count)
    ]


def _grid(expansion: Expansion, column: list[float | None]) -> Values:
    values: Any = [math.nan if value is None else value for value in column]
    return np.array(values, dtype=np.float64).reshape(expansion.shape)
