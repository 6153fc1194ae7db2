"""One batch from claim to end."""

from functools import partial
from typing import Any, Final
from uuid import UUID

import structlog

from lab import jobs
from lab.experiments import batches
from lab.experiments.batches import BatchAttempt
from lab.jobs import BATCH, AttemptLost
from lab.kit.traces import span
from lab_model.experiments.cells import Expansion
from lab_model.experiments.definition import ExperimentDefinition
from lab_worker.claiming import claimed
from lab_worker.ending import STORAGE_ERRORS, ending
from lab_worker.experiments.batch_work import BatchWork
from lab_worker.experiments.held_units import HeldUnits
from lab_worker.heartbeat import Heartbeat
from lab_worker.process import WorkerProcess

EXPERIMENT_WAITS: Final = (
    "The disk of this lab is full: numbers could not be stored. What was stored is kept. Resume "
    "the experiment when there is room; the operator of the lab can make some, or runs that are "
    "no longer needed can be deleted."
)

log = structlog.get_logger("lab_worker.experiments")


class Expansions:
    """Keeps the last one: the batches of an experiment come one after the other, and the axes of
    a large one take as long to compute as some of its cells.
    """

    def __init__(self) -> None:
        self._definition: dict[str, Any] | None = None
        self._expansion: Expansion | None = None

    def of(self, definition: dict[str, Any]) -> Expansion:
        """The expansion of a definition as it is stored."""
        if self._expansion is None or definition != self._definition:
            self._expansion = Expansion(ExperimentDefinition.model_validate(definition))
            self._definition = definition
        return self._expansion


expansions = Expansions()


def execute_batch(process: WorkerProcess, batch_id: UUID) -> None:
    """Compute a batch if it waits; do nothing if it does not."""
    attempt = claimed(process, BATCH, batch_id, batches.claim)
    if attempt is None:
        return
    names = {"experiment_id": str(attempt.experiment_id), "batch_id": str(batch_id)}
    with (
        span("batch", **names, attempt=attempt.number, unit_count=len(attempt.units)),
        structlog.contextvars.bound_contextvars(**names, attempt=attempt.number),
    ):
        keep_alive = partial(jobs.beat_aside, attempt=attempt)
        interval_s = process.context.settings.heartbeat_interval_s
        beat_every_s = attempt.pace.beat_every_s(2 * interval_s)
        # To the end: on a busy machine the axes alone may take seconds.
        with Heartbeat(
            process.context.sessions,
            keep_alive,
            interval_s=beat_every_s / 2,
        ) as heartbeat:
            _compute(process, attempt, heartbeat)


def _compute(process: WorkerProcess, attempt: BatchAttempt, heartbeat: Heartbeat) -> None:
    sessions, settings = process.context.sessions, process.context.settings
    held = HeldUnits(sessions, attempt, stale_s=settings.stale_heartbeat_s)
    work = BatchWork(
        sessions,
        attempt,
        expansions.of(attempt.definition),
        heartbeat=heartbeat,
        interval_s=attempt.pace.report_every_s(settings.heartbeat_interval_s),
    )
    # The next batch would meet the same disk.
    disk_full = partial(batches.put_off, attempt=attempt, reason=EXPERIMENT_WAITS)
    give_back = partial(_give_back, work)
    try:
        with ending(sessions, failed=None, disk_full=disk_full, give_back=give_back):
            work.run(held)
    except AttemptLost:
        # Deleted, planned anew, or given to others after a silence. The numbers are true.
        work.store_unreported()
        log.warning("batch_lost")


def _give_back(work: BatchWork) -> None:
    """Even if it fails the process ends: the sweep finds a batch that is silent."""
    try:
        work.give_back()
    except (AttemptLost, *STORAGE_ERRORS) as error:
        log.warning("batch_not_given_back", error=str(error))
