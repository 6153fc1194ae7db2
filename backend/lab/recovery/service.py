"""Find runs that lost their worker or their message, and ring again.

running, heartbeat too old ──▶ queued again, or failed after the last attempt
queued, message lost       ──▶ a new message
"""

from datetime import timedelta

import structlog
from kombu.exceptions import KombuError
from redis.exceptions import RedisError
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from lab.context import Context
from lab.models import Result, Run
from lab.queue import BATCH_QUEUE, ring_after_commit
from lab.recovery.experiments import ring_again, rung_count, sweep_batches
from lab.recovery.lock import sweeps_alone
from lab.runs.attempts import end_without_result, fail, queue_again
from lab.runs.states import QUEUE_NAMES, QueueName
from lab.settings import Settings

RUNS_PER_SWEEP = 200
LOST_FROM_EMPTY_QUEUE_S = 3.0
"""A queue is empty and a run still waits: its message was lost. A worker that has just taken the
message needs some milliseconds to claim the run."""
LOST_FROM_FULL_QUEUE_S = 30.0
"""There are fewer messages than waiting runs, and this one's turn did not come for so long."""

log = structlog.get_logger("lab.recovery")


def sweep(context: Context) -> None:
    """One round, unless another process is at it."""
    message_counts = _message_counts(context)
    with context.sessions.begin() as session:
        if not sweeps_alone(session):
            return
        for run in _silent_runs(session, context.settings):
            _give_back(session, run, context.settings)
        sweep_batches(session, context.settings)
        for queue, message_count in message_counts.items():
            _ring_lost(session, queue, message_count)


def _ring_lost(session: Session, queue: QueueName, message_count: int) -> None:
    """Ring again for what no message leads to, as far as can be told from outside."""
    waiting_count = _waiting_run_count(session, queue)
    if queue == BATCH_QUEUE:
        waiting_count += rung_count(session)
    if message_count >= waiting_count:
        return
    patience_s = LOST_FROM_EMPTY_QUEUE_S if message_count == 0 else LOST_FROM_FULL_QUEUE_S
    for run in _unheard_runs(session, queue, patience_s):
        log.warning("message_lost", run_id=str(run.id), queue=queue)
        run.rung_at = func.now()
        ring_after_commit(session, run.id, queue)
    if queue == BATCH_QUEUE:
        ring_again(session, patience_s)


def _message_counts(context: Context) -> dict[QueueName, int]:
    """Messages in each queue; empty if the broker is away, for then ringing is useless."""
    try:
        return {queue: context.doorbell.waiting_message_count(queue) for queue in QUEUE_NAMES}
    except (KombuError, RedisError, OSError) as error:
        log.warning("broker_unavailable", error=str(error))
        return {}


def _silent_runs(session: Session, settings: Settings) -> list[Run]:
    """Running rows without a heartbeat, and waiting ones that have no attempt left.

    A row that is locked is being written by its worker (a large chunk takes seconds): not silent.
    """
    silent = func.now() - timedelta(seconds=settings.stale_heartbeat_s)
    statement = (
        select(Run)
        .where(
            or_(
                (Run.status == "running") & (Run.heartbeat_at < silent),
                (Run.status == "queued") & (Run.attempt >= settings.max_attempts),
            )
        )
        .order_by(Run.id)
        .limit(RUNS_PER_SWEEP)
        .with_for_update(skip_locked=True)
    )
    return list(session.scalars(statement))


def _give_back(session: Session, run: Run, settings: Settings) -> None:
    """Decide what becomes of a run whose worker is silent."""
    log.warning("worker_lost", run_id=str(run.id), attempt=run.attempt, worker=run.claimed_by)
    if run.cancel_requested:
        end_without_result(session, run, "cancelled")
    elif run.attempt >= settings.max_attempts:
        message = (
            f"The worker was lost in each of {run.attempt} attempts: the simulation may crash or "
            "need more memory than there is. Seed and version below repeat it."
        )
        fail(session, run, "attempts_exhausted", message, _core_version(session, run))
    else:
        queue_again(session, run)


def _core_version(session: Session, run: Run) -> str | None:
    return session.scalar(select(Result.core_version).where(Result.id == run.result_id))


def _waiting_run_count(session: Session, queue: QueueName) -> int:
    statement = select(func.count()).select_from(Run)
    return session.scalar(statement.where(Run.status == "queued", Run.queue == queue)) or 0


def _unheard_runs(session: Session, queue: QueueName, patience_s: float) -> list[Run]:
    """Waiting runs whose message is so old."""
    statement = (
        select(Run)
        .where(
            Run.status == "queued",
            Run.queue == queue,
            Run.rung_at < func.now() - timedelta(seconds=patience_s),
        )
        .order_by(Run.rung_at)
        .limit(RUNS_PER_SWEEP)
        .with_for_update(skip_locked=True)
    )
    return list(session.scalars(statement))
