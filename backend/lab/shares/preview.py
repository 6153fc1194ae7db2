"""The picture that messengers show beside a link: what the result looks like, in one glance."""

from sqlalchemy.orm import Session

from lab.models import Share
from lab.shares import service
from lab.shares.preview_comparison import draw_comparison
from lab.shares.preview_experiment import draw_experiment
from lab.shares.preview_runs import draw_runs
from lab_model.pictures.canvas import Canvas


def preview_png(session: Session, share: Share) -> bytes:
    """The picture of an open share."""
    canvas = Canvas(share.title)
    if share.kind == "runs":
        draw_runs(canvas, session, share)
    elif share.kind == "experiment":
        draw_experiment(canvas, session, share)
    else:
        parts, baseline_index = service.compared_parts(session, share)
        draw_comparison(canvas, session, parts, baseline_index)
    return canvas.png()
