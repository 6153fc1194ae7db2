"""Why a queued run waits, as its user sees it."""

from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field
from redis.exceptions import RedisError
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab.jobs import JOB_KINDS, RUN, WorkerPresence
from lab.jobs.turns import is_before
from lab.models import Run
from lab.runs import service as runs
from lab.runs.states import RunStatus

WaitsFor = Literal["worker", "start", "turn", "broker"]


class WaitingRead(BaseModel):
    """Why a queued run waits now. Ask again while `status` is queued."""

    run_id: UUID
    status: RunStatus
    waits_for: WaitsFor | None = Field(
        description="worker: none is there for its queue; start: one is starting; turn: those that "
        "are there are busy, or take it in this moment; broker: Redis, over which workers hear of "
        "runs, does not answer. null: it does not wait."
    )
    ahead_count: int = Field(
        description="Runs, windows of packets and batches of experiments that wait longer in its "
        "queue."
    )


def read(session: Session, workers: WorkerPresence, run_id: UUID) -> WaitingRead:
    """Why the run waits now. Raises NotFound."""
    run = runs.require(session, run_id)
    if run.status != "queued":
        return WaitingRead(run_id=run_id, status=run.status, waits_for=None, ahead_count=0)
    return WaitingRead(
        run_id=run_id,
        status=run.status,
        waits_for=_waits_for(workers, run.queue),
        ahead_count=ahead_count(session, run),
    )


def _waits_for(workers: WorkerPresence, queue: str) -> WaitsFor:
    try:
        counts = workers.counts(queue)
    except (RedisError, OSError):
        return "broker"
    if counts.ready > 0:
        return "turn"
    return "start" if counts.starting > 0 else "worker"


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
