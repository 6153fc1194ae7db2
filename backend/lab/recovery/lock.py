"""One process sweeps at a time."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

# Any number, the same in every process.
ADVISORY_LOCK_KEY = 0x66616972


def sweeps_alone(session: Session) -> bool:
    """Whether this transaction is the one that sweeps; it is until it ends."""
    return bool(session.scalar(select(func.pg_try_advisory_xact_lock(ADVISORY_LOCK_KEY))))
