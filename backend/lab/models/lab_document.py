"""A lab that somebody writes: its draft, and the versions that were published."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class LabDocument(Base):
    """The draft of a lab. It may be unfinished: only what is published has to be right."""

    __tablename__ = "lab_document"
    __table_args__ = (
        Index("ix_lab_document_owner", "owner_key_hash", text("updated_at DESC"), text("id DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    owner_key_hash: Mapped[bytes]
    draft: Mapped[dict[str, Any]]
    revision: Mapped[int]
    """Counts the writes of the draft: who writes says which one was read."""
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())


class LabVersion(Base):
    """A published version, which never changes. A link to the lab opens the newest."""

    __tablename__ = "lab_version"

    document_id: Mapped[UUID] = mapped_column(
        ForeignKey("lab_document.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    """1, 2, 3, ..."""
    lab: Mapped[dict[str, Any]]
    """The lab's file (`lab_model.classroom.LabFile`)."""
    published_at: Mapped[datetime] = mapped_column(server_default=func.now())
