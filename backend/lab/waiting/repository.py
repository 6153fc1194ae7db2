"""Queries about what waits."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab.jobs import JOB_KINDS, RUN
from lab.jobs.turns import is_before
from lab.models import Run


def ahead_count(session: Session, run: Run) -> int:
    """Work of every kind that waits in the run's queue before it: runs by their turns."""
    if run.enqueued_at is None:
        return 0
    counts = (
        select(func.count()).where(
            kind.table.status == "queued",
            kind.queue == run.queue,
            is_before(run) if kind is RUN else kind.table.enqueued_at < run.enqueued_at,
            kind.may_begin,
        )
        for kind in JOB_KINDS
    )
    return sum(session.scalar(count) or 0 for count in counts)
