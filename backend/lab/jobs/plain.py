"""How an attempt of a plain job ends without a result: only its row has to be changed."""

from typing import TypeVar
from uuid import UUID

from sqlalchemy.orm import Session

from lab.jobs.attempts import Attempt, beat, end, wait_again
from lab.jobs.kinds import JobKind
from lab.jobs.queue import enqueue
from lab.jobs.sweep import lock_silent
from lab.models.job import PlainJob
from lab.settings import Settings

PlainT = TypeVar("PlainT", bound=PlainJob)


def fail(session: Session, attempt: Attempt[PlainT], reason: str) -> None:
    """Store why nothing was found. Raises AttemptLost."""
    _fail(beat(session, attempt), reason)


def release(session: Session, attempt: Attempt[PlainT]) -> PlainT:
    """Give the job, which is still locked, back uncounted: its turn is over, or this worker is
    being stopped on purpose. Raises AttemptLost.
    """
    job = beat(session, attempt)
    _queue_again(session, attempt.kind, job, is_counted=False)
    return job


def give_up(kind: JobKind[PlainT], session: Session, job_id: UUID, settings: Settings) -> None:
    """Decide what becomes of a job whose worker is silent."""
    lost = lock_silent(session, kind, job_id, settings)
    if lost is None:
        return
    if lost.has_attempts:
        _queue_again(session, kind, lost.job, is_counted=lost.is_counted)
    else:
        _fail(lost.job, lost.reason)


def _queue_again(session: Session, kind: JobKind[PlainT], job: PlainT, *, is_counted: bool) -> None:
    wait_again(job, is_counted=is_counted)
    enqueue(session, kind, kind.table.id == job.id)


def _fail(job: PlainJob, reason: str) -> None:
    job.error = reason
    end(job, "failed")
