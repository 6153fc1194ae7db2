"""Queries about chunks of series."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, LiteralString, cast
from uuid import UUID

import psycopg
from psycopg import Connection, Cursor, ServerCursor
from sqlalchemy import delete, tuple_
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from lab.models import SeriesChunk
from lab.series.codec import decode, encode
from lab_model.series.subject import Subject
from lab_model.series.values import Values

COPY_CHUNKS = (
    "COPY series_chunk (result_id, subject, subject_index, chunk_index, first_sample,"
    " sample_count, metrics, payloads) FROM STDIN (FORMAT BINARY)"
)
COPY_TYPES = ("uuid", "text", "int8", "int8", "int8", "int8", "text[]", "bytea[]")
# Of kinds one array each as one parameter: there may be ten thousand flows.
_OF_CHUNKS: Final = (
    " FROM series_chunk WHERE result_id = %(result_id)s AND ("
    "subject = 'flow' AND subject_index = ANY(%(flow)s::bigint[])"
    " OR subject = 'link' AND subject_index = ANY(%(link)s::bigint[])"
    ") AND first_sample < %(end_sample)s AND first_sample + sample_count > %(first_sample)s"
    " ORDER BY subject, subject_index, chunk_index"
)
READ_SUBJECTS: Final = (
    "SELECT subject, subject_index, metrics FROM series_chunk"
    " WHERE result_id = %(result_id)s AND chunk_index = 0 ORDER BY subject, subject_index"
)
READ_CHUNKS: Final = "SELECT subject, subject_index, first_sample, metrics, payloads" + _OF_CHUNKS
# The elements of `payloads` that are wanted: the others stay in the database.
READ_PICKED: Final = (
    "SELECT subject, subject_index, first_sample, %(metrics)s::text[],"  # noqa: S608  constants
    " ARRAY(SELECT payloads[array_position(metrics, wanted)]"
    " FROM unnest(%(metrics)s::text[]) WITH ORDINALITY AS asked (wanted, place) ORDER BY place)"
    + _OF_CHUNKS
)
CURSOR_NAME: Final = "chunks"
MOST_VALUES_AT_ONCE = 1_000_000
"""8 MB. More is fetched part by part, which asks the server six times more."""
ROWS_PER_FETCH = 64
MOST_PICKED_METRICS = 6
"""More are read with all others of their chunk: to look for thirty in each takes longer."""


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
    """Remove the stored rows of a chunk that will not be finished."""
    session.execute(
        delete(SeriesChunk).where(
            SeriesChunk.result_id == result_id, SeriesChunk.chunk_index == chunk_index
        )
    )


def delete_subjects(
    session: Session, result_id: UUID, chunk_index: int, subjects: Iterable[Subject]
) -> None:
    """Remove the stored rows of some flows and links in one chunk."""
    keys = [(subject.kind, subject.index) for subject in subjects]
    session.execute(
        delete(SeriesChunk).where(
            SeriesChunk.result_id == result_id,
            SeriesChunk.chunk_index == chunk_index,
            tuple_(SeriesChunk.subject, SeriesChunk.subject_index).in_(keys),
        )
    )


def subjects_and_metrics(session: Session, result_id: UUID) -> dict[Subject, list[str]]:
    """What the first chunk holds: every chunk holds the same. Of a large one that is being stored
    some subjects may be missing still.
    """
    rows = _rows(session, READ_SUBJECTS, {"result_id": result_id}, is_large=False)
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
    is_large = len(subjects) * len(metrics) * (end_sample - first_sample) > MOST_VALUES_AT_ONCE
    wanted = frozenset(metrics)
    statement = READ_CHUNKS if takes_all else READ_PICKED
    parameters = {
        "result_id": result_id,
        "metrics": list(metrics),
        "end_sample": end_sample,
        "first_sample": first_sample,
        "flow": [subject.index for subject in subjects if subject.kind == "flow"],
        "link": [subject.index for subject in subjects if subject.kind == "link"],
    }
    for kind, index, first, found, payloads in _rows(
        session, statement, parameters, is_large=is_large
    ):
        subject = Subject(kind, index)
        for metric, payload in zip(found, payloads, strict=True):
            if payload is not None and metric in wanted:
                yield StoredColumn(subject, metric, first, decode(payload))


def _rows(
    session: Session, statement: LiteralString, parameters: dict[str, Any], *, is_large: bool
) -> Iterator[tuple[Any, ...]]:
    """Within the session's transaction. Binary, and of a statement that is text: to read a hundred
    payloads as hexadecimal digits, and to put the statement together, took longer than to
    decompress them.
    """
    connection = cast("Connection[Any]", session.connection().connection.driver_connection)
    cursor: Cursor[Any] | ServerCursor[Any]
    if is_large:
        cursor = connection.cursor(CURSOR_NAME, binary=True)
        cursor.itersize = ROWS_PER_FETCH
    else:
        cursor = connection.cursor(binary=True)
    try:
        with cursor:
            cursor.execute(statement, parameters)
            yield from cursor
    except psycopg.OperationalError as error:
        # As of every other statement: its type distinguishes it from an error of this code.
        raise OperationalError(statement, None, error) from error
