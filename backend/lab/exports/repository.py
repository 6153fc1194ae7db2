"""Queries about the series of a whole result, page by page."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from lab.models import Result, SeriesChunk
from lab.models.series_chunk import SubjectKind

ROWS_PER_PAGE = 64
"""Some megabytes: a row holds all metrics of one subject in one chunk."""


@dataclass(frozen=True)
class StoredChunk:
    """All metrics of one subject in one chunk, as they are stored."""

    chunk_index: int
    subject: SubjectKind
    subject_index: int
    first_sample: int
    metrics: list[str]
    payloads: list[bytes]


_PLACE = (SeriesChunk.chunk_index, SeriesChunk.subject, SeriesChunk.subject_index)


def exists(session: Session, result_id: UUID) -> bool:
    """Whether the result is still there."""
    return session.scalar(select(Result.id).where(Result.id == result_id)) is not None


def next_chunks(session: Session, result_id: UUID, after: StoredChunk | None) -> list[StoredChunk]:
    """A page of chunks behind another one: chunk by chunk, in it flows by index, then links."""
    statement = (
        select(*_PLACE, SeriesChunk.first_sample, SeriesChunk.metrics, SeriesChunk.payloads)
        .where(SeriesChunk.result_id == result_id)
        .order_by(*_PLACE)
        .limit(ROWS_PER_PAGE)
    )
    if after is not None:
        bound = (after.chunk_index, after.subject, after.subject_index)
        statement = statement.where(tuple_(*_PLACE) > bound)
    return [StoredChunk(*row) for row in session.execute(statement)]
