"""Since when the sweeps have run without a gap."""

from datetime import datetime

from sqlalchemy import CheckConstraint
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class SweepWatch(Base):
    """One row, written by every sweep (lab.recovery.watch).

    A job that fell silent while there were no sweeps may have lost its worker to what stopped the
    sweeps as well: the database, the machine. That does not cost the job an attempt.
    """

    __tablename__ = "sweep_watch"
    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    server_started_at: Mapped[datetime]
    """When PostgreSQL was started, as of the last sweep."""
    watched_since: Mapped[datetime]
    """There was a sweep at least every `stale_heartbeat_s` since then, on the same server."""
    swept_at: Mapped[datetime]
