"""The preview of a comparison: each item's mean with its interval, of the most telling metric."""

from sqlalchemy.orm import Session

from lab.comparisons.schemas import ComparisonRequest, ItemRequest
from lab.comparisons.service import compare
from lab.shares.preview_experiment import USUAL_METRICS
from lab.shares.schemas import SharedPart
from lab_model.pictures.canvas import Canvas
from lab_model.pictures.intervals import Interval, draw_intervals


def draw_comparison(
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
