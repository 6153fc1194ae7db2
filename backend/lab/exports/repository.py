"""Queries about the series of a whole result, page by page."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import Select, select, tuple_
from sqlalchemy.orm import Session

from lab.models import Result, SeriesChunk
from lab_model.series.subject import SubjectKind

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


_FIELDS = (
    SeriesChunk.chunk_index,
    SeriesChunk.subject,
    SeriesChunk.subject_index,
    SeriesChunk.first_sample,
    SeriesChunk.metrics,
    SeriesChunk.payloads,
)
_BY_CHUNK = (SeriesChunk.chunk_index, SeriesChunk.subject, SeriesChunk.subject_index)
_BY_FLOW = (SeriesChunk.subject_index, SeriesChunk.chunk_index)


def exists(session: Session, result_id: UUID) -> bool:
    """Whether the result is still there."""
    return session.scalar(select(Result.id).where(Result.id == result_id)) is not None


def next_chunks(session: Session, result_id: UUID, after: StoredChunk | None) -> list[StoredChunk]:
    """A page of chunks behind another one: chunk by chunk, in it flows by index, then links."""
    statement = _page(result_id).order_by(*_BY_CHUNK)
    if after is not None:
        bound = (after.chunk_index, after.subject, after.subject_index)
        statement = statement.where(tuple_(*_BY_CHUNK) > bound)
    return [StoredChunk(*row) for row in session.execute(statement)]


def next_flow_chunks(
    session: Session, result_id: UUID, after: StoredChunk | None
) -> list[StoredChunk]:
    """A page of chunks of flows behind another one: flow by flow, in it by time."""
    statement = _page(result_id).where(SeriesChunk.subject == "flow").order_by(*_BY_FLOW)
    if after is not None:
        bound = (after.subject_index, after.chunk_index)
        statement = statement.where(tuple_(*_BY_FLOW) > bound)
    return [StoredChunk(*row) for row in session.execute(statement)]


def _page(result_id: UUID) -> Select[int, SubjectKind, int, int, list[str], list[bytes]]:
    return select(*_FIELDS).where(SeriesChunk.result_id == result_id).limit(ROWS_PER_PAGE)
