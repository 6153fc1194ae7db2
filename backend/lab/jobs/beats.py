"""Heartbeats beside the row of a job: a thousand workers beat without a lock that others wait for.

A report writes the job's own heartbeat. Between two reports a worker writes one row of its own,
which is in no log and no index but its key. Either shows that it lives.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, exists, func, literal, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.jobs.attempts import Attempt, attempt_lost, is_of
from lab.jobs.kinds import JobKind, JobT
from lab.jobs.worker_name import claim_word, word_of_claim
from lab.kit.database import alone
from lab.models import WorkerBeat
from lab.models.job import Job


def beat_aside(session: Session, attempt: Attempt[JobT]) -> bool:
    """Say that the attempt's worker lives, in one statement, which is a transaction. False: the
    job is not wanted at the moment (`may_begin` of its kind).

    Raises AttemptLost if the job is not this attempt's any more.
    """
    kind = attempt.kind
    mine = (
        select(kind.table.claimed_by, kind.may_begin.label("is_wanted"))
        .where(*is_of(attempt))
        .cte("mine")
    )
    values = select(literal(claim_word(attempt.worker)), mine.c.claimed_by, func.clock_timestamp())
    statement = insert(WorkerBeat).from_select(["worker", "claimed_by", "beaten_at"], values)
    changed = {
        "claimed_by": statement.excluded.claimed_by,
        "beaten_at": statement.excluded.beaten_at,
    }
    alone(session)
    is_wanted: bool | None = session.scalar(
        statement.on_conflict_do_update(index_elements=["worker"], set_=changed).returning(
            select(mine.c.is_wanted).scalar_subquery()
        )
    )
    if is_wanted is None:
        raise attempt_lost(attempt)
    return is_wanted


def has_beaten_since(kind: JobKind[Any], moment: ColumnElement[datetime]) -> ColumnElement[bool]:
    """Whether the worker of a running job has beaten beside its row."""
    return exists().where(
        WorkerBeat.worker == word_of_claim(kind.table.claimed_by),
        WorkerBeat.claimed_by == kind.table.claimed_by,
        WorkerBeat.beaten_at >= moment,
    )


def last_sign_of(kind: JobKind[Any]) -> ColumnElement[datetime]:
    """When the worker of a running job last said anything, beside its row or in it."""
    beaten_at = (
        select(WorkerBeat.beaten_at)
        .where(
            WorkerBeat.worker == word_of_claim(kind.table.claimed_by),
            WorkerBeat.claimed_by == kind.table.claimed_by,
        )
        .scalar_subquery()
    )
    return func.greatest(kind.table.heartbeat_at, beaten_at)


def last_sign(session: Session, job: Job) -> datetime | None:
    """When a job's worker last said anything."""
    beaten_at = session.scalar(
        select(WorkerBeat.beaten_at).where(
            WorkerBeat.worker == claim_word(job.claimed_by or ""),
            WorkerBeat.claimed_by == job.claimed_by,
        )
    )
    return max(filter(None, (job.heartbeat_at, beaten_at)), default=None)
