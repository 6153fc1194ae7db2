"""Which run is next: users take turns, however many runs each of them has asked for.

A message says that something waits in a queue, not that its own run is next. Next is a run of
the user with the fewest running in that queue; among these the one with the lowest turn. A run gets
its turn when it is asked for: behind those of the same user, level with the first that waits.
"""

from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, ScalarSelect, and_, func, select
from sqlalchemy.orm import Session, aliased

from lab.models import Run
from lab.runs.states import QueueName

_Other = aliased(Run)


def new_turn(turn_key: bytes, queue: QueueName) -> ScalarSelect[int]:
    """The turn of a run that is asked for now, as a part of the statement that inserts it."""
    waits = and_(_Other.status == "queued", _Other.queue == queue)
    own_last = select(func.max(_Other.turn)).where(waits, _Other.turn_key == turn_key)
    first = select(func.min(_Other.turn)).where(waits)
    return select(
        func.coalesce(own_last.scalar_subquery() + 1, first.scalar_subquery(), 0)
    ).scalar_subquery()


def lock_next(session: Session, run_id: UUID, max_attempts: int) -> UUID | None:
    """The run, locked, that a worker computes next which got the message of `run_id`. None: nothing
    waits in that queue that is not another worker's already.
    """
    queue = select(Run.queue).where(Run.id == run_id).scalar_subquery()
    return lock_next_where(session, max_attempts, Run.queue == queue)


def lock_next_where(
    session: Session, max_attempts: int, *conditions: ColumnElement[bool]
) -> UUID | None:
    """The same of the runs under the conditions, those of interactive queues first."""
    running_count = (
        select(func.count())
        .where(
            _Other.status == "running", _Other.queue == Run.queue, _Other.turn_key == Run.turn_key
        )
        .scalar_subquery()
    )
    return session.scalar(
        select(Run.id)
        .where(
            Run.status == "queued",
            Run.enqueued_at.is_not(None),
            Run.attempt < max_attempts,
            *conditions,
        )
        .order_by(Run.queue.desc(), running_count, Run.turn, Run.enqueued_at, Run.id)
        .limit(1)
        .with_for_update(skip_locked=True, of=Run)
    )


def is_before(run: Run) -> Any:
    """Whether another waiting run has a turn before this one's, as it looks now."""
    return (Run.turn < run.turn) | ((Run.turn == run.turn) & (Run.enqueued_at < run.enqueued_at))
