"""Queries about chunks of series."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    and_,
    any_,
    bindparam,
    delete,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from lab.models import SeriesChunk
from lab_model.series.codec import Values, decode, encode
from lab_model.series.subject import SUBJECT_KINDS, Subject, SubjectKind

COPY_CHUNKS = (
    "COPY series_chunk (result_id, subject, subject_index, chunk_index, first_sample,"
    " sample_count, metrics, payloads) FROM STDIN (FORMAT BINARY)"
)
COPY_TYPES = ("uuid", "text", "int8", "int8", "int8", "int8", "text[]", "bytea[]")
MOST_VALUES_AT_ONCE = 1_000_000
"""8 MB. More is fetched part by part, which asks the server six times more."""
ROWS_PER_FETCH = 64
MOST_PICKED_METRICS = 6
"""More are read with all others of their chunk: to name thirty in a statement takes longer."""


@dataclass(frozen=True)
class StoredColumn:
    """The values of one metric of one subject from `first_sample` on."""

    subject: Subject
    metric: str
    first_sample: int
    values: Values


EncodedChunk = tuple[str, int, int, int, int, list[str], list[bytes]]
"""The columns of COPY_CHUNKS without the result's id."""


def encode_chunk(
    subject: Subject,
    *,
    chunk_index: int,
    first_sample: int,
    sample_count: int,
    columns: Mapping[str, Values],
) -> EncodedChunk:
    """All metrics of one subject in one chunk, compressed."""
    return (
        subject.kind,
        subject.index,
        chunk_index,
        first_sample,
        sample_count,
        list(columns),
        [encode(values) for values in columns.values()],
    )


def copy_chunks(session: Session, result_id: UUID, rows: Iterable[EncodedChunk]) -> None:
    """Store chunks with COPY, in the session's transaction."""
    cursor = session.connection().connection.cursor()
    with cursor.copy(COPY_CHUNKS) as copy:
        copy.set_types(COPY_TYPES)
        for row in rows:
            copy.write_row((result_id, *row))


def delete_chunk(session: Session, result_id: UUID, chunk_index: int) -> None:
    """Remove what was stored of a chunk that will not be finished."""
    session.execute(
        delete(SeriesChunk).where(
            SeriesChunk.result_id == result_id, SeriesChunk.chunk_index == chunk_index
        )
    )


_SUBJECTS: Final = (
    select(SeriesChunk.subject, SeriesChunk.subject_index, SeriesChunk.metrics)
    .where(SeriesChunk.result_id == bindparam("result_id"), SeriesChunk.chunk_index == 0)
    .order_by(SeriesChunk.subject, SeriesChunk.subject_index)
)


def subjects_and_metrics(session: Session, result_id: UUID) -> dict[Subject, list[str]]:
    """What the first chunk holds: every chunk holds the same. Of a large one that is being stored
    some subjects may be missing still.
    """
    rows = session.execute(_SUBJECTS, {"result_id": result_id})
    return {Subject(kind, index): metrics for kind, index, metrics in rows}


def read_columns(
    session: Session,
    result_id: UUID,
    subjects: Sequence[Subject],
    metrics: Sequence[str],
    *,
    first_sample: int,
    end_sample: int,
) -> Iterator[StoredColumn]:
    """Chunks that touch the samples [first_sample, end_sample), in order of subject and time.

    A subject that does not have one of the metrics is passed over for it.
    """
    if not subjects or not metrics:
        return
    takes_all = len(metrics) > MOST_PICKED_METRICS
    payloads = [] if takes_all else [_payload_of(metric) for metric in metrics]
    whole = (SeriesChunk.metrics, SeriesChunk.payloads) if takes_all else ()
    statement = (
        select(
            SeriesChunk.subject,
            SeriesChunk.subject_index,
            SeriesChunk.first_sample,
            *whole,
            *(payload.label(f"payload_{i}") for i, payload in enumerate(payloads)),
        )
        .where(
            SeriesChunk.result_id == result_id,
            or_(*(_is_one_of(kind, subjects) for kind in SUBJECT_KINDS)),
            SeriesChunk.first_sample < end_sample,
            SeriesChunk.first_sample + SeriesChunk.sample_count > first_sample,
        )
        .order_by(SeriesChunk.subject, SeriesChunk.subject_index, SeriesChunk.chunk_index)
    )
    if len(subjects) * len(metrics) * (end_sample - first_sample) > MOST_VALUES_AT_ONCE:
        statement = statement.execution_options(yield_per=ROWS_PER_FETCH)
    wanted = set(metrics)
    for kind, index, first, *found in session.execute(statement):
        subject = Subject(kind, index)
        for metric, payload in zip(*(found if takes_all else (metrics, found)), strict=True):
            if payload is not None and metric in wanted:
                yield StoredColumn(subject, metric, first, decode(payload))


def _is_one_of(kind: SubjectKind, subjects: Sequence[Subject]) -> ColumnElement[bool]:
    """One array as one parameter: there may be ten thousand flows."""
    indices = [subject.index for subject in subjects if subject.kind == kind]
    return and_(
        SeriesChunk.subject == kind,
        SeriesChunk.subject_index == any_(literal(indices, ARRAY(BigInteger))),
    )


def _payload_of(metric: str) -> ColumnElement[bytes | None]:
    """The one element of `payloads` that is wanted: the others stay in the database."""
    return SeriesChunk.payloads[func.array_position(SeriesChunk.metrics, metric)]
