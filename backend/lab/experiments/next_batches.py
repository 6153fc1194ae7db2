"""How many batches of an experiment have a message.

Thousands may wait. Only the next few are enqueued, and every batch that is taken enqueues the
next ones, so that Redis holds little, and experiments that run beside one another take turns.
"""

from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import Text, func, literal, select
from sqlalchemy.orm import Session

from lab import jobs
from lab.jobs import BATCH
from lab.models import ExperimentBatch

ENQUEUED_AHEAD: Final = 4
ENQUEUED_PER_RUNNING: Final = 2
"""With more workers more batches run, and more are enqueued: none has to wait for its next."""
MOST_ENQUEUED: Final = 200
"""Each claim counts them. Many workers take larger batches, and so fewer a second."""


# In the text of a statement, not among its parameters: these are what partial indexes are of, and
# only so PostgreSQL finds them in a plan that it makes once for all batches.
IS_RUNNING: Final = ExperimentBatch.status == literal("running", Text, literal_execute=True)
IS_QUEUED: Final = ExperimentBatch.status == literal("queued", Text, literal_execute=True)


class OpenWork(NamedTuple):
    """The batches that run and those that have a message, at this moment."""

    all_running_count: int
    """Batches of all experiments."""
    running_count: int
    """Of this one, as all that follows."""
    running_unit_count: int
    """That are not done."""
    enqueued_count: int


def open_work(session: Session, experiment_id: UUID) -> OpenWork:
    """One look at the running batches: each claim asks for it, and a thousand may run."""
    of_experiment = ExperimentBatch.experiment_id == experiment_id
    units = func.cardinality(ExperimentBatch.seeds) - ExperimentBatch.done_count
    enqueued = select(func.count()).where(
        of_experiment, IS_QUEUED, ExperimentBatch.enqueued_at.is_not(None)
    )
    row = session.execute(
        select(
            func.count(),
            func.count().filter(of_experiment),
            func.coalesce(func.sum(units).filter(of_experiment), 0),
            enqueued.scalar_subquery(),
        ).where(IS_RUNNING)
    ).one()
    return OpenWork(*map(int, row))


def enqueue_next(session: Session, experiment_id: UUID, work: OpenWork | None = None) -> None:
    """Enqueue the next batches of a running experiment, if too few are enqueued; `work` is what
    was found open before.
    """
    work = work or open_work(session, experiment_id)
    ahead = min(MOST_ENQUEUED, ENQUEUED_AHEAD + ENQUEUED_PER_RUNNING * work.running_count)
    wanted = ahead - work.enqueued_count
    if wanted <= 0:
        return
    next_ids = (
        select(ExperimentBatch.id)
        .where(
            ExperimentBatch.experiment_id == experiment_id,
            IS_QUEUED,
            ExperimentBatch.enqueued_at.is_(None),
        )
        # What checks a worker elsewhere first: until then that worker has to be suspected.
        .order_by(ExperimentBatch.is_local.desc(), ExperimentBatch.id)
        .limit(wanted)
        .with_for_update(skip_locked=True)
    )
    jobs.enqueue(session, BATCH, ExperimentBatch.id.in_(next_ids.scalar_subquery()))
