"""One person's work at a lab: answers and runs."""

import secrets
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, column_property, mapped_column

from lab.models.base import Base
from lab.models.link_trace import with_traces

SECRET_BYTES: Final = 32


class LabAttempt(Base):
    """One attempt at a lab, which stays as it was at the start, even if its file changes."""

    __tablename__ = "lab_attempt"
    __table_args__ = (
        Index("ix_lab_attempt_owner", "owner_key_hash", text("started_at DESC"), text("id DESC")),
        Index(
            "ix_lab_attempt_trace_sha256s",
            "trace_sha256s",
            postgresql_using="gin",
            postgresql_where=text("trace_sha256s IS NOT NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    owner_key_hash: Mapped[bytes]
    lab_id: Mapped[str]
    """A shipped lab by its name, a written one by its id."""
    kept_lab: Mapped[dict[str, Any]] = mapped_column("lab", deferred=True)
    """The lab's file (`lab_model.classroom.LabFile`), without the times of the traces below. To be
    written with `lab.link_traces`, to be read as `lab`."""
    trace_sha256s: Mapped[list[str | None] | None] = mapped_column(ARRAY(Text), deferred=True)
    """Of delivery traces, as they follow each other; null: it has none, or short ones."""
    lab: Mapped[dict[str, Any]] = column_property(
        with_traces(kept_lab, trace_sha256s), deferred=True
    )
    lab_digest: Mapped[str]
    """Equal ones have equal files, so that a file is read and checked once."""
    started_at: Mapped[datetime] = mapped_column(server_default=func.now())
    secret: Mapped[bytes] = mapped_column(default=lambda: secrets.token_bytes(SECRET_BYTES))
    """Decides what its games hide (`lab_model.classroom.game`). It is never sent."""


class LabAnswer(Base):
    """The answer to one step."""

    __tablename__ = "lab_answer"

    attempt_id: Mapped[UUID] = mapped_column(
        ForeignKey("lab_attempt.id", ondelete="CASCADE"), primary_key=True
    )
    step_id: Mapped[str] = mapped_column(primary_key=True)
    answer: Mapped[Any] = mapped_column(JSON)
    answered_at: Mapped[datetime] = mapped_column(server_default=func.now())


class LabRun(Base):
    """A run of one step, with the settings of its open fields."""

    __tablename__ = "lab_run"
    __table_args__ = (
        Index("ix_lab_run_attempt_id", "attempt_id"),
        Index("ix_lab_run_hidden_of", "hidden_of", postgresql_where=text("hidden_of IS NOT NULL")),
    )

    run_id: Mapped[UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), primary_key=True)
    attempt_id: Mapped[UUID] = mapped_column(ForeignKey("lab_attempt.id", ondelete="CASCADE"))
    step_id: Mapped[str]
    settings: Mapped[dict[str, Any]]
    hidden_of: Mapped[UUID | None] = mapped_column(ForeignKey("lab_run.run_id", ondelete="CASCADE"))
    """The run that this one judges under a hidden seed (`lab.labs.hidden`); null: a student's own.
    A hidden one has no owner, and no answer names it."""


class LabGuess(Base):
    """The guess at the hidden algorithm of one round of a game. It stays."""

    __tablename__ = "lab_guess"

    attempt_id: Mapped[UUID] = mapped_column(
        ForeignKey("lab_attempt.id", ondelete="CASCADE"), primary_key=True
    )
    step_id: Mapped[str] = mapped_column(primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """From 0."""
    guess: Mapped[str]
    guessed_at: Mapped[datetime] = mapped_column(server_default=func.now())
