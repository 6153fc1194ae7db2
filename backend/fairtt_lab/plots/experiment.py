"""The figure of an experiment: curves with intervals over one axis, or maps over two."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from fairtt_lab.errors import invalid
from fairtt_lab.packages import FIGURES, load
from fairtt_lab.plots.style import (
    BAND_OPACITY,
    DIVERGING,
    INK,
    PAPER,
    draw_references,
    dress,
    line_style,
    new_figure,
    plain_numbers,
)
from lab_model.experiments import Expansion, Metric, ResolvedAxis
from lab_model.hues import hue_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage


FloatArray = NDArray[np.float64]

_CURVES_IN: Final = 3.6
_MAP_IN: Final = 3.6
_MOST_MAP_AXES: Final = 2
_LINE_WIDTH: Final = 1.6
# Distinguishable with every kind of colour vision, and darker is always less.
_SEQUENTIAL: Final = "cividis"
# Of a panel: beyond that they cannot be read.
_MOST_NUMBERS: Final = 80
# How bright a colour is (ITU-R BT.601), and from where on dark text can not be read on it.
_LUMA: Final = (0.299, 0.587, 0.114)
_DARK: Final = 0.5


@dataclass(frozen=True)
class _Estimates:
    """Of the cells, in the unit that is drawn; arms first, then the other axes."""

    mean: FloatArray
    low: FloatArray
    high: FloatArray


def plot_experiment(
    name: str, expansion: Expansion, metric: Metric, columns: Mapping[str, Sequence[Any]]
) -> "Figure":
    """Raises `InvalidInputError` if there are more than two axes beside the arms."""
    arm_axis = expansion.definition.arm_axis_index
    others = [axis for index, axis in enumerate(expansion.axes) if index != arm_axis]
    if len(others) > _MOST_MAP_AXES:
        message = f"{len(others)} axes beside the arms are too many for a figure; use map()"
        raise invalid("axes", message, len(others), _MOST_MAP_AXES)
    arms = ["" if arm_axis is None else p.text for p in _arm_points(expansion.axes, arm_axis)]

    def table(column: str) -> FloatArray:
        values = np.array(columns[column], dtype=np.float64) / metric.per_display_unit
        by_point = values.reshape(expansion.shape)
        if arm_axis is None:
            return by_point[np.newaxis]
        return np.moveaxis(by_point, arm_axis, 0)

    found = _Estimates(table("mean"), table("low"), table("high"))
    if len(others) == _MOST_MAP_AXES:
        figure = _maps(found.mean, arms, others, metric)
    else:
        figure = _curves(found, arms, others[0] if others else None, metric)
    seeds = f"mean over {len(expansion.seeds)} seeds"
    if len(others) < _MOST_MAP_AXES:
        seeds += ", 95 % interval"
    figure.suptitle(
        f"{name or 'An experiment'} · {seeds}", x=0.01, ha="left", fontsize=11, color=INK
    )
    return figure


def _arm_points(axes: Sequence[ResolvedAxis], arm_axis: int | None) -> Sequence[Any]:
    return [None] if arm_axis is None else axes[arm_axis].points


def _curves(
    found: _Estimates, arms: Sequence[str], axis: ResolvedAxis | None, metric: Metric
) -> "Figure":
    figure = new_figure(_CURVES_IN)
    axes = figure.subplots()
    dress(axes, metric.label, metric.display_unit)
    if metric.scale == "logarithmic":
        axes.set_yscale("log")
        plain_numbers(axes.yaxis)
    if metric.fair is not None:
        draw_references(axes, [(metric.fair / metric.per_display_unit, "fair")])
    if axis is None:
        _draw_dots(axes, found, arms)
        return figure
    places = _places(axes, axis)
    for index, arm in enumerate(arms):
        mean, low, high = (values[index] for values in (found.mean, found.low, found.high))
        style = line_style(index)
        axes.plot(
            places, mean, label=arm, marker="o", markersize=3.5, linewidth=_LINE_WIDTH, **style
        )
        hue = hue_of(index)
        axes.fill_between(places, low, high, color=hue, alpha=BAND_OPACITY, linewidth=0)
    if len(arms) > 1:
        figure.legend(loc="outside upper right", ncols=len(arms), frameon=False, fontsize=8)
    return figure


def _draw_dots(axes: "Axes", found: _Estimates, arms: Sequence[str]) -> None:
    """Arms beside one another, or the one number that there is."""
    for index, arm in enumerate(arms):
        mean = float(found.mean[index])
        ends = [[mean - float(found.low[index])], [float(found.high[index]) - mean]]
        hue = hue_of(index)
        axes.errorbar([index], [mean], yerr=ends, fmt="o", color=hue, capsize=4, label=arm)
    axes.set_xticks(range(len(arms)), arms)
    axes.set_xlim(-0.5, len(arms) - 0.5)


def _places(axes: "Axes", axis: ResolvedAxis) -> FloatArray:
    """Where the points of an axis lie: at their numbers, or side by side."""
    axes.set_xlabel(_axis_title(axis))
    if axis.scale == "category":
        places = np.arange(len(axis.points), dtype=np.float64)
        axes.set_xticks(places, [point.text for point in axis.points])
        return places
    if axis.scale == "logarithmic":
        axes.set_xscale("log")
        plain_numbers(axes.xaxis)
    return _numbers(axis)


def _maps(
    means: FloatArray, arms: Sequence[str], others: Sequence[ResolvedAxis], metric: Metric
) -> "Figure":
    rows, columns = others
    width_in = 1.5 + 3.4 * len(arms)
    figure = new_figure(_MAP_IN, max(width_in, 6.0))
    panels = list(figure.subplots(1, len(arms), sharex=True, sharey=True, squeeze=False)[0])
    colours = _colours(means, metric)
    image = None
    for axes, arm, values in zip(panels, arms, means, strict=True):
        image = axes.imshow(values, origin="lower", aspect="auto", interpolation="none", **colours)
        axes.set_title(arm or metric.label, loc="left", fontsize=10, color=INK, fontweight="bold")
        axes.set_xlabel(columns.label)
        axes.set_xticks(range(len(columns.points)), _texts(columns), rotation=45, fontsize=8)
        axes.set_yticks(range(len(rows.points)), _texts(rows), fontsize=8)
        if values.size <= _MOST_NUMBERS:
            _write_numbers(image, values)
    panels[0].set_ylabel(rows.label)
    if image is not None:
        unit = f" / {metric.display_unit}" if metric.display_unit else ""
        bar = figure.colorbar(image, ax=panels, label=metric.label + unit)
        if metric.scale == "logarithmic":
            plain_numbers(bar.ax.yaxis)
    return figure


def _write_numbers(image: "AxesImage", values: FloatArray) -> None:
    """A number in each cell, so that no information is in the colour alone."""
    shades = image.to_rgba(values)[..., :3] @ np.array(_LUMA)
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            image.axes.text(
                column,
                row,
                f"{value:.3g}",
                color=PAPER if shades[row, column] < _DARK else INK,
                ha="center",
                va="center",
                fontsize=8,
            )


def _colours(means: FloatArray, metric: Metric) -> dict[str, Any]:
    """Around the fair value where there is one; by logarithms where ratios are compared."""
    colors = load("matplotlib.colors", "A figure", FIGURES)
    present = means[~np.isnan(means)]
    if metric.fair is None or not present.size or metric.most == metric.fair:
        return {"cmap": _SEQUENTIAL}
    fair = metric.fair / metric.per_display_unit
    ramp = colors.LinearSegmentedColormap.from_list("shares", DIVERGING)
    if metric.scale == "logarithmic":
        positive = present[present > 0]
        reach = float(np.abs(np.log(positive / fair)).max()) if positive.size else 1.0
        reach = max(reach, np.log(1.1))
        return {"cmap": ramp, "norm": colors.LogNorm(fair / np.exp(reach), fair * np.exp(reach))}
    reach = max(float(np.abs(present - fair).max()), 1e-9)
    return {"cmap": ramp, "norm": colors.Normalize(fair - reach, fair + reach)}


def _texts(axis: ResolvedAxis) -> list[str]:
    return [point.text for point in axis.points]


def _numbers(axis: ResolvedAxis) -> FloatArray:
    values = [point.values[0] for point in axis.points]
    return np.array(values, dtype=np.float64) / axis.per_display_unit


def _axis_title(axis: ResolvedAxis) -> str:
    return f"{axis.label} / {axis.unit}" if axis.unit else axis.label
