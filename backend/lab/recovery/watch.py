"""Distinguishes a worker that died from a lab that was down.

Every sweep stores its time. After a gap in the sweeps, or a restart of PostgreSQL, silence means
nothing yet: workers that were held up as well get a moment to report, and a job that stays silent
lost its worker together with other parts of the lab.
"""

from datetime import timedelta
from typing import Final

from sqlalchemy import ColumnElement, DateTime, exists, func, or_, select, type_coerce, update
from sqlalchemy.orm import Session

from lab.models import (
    CounterexampleSearch,
    Experiment,
    PacketWindow,
    Run,
    SweepWatch,
    UnitClaim,
)
from lab.settings import Settings

ROW_ID: Final = 1
IDLE_INTERVALS: Final = 2.5
OPEN: Final = ("queued", "running")
_OPENED: Final = (Run, PacketWindow, CounterexampleSearch)
_SERVER_STARTED_AT: Final = type_coerce(func.pg_postmaster_start_time(), DateTime(timezone=True))


def note_sweep(session: Session, settings: Settings) -> bool:
    """Store that this transaction sweeps. False: there was no sweep for a while."""
    server_started_at, now = session.execute(select(_SERVER_STARTED_AT, func.now())).one()
    row = session.get(SweepWatch, ROW_ID, with_for_update=True)
    if row is None:
        row = SweepWatch(
            id=ROW_ID, server_started_at=server_started_at, watched_since=now, swept_at=now
        )
        session.add(row)
        return False
    longest = timedelta(seconds=settings.stale_heartbeat_s)
    has_no_gap = row.server_started_at == server_started_at and now - row.swept_at <= longest
    if not has_no_gap:
        row.server_started_at, row.watched_since = server_started_at, now
    row.swept_at = now
    return has_no_gap


def is_unattended(session: Session, settings: Settings) -> bool:
    """Whether the processes that sweep at every interval seem to be down."""
    return not _has_swept(session, late_s(settings))


def sweep_is_due(settings: Settings) -> ColumnElement[bool]:
    """Whether anything is open, or there was no sweep for an idle interval.

    While nothing is open this condition replaces the sweep: its statement stores the time of a
    sweep where one would have been due. After a gap, or a restart of PostgreSQL, it leaves that
    to a real sweep.
    """
    is_open = or_(*(exists().where(table.status.in_(OPEN)) for table in _OPENED))
    is_computed = exists().where(Experiment.status == "running")
    has_claims = exists().where(UnitClaim.seed.is_not(None))
    is_busy = or_(is_open, is_computed, has_claims)
    is_recent = _lately(idle_interval_s(settings) - settings.janitor_interval_s / 2)
    # A sweep that is running holds the row, and stores its own time.
    continued = (
        select(SweepWatch.id)
        .where(
            SweepWatch.id == ROW_ID,
            SweepWatch.server_started_at == _SERVER_STARTED_AT,
            SweepWatch.swept_at >= func.now() - timedelta(seconds=settings.stale_heartbeat_s),
            ~is_recent,
            ~is_busy,
        )
        .with_for_update(skip_locked=True)
    )
    noted = (
        update(SweepWatch)
        .where(SweepWatch.id.in_(continued))
        .values(swept_at=func.now())
        .returning(SweepWatch.id)
        .cte("noted")
    )
    return or_(is_busy, ~or_(is_recent, exists(select(noted.c.id))))


def idle_interval_s(settings: Settings) -> float:
    """Between two sweeps while nothing is open: new work that is lost at once is found that
    much later.
    """
    return IDLE_INTERVALS * settings.janitor_interval_s


def late_s(settings: Settings) -> float:
    """After such a silence those who sweep at every interval seem to be away."""
    return idle_interval_s(settings) + settings.janitor_interval_s


def _has_swept(session: Session, within_s: float) -> bool:
    return bool(session.scalar(select(_lately(within_s))))


def _lately(within_s: float) -> ColumnElement[bool]:
    since = func.now() - timedelta(seconds=within_s)
    return exists().where(SweepWatch.id == ROW_ID, SweepWatch.swept_at >= since)
