"""Delivery traces of links, which many runs have in common."""

from datetime import datetime

from sqlalchemy import CheckConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class LinkTrace(Base):
    """One row for each list of times, however many runs use it: its name is its digest."""

    __tablename__ = "link_trace"
    __table_args__ = (CheckConstraint("sha256 ~ '^[0-9a-f]{64}$'", name="sha256"),)

    sha256: Mapped[str] = mapped_column(primary_key=True)
    """Of the text below."""
    opportunities_ms: Mapped[str]
    """The list as JSON without spaces, as it stands in a scenario."""
    used_at: Mapped[datetime] = mapped_column(server_default=func.now())
    """When a run last came to use it, to some minutes: a fresh one is not swept away."""
