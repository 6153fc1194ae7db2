"""When the worker processes that compute batches last said that they live."""

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class WorkerBeat(Base):
    """One row for each process, rewritten in place (lab.jobs.beats)."""

    __tablename__ = "worker_beat"
    # After a crash of PostgreSQL it is empty, and the next beats make it again.
    __table_args__ = ({"prefixes": ["UNLOGGED"], "postgresql_with": {"fillfactor": 50}},)

    worker: Mapped[str] = mapped_column(primary_key=True)
    """The word that all claims of the process have in their names."""
    claimed_by: Mapped[str]
    """The claim that it works on: an earlier one of the same process is silent."""
    beaten_at: Mapped[datetime]
