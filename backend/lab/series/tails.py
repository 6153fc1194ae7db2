"""Queries about tails: samples of a chunk that is not full yet, for those who watch the run.

They are appended while the chunk is computed and deleted when it is stored. A run that is cancelled
keeps them: they are the last samples that it computed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

import numpy as np
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from lab.models import SeriesTail, TimelineTail
from lab.series.codec import decode, encode
from lab.series.repository import StoredColumn
from lab_model.series.subject import Subject, SubjectKind
from lab_model.series.values import Values

COPY_TAILS = (
    "COPY series_tail (result_id, first_sample, part, sample_count, subject, subject_indices,"
    " metrics, payloads) FROM STDIN (FORMAT BINARY)"
)
COPY_TYPES = ("uuid", "int8", "int8", "int8", "text", "int8[]", "text[]", "bytea[]")

EncodedTail = tuple[int, int, int, str, list[int], list[str], list[bytes]]
"""The columns of COPY_TAILS without the result's id."""


def encode_tail(
    kind: SubjectKind,
    indices: list[int],
    *,
    part: int,
    first_sample: int,
    sample_count: int,
    columns: Mapping[str, Values],
) -> EncodedTail:
    """Subjects with equal metrics, each with all samples of the tail, compressed by metric."""
    payloads = [encode(values) for values in columns.values()]
    return first_sample, part, sample_count, kind, indices, list(columns), payloads


def copy_tails(session: Session, result_id: UUID, rows: Iterable[EncodedTail]) -> None:
    """Store a tail with COPY, in the session's transaction."""
    cursor = session.connection().connection.cursor()
    with cursor.copy(COPY_TAILS) as copy:
        copy.set_types(COPY_TYPES)
        for row in rows:
            copy.write_row((result_id, *row))


def add_timeline(
    session: Session,
    result_id: UUID,
    tail_index: int,
    *,
    phases: list[dict[str, Any]],
    open_phases: list[dict[str, Any]],
    events: list[dict[str, Any]],
) -> None:
    """Phases that ended or are open, and events, in the time of a tail."""
    session.add(
        TimelineTail(
            result_id=result_id,
            tail_index=tail_index,
            phases=phases,
            open_phases=open_phases,
            events=events,
        )
    )
    session.flush()


def delete_tails(session: Session, result_id: UUID) -> None:
    """The chunk is stored, and holds all that was in them."""
    session.execute(delete(SeriesTail).where(SeriesTail.result_id == result_id))
    session.execute(delete(TimelineTail).where(TimelineTail.result_id == result_id))


def subjects_and_metrics(session: Session, result_id: UUID) -> dict[Subject, list[str]]:
    """The subjects and metrics of a tail: every tail and every chunk has the same."""
    first = select(func.min(SeriesTail.first_sample)).where(SeriesTail.result_id == result_id)
    statement = (
        select(SeriesTail.subject, SeriesTail.subject_indices, SeriesTail.metrics)
        .where(
            SeriesTail.result_id == result_id, SeriesTail.first_sample == first.scalar_subquery()
        )
        .order_by(SeriesTail.part)
    )
    return {
        Subject(kind, index): metrics
        for kind, indices, metrics in session.execute(statement)
        for index in indices
    }


def read_columns(
    session: Session,
    result_id: UUID,
    wanted: Mapping[Subject, Sequence[str]],
    *,
    first_sample: int,
    end_sample: int,
) -> dict[Subject, list[StoredColumn]]:
    """What tails hold of the samples [first_sample, end_sample): a piece for each metric wanted."""
    metrics = sorted({name for names in wanted.values() for name in names})
    if not metrics:
        return {}
    payloads = [
        SeriesTail.payloads[func.array_position(SeriesTail.metrics, metric)].label(f"payload_{i}")
        for i, metric in enumerate(metrics)
    ]
    rows = session.execute(
        select(SeriesTail, *payloads)
        .with_only_columns(
            SeriesTail.part,
            SeriesTail.subject,
            SeriesTail.subject_indices,
            SeriesTail.first_sample,
            SeriesTail.sample_count,
            *payloads,
        )
        .where(
            SeriesTail.result_id == result_id,
            SeriesTail.first_sample < end_sample,
            SeriesTail.first_sample + SeriesTail.sample_count > first_sample,
        )
        .order_by(SeriesTail.part, SeriesTail.first_sample)
    ).all()
    found: dict[Subject, list[StoredColumn]] = {}
    for part in sorted({row.part for row in rows}):
        pieces = [row for row in rows if row.part == part]
        for position, metric in enumerate(metrics):
            _add_metric(found, wanted, metric, [(row, row[5 + position]) for row in pieces])
    return found


def _add_metric(
    found: dict[Subject, list[StoredColumn]],
    wanted: Mapping[Subject, Sequence[str]],
    metric: str,
    pieces: Sequence[tuple[Any, bytes | None]],
) -> None:
    """Tails follow one another without a gap: together they are a table of subject by sample."""
    first = pieces[0][0]
    tables = [
        decode(payload).reshape(len(row.subject_indices), row.sample_count)
        for row, payload in pieces
        if payload is not None
    ]
    if not tables:
        return
    table = np.concatenate(tables, axis=1)
    for index, values in zip(first.subject_indices, table, strict=True):
        subject = Subject(first.subject, index)
        if metric in wanted.get(subject, ()):
            piece = StoredColumn(subject, metric, first.first_sample, values)
            found.setdefault(subject, []).append(piece)


def timeline_of(session: Session, result_id: UUID) -> Sequence[TimelineTail]:
    """All tails, in their order."""
    return session.scalars(
        select(TimelineTail)
        .where(TimelineTail.result_id == result_id)
        .order_by(TimelineTail.tail_index)
    ).all()
