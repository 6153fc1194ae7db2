"""Modules of users' own algorithms, and the owners who keep them."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, LargeBinary, func, text
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class AlgorithmModule(Base):
    """One row for each module, however often it is sent: its name is the digest of its bytes."""

    __tablename__ = "algorithm_module"
    __table_args__ = (CheckConstraint("sha256 ~ '^[0-9a-f]{64}$'", name="sha256"),)

    sha256: Mapped[str] = mapped_column(primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    byte_count: Mapped[int]
    description: Mapped[dict[str, Any]]
    """Its declaration (`lab_model.modules.ModuleDescription`)."""
    source_text: Mapped[str] = mapped_column(deferred=True)
    """Source, build line and licence are as the first who gave them wrote them; may be empty."""
    build_line: Mapped[str]
    licence: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class ModuleKeeper(Base):
    """An owner who has a module in the list. It goes with the last of them, unless it is in
    the league or in a contest.
    """

    __tablename__ = "module_keeper"
    __table_args__ = (
        Index("ix_module_keeper_owner", "owner_key_hash", text("kept_at DESC"), "sha256"),
    )

    sha256: Mapped[str] = mapped_column(
        ForeignKey("algorithm_module.sha256", ondelete="CASCADE"), primary_key=True
    )
    owner_key_hash: Mapped[bytes] = mapped_column(primary_key=True)
    kept_at: Mapped[datetime] = mapped_column(server_default=func.now())
