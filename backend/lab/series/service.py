"""The rules of reading series."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Self
from uuid import UUID

import numpy as np
from sqlalchemy.orm import Session

from lab.errors import InvalidInput
from lab.kit.database import use_snapshot
from lab.kit.problem import ProblemItem
from lab.models import Run
from lab.results.damage import require_whole
from lab.runs import service as runs
from lab.runs.states import OVER
from lab.series import repository, tails
from lab.series.repository import StoredColumn
from lab.series.schemas import SeriesRead
from lab.series.table import SeriesTable, SubjectTable
from lab_model.series.buckets import Buckets, Grid, bucketize, choose_grid
from lab_model.series.groups import GroupColumn, SubjectRequest, WantedGroups
from lab_model.series.subject import Subject
from lab_model.series.values import Values
from lab_model.series.wanted import WantedSeries

MAX_VALUES_READ = 40_000_000
"""Most samples that one request may read: about a second of work."""
MAX_VALUES_ANSWERED = 500_000
"""Most buckets of all columns together: some ten megabytes of JSON."""


NOTHING: Final[Values] = np.empty((0, 0))
SUBJECTS = frozenset({"flow", "link", "group"})


@dataclass(frozen=True)
class SeriesQuery:
    """A request for series. Empty `metrics` or `subjects` mean all; `to_s` None means the end."""

    metrics: Sequence[str]
    subjects: Sequence[str]
    from_s: float
    to_s: float | None
    points: int

    @classmethod
    def of(cls, wanted: WantedSeries) -> Self:
        """What an explanation is made from."""
        return cls(wanted.metrics, wanted.subjects, wanted.from_s, None, wanted.points)


def read(session: Session, run_id: UUID, query: SeriesQuery) -> SeriesRead:
    """The series of a run as far as they are stored, at the resolution asked for."""
    # A new attempt may replace the result between two queries.
    use_snapshot(session)
    return read_of(session, runs.require(session, run_id), query)


def read_of(session: Session, run: Run, query: SeriesQuery) -> SeriesRead:
    """The same within a transaction that sees one moment already."""
    return table_of(session, run, query).to_read()


def table_of(session: Session, run: Run, query: SeriesQuery) -> SeriesTable:
    """The same as numbers, for those who compute with them or send them."""
    if run.status == "done":
        require_whole(session, run.result_id)
    wanted = [_parse_subject(text) for text in query.subjects]
    grid = choose_grid(
        sample_count=run.sample_count,
        sample_interval_s=run.sample_interval_s,
        from_s=query.from_s,
        to_s=run.duration_s if query.to_s is None else query.to_s,
        points=query.points,
    )
    return SeriesTable(
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
    wanted: Sequence[SubjectRequest],
    query: SeriesQuery,
    grid: Grid,
) -> list[SubjectTable]:
    """The wanted columns on the grid: flows and links as stored, then groups of flows."""
    if run.result_id is None or grid.end_sample == grid.first_sample:
        return []
    groups = WantedGroups.of(lambda: run.scenario, wanted)
    # While the first chunk is being stored, the tails have all subjects, and it has some. What is
    # done has no tails.
    is_done = run.status == "done"
    in_tails = {} if is_done else tails.subjects_and_metrics(session, run.result_id)
    recorded = in_tails or repository.subjects_and_metrics(session, run.result_id)
    present = {
        subject: [name for name in metrics if not query.metrics or name in query.metrics]
        for subject, metrics in recorded.items()
    }
    shown = {
        subject: metrics
        for subject, metrics in present.items()
        if not wanted or any(_matches(subject, one) for one in wanted)
    }
    read = {
        subject: metrics
        for subject, metrics in present.items()
        if subject in shown or groups.takes(subject)
    }
    _check_size(read, shown, groups.column_count(present), grid)
    is_mean = grid.bucket_samples > 1
    tables: dict[Subject, SubjectTable] = {}
    # They come subject by subject, so that only one is in memory as samples.
    for subject, pieces in _pieces(session, run.result_id, read, grid, has_tails=bool(in_tails)):
        metrics = read[subject]
        buckets = _to_buckets(metrics, pieces, grid)
        if groups.takes(subject):
            groups.add(subject, {name: buckets[row] for row, name in enumerate(metrics)})
        if subject in shown:
            tables[subject] = SubjectTable.of(
                subject.kind, subject.index, metrics, buckets, is_mean=is_mean
            )
    return [
        tables.get(subject) or SubjectTable(subject.kind, subject.index, [], NOTHING, None)
        for subject in shown
    ] + [_of_group(index, found) for index, found in groups.columns.items()]


def _pieces(
    session: Session,
    result_id: UUID,
    read: dict[Subject, list[str]],
    grid: Grid,
    *,
    has_tails: bool,
) -> Iterator[tuple[Subject, list[StoredColumn]]]:
    """Each subject once, with what its chunks and the tails behind them hold of the grid."""
    behind = {}
    if has_tails:
        behind = tails.read_columns(
            session, result_id, read, first_sample=grid.first_sample, end_sample=grid.end_sample
        )
    stored = repository.read_columns(
        session,
        result_id,
        list(read),
        sorted({name for metrics in read.values() for name in metrics}),
        first_sample=grid.first_sample,
        end_sample=grid.end_sample,
    )
    for subject, pieces in groupby(stored, key=lambda column: column.subject):
        yield subject, [*pieces, *behind.pop(subject, ())]
    yield from behind.items()


def _to_buckets(metrics: Sequence[str], pieces: Sequence[StoredColumn], grid: Grid) -> Buckets:
    """The joined chunks of one subject, a row for each metric; NaN where nothing is stored."""
    if _is_whole(metrics, pieces, grid):
        return bucketize(np.stack([piece.values for piece in pieces]), grid)
    values = np.full((len(metrics), grid.end_sample - grid.first_sample), np.nan)
    rows = dict(zip(metrics, values, strict=True))
    for piece in pieces:
        _place(piece, rows[piece.metric], grid)
    return bucketize(values, grid)


def _is_whole(metrics: Sequence[str], pieces: Sequence[StoredColumn], grid: Grid) -> bool:
    """Is it one chunk with just these rows, as of a short run? Then none needs its place."""
    sample_count = grid.end_sample - grid.first_sample
    return [piece.metric for piece in pieces] == list(metrics) and all(
        piece.first_sample == grid.first_sample and piece.values.size == sample_count
        for piece in pieces
    )


def _place(column: StoredColumn, target: Values, grid: Grid) -> None:
    """Copy the part of a chunk that lies in the grid to its place."""
    start = max(column.first_sample, grid.first_sample)
    end = min(column.first_sample + column.values.size, grid.end_sample)
    part = column.values[start - column.first_sample : end - column.first_sample]
    target[start - grid.first_sample : end - grid.first_sample] = part


def _of_group(index: int, columns: Mapping[str, GroupColumn]) -> SubjectTable:
    """Its extremes are those of its flows, and so always there."""
    found = [column.buckets() for column in columns.values()]
    if not found:
        return SubjectTable("group", index, [], NOTHING, None)
    buckets = Buckets(
        np.stack([each.mean for each in found]),
        np.stack([each.minimum for each in found]),
        np.stack([each.maximum for each in found]),
    )
    percentiles = [column.percentiles() for column in columns.values()]
    return SubjectTable(
        "group",
        index,
        list(columns),
        buckets.mean,
        (buckets.minimum, buckets.maximum),
        (np.stack([low for low, _ in percentiles]), np.stack([high for _, high in percentiles])),
    )


def _parse_subject(text: str) -> SubjectRequest:
    """`flow:3`, or `flow` for all flows; the same with `link` and `group`."""
    kind, separator, index = text.partition(":")
    if kind in SUBJECTS and not separator:
        return kind, None
    if kind in SUBJECTS and index.isdecimal() and len(index) <= 9:
        return kind, int(index)
    message = (
        f"subjects has '{text}'; it must be flow, link, group, flow:<index>, link:<index> or "
        "group:<index>"
    )
    item = ProblemItem(path="subjects", pointer="", message=message, value=text)
    raise InvalidInput(message, errors=[item])


def _matches(subject: Subject, wanted: SubjectRequest) -> bool:
    kind, index = wanted
    return subject.kind == kind and (index is None or subject.index == index)


def _check_size(
    read: dict[Subject, list[str]],
    shown: dict[Subject, list[str]],
    group_columns: int,
    grid: Grid,
) -> None:
    """Raises InvalidInput if the answer, or the work for it, would be too much."""
    columns_read = sum(len(metrics) for metrics in read.values())
    columns_answered = sum(len(metrics) for metrics in shown.values()) + group_columns
    samples = columns_read * (grid.end_sample - grid.first_sample)
    buckets = columns_answered * len(grid.edges)
    if samples <= MAX_VALUES_READ and buckets <= MAX_VALUES_ANSWERED:
        return
    message = (
        f"metrics and subjects make {columns_answered} columns with {samples} samples in {buckets} "
        f"buckets; one request may read {MAX_VALUES_READ} samples and get "
        f"{MAX_VALUES_ANSWERED} buckets. Ask for fewer columns, fewer points or a shorter range."
    )
    item = ProblemItem(
        path="metrics",
        pointer="",
        message=message,
        value=columns_answered,
        bound=MAX_VALUES_ANSWERED,
    )
    raise InvalidInput(message, errors=[item])


def whole_columns(
    session: Session,
    result_id: UUID,
    subjects: Sequence[Subject],
    metrics: Sequence[str],
    sample_count: int,
) -> Iterator[StoredColumn]:
    """All pieces of these columns, in order of subject and time."""
    return repository.read_columns(
        session, result_id, subjects, metrics, first_sample=0, end_sample=sample_count
    )


def store_part(
    session: Session,
    result_id: UUID,
    chunk_index: int,
    first_sample: int,
    columns: Mapping[Subject, Mapping[str, Values]],
) -> None:
    """Store the samples of some flows and links in one chunk, in the place of stored ones:
    they may come twice from a worker elsewhere.
    """
    rows = [
        repository.encode_chunk(
            subject,
            chunk_index=chunk_index,
            first_sample=first_sample,
            sample_count=len(next(iter(metrics.values()))),
            columns=metrics,
        )
        for subject, metrics in columns.items()
        if metrics
    ]
    repository.delete_subjects(session, result_id, chunk_index, columns)
    repository.copy_chunks(session, result_id, rows)
