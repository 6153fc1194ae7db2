"""A lab that a user writes: its draft, and its published versions."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, column_property, mapped_column

from lab.models.base import Base
from lab.models.link_trace import with_traces


class LabDocument(Base):
    """The draft of a lab. It may be unfinished: only published versions have to be valid."""

    __tablename__ = "lab_document"
    __table_args__ = (
        Index("ix_lab_document_owner", "owner_key_hash", text("updated_at DESC"), text("id DESC")),
        Index(
            "ix_lab_document_trace_sha256s",
            "trace_sha256s",
            postgresql_using="gin",
            postgresql_where=text("trace_sha256s IS NOT NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    owner_key_hash: Mapped[bytes]
    kept_draft: Mapped[dict[str, Any]] = mapped_column("draft")
    """Without the times of the traces below. To be written with `lab.link_traces`, to be read as
    `draft`."""
    trace_sha256s: Mapped[list[str | None] | None] = mapped_column(ARRAY(Text))
    """Of delivery traces, as they follow each other; null: it has none, or short ones."""
    draft: Mapped[dict[str, Any]] = column_property(with_traces(kept_draft, trace_sha256s))
    revision: Mapped[int]
    """Counts the writes of the draft: a writer names the one that it has read."""
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())


class LabVersion(Base):
    """A published version, which never changes. A link to the lab opens the newest."""

    __tablename__ = "lab_version"
    __table_args__ = (
        Index(
            "ix_lab_version_trace_sha256s",
            "trace_sha256s",
            postgresql_using="gin",
            postgresql_where=text("trace_sha256s IS NOT NULL"),
        ),
    )

    document_id: Mapped[UUID] = mapped_column(
        ForeignKey("lab_document.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    """1, 2, 3, ..."""
    kept_lab: Mapped[dict[str, Any]] = mapped_column("lab")
    """The lab's file (`lab_model.classroom.LabFile`), without the times of the traces below. To be
    written with `lab.link_traces`, to be read as `lab`."""
    trace_sha256s: Mapped[list[str | None] | None] = mapped_column(ARRAY(Text))
    """Of delivery traces, as they follow each other; null: it has none, or short ones."""
    lab: Mapped[dict[str, Any]] = column_property(with_traces(kept_lab, trace_sha256s))
    published_at: Mapped[datetime] = mapped_column(server_default=func.now())
