"""Runs that a user has computed elsewhere and imported in one store (lab.store_imports)."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import JSON, CheckConstraint, Double, ForeignKey, Index, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from lab.experiments.states import IMPORT_STATUSES, ImportStatus
from lab.models.base import Base, one_of


class StoreImport(Base):
    """An import: its source, and the state of its check by workers of this lab."""

    __tablename__ = "store_import"
    __table_args__ = (
        CheckConstraint(one_of("status", IMPORT_STATUSES), name="status"),
        CheckConstraint("check_ratio > 0 AND check_ratio <= 1", name="check_ratio"),
        CheckConstraint("(status = 'open') = (lot IS NULL)", name="lot_once_sent"),
        CheckConstraint("(status = 'refused') = (reason IS NOT NULL)", name="reason_if_refused"),
        Index(
            "uq_store_import_open",
            "experiment_id",
            unique=True,
            postgresql_where=text("status IN ('open', 'checking')"),
        ),
        Index("ix_store_import_experiment_id", "experiment_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    experiment_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("experiment.id", ondelete="SET NULL")
    )
    """Null: it was deleted. A link's copy may show the numbers still."""
    status: Mapped[ImportStatus] = mapped_column(Text, server_default="open")
    computed_by: Mapped[str]
    """In the words of the user who imported it; may be empty."""
    behaviour_version: Mapped[int]
    core_version: Mapped[str]
    """The build that computed it, as the store says."""
    layouts: Mapped[list[list[str]]] = mapped_column(JSON)
    """Names of numbers; units with the same ones share them."""
    check_ratio: Mapped[float] = mapped_column(Double)
    lot: Mapped[str | None]
    """Drawn once all units were here; which of them are computed again follows from it."""
    units_sha256: Mapped[str | None]
    """Of the units that the lot was drawn over (lab.store_imports.lots)."""
    unit_count: Mapped[int] = mapped_column(server_default="0")
    drawn_count: Mapped[int] = mapped_column(server_default="0")
    compared_count: Mapped[int] = mapped_column(server_default="0")
    """Units that workers of this lab have computed: the drawn ones, and those it had already."""
    reason: Mapped[str | None]
    """Why it is refused, for the user who imported it."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())


class ImportedUnit(Base):
    """A unit of an import that is not decided yet. Its numbers are not shown."""

    __tablename__ = "imported_unit"

    import_id: Mapped[UUID] = mapped_column(
        ForeignKey("store_import.id", ondelete="CASCADE"), primary_key=True
    )
    scenario_digest: Mapped[str] = mapped_column(primary_key=True)
    seed: Mapped[int] = mapped_column(primary_key=True)
    summary_digest: Mapped[str]
    layout_index: Mapped[int]
    """Among the import's `layouts`."""
    values: Mapped[list[float]] = mapped_column(ARRAY(Double))
    """As in `cell_result`."""
    is_drawn: Mapped[bool] = mapped_column(server_default=text("false"))
