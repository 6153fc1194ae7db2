"""The sweep: jobs of every kind continue that lost their worker or message (lab.jobs.sweep)."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from uuid import UUID

import structlog
from kombu.exceptions import KombuError
from redis.exceptions import RedisError
from sqlalchemy import select
from sqlalchemy.orm import Session

from lab import jobs
from lab.context import Context
from lab.experiments import batches, planning, unit_claims
from lab.experiments.next_batches import enqueue_next
from lab.jobs import BATCH, PACKETS, RUN, SEARCH, JobKind
from lab.kit.database import at_once
from lab.models import Experiment
from lab.recovery.lock import sweeps_alone
from lab.recovery.watch import note_sweep
from lab.results import repository as results
from lab.runs import attempts as runs
from lab.runs.states import QUEUE_NAMES, QueueName
from lab.settings import Settings

GIVE_UP: Final[dict[JobKind[Any], Callable[[Session, UUID, Settings], None]]] = {
    RUN: runs.give_up,
    BATCH: batches.give_up,
    PACKETS: partial(jobs.give_up, PACKETS),
    SEARCH: partial(jobs.give_up, SEARCH),
}
"""How each kind treats a job whose worker is silent."""

GRACE_S: Final = 2.0
"""After a pause in the sweeps a worker that lives beats within this: four heartbeats."""

log = structlog.get_logger("lab.recovery")


def sweep(context: Context) -> None:
    """One round, unless another process is at it."""
    if not _sweep(context, may_be_early=False):
        time.sleep(GRACE_S)
        _sweep(context, may_be_early=True)


def _sweep(context: Context, *, may_be_early: bool) -> bool:
    """False, and nothing done: there was no sweep for a while, so silence means nothing yet."""
    message_counts = _message_counts(context)
    with context.sessions.begin() as session:
        if not sweeps_alone(session):
            return True
        if not note_sweep(session, context.settings) and not may_be_early:
            return False
        for kind, give_up in GIVE_UP.items():
            for job_id in jobs.silent_ids(session, kind, context.settings):
                give_up(session, job_id, context.settings)
        _sweep_experiments(session)
        for queue, message_count in message_counts.items():
            jobs.send_lost_again(session, queue, message_count)
    # Alone: workers that end their batches in this moment give the same claims back, and would
    # wait for all of the above.
    with at_once(context.sessions) as session:
        unit_claims.forget_void(session, context.settings.stale_heartbeat_s)
    return True


def _sweep_experiments(session: Session) -> None:
    """Plan anew for a new behaviour; enqueue batches that no worker has enqueued."""
    newest = results.newest_core(session)
    running = select(Experiment.id, Experiment.behaviour_version).where(
        Experiment.status == "running"
    )
    for experiment_id, behaviour_version in session.execute(running).all():
        if newest is None or behaviour_version == newest.behaviour:
            enqueue_next(session, experiment_id)
            # The worker of the last batch may have been lost before it ended the experiment.
            planning.complete_unlocked(session, experiment_id)
        else:
            _renew(session, experiment_id)


def _renew(session: Session, experiment_id: UUID) -> None:
    """Let the newest core compute a running experiment, unless another transaction writes it."""
    experiment = session.scalar(
        select(Experiment)
        .where(Experiment.id == experiment_id, Experiment.status == "running")
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    if experiment is not None:
        planning.renew(session, experiment)
        log.info(
            "core_taken_over",
            experiment_id=str(experiment_id),
            core_version=experiment.core_version,
        )


def _message_counts(context: Context) -> dict[QueueName, int]:
    """Messages in each queue; empty if the broker is away, for then sending is useless."""
    try:
        return {queue: context.job_queue.waiting_message_count(queue) for queue in QUEUE_NAMES}
    except (KombuError, RedisError, OSError) as error:
        log.warning("broker_unavailable", error=str(error))
        return {}
