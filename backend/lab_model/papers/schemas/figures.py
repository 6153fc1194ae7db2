"""Figures and tables of a paper, computed again: plots, maps, runs to start, measured numbers."""

from typing import Any, Literal

from lab_model.papers.schemas.numbers import PaperEstimate, PaperRow, Shown
from lab_model.record import Record

AxisScale = Literal["linear", "logarithmic", "category"]


class PlotAxis(Record):
    """An axis of a plot."""

    label: str
    unit: str
    scale: AxisScale
    values: list[float]
    """In the unit; of a category its positions 0, 1, ..."""
    texts: list[str]


class PlotMetric(Record):
    """What is plotted."""

    name: str
    label: str
    definition: str
    shown: Shown
    fair: float | None
    """The value that is fair, as measured (before the factor); null if there is none."""
    scale: Literal["linear", "logarithmic"]


class PlotSeries(Record):
    """A line over the x axis; null where nothing is known."""

    name: str
    mean: list[float | None]
    low: list[float | None]
    high: list[float | None]
    cell_indices: list[int]


class PublishedMark(Record):
    """A published value in a plot; x is null for one of the whole sweep: draw it across."""

    series_name: str
    x: float | None
    value: float
    text: str


class LinePlot(Record):
    """Lines with interval bands."""

    kind: Literal["line"] = "line"
    id: str
    title: str
    x: PlotAxis
    y: PlotMetric
    series: list[PlotSeries]
    published: list[PublishedMark]
    experiment_key: str


class MapPlot(Record):
    """A heat map: `values[i][j]` at the i-th y and the j-th x."""

    kind: Literal["map"] = "map"
    id: str
    title: str
    group: str
    """Maps of one group are shown together: the algorithm or mixture."""
    x: PlotAxis
    y: PlotAxis
    z: PlotMetric
    values: list[list[float | None]]
    low: list[list[float | None]]
    high: list[list[float | None]]
    cell_indices: list[list[int]]
    experiment_key: str


class LiveArm(Record):
    """One run that the page offers to start."""

    title: str
    seed: int
    scenario: dict[str, Any]


class LiveRun(Record):
    """A figure over time: runs to start side by side, and what to look at."""

    id: str
    title: str
    explanation: str
    series: list[str]
    """Metrics to draw, as the series of a run name them."""
    arms: list[LiveArm]


class FactRow(Record):
    """A measured number per column."""

    what: str
    metric: str
    shown: Shown
    estimates: list[PaperEstimate | None]
    """By column."""


class FactTable(Record):
    """A table of the paper, with our numbers."""

    id: str
    title: str
    caption: str
    columns: list[str]
    rows: list[FactRow]


class PaperFigure(Record):
    """A figure or table of the paper, re-made."""

    id: str
    title: str
    caption: str
    """What the paper shows there."""
    tables: list[FactTable]
    plots: list[LinePlot | MapPlot]
    live: list[LiveRun]
    rows: list[PaperRow]
