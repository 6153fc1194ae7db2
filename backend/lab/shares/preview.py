"""The picture that messengers show beside a link: what the result looks like, in one glance.

Of runs: throughput of the flow groups over time with the capacity, and who got what, drawn from the
stored series; of several runs the first two, beside each other on one scale. Of a comparison: each
item's mean with its interval, of the most telling metric.
"""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy.orm import Session

from lab.comparisons.schemas import ComparisonRequest, ItemRequest
from lab.comparisons.service import compare
from lab.models import Run, Share
from lab.modules import service as modules
from lab.series import service as series
from lab.series.service import SeriesQuery
from lab.shares import repository, service
from lab.shares.descriptions import run_labels, setting_of, shares_of
from lab.shares.preview_experiment import USUAL_METRICS, draw_experiment
from lab.shares.schemas import SharedPart
from lab_model.hues import HUES, hue_of
from lab_model.pictures.canvas import GRID, INK, INK_2, PLOT, SUBTITLE_Y, Canvas
from lab_model.pictures.intervals import Interval, draw_intervals

_POINTS: Final = 300
_MAX_GROUPS: Final = len(HUES)


def preview_png(session: Session, share: Share) -> bytes:
    """The picture of an open share."""
    canvas = Canvas(share.title)
    if share.kind == "runs":
        _draw_runs(canvas, session, share)
    elif share.kind == "experiment":
        draw_experiment(canvas, session, share)
    else:
        parts, baseline_index = service.compared_parts(session, share)
        _draw_comparison(canvas, session, parts, baseline_index)
    return canvas.png()


def _draw_comparison(
    canvas: Canvas, session: Session, parts: list[SharedPart], baseline_index: int
) -> None:
    """The items that the share shows."""
    items = [ItemRequest(**part.model_dump(exclude={"cell_digest"})) for part in parts]
    found = compare(session, ComparisonRequest(items=items, baseline_index=baseline_index))
    by_name = {metric.name: metric for metric in found.metrics}
    metric = next((by_name[name] for name in USUAL_METRICS if name in by_name), found.metrics[0])
    canvas.subtitle(f"{metric.label}, against {found.items[baseline_index].label}")
    draw_intervals(
        canvas,
        [
            Interval(item.label, estimate.mean, estimate.low, estimate.high)
            for item, estimate in zip(found.items, metric.items, strict=True)
        ],
    )


@dataclass(frozen=True)
class _Panel:
    """The part of the picture that a run has."""

    left: float
    right: float


_MIDDLE_PX: Final = (PLOT[0] + PLOT[2]) / 2
_ONE_PANEL: Final = (_Panel(PLOT[0], PLOT[2]),)
_TWO_PANELS: Final = (_Panel(PLOT[0], _MIDDLE_PX - 20), _Panel(_MIDDLE_PX + 20, PLOT[2]))


def _draw_runs(canvas: Canvas, session: Session, share: Share) -> None:
    """The first of the runs that the share shows, the second beside it."""
    shown = repository.runs_of(session, share.id)
    drawn = shown[: len(_TWO_PANELS)]
    if not drawn:
        return
    panels = _ONE_PANEL if len(drawn) == 1 else _TWO_PANELS
    in_titles = modules.in_titles(session, [run.scenario for run, _ in drawn])
    labels = [in_titles(label) for label in run_labels([run for run, _ in drawn])]
    if len(drawn) == 1:
        canvas.subtitle(in_titles(setting_of(drawn[0][0])))
    if len(shown) > len(drawn):
        canvas.text_before((panels[-1].right, 48), f"2 of {len(shown)} runs", INK_2)
    top_bps = 1.05 * max(_highest_rate_bps(run.scenario["bottleneck"]) for run, _ in drawn)
    for (run, result), panel, label in zip(drawn, panels, labels, strict=True):
        if len(drawn) > 1:
            words = canvas.fitting(label, panel.right - panel.left)
            canvas.text((panel.left, SUBTITLE_Y), words, INK_2)
        _draw_curves(session, canvas, run, panel, top_bps)
        if result is not None and result.document is not None:
            _draw_balance(canvas, run, result.document, panel)


def _draw_curves(session: Session, canvas: Canvas, run: Run, panel: _Panel, top_bps: float) -> None:
    query = SeriesQuery(["throughput_bps"], ["group"], 0.0, None, _POINTS)
    found = series.read_of(session, run, query)
    _, above, _, below = PLOT
    left, right = panel.left, panel.right

    def place(time_s: float, rate_bps: float) -> tuple[float, float]:
        across = time_s / run.duration_s
        up = min(1.0, rate_bps / top_bps)
        return left + across * (right - left), below - up * (below - above)

    capacity_y = place(0, _highest_rate_bps(run.scenario["bottleneck"]))[1]
    canvas.line([(left, capacity_y), (right, capacity_y)], INK, 2)
    canvas.line([(left, below), (right, below)], GRID, 2)
    for subject in found.subjects[:_MAX_GROUPS]:
        values = subject.columns["throughput_bps"].mean
        points = zip(found.time_s, values, strict=True)
        canvas.line(
            [place(time_s, value) for time_s, value in points if value is not None],
            hue_of(subject.index),
        )


def _highest_rate_bps(link: dict[str, Any]) -> float:
    """Of a schedule its highest step. A run from before there were schedules has none."""
    steps = [step["rate_bps"] for step in link.get("rate_schedule", [])]
    return float(max([link["rate_bps"], *steps]))


def _draw_balance(canvas: Canvas, run: Run, document: dict[str, Any], panel: _Panel) -> None:
    """The shares of the groups: one bar, and each share in words."""
    x = panel.left
    for index, (label, share) in enumerate(shares_of(run, document)):
        end = x + (panel.right - panel.left) * share
        canvas.draw.rectangle([x, 544, end, 560], fill=hue_of(index))
        words = f"{label} {100 * share:.0f}%"
        if canvas.length_px(words) <= end - x:
            canvas.text((x, 572), words)
        x = end
