"""Compares the stored results with their digests.

`python -m lab_worker.stored_digests` reads every result of the database that `LAB_DATABASE_URL`
names, computes its digests again from the rows, those of the traces of links as well, and prints
`{"results": 12, "wrong": [...], "damaged": ["<id of a result>"], "again": 0, "traces": 3,
"wrong_traces": [...]}`. The exit code is 1 if one is wrong. With `--compute-again` the runs of
damaged results wait for a worker afterwards; `again` says how many.
It reads the columns that all schemas have, so that data can be checked before they are migrated.
"""

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from typing import Final, cast
from uuid import UUID

import psycopg
from isal import isal_zlib
from sqlalchemy import (
    ColumnElement,
    TableClause,
    Text,
    bindparam,
    column,
    func,
    select,
    table,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from lab.exports.repository import StoredChunk, next_chunks
from lab.kit.database import SessionFactory, build_engine, build_sessions, is_damage
from lab.models import LinkTrace, Result, TimelineChunk
from lab.results.damage import compute_again
from lab.series.codec import decode
from lab.settings import load_settings
from lab_exec import SeriesDigest
from lab_exec.chunk import Chunk, FlowEvent, Phase, SubjectColumns
from lab_model.scenarios import summary_digest

# Reading a large result takes minutes at most; a page of rows a moment.
TRANSACTION_TIMEOUT_S = 3600.0
_TIMES: Final = select(LinkTrace.opportunities_ms).where(LinkTrace.sha256 == bindparam("digest"))
UNREADABLE_ROWS: Final = (DBAPIError, psycopg.Error)  # some are read by a cursor
ON_DISK: Final = "its rows are damaged on the disk"
# Errors of decoding damaged bytes, and parts that do not fit.
UNREADABLE: Final[tuple[type[Exception], ...]] = (
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    RuntimeError,
    cast("type[Exception]", isal_zlib.error),
)


def main() -> int:
    """Check every result that is done."""
    parser = argparse.ArgumentParser(prog="python -m lab_worker.stored_digests")
    parser.add_argument("--compute-again", action="store_true")
    computes_again = parser.parse_args().compute_again
    engine = build_engine(
        load_settings().database_url,
        pool_connections=1,
        application_name="lab-digests",
        transaction_timeout_s=TRANSACTION_TIMEOUT_S,
    )
    sessions = build_sessions(engine)
    wrong: dict[UUID, list[str]] = {}
    with sessions.begin() as session:
        result_ids = session.scalars(
            select(Result.id).where(Result.done_at.is_not(None)).order_by(Result.id)
        ).all()
    for result_id in result_ids:
        if lines := _wrong_or_unreadable(sessions, result_id):
            wrong[result_id] = lines
    with sessions.begin() as session:
        trace_count, wrong_traces = check_traces(session)
    again = 0
    if computes_again:
        for result_id in wrong:
            try:
                with sessions.begin() as session:
                    again += compute_again(session, result_id)
            except UNREADABLE_ROWS as error:
                # Pages that are damaged on the disk cannot be replaced: a backup has them.
                if not is_damage(error):
                    raise
    engine.dispose()
    found = {
        "results": len(result_ids),
        "wrong": [line for lines in wrong.values() for line in lines],
        "damaged": [str(result_id) for result_id in wrong],
        "on_disk": [
            str(result_id)
            for result_id, lines in wrong.items()
            if any(ON_DISK in line for line in lines)
        ],
        "again": again,
        "traces": trace_count,
        "wrong_traces": wrong_traces,
    }
    json.dump(found, sys.stdout)
    sys.stdout.write("\n")
    return 1 if wrong or wrong_traces else 0


def _wrong_or_unreadable(sessions: SessionFactory, result_id: UUID) -> list[str]:
    try:
        with sessions.begin() as session:
            return wrong_digests(session, result_id)
    except UNREADABLE_ROWS as error:
        if not is_damage(error):
            raise
        words = error.orig if isinstance(error, DBAPIError) else error
        return [f"result {result_id}: {ON_DISK}: {words}"]


def check_traces(session: Session) -> tuple[int, list[str]]:
    """How many traces of links are stored, and which are missing or not what their digest says; in
    words. Schemas differ in what refers to traces, and old ones store none.
    """
    tables = _tables_with_traces(session)
    if not tables:
        return 0, []
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for each, digests in tables:
        for digest, count in session.execute(
            select(digests.label("digest"), func.count()).select_from(each).group_by("digest")
        ):
            if digest is not None:
                uses[digest][each.name] += count
    found = dict.fromkeys(uses, "") | {
        digest: sha256(session.scalars(_TIMES, {"digest": digest}).one().encode()).hexdigest()
        for digest in session.scalars(select(LinkTrace.sha256)).all()
    }
    wrong = {digest: has for digest, has in sorted(found.items()) if has != digest}
    return len(found), [
        f"trace {digest}, of {_users(uses[digest])}: "
        + (f"its times give the digest {has}" if has else "it is not stored")
        for digest, has in wrong.items()
    ]


def _tables_with_traces(session: Session) -> list[tuple[TableClause, ColumnElement[str | None]]]:
    names = session.execute(
        text(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_name IN ('trace_sha256', 'trace_sha256s')"
            " ORDER BY table_name"
        )
    )
    return [
        (
            table(each),
            func.unnest(column(name, ARRAY(Text))) if name.endswith("s") else column(name, Text),
        )
        for each, name in names
    ]


def _users(counts: Counter[str]) -> str:
    """`2 in run and 1 in experiment`: rows by table."""
    return " and ".join(f"{count} in {name}" for name, count in counts.items()) or "nothing"


def wrong_digests(session: Session, result_id: UUID) -> list[str]:
    """Which digests of a result that is done do not fit its stored data; in words."""
    row = session.execute(
        select(Result.document, Result.summary_digest, Result.series_digest).where(
            Result.id == result_id
        )
    ).one_or_none()
    if row is None:  # deleted since it was listed
        return []
    document = row.document or {}
    try:
        found = {
            "summary": summary_digest(document["summary"], document["flows"]),
            "series": _series_digest(session, result_id),
        }
    except UNREADABLE as error:
        return [f"result {result_id}: what is stored cannot be read: {error!r}"]
    stored = {"summary": row.summary_digest, "series": row.series_digest}
    return [
        f"result {result_id}: its {name} give the digest {digest}, stored is {stored[name]}"
        for name, digest in found.items()
        if digest != stored[name]
    ]


def _series_digest(session: Session, result_id: UUID) -> str:
    digest = SeriesDigest()
    series = _series_by_chunk(session, result_id)
    upcoming = next(series, None)
    first_sample = 0
    for timeline in session.scalars(
        select(TimelineChunk)
        .where(TimelineChunk.result_id == result_id)
        .order_by(TimelineChunk.chunk_index)
        .execution_options(yield_per=1)
    ):
        subjects: list[SubjectColumns] = []
        if upcoming is not None and upcoming[0] == timeline.chunk_index:
            subjects = upcoming[1]
            upcoming = next(series, None)
        # A run may end between two samples: its last chunk then has phases and events alone.
        sample_count = next(iter(subjects[0].columns.values())).size if subjects else 0
        digest.update(
            Chunk(
                chunk_index=timeline.chunk_index,
                first_sample=first_sample,
                sample_count=sample_count,
                subjects=subjects,
                phases=[Phase(**phase) for phase in timeline.phases],
                events=[
                    FlowEvent(**{**event, "value": _value(event["value"])})
                    for event in timeline.events
                ],
            )
        )
        first_sample += sample_count
        session.expunge(timeline)
    return digest.hexdigest()


def _series_by_chunk(
    session: Session, result_id: UUID
) -> Iterator[tuple[int, list[SubjectColumns]]]:
    for chunk_index, rows in groupby(_rows(session, result_id), lambda row: row.chunk_index):
        yield chunk_index, [_columns(row) for row in rows]


def _rows(session: Session, result_id: UUID) -> Iterator[StoredChunk]:
    page = next_chunks(session, result_id, None)
    while page:
        yield from page
        page = next_chunks(session, result_id, page[-1])


def _columns(row: StoredChunk) -> SubjectColumns:
    values = dict(zip(row.metrics, map(decode, row.payloads), strict=True))
    return SubjectColumns(row.subject, row.subject_index, values)


def _value(stored: float | None) -> float:
    return math.nan if stored is None else stored


if __name__ == "__main__":
    sys.exit(main())
