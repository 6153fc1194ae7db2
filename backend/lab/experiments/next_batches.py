"""How many batches of an experiment have a message.

Thousands may wait. Only the next few are enqueued, and every batch that is taken enqueues the
next ones, so that Redis holds little, and experiments that run beside one another take turns.
"""

from typing import Final
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab import jobs
from lab.jobs import BATCH
from lab.models import ExperimentBatch

ENQUEUED_AHEAD: Final = 4
ENQUEUED_PER_RUNNING: Final = 2
"""With more workers more batches run, and more are enqueued: none has to wait for its next."""
MOST_ENQUEUED: Final = 200
"""Whoever claims counts them. Many workers take larger batches, and so fewer a second."""


def enqueue_next(session: Session, experiment_id: UUID) -> None:
    """Enqueue the next batches of a running experiment, if too few are enqueued."""
    of_experiment = ExperimentBatch.experiment_id == experiment_id
    is_queued = ExperimentBatch.status == "queued"
    running = select(func.count()).where(of_experiment, ExperimentBatch.status == "running")
    enqueued = select(func.count()).where(
        of_experiment, is_queued, ExperimentBatch.enqueued_at.is_not(None)
    )
    running_count, enqueued_count = session.execute(
        select(running.scalar_subquery(), enqueued.scalar_subquery())
    ).one()
    ahead = min(MOST_ENQUEUED, ENQUEUED_AHEAD + ENQUEUED_PER_RUNNING * running_count)
    wanted = ahead - enqueued_count
    if wanted <= 0:
        return
    next_ids = (
        select(ExperimentBatch.id)
        .where(of_experiment, is_queued, ExperimentBatch.enqueued_at.is_(None))
        # What checks a worker elsewhere first: until then that worker has to be suspected.
        .order_by(ExperimentBatch.is_local.desc(), ExperimentBatch.id)
        .limit(wanted)
        .with_for_update(skip_locked=True)
    )
    jobs.enqueue(session, BATCH, ExperimentBatch.id.in_(next_ids.scalar_subquery()))
