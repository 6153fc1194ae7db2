"""Tell apart a worker that died and a lab that was away.

Every sweep writes down that it was there. After a pause in the sweeps, or a restart of PostgreSQL,
silence means nothing yet: whoever was held up as well has a moment to speak, and who stays silent
lost its worker together with other parts of the lab.
"""

from datetime import timedelta
from typing import Final

from sqlalchemy import DateTime, func, select, type_coerce
from sqlalchemy.orm import Session

from lab.models import SweepWatch
from lab.settings import Settings

ROW_ID: Final = 1


def note_sweep(session: Session, settings: Settings) -> bool:
    """Somebody sweeps in this transaction. False: nobody did for a while."""
    started_at = type_coerce(func.pg_postmaster_start_time(), DateTime(timezone=True))
    server_started_at, now = session.execute(select(started_at, func.now())).one()
    row = session.get(SweepWatch, ROW_ID, with_for_update=True)
    if row is None:
        row = SweepWatch(
            id=ROW_ID, server_started_at=server_started_at, watched_since=now, swept_at=now
        )
        session.add(row)
        return False
    longest = timedelta(seconds=settings.stale_heartbeat_s)
    goes_on = row.server_started_at == server_started_at and now - row.swept_at <= longest
    if not goes_on:
        row.server_started_at, row.watched_since = server_started_at, now
    row.swept_at = now
    return goes_on


def is_unattended(session: Session, settings: Settings) -> bool:
    """Whether those who sweep at every interval seem to be away."""
    row = session.get(SweepWatch, ROW_ID)
    late = timedelta(seconds=2 * settings.janitor_interval_s)
    return row is None or session.scalars(select(func.now())).one() - row.swept_at > late
