"""The sweep: every kind of job goes on that lost its worker or its message (lab.jobs.sweep)."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from uuid import UUID

import structlog
from kombu.exceptions import KombuError
from redis.exceptions import RedisError
from sqlalchemy.orm import Session

from lab import jobs
from lab.context import Context
from lab.experiments import batches, unit_claims
from lab.jobs import BATCH, PACKETS, RUN, SEARCH, JobKind
from lab.kit.database import at_once
from lab.recovery.experiments import sweep_experiments
from lab.recovery.lock import sweeps_alone
from lab.recovery.watch import note_sweep
from lab.runs import attempts as runs
from lab.runs.states import QUEUE_NAMES, QueueName
from lab.settings import Settings

GIVE_UP: Final[dict[JobKind[Any], Callable[[Session, UUID, Settings], None]]] = {
    RUN: runs.give_up,
    BATCH: batches.give_up,
    PACKETS: partial(jobs.give_up, PACKETS),
    SEARCH: partial(jobs.give_up, SEARCH),
}
"""What each kind does with a job whose worker is silent."""

GRACE_S: Final = 2.0
"""After a pause in the sweeps a worker that lives beats within this: four heartbeats."""

log = structlog.get_logger("lab.recovery")


def sweep(context: Context) -> None:
    """One round, unless another process is at it."""
    if not _sweep(context, may_be_early=False):
        time.sleep(GRACE_S)
        _sweep(context, may_be_early=True)


def _sweep(context: Context, *, may_be_early: bool) -> bool:
    """False, and nothing done: nobody swept for a while, so that silence means nothing yet."""
    message_counts = _message_counts(context)
    with context.sessions.begin() as session:
        if not sweeps_alone(session):
            return True
        if not note_sweep(session, context.settings) and not may_be_early:
            return False
        for kind, give_up in GIVE_UP.items():
            for job_id in jobs.silent_ids(session, kind, context.settings):
                give_up(session, job_id, context.settings)
        sweep_experiments(session)
        for queue, message_count in message_counts.items():
            jobs.send_lost_again(session, queue, message_count)
    # Alone: workers that end their batches in this moment give the same claims back, and would
    # wait for all of the above.
    with at_once(context.sessions) as session:
        unit_claims.forget_void(session, context.settings.stale_heartbeat_s)
    return True


def _message_counts(context: Context) -> dict[QueueName, int]:
    """Messages in each queue; empty if the broker is away, for then sending is useless."""
    try:
        return {queue: context.job_queue.waiting_message_count(queue) for queue in QUEUE_NAMES}
    except (KombuError, RedisError, OSError) as error:
        log.warning("broker_unavailable", error=str(error))
        return {}
