"""How many batches of an experiment have a message.

Thousands may wait. Only the next few are rung for, and every batch that is taken makes the next
ones ring, so that Redis holds little, and experiments that run beside one another take turns.
"""

from typing import Final
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from lab.models import ExperimentBatch
from lab.queue import ring_batch_after_commit

RUNG_AHEAD: Final = 4
RUNG_PER_RUNNING: Final = 2
"""With more workers more batches run, and more are rung for: none has to wait for its next."""


def ring_more(session: Session, experiment_id: UUID) -> None:
    """Ring for the next batches of a running experiment, if too few are rung for."""
    of_experiment = ExperimentBatch.experiment_id == experiment_id
    running = select(func.count()).where(of_experiment, ExperimentBatch.status == "running")
    rung = select(func.count()).where(
        of_experiment, ExperimentBatch.status == "queued", ExperimentBatch.rung_at.is_not(None)
    )
    running_count, rung_count = session.execute(
        select(running.scalar_subquery(), rung.scalar_subquery())
    ).one()
    wanted = RUNG_AHEAD + RUNG_PER_RUNNING * running_count - rung_count
    if wanted <= 0:
        return
    next_ids = (
        select(ExperimentBatch.id)
        .where(of_experiment, ExperimentBatch.status == "queued", ExperimentBatch.rung_at.is_(None))
        .order_by(ExperimentBatch.id)
        .limit(wanted)
        .with_for_update(skip_locked=True)
    )
    rung_ids = session.scalars(
        update(ExperimentBatch)
        .where(ExperimentBatch.id.in_(next_ids.scalar_subquery()))
        .values(rung_at=func.now())
        .returning(ExperimentBatch.id)
        .execution_options(synchronize_session=False)
    )
    for batch_id in sorted(rung_ids):
        ring_batch_after_commit(session, batch_id)
