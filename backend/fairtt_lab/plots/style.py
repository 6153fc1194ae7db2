"""Colours and dashes of the interface (frontend/src/styles/tokens.css, charts/traces.ts)."""

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from fairtt_lab.packages import FIGURES, load
from lab_model.hues import hue_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

# Besides the hues, for print without colours.
DASHES: Final = ("-", (0, (5, 2.5)), (0, (1.2, 2.2)), (0, (6, 2, 1.2, 2)), (0, (9, 3)))
INK: Final = "#151b1f"
PAPER: Final = "#ffffff"
REFERENCE: Final = "#667178"
GRID: Final = "#e8ecec"
# From the second flow's share through fair to the first one's: the interface's scale.
DIVERGING: Final = (
    "#9c3f00",
    "#d0702c",
    "#e9a877",
    "#f5d7c2",
    "#f1f3f3",
    "#cfe3ef",
    "#8fc0dd",
    "#3f8fc0",
    "#005a8e",
)
BAND_OPACITY: Final = 0.16
WIDTH_IN: Final = 9.0
_PRINTED_DPI: Final = 144


def new_figure(height_in: float, width_in: float = WIDTH_IN) -> "Figure":
    """An empty figure without a window, which a notebook shows once."""
    figures = load("matplotlib.figure", "A figure", FIGURES)

    class ShownFigure(figures.Figure):  # type: ignore[misc, name-defined]
        """A notebook draws objects with this method; pyplot would draw it a second time."""

        def _repr_png_(self) -> bytes:
            buffer = io.BytesIO()
            self.savefig(buffer, format="png", dpi=_PRINTED_DPI)
            return buffer.getvalue()

    made: Figure = ShownFigure(figsize=(width_in, height_in), layout="constrained")
    return made


def dress(axes: "Axes", title: str, unit: str) -> None:
    """Title on the left, unit beside the axis, quiet grid."""
    axes.set_title(title, loc="left", fontsize=10, color=INK, fontweight="bold")
    axes.set_ylabel(unit, fontsize=9)
    axes.grid(color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def plain_numbers(axis: "Axis") -> None:
    """0.5 instead of a power of ten, and as many ticks as fit."""
    ticker = load("matplotlib.ticker", "A figure", FIGURES)
    axis.set_major_locator(ticker.LogLocator(subs=(1.0, 2.0, 5.0), numticks=12))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _place: f"{value:g}"))
    axis.set_minor_formatter(ticker.NullFormatter())


def draw_references(axes: "Axes", references: Iterable[tuple[float, str]]) -> None:
    """Thin lines with their names at the right; lines at one height share one."""
    names: dict[float, list[str]] = {}
    for value, name in references:
        names.setdefault(round(value, 9), []).append(name)
    for value, texts in names.items():
        axes.axhline(value, color=REFERENCE, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
        axes.annotate(
            ", ".join(dict.fromkeys(texts)),
            (1.0, value),
            xycoords=("axes fraction", "data"),
            xytext=(4, 0),
            textcoords="offset points",
            fontsize=8,
            va="center",
            color=REFERENCE,
        )


def line_style(index: int) -> dict[str, Any]:
    """Colour and dashes of the n-th of several lines."""
    return {"color": hue_of(index), "linestyle": DASHES[index % len(DASHES)]}
