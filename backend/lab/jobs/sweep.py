"""Find jobs that lost their worker or their message.

running, heartbeat too old ──▶ the kind's own: wait again, or fail after the last attempt;
                               no attempt counts where more than the worker was away, or where its
                               process lives: it is slow, halted or cut off, and did not crash
queued, message lost       ──▶ a new message
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Generic
from uuid import UUID

import structlog
from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from lab.jobs.beats import has_beaten_since, last_sign
from lab.jobs.kinds import JOB_KINDS, JobKind, JobT
from lab.jobs.queue import enqueue
from lab.jobs.worker_name import is_connected, is_remote
from lab.models import SweepWatch
from lab.models.job import Job
from lab.runs.states import QueueName
from lab.settings import Settings

JOBS_PER_SWEEP: Final = 200
LOST_FROM_EMPTY_QUEUE_S: Final = 3.0
"""A queue is empty and a job still waits: its message was lost. A worker that has just taken the
message needs some milliseconds to claim the job."""
LOST_FROM_FULL_QUEUE_S: Final = 30.0
"""There are fewer messages than waiting jobs, and this one's turn did not come for so long."""

log = structlog.get_logger("lab.recovery")


@dataclass(frozen=True)
class Lost(Generic[JobT]):
    """A job without a worker, locked."""

    job: JobT
    is_counted: bool
    """The process of its own worker ended, while everything else lived: that costs an attempt."""
    has_attempts: bool
    """It has an attempt left."""

    @property
    def reason(self) -> str:
        """Why it has failed if it has no attempts, for the user who asked for it."""
        if self.is_counted:
            return (
                f"The process that computed it ended in each of {self.job.attempt} attempts: the "
                "simulation may crash, never end, or need more memory than there is."
            )
        return (
            f"The worker was declared lost {self.job.loss_count} times: mostly it was silent for "
            "too long, or was lost together with other parts of the lab. The machine may be "
            "overloaded, or may have been restarted repeatedly."
        )


def silent_ids(session: Session, kind: JobKind[JobT], settings: Settings) -> list[UUID]:
    """Jobs that run without a heartbeat, or wait without an attempt left. None is locked yet."""
    statement = select(kind.table.id).where(_is_silent(kind, settings))
    return list(session.scalars(statement.order_by(kind.table.id).limit(JOBS_PER_SWEEP)))


def lock_silent(
    session: Session, kind: JobKind[JobT], job_id: UUID, settings: Settings
) -> Lost[JobT] | None:
    """The job, locked, if it is silent still. None also if it is locked: then its worker is
    writing it (a large chunk takes seconds).
    """
    job = session.scalar(
        select(kind.table)
        .where(kind.table.id == job_id, _is_silent(kind, settings))
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    if job is None:
        return None
    is_counted = _is_counted(session, job, settings)
    _warn(
        "worker_lost",
        kind,
        job_id,
        attempt=job.attempt,
        worker=job.claimed_by,
        is_counted=is_counted,
    )
    job.loss_count += 1
    if is_counted:
        return Lost(job, is_counted, job.attempt < settings.max_attempts)
    return Lost(job, is_counted, job.loss_count < settings.max_losses)


def _is_counted(session: Session, job: Job, settings: Settings) -> bool:
    """Whether its process has ended, and no sweep was missed since its last heartbeat. Unknown of
    a worker elsewhere, which may sleep: False.
    """
    signed_at = last_sign(session, job)
    if job.status != "running" or signed_at is None:
        return True
    if settings.database_is_pooled or is_remote(job.claimed_by):
        return False
    if is_connected(session, job.claimed_by):
        return False
    watched_since = session.scalar(select(SweepWatch.watched_since))
    return watched_since is not None and signed_at >= watched_since


def send_lost_again(session: Session, queue: QueueName, message_count: int) -> None:
    """New messages for jobs that seem to have none in the queue."""
    counts = (select(func.count()).where(*_waits(kind, queue)) for kind in JOB_KINDS)
    if message_count >= sum(session.scalar(count) or 0 for count in counts):
        return
    patience_s = LOST_FROM_EMPTY_QUEUE_S if message_count == 0 else LOST_FROM_FULL_QUEUE_S
    for kind in JOB_KINDS:
        lost = (
            select(kind.table.id)
            .where(
                *_waits(kind, queue),
                kind.table.enqueued_at < func.now() - timedelta(seconds=patience_s),
            )
            .order_by(kind.table.enqueued_at)
            .limit(JOBS_PER_SWEEP)
            .with_for_update(skip_locked=True, of=kind.table)
        )
        for job_id in enqueue(session, kind, kind.table.id.in_(session.scalars(lost).all())):
            _warn("message_lost", kind, job_id, queue=queue)


def _waits(kind: JobKind[Any], queue: QueueName) -> tuple[ColumnElement[bool], ...]:
    """Queued, with a message, in this queue."""
    table = kind.table
    has_message = table.enqueued_at.is_not(None)
    return table.status == "queued", has_message, kind.queue == queue, kind.may_begin


def _is_silent(kind: JobKind[Any], settings: Settings) -> ColumnElement[bool]:
    silent = func.now() - timedelta(seconds=settings.stale_heartbeat_s)
    table = kind.table
    return or_(
        (table.status == "running")
        & (table.heartbeat_at < silent)
        & ~has_beaten_since(kind, silent),
        (table.status == "queued") & (table.attempt >= settings.max_attempts),
    )


def _warn(event: str, kind: JobKind[Any], job_id: UUID, **details: Any) -> None:
    log.warning(event, **{f"{kind.name}_id": str(job_id)}, **details)
