"""A share: an immutable link to results and their view."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, Text, func, text
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base, one_of
from lab.shares.kinds import SHARE_KINDS, ShareKind


class Share(Base):
    """A link. It shows rows of its own (`run.share_id`, `experiment.share_id`), copies that
    never change and that hold their results; they are deleted when the link is withdrawn.
    """

    __tablename__ = "share"
    __table_args__ = (
        CheckConstraint(one_of("kind", SHARE_KINDS), name="kind"),
        CheckConstraint("(kind = 'comparison') = (comparison IS NOT NULL)", name="comparison"),
        CheckConstraint("octet_length(token_hash) = 32", name="token_hash"),
        Index("uq_share_token_hash", "token_hash", unique=True),
        Index("ix_share_owner", "owner_key_hash", text("created_at DESC"), text("id DESC")),
        Index(
            "ix_share_expires_at",
            "expires_at",
            postgresql_where=text("withdrawn_at IS NULL AND expires_at IS NOT NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    token_hash: Mapped[bytes]
    """SHA-256 of the token in the link. The token itself is shown once and kept nowhere."""
    owner_key_hash: Mapped[bytes | None]
    """Who may withdraw it; null: no one, it ends when it expires."""
    kind: Mapped[ShareKind] = mapped_column(Text)
    title: Mapped[str]
    note: Mapped[str]
    """Plain text."""
    view: Mapped[str]
    """The address parameters of the page: zoom, hidden curves, frozen time."""
    comparison: Mapped[dict[str, Any] | None]
    """How its runs and experiments are set beside one another (`lab.shares.schemas.Comparison`)."""
    is_embeddable: Mapped[bool]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime | None]
    withdrawn_at: Mapped[datetime | None]
    """Revoked by the owner, or found expired."""


class ShareTrace(Base):
    """A measurement that lies beside the runs of a link, as its owner gave it. Deleted when the
    link is withdrawn.
    """

    __tablename__ = "share_trace"
    __table_args__ = (
        CheckConstraint("position >= 0", name="position"),
        CheckConstraint("stored_bytes = octet_length(payload)", name="stored_bytes"),
    )

    share_id: Mapped[UUID] = mapped_column(
        ForeignKey("share.id", ondelete="CASCADE"), primary_key=True
    )
    position: Mapped[int] = mapped_column(primary_key=True)
    payload: Mapped[bytes]
    """zlib over the JSON of `lab.shares.trace_schemas.SharedTrace`."""
    stored_bytes: Mapped[int]
    """Counts against what its owner may store; known without reading the payload."""
