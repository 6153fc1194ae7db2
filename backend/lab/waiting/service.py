"""The rules of waiting."""

from uuid import UUID

from redis.exceptions import RedisError
from sqlalchemy.orm import Session

from lab.jobs import WorkerPresence
from lab.runs import service as runs
from lab.waiting import repository
from lab.waiting.schemas import WaitingRead, WaitsFor


def read(session: Session, workers: WorkerPresence, run_id: UUID) -> WaitingRead:
    """What the run waits for now. Raises NotFound."""
    run = runs.require(session, run_id)
    if run.status != "queued":
        return WaitingRead(run_id=run_id, status=run.status, waits_for=None, ahead_count=0)
    return WaitingRead(
        run_id=run_id,
        status=run.status,
        waits_for=_waits_for(workers, run.queue),
        ahead_count=repository.ahead_count(session, run),
    )


def _waits_for(workers: WorkerPresence, queue: str) -> WaitsFor:
    try:
        counts = workers.counts(queue)
    except (RedisError, OSError):
        return "broker"
    if counts.ready > 0:
        return "turn"
    return "start" if counts.starting > 0 else "worker"
