"""Workers that reach the lab over HTTP only: their tokens and their numbers."""

from datetime import datetime
from typing import Final
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Index,
    UniqueConstraint,
    column,
    func,
    select,
    table,
    text,
)
from sqlalchemy.orm import Mapped, column_property, mapped_column

from lab.models.base import Base


class WorkerToken(Base):
    """The right to compute from elsewhere (lab.remote_work): batches of experiments, and runs."""

    __tablename__ = "worker_token"
    __table_args__ = (
        UniqueConstraint("name"),
        UniqueConstraint("token_hash"),
        CheckConstraint(
            "distrusted_at IS NULL OR revoked_at IS NOT NULL", name="distrusted_is_revoked"
        ),
        CheckConstraint("NOT takes_runs OR experiment_id IS NULL", name="runs_of_all"),
        Index(
            "uq_worker_token_tab",
            "experiment_id",
            "tab_key_hash",
            unique=True,
            postgresql_where=text("tab_key_hash IS NOT NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    name: Mapped[str]
    """The operator's name for it; in logs and lists."""
    token_hash: Mapped[bytes]
    """SHA-256 of the token, which is stored nowhere."""
    experiment_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("experiment.id", ondelete="CASCADE")
    )
    """The one experiment that it may compute; null: all."""
    tab_key_hash: Mapped[bytes | None]
    """SHA-256 of the owner key of the browser in whose tabs it is used; null: the operator made
    it."""
    takes_runs: Mapped[bool] = mapped_column(server_default=text("false"))
    """Its workers compute single runs as well, whose results are shown before they are checked."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]
    distrusted_at: Mapped[datetime | None]
    """When a local worker found other numbers than it had sent; that revokes it as well."""


class RemoteUnit(Base):
    """The numbers of a unit by a worker elsewhere, to be compared with those of a local one."""

    __tablename__ = "remote_unit"
    __table_args__ = (
        CheckConstraint("(checked_at IS NULL) = (is_equal IS NULL)", name="equal_when_checked"),
        Index("ix_remote_unit_token_id_checked_at", "token_id", "checked_at"),
        Index(
            "ix_remote_unit_unchecked",
            "token_id",
            postgresql_where=text("checked_at IS NULL AND NOT is_used"),
        ),
    )

    scenario_digest: Mapped[str] = mapped_column(primary_key=True)
    seed: Mapped[int] = mapped_column(primary_key=True)
    behaviour_version: Mapped[int] = mapped_column(primary_key=True)
    token_id: Mapped[UUID] = mapped_column(ForeignKey("worker_token.id", ondelete="CASCADE"))
    batch_id: Mapped[UUID]
    summary_digest: Mapped[str]
    numbers_digest: Mapped[str]
    """SHA-256 of the numbers with their names (lab.experiments.unit_results)."""
    is_used: Mapped[bool]
    """Its numbers are in `cell_result`. Otherwise a local worker computes the unit as well."""
    reported_at: Mapped[datetime] = mapped_column(server_default=func.now())
    checked_at: Mapped[datetime | None]
    is_equal: Mapped[bool | None]
    """Whether a local worker has found the same; null: none has computed it yet."""


_RUNS_OF_TOKEN: Final = table("remote_run", column("token_id"), column("is_equal")).alias()


class RemoteRun(Base):
    """A result that a worker elsewhere has computed. It goes with the result, or as a local worker
    has found another one.
    """

    __tablename__ = "remote_run"
    __table_args__ = (
        CheckConstraint("(checked_at IS NULL) = (is_equal IS NULL)", name="equal_when_checked"),
        Index("ix_remote_run_token_id", "token_id"),
    )

    result_id: Mapped[UUID] = mapped_column(
        ForeignKey("result.id", ondelete="CASCADE"), primary_key=True
    )
    token_id: Mapped[UUID] = mapped_column(ForeignKey("worker_token.id", ondelete="CASCADE"))
    is_drawn: Mapped[bool]
    """A local worker is asked to compute it again."""
    reported_at: Mapped[datetime] = mapped_column(server_default=func.now())
    checked_at: Mapped[datetime | None]
    is_equal: Mapped[bool | None]
    """Whether a local worker has found the same; null: none has computed it."""
    confirmed_count: Mapped[int] = column_property(
        select(func.count())
        .select_from(_RUNS_OF_TOKEN)
        .where(_RUNS_OF_TOKEN.c.token_id == token_id, _RUNS_OF_TOKEN.c.is_equal)
        .correlate_except(_RUNS_OF_TOKEN)
        .scalar_subquery(),
        deferred=True,
    )
    """How many results of its token a local worker has found the same."""
