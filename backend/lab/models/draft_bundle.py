"""What there is once for an owner: drafts on the way to another browser, an operator's limit."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index, func
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class DraftBundle(Base):
    """One row per owner, replaced as a whole: browsers merge, the server only keeps."""

    __tablename__ = "draft_bundle"
    __table_args__ = (Index("ix_draft_bundle_updated_at", "updated_at"),)

    owner_key_hash: Mapped[bytes] = mapped_column(primary_key=True)
    revision: Mapped[int]
    """Counts the replacements: a writer names the one that it has read."""
    drafts: Mapped[list[dict[str, Any]]]
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())


class OwnerLimit(Base):
    """The operator lets this owner ask for nothing new that has to be computed."""

    __tablename__ = "owner_limit"

    owner_key_hash: Mapped[bytes] = mapped_column(primary_key=True)
    reason: Mapped[str]
    """For the owner to read."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
