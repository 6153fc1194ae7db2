"""Modules that take part in the league."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class LeagueEntry(Base):
    """One row for each module that was ever entered: it stays after a withdrawal, so that who
    enters the same again gets the same seeds and cannot draw until they please.
    """

    __tablename__ = "league_entry"
    __table_args__ = (
        CheckConstraint("sha256 ~ '^[0-9a-f]{64}$'", name="sha256"),
        CheckConstraint("first_seed >= 0", name="first_seed"),
        CheckConstraint(
            "(withdrawn_at IS NULL) = (experiment_id IS NOT NULL)", name="computed_while_entered"
        ),
        UniqueConstraint("experiment_id"),
        Index("ix_league_entry_owner", "owner_key_hash"),
    )

    sha256: Mapped[str] = mapped_column(primary_key=True)
    """Of the module. While it is entered the module stays stored, even if no user keeps it."""
    owner_key_hash: Mapped[bytes]
    """Who entered it, and alone may withdraw it."""
    author: Mapped[str]
    """As the table shows it; may be empty."""
    first_seed: Mapped[int]
    """Drawn at random when the module was first entered."""
    experiment_id: Mapped[UUID | None] = mapped_column(ForeignKey("experiment.id"))
    """It computes the entry; null: withdrawn."""
    entered_at: Mapped[datetime] = mapped_column(server_default=func.now())
    withdrawn_at: Mapped[datetime | None]
