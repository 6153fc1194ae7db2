"""The worker's side of a job: claim it, keep it, give it back, end it.

Every write of an attempt repeats the fence: the row is running, in this attempt, by this worker.
An attempt that was given up (it was silent for too long) or whose row was deleted finds no row,
and gets `AttemptLost`.
"""

from dataclasses import dataclass
from typing import Any, Generic
from uuid import UUID

from sqlalchemy import ColumnElement, func, update
from sqlalchemy.orm import Session

from lab.jobs.kinds import JobKind, JobT
from lab.models.job import Job


class AttemptLost(Exception):
    """The job is not this attempt's any more. Stop; nothing has to be undone."""


@dataclass(frozen=True)
class Attempt(Generic[JobT]):
    """The right to work on a row."""

    kind: JobKind[JobT]
    job_id: UUID
    number: int
    worker: str
    """The name of this claim alone: the number of an attempt given back is used again."""


def claim(
    session: Session,
    kind: JobKind[JobT],
    job_id: UUID,
    *conditions: ColumnElement[bool],
    worker: str,
    max_attempts: int,
    **values: Any,
) -> JobT | None:
    """Take a waiting job by one conditional update, or None: it is another's, over, or gone, or
    may not begin.
    """
    table = kind.table
    return session.scalar(
        update(table)
        .where(
            table.id == job_id,
            table.status == "queued",
            table.attempt < max_attempts,
            kind.may_begin,
            *conditions,
        )
        .values(
            {
                "status": "running",
                "attempt": table.attempt + 1,
                "claimed_by": worker,
                "heartbeat_at": func.now(),
                "started_at": func.coalesce(table.started_at, func.now()),
                **values,
            }
        )
        .returning(table)
        .execution_options(populate_existing=True)
    )


def beat(
    session: Session, attempt: Attempt[JobT], *conditions: ColumnElement[bool], **values: Any
) -> JobT:
    """Write `values` under the fence; a heartbeat in any case. The row is locked afterwards.

    Raises AttemptLost if it is not this attempt's any more, or not under the conditions.
    """
    table = attempt.kind.table
    job = session.scalar(
        update(table)
        .where(*is_of(attempt), *conditions)
        .values(heartbeat_at=func.clock_timestamp(), **values)
        .returning(table)
        .execution_options(populate_existing=True)
    )
    if job is None:
        raise attempt_lost(attempt)
    return job


def is_of(attempt: Attempt[JobT]) -> tuple[ColumnElement[bool], ...]:
    """The fence: conditions that hold of the row while it is the attempt's."""
    table = attempt.kind.table
    return (
        table.id == attempt.job_id,
        table.status == "running",
        table.attempt == attempt.number,
        table.claimed_by == attempt.worker,
    )


def attempt_lost(attempt: Attempt[JobT]) -> AttemptLost:
    """The error to raise if no row fulfils the fence."""
    name = attempt.kind.name
    return AttemptLost(f"attempt {attempt.number} of {name} {attempt.job_id} was ended or given up")


def wait_again(job: Job, *, is_counted: bool) -> None:
    """Let a locked job wait for another worker, without a message yet. An attempt does not count
    if its worker was stopped on purpose.
    """
    job.status = "queued"
    job.claimed_by = None
    job.enqueued_at = None
    if not is_counted:
        job.attempt -= 1


def end(job: Job, status: str) -> None:
    """A locked job is over."""
    job.status = status
    job.claimed_by = None
    job.finished_at = func.clock_timestamp()
