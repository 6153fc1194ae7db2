"""The drafts of one owner, kept for the way to another browser."""

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
    """Counts the replacements: who writes says which one was read."""
    drafts: Mapped[list[dict[str, Any]]]
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())
