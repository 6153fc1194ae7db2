"""The preview of runs: throughput of the flow groups over time with the capacity, and who got what.
Drawn from the stored series of the first run.
"""

from typing import Any, Final

from sqlalchemy.orm import Session

from lab.models import Run, Share
from lab.series import service as series
from lab.series.service import SeriesQuery
from lab.shares import repository
from lab_model.pictures.canvas import GRID, HUES, INK, MARGIN_PX, PLOT, PREVIEW_WIDTH_PX, Canvas

_POINTS: Final = 300
_MAX_GROUPS: Final = len(HUES)


def draw_runs(canvas: Canvas, session: Session, share: Share) -> None:
    """The first of the runs that the share shows."""
    shown = repository.runs_of(session, share.id)
    if not shown:
        return
    run, result = shown[0]
    canvas.subtitle(_setting(run))
    _draw_curves(session, canvas, run)
    if result is not None and result.document is not None:
        _draw_balance(canvas, run, result.document)


def _draw_curves(session: Session, canvas: Canvas, run: Run) -> None:
    query = SeriesQuery(["throughput_bps"], ["group"], 0.0, None, _POINTS)
    found = series.read_of(session, run, query)
    top_bps = run.scenario["bottleneck"]["rate_bps"] * 1.05
    left, above, right, below = PLOT

    def place(time_s: float, rate_bps: float) -> tuple[float, float]:
        across = time_s / run.duration_s
        up = min(1.0, rate_bps / top_bps)
        return left + across * (right - left), below - up * (below - above)

    capacity_y = place(0, run.scenario["bottleneck"]["rate_bps"])[1]
    canvas.line([(left, capacity_y), (right, capacity_y)], INK, 2)
    canvas.line([(left, below), (right, below)], GRID, 2)
    for subject in found.subjects[:_MAX_GROUPS]:
        values = subject.columns["throughput_bps"].mean
        points = zip(found.time_s, values, strict=True)
        canvas.line(
            [place(time_s, value) for time_s, value in points if value is not None],
            HUES[subject.index % len(HUES)],
        )


def _draw_balance(canvas: Canvas, run: Run, document: dict[str, Any]) -> None:
    """Who gets what: one bar, and each group's share in words."""
    totals = [0.0] * len(run.scenario["flows"])
    for flow in document["flows"]:
        totals[flow["group_index"]] += flow["throughput_bps"] or 0.0
    total_bps = sum(totals)
    if total_bps <= 0:
        return
    left, right = MARGIN_PX, PREVIEW_WIDTH_PX - MARGIN_PX
    x = float(left)
    for index, group_bps in enumerate(totals):
        end = x + (right - left) * group_bps / total_bps
        canvas.draw.rectangle([x, 544, end, 560], fill=HUES[index % len(HUES)])
        words = f"{run.scenario['flows'][index]['label']} {100 * group_bps / total_bps:.0f}%"
        if canvas.length_px(words) <= end - x:
            canvas.text((x, 572), words)
        x = end


def _setting(run: Run) -> str:
    bottleneck = run.scenario["bottleneck"]
    names = dict.fromkeys(group["algorithm"]["name"] for group in run.scenario["flows"])
    return (
        f"{', '.join(names)}; {bottleneck['rate_bps'] / 1e6:g} Mbit/s, {run.duration_s:g} s, "
        f"seed {run.seed}"
    )
