"""The figure of a run: panels above one another on one time axis."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from fairtt_lab.errors import invalid
from fairtt_lab.generated.models import ResultRead, Scenario
from fairtt_lab.plots.metrics import QUEUE, QUEUE_BAND, title_of, unit_of
from fairtt_lab.plots.style import (
    BAND_OPACITY,
    INK,
    draw_references,
    dress,
    line_style,
    new_figure,
)
from fairtt_lab.series import Column, SeriesQuery
from lab_model.hues import hue_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PANEL_IN: Final = 2.1
_HEAD_IN: Final = 0.9
_LINE_WIDTH: Final = 1.6
_LEGEND_COLUMNS: Final = 3
# Room above the highest curve or reference.
_HEADROOM: Final = 1.06
_LINK: Final = "link"
_RATES: Final = ("throughput_bps", "goodput_bps")
_WINDOWS: Final = ("cwnd_bytes", "inflight_bytes")
_ROUND_TRIPS: Final = ("rtt_s", "srtt_s", "min_rtt_s")


class PlottedRun(Protocol):
    """The properties of a run that a figure shows."""

    @property
    def name(self) -> str:
        """For people; may be empty."""

    @property
    def seed(self) -> int:
        """Of its random numbers."""

    @property
    def scenario(self) -> Scenario:
        """What is simulated, every default filled in."""

    @property
    def result(self) -> ResultRead:
        """Its result."""


def plot_run(
    run: PlottedRun, metrics: Sequence[str], columns: Sequence[Column], query: SeriesQuery
) -> "Figure":
    """One panel per metric. Raises `InvalidInputError` for a metric without a series in the run."""
    by_metric = {name: [column for column in columns if column.metric == name] for name in metrics}
    for name, found in by_metric.items():
        if not found:
            raise invalid("metrics", f"metrics has '{name}', but this run has no such series", name)
    if not by_metric:
        raise invalid("metrics", "metrics is empty; it must name at least one series")
    figure = new_figure(_HEAD_IN + _PANEL_IN * len(by_metric))
    panels = list(figure.subplots(len(by_metric), 1, sharex=True, squeeze=False)[:, 0])
    for axes, (name, found) in zip(panels, by_metric.items(), strict=True):
        _draw_panel(axes, run, name, found, columns)
    end_s = run.scenario.duration_s if query.to_s is None else query.to_s
    panels[-1].set(xlabel="time / s", xlim=(query.from_s, end_s))
    _draw_title(figure, run)
    _draw_legend(figure, panels)
    return figure


def _draw_panel(
    axes: "Axes", run: PlottedRun, metric: str, found: Sequence[Column], columns: Sequence[Column]
) -> None:
    references = _references(run, metric)
    highest = max(_highest(found), *(value for value, _ in references), 0.0, 0.0)
    size, unit = unit_of(metric, highest)
    dress(axes, title_of(metric), unit)
    for column in found:
        if column.subject == _LINK:
            axes.plot(column.time_s, column.mean / size, color=INK, linewidth=_LINE_WIDTH)
        else:
            _draw_group(axes, run, column, size)
    band = [column for name in QUEUE_BAND for column in columns if column.metric == name]
    if metric == QUEUE and len(band) == len(QUEUE_BAND):
        low, high = band
        axes.fill_between(
            low.time_s,
            low.minimum / size,
            high.maximum / size,
            color=INK,
            alpha=BAND_OPACITY,
            linewidth=0,
        )
    draw_references(axes, [(value / size, name) for value, name in references])
    top = max(axes.dataLim.y1, highest / size)
    axes.set_ylim(0, top * _HEADROOM or 1.0)


def _draw_group(axes: "Axes", run: PlottedRun, column: Column, size: float) -> None:
    group = run.scenario.flows[column.index]
    label = group.label or f"group {column.index}"
    name = f"{label} ({group.algorithm.name})" if group.algorithm.name not in label else label
    many = f" × {group.count}" if group.count > 1 else ""
    style = line_style(column.index)
    axes.plot(column.time_s, column.mean / size, label=name + many, linewidth=_LINE_WIDTH, **style)
    if group.count > 1:
        axes.fill_between(
            column.time_s,
            column.minimum / size,
            column.maximum / size,
            color=hue_of(column.index),
            alpha=BAND_OPACITY,
            linewidth=0,
        )


def _references(run: PlottedRun, metric: str) -> list[tuple[float, str]]:
    """The reference values of the curves, in SI base units."""
    result = run.result
    if metric in _RATES:
        return [(result.link.rate_bps, "capacity"), (result.link.fair_share_bps, "fair share")]
    if metric in _ROUND_TRIPS:
        return _by_flow("base RTT", [(flow.base_rtt_s, flow.label) for flow in result.flows])
    if metric in _WINDOWS:
        return _by_flow("BDP", [(flow.bdp_bytes, flow.label) for flow in result.flows])
    if metric == QUEUE:
        return [(float(result.link.buffer_bytes), "buffer")]
    return []


def _by_flow(name: str, values: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """One line if all flows have the same, else one per value with whose it is."""
    different = {value for value, _label in values}
    if len(different) == 1:
        return [(values[0][0], name)]
    return [(value, f"{name} {label}".rstrip()) for value, label in dict.fromkeys(values)]


def _highest(columns: Sequence[Column]) -> float:
    values = np.concatenate([column.mean for column in columns])
    present = values[~np.isnan(values)]
    return float(present.max()) if present.size else 0.0


def _draw_title(figure: "Figure", run: PlottedRun) -> None:
    result = run.result
    name = run.name or run.scenario.name or "A run"
    facts = f"seed {run.seed}, core {result.core_version}"
    figure.suptitle(f"{name} · {facts}", x=0.01, ha="left", fontsize=11, color=INK)


def _draw_legend(figure: "Figure", panels: Sequence["Axes"]) -> None:
    """One for all panels: a group has the same colour and dashes in each."""
    for axes in panels:
        handles, labels = axes.get_legend_handles_labels()
        if handles:
            figure.legend(
                handles,
                labels,
                loc="outside upper right",
                ncols=min(len(labels), _LEGEND_COLUMNS),
                frameon=False,
                fontsize=8,
            )
            return
