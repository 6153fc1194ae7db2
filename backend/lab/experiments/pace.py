"""How often workers write to the database: the more of them there are, the rarer each.

Whatever their number, their writes per second together are about the same. What a worker takes at
once is cut from the rest of its experiment, so that the last ones end together.
"""

from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from lab.experiments.next_batches import IS_QUEUED, OpenWork
from lab.experiments.workload import BATCH_S, MAX_UNITS_PER_BATCH, expected_s
from lab.models import Experiment, ExperimentBatch

BATCHES_PER_S: Final = 50
"""Of all workers together: each costs some milliseconds of PostgreSQL, and the lock of its
experiment for about two."""
LONGEST_BATCH_S: Final = 20.0
REPORTS_PER_S: Final = 25
"""Of all workers, before their batches end: with so many, what ends fills the pages."""
COSTS_PER_S: Final = 5
"""Some hundred measured units predict the cost of others (lab.experiments.costs)."""
BEATS_PER_S: Final = 500
LONGEST_BEAT_S: Final = 2.0
"""A third of the silence after which a worker is given up."""
SHARES_LEFT: Final = 2
"""A worker takes at most half of its share of the waiting work."""


class Pace(NamedTuple):
    """Of each worker, where so many compute batches."""

    worker_count: int = 1

    @property
    def batch_s(self) -> float:
        """How much work to take at once."""
        return min(LONGEST_BATCH_S, max(BATCH_S, self.worker_count / BATCHES_PER_S))

    def report_every_s(self, shortest_s: float) -> float:
        """How often to store numbers, for pages that show them as they come."""
        return max(shortest_s, self.worker_count / REPORTS_PER_S)

    def notes_costs(self, batch_id: UUID) -> bool:
        """Whether what this batch has cost is noted: by lot, with many. All write the same rows."""
        batches_per_s = min(BATCHES_PER_S, self.worker_count / BATCH_S)
        return batch_id.int % max(1, round(batches_per_s / COSTS_PER_S)) == 0

    def beat_every_s(self, shortest_s: float) -> float:
        """How often to say that it lives."""
        return max(shortest_s, min(LONGEST_BEAT_S, self.worker_count / BEATS_PER_S))


ALONE: Final = Pace()


def take_more(
    session: Session, experiment: Experiment, batch: ExperimentBatch, work: OpenWork
) -> None:
    """Add waiting batches of the experiment to one that was just claimed, as many as the pace and
    the rest of the work allow. Those that have a message, were tried before or wait for others
    stay. `work` is the open work after the claim.
    """
    pace = Pace(work.all_running_count)
    # Planned for a second, or one unit that takes longer.
    planned_s = max(BATCH_S, expected_s(len(batch.seeds), batch.predicted_packets))
    wanted = round(pace.batch_s / planned_s) - 1
    if wanted <= 0 or batch.attempt > 1 or batch.loss_count > 0 or batch.is_local:
        return
    left = experiment.unit_count - experiment.done_count - experiment.failed_count
    waiting = left - work.running_unit_count
    share = waiting // (SHARES_LEFT * max(1, work.running_count))
    room = min(share, MAX_UNITS_PER_BATCH) - len(batch.seeds)
    wanted = min(wanted, room // len(batch.seeds))
    if wanted <= 0:
        return
    rows = sorted(session.execute(_taken(experiment.id, wanted)), key=lambda row: row.id)
    if not rows:
        return
    batch.cell_indices = [*batch.cell_indices, *(i for row in rows for i in row.cell_indices)]
    batch.seeds = [*batch.seeds, *(seed for row in rows for seed in row.seeds)]
    batch.predicted_packets += sum(row.predicted_packets for row in rows)
    session.flush()


def _taken(experiment_id: UUID, count: int) -> Any:
    """Remove the next so many, and return their contents."""
    next_ids = (
        select(ExperimentBatch.id)
        .where(
            ExperimentBatch.experiment_id == experiment_id,
            IS_QUEUED,
            ExperimentBatch.enqueued_at.is_(None),
            ExperimentBatch.attempt == 0,
            ExperimentBatch.loss_count == 0,
            ExperimentBatch.is_local.is_(False),
        )
        .order_by(ExperimentBatch.id)
        .limit(count)
        .with_for_update(skip_locked=True)
        .cte("next_ids")
    )
    return (
        delete(ExperimentBatch)
        .where(ExperimentBatch.id.in_(select(next_ids.c.id)))
        .returning(
            ExperimentBatch.id,
            ExperimentBatch.cell_indices,
            ExperimentBatch.seeds,
            ExperimentBatch.predicted_packets,
        )
        .execution_options(synchronize_session=False)
    )
