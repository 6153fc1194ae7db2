"""Queries about finished work."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab.models import Result, Run

LOOKED_AT = 4
"""Results for each run that is wanted: some took a second attempt, or have lost their run."""


def newest_computed(
    session: Session, behaviour_version: int, limit: int
) -> list[tuple[int, float]]:
    """Predicted packets and wall seconds of the runs computed last with this behaviour.

    Not only by the newest core: an edit of its sources says nothing of its speed, and the newest
    runs follow it soon if it does.

    A run that shared a stored result was not computed; one that did got its result in the
    transaction that claimed it. Ids of results rise with time; a run's need not (kit.idempotency).
    Only the newest results are looked at, so that it takes no longer when there are many.
    """
    newest = (
        select(Result.id, Result.created_at)
        .where(Result.behaviour_version == behaviour_version, Result.done_at.is_not(None))
        .order_by(Result.id.desc())
        .limit(LOOKED_AT * limit)
        .subquery()
    )
    wall_s = func.extract("epoch", Run.finished_at - Run.started_at)
    statement = (
        select(Run.predicted_packets, wall_s)
        .join(newest, Run.result_id == newest.c.id)
        .where(
            Run.status == "done",
            Run.attempt == 1,
            newest.c.created_at == Run.started_at,
        )
        .order_by(newest.c.id.desc())
        .limit(limit)
    )
    return [(packets, float(seconds)) for packets, seconds in session.execute(statement)]
