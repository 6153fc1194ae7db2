"""What all work of workers has in common."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import one_of


class Job:
    """Columns of a table whose rows are work (lab.jobs): PostgreSQL is the truth about it, a
    message in Redis only says where to look.

    An attempt owns the row while `status` is running and `attempt` and `claimed_by` are its own.
    Every write of an attempt repeats that condition, so that one which was given up can not
    change anything any more.
    """

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    status: Mapped[str] = mapped_column(Text, server_default="queued")
    """Queued, running, done or failed; a table may have more."""
    attempt: Mapped[int] = mapped_column(server_default="0")
    """How many were begun and not given back on purpose."""
    loss_count: Mapped[int] = mapped_column(server_default="0")
    """How often its worker was lost, for whatever reason. Not every loss counts an attempt."""
    claimed_by: Mapped[str | None]
    """Host, process and a random word: who works on it."""
    heartbeat_at: Mapped[datetime | None]
    enqueued_at: Mapped[datetime | None]
    """When the last message about it was sent; null: none yet, its turn has not come."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]


class PlainJob(Job):
    """A job of which its row tells all that there is to tell about its end."""

    error: Mapped[str | None]
    """Why it has failed, for the person who asked for it."""


def job_checks(statuses: tuple[str, ...], over: tuple[str, ...]) -> tuple[CheckConstraint, ...]:
    """What holds of every row; `over` are the states that it does not leave by itself."""
    return (
        CheckConstraint(one_of("status", statuses), name="status"),
        CheckConstraint(
            "(status = 'running') = (claimed_by IS NOT NULL)", name="claimed_while_running"
        ),
        CheckConstraint(
            f"({one_of('status', over)}) = (finished_at IS NOT NULL)", name="finished_when_over"
        ),
    )
