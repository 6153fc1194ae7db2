"""Means with their intervals, one row each: arms of an experiment, items of a comparison."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lab_model.hues import hue_of
from lab_model.pictures.canvas import GRID, INK_2, PLOT, Canvas

_MAX_ROWS: Final = 8
_LABEL_PX: Final = 300
_DOT_PX: Final = 9


@dataclass(frozen=True)
class Interval:
    """A mean over seeds; null where there is none."""

    label: str
    mean: float | None
    low: float | None
    high: float | None


def draw_intervals(canvas: Canvas, rows: Sequence[Interval]) -> None:
    """On one axis from the lowest to the highest end."""
    shown = rows[:_MAX_ROWS]
    ends = [end for row in shown for end in (row.low, row.mean, row.high) if end is not None]
    if not ends:
        return
    low, high = min(ends), max(ends)
    left, above, right, below = PLOT
    start = left + _LABEL_PX

    def place(value: float) -> float:
        share = (value - low) / (high - low) if high > low else 0.5
        return start + share * (right - start - _DOT_PX)

    height = (below - above) / len(shown)
    for index, row in enumerate(shown):
        y = above + height * (index + 0.5)
        hue = hue_of(index)
        canvas.text((left, y - 14), canvas.fitting(row.label, _LABEL_PX - 16))
        canvas.line([(start, y), (right, y)], GRID, 2)
        if row.low is not None and row.high is not None:
            canvas.line([(place(row.low), y), (place(row.high), y)], hue)
        if row.mean is not None:
            x = place(row.mean)
            canvas.draw.ellipse([x - _DOT_PX, y - _DOT_PX, x + _DOT_PX, y + _DOT_PX], fill=hue)
    canvas.text((start, below + 12), f"{low:.4g}", INK_2)
    canvas.text_before((right, below + 12), f"{high:.4g}", INK_2)
