"""Queries about written labs."""

from typing import Any
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from lab import link_traces
from lab.models import LabDocument, LabVersion

MAX_LISTED = 200


def count_of_owner(session: Session, owner_key_hash: bytes) -> int:
    """How many labs an owner has written."""
    statement = select(func.count()).where(LabDocument.owner_key_hash == owner_key_hash)
    return session.scalar(statement) or 0


def of_owner(session: Session, owner_key_hash: bytes) -> list[tuple[LabDocument, int | None]]:
    """The owner's labs, the latest first, each with the number of its newest version."""
    newest = (
        select(func.max(LabVersion.number))
        .where(LabVersion.document_id == LabDocument.id)
        .correlate(LabDocument)
        .scalar_subquery()
    )
    statement = (
        select(LabDocument, newest)
        .where(LabDocument.owner_key_hash == owner_key_hash)
        .order_by(LabDocument.updated_at.desc(), LabDocument.id.desc())
        .limit(MAX_LISTED)
    )
    return [(document, number) for document, number in session.execute(statement)]


def lock(session: Session, document_id: UUID) -> LabDocument | None:
    """The document; one publication of it at a time."""
    return session.get(LabDocument, document_id, with_for_update=True)


def replace_draft(
    session: Session, document_id: UUID, revision: int, draft: dict[str, Any]
) -> LabDocument | None:
    """Put this draft in place of that revision; None: there is another revision."""
    return session.scalar(
        update(LabDocument)
        .where(LabDocument.id == document_id, LabDocument.revision == revision)
        .values(
            **link_traces.keep(session, "draft", draft),
            revision=revision + 1,
            updated_at=func.now(),
        )
        .returning(LabDocument)
    )


def versions_of(session: Session, document_id: UUID) -> list[LabVersion]:
    """Published versions, the newest first."""
    statement = select(LabVersion).where(LabVersion.document_id == document_id)
    return list(session.scalars(statement.order_by(LabVersion.number.desc())))


def newest_version(session: Session, document_id: UUID) -> LabVersion | None:
    """The version that a link to the lab opens."""
    statement = select(LabVersion).where(LabVersion.document_id == document_id)
    return session.scalar(statement.order_by(LabVersion.number.desc()).limit(1))
