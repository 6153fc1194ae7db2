"""The rules of reading series."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

import numpy as np
from sqlalchemy.orm import Session

from lab.errors import InvalidInput
from lab.kit.database import use_snapshot
from lab.kit.problem import ProblemItem
from lab.models import Run
from lab.runs import service as runs
from lab.runs.states import OVER
from lab.series import repository
from lab.series.buckets import Grid, bucketize, choose_grid
from lab.series.codec import Values
from lab.series.repository import StoredColumn, Subject
from lab.series.schemas import ColumnRead, SeriesRead, SubjectRead

MAX_VALUES_READ = 40_000_000
"""Most samples that one request may read: about a second of work."""
MAX_VALUES_ANSWERED = 500_000
"""Most buckets of all columns together: some ten megabytes of JSON."""


@dataclass(frozen=True)
class SeriesQuery:
    """What is asked for. Empty `metrics` or `subjects` mean all; `to_s` None means the end."""

    metrics: Sequence[str]
    subjects: Sequence[str]
    from_s: float
    to_s: float | None
    points: int


def read(session: Session, run_id: UUID, query: SeriesQuery) -> SeriesRead:
    """The series of a run as far as they are stored, at the resolution asked for."""
    # A new attempt may replace the result between two queries.
    use_snapshot(session)
    run = runs.require(session, run_id)
    wanted = [_parse_subject(text) for text in query.subjects]
    grid = choose_grid(
        sample_count=run.sample_count,
        sample_interval_s=run.sample_interval_s,
        from_s=query.from_s,
        to_s=run.duration_s if query.to_s is None else query.to_s,
        points=query.points,
    )
    return SeriesRead(
        run_id=run.id,
        sample_interval_s=run.sample_interval_s,
        sample_count=run.sample_count,
        complete=run.status in OVER,
        from_s=round(grid.first_sample * run.sample_interval_s, 9),
        to_s=round(grid.end_sample * run.sample_interval_s, 9),
        bucket_samples=grid.bucket_samples,
        time_s=grid.end_times_s(run.sample_interval_s),
        subjects=_read_subjects(session, run, wanted, query, grid),
    )


def _read_subjects(
    session: Session,
    run: Run,
    wanted: Sequence[tuple[str, int | None]],
    query: SeriesQuery,
    grid: Grid,
) -> list[SubjectRead]:
    """The wanted columns on the grid."""
    if run.result_id is None or grid.end_sample == grid.first_sample:
        return []
    present = repository.subjects_and_metrics(session, run.result_id)
    chosen = {
        subject: [name for name in metrics if not query.metrics or name in query.metrics]
        for subject, metrics in present.items()
        if not wanted or any(_matches(subject, one) for one in wanted)
    }
    _check_size(sum(len(metrics) for metrics in chosen.values()), grid)
    stored = repository.read_columns(
        session,
        run.result_id,
        list(chosen),
        sorted({name for metrics in chosen.values() for name in metrics}),
        first_sample=grid.first_sample,
        end_sample=grid.end_sample,
    )
    # They come subject by subject, so that only one is in memory as samples.
    columns = {
        subject: _to_columns(chosen[subject], list(pieces), grid)
        for subject, pieces in groupby(stored, key=lambda column: column.subject)
    }
    return [
        SubjectRead(subject=subject.kind, index=subject.index, columns=columns.get(subject, {}))
        for subject in chosen
    ]


def _to_columns(
    metrics: Sequence[str], pieces: Sequence[StoredColumn], grid: Grid
) -> dict[str, ColumnRead]:
    """Chunks of one subject put together; NaN where nothing is stored."""
    values = {name: np.full(grid.end_sample - grid.first_sample, np.nan) for name in metrics}
    for piece in pieces:
        _place(piece, values[piece.metric], grid)
    return {name: _to_column(column, grid) for name, column in values.items()}


def _place(column: StoredColumn, target: Values, grid: Grid) -> None:
    """Copy the part of a chunk that lies in the grid to its place."""
    start = max(column.first_sample, grid.first_sample)
    end = min(column.first_sample + column.values.size, grid.end_sample)
    part = column.values[start - column.first_sample : end - column.first_sample]
    target[start - grid.first_sample : end - grid.first_sample] = part


def _to_column(values: Values, grid: Grid) -> ColumnRead:
    buckets = bucketize(values, grid)
    if grid.bucket_samples == 1:
        return ColumnRead(mean=_to_json(buckets.mean))
    return ColumnRead(
        mean=_to_json(buckets.mean),
        min=_to_json(buckets.minimum),
        max=_to_json(buckets.maximum),
    )


def _to_json(values: Values) -> list[float | None]:
    return [None if math.isnan(value) else value for value in values.tolist()]


def _parse_subject(text: str) -> tuple[str, int | None]:
    """`flow:3`, or `flow` for all flows; the same with `link`."""
    kind, separator, index = text.partition(":")
    if kind in {"flow", "link"} and not separator:
        return kind, None
    if kind in {"flow", "link"} and index.isdecimal() and len(index) <= 9:
        return kind, int(index)
    message = f"subjects has '{text}'; it must be flow, link, flow:<index> or link:<index>"
    item = ProblemItem(path="subjects", pointer="", message=message, value=text)
    raise InvalidInput(message, errors=[item])


def _matches(subject: Subject, wanted: tuple[str, int | None]) -> bool:
    kind, index = wanted
    return subject.kind == kind and (index is None or subject.index == index)


def _check_size(column_count: int, grid: Grid) -> None:
    """Raises InvalidInput if the answer, or the work for it, would be too much."""
    samples = column_count * (grid.end_sample - grid.first_sample)
    buckets = column_count * len(grid.edges)
    if samples <= MAX_VALUES_READ and buckets <= MAX_VALUES_ANSWERED:
        return
    message = (
        f"metrics and subjects make {column_count} columns with {samples} samples in {buckets} "
        f"buckets; one request may read {MAX_VALUES_READ} samples and get "
        f"{MAX_VALUES_ANSWERED} buckets. Ask for fewer columns, fewer points or a shorter range."
    )
    item = ProblemItem(
        path="metrics", pointer="", message=message, value=column_count, bound=MAX_VALUES_ANSWERED
    )
    raise InvalidInput(message, errors=[item])
