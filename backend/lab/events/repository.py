"""Queries about events."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy import and_, exists, or_, select
from sqlalchemy.orm import Session

from lab.models import Run, RunEvent
from lab.runs.states import OVER


def newest_numbers(session: Session, run_ids: Sequence[UUID]) -> dict[UUID, int]:
    """The number of each run's newest event; runs that were deleted are missing."""
    rows = session.execute(select(Run.id, Run.event_seq).where(Run.id.in_(run_ids)))
    return {row.id: row.event_seq for row in rows}


def after(session: Session, positions: Mapping[UUID, int], limit: int) -> Sequence[RunEvent]:
    """The next events of several runs behind their positions, in each run's order."""
    behind = [
        and_(RunEvent.run_id == run_id, RunEvent.seq > seq) for run_id, seq in positions.items()
    ]
    return session.scalars(
        select(RunEvent).where(or_(*behind)).order_by(RunEvent.run_id, RunEvent.seq).limit(limit)
    ).all()


def any_unread(session: Session, positions: Mapping[UUID, int]) -> bool:
    """Whether one of the runs has, or may get, an event behind its position.

    A run that was deleted has none and gets none.
    """
    unread = [
        and_(Run.id == run_id, or_(Run.status.not_in(OVER), Run.event_seq > seq))
        for run_id, seq in positions.items()
    ]
    return bool(session.scalar(select(exists().where(or_(*unread)))))
