"""Series in files, in one long form for all formats: one row per value that exists.

    subject   "flow" or "link"
    index     number of the flow or link
    metric    name of the series; its unit is the last word
    time_s    end of the sample's interval
    value     number; where there is none, there is no row

CSV has a header line. JSON is a list of objects with these five names. Parquet has five columns
(text, 64-bit integer, text, double, double).
"""

import csv
import json
import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from lab_worker.cli.errors import InputError
from lab_worker.cli.output_file import whole_file
from lab_worker.cli.parquet import import_parquet
from lab_worker.execution import Chunk, SubjectColumns

COLUMNS: Final = ("subject", "index", "metric", "time_s", "value")
Row = tuple[str, int, str, float, float]


class SeriesWriter(Protocol):
    """Takes the chunks of a run in order."""

    def write(self, chunk: Chunk) -> None:
        """Adds the rows of one chunk."""


def series_format(path: Path) -> str:
    """The format that the name's ending stands for. Raises `InputError` for any other."""
    suffix = path.suffix.lower()
    if suffix not in _OPENERS:
        known = ", ".join(_OPENERS)
        raise InputError(f"--series is '{path}'; its name must end with one of {known}")
    if suffix == ".parquet":
        import_parquet()
    return suffix


@contextmanager
def open_series_file(path: Path, sample_interval_s: float) -> Iterator[SeriesWriter]:
    """A writer in the format of the name's ending. The file appears when the block ends well."""
    opener = _OPENERS[series_format(path)]
    with whole_file(path) as partial, opener(partial, sample_interval_s) as writer:
        yield writer


def rows(chunk: Chunk, sample_interval_s: float) -> Iterator[Row]:
    """The rows of one chunk: subject after subject, metric after metric, by time."""
    for subject in chunk.subjects:
        yield from _subject_rows(subject, _times(chunk, sample_interval_s))


def _times(chunk: Chunk, sample_interval_s: float) -> list[float]:
    ends = chunk.first_sample + 1 + np.arange(chunk.sample_count)
    # Whole nanoseconds, so that 3 x 0.1 s is written as 0.3.
    times: list[float] = np.round(ends * sample_interval_s, 9).tolist()
    return times


def _subject_rows(subject: SubjectColumns, times: list[float]) -> Iterator[Row]:
    for metric, values in subject.columns.items():
        for time_s, value in zip(times, values.tolist(), strict=True):
            if not math.isnan(value):
                yield subject.subject, subject.index, metric, time_s, value


class _RowWriter:
    """Hands every row to a function."""

    def __init__(self, sample_interval_s: float, write_rows: Callable[[Iterator[Row]], None]):
        self._sample_interval_s = sample_interval_s
        self._write_rows = write_rows

    def write(self, chunk: Chunk) -> None:
        self._write_rows(rows(chunk, self._sample_interval_s))


@contextmanager
def _open_csv(path: Path, sample_interval_s: float) -> Iterator[SeriesWriter]:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        yield _RowWriter(sample_interval_s, writer.writerows)


@contextmanager
def _open_json(path: Path, sample_interval_s: float) -> Iterator[SeriesWriter]:
    with path.open("w", encoding="utf-8") as file:
        separator = "[\n"

        def write_rows(items: Iterator[Row]) -> None:
            nonlocal separator
            for row in items:
                file.write(separator + json.dumps(dict(zip(COLUMNS, row, strict=True))))
                separator = ",\n"

        yield _RowWriter(sample_interval_s, write_rows)
        file.write("[]\n" if separator == "[\n" else "\n]\n")


@contextmanager
def _open_parquet(path: Path, sample_interval_s: float) -> Iterator[SeriesWriter]:
    pa, parquet = import_parquet()
    types = (pa.string(), pa.int64(), pa.string(), pa.float64())
    schema = pa.schema(list(zip(COLUMNS, (*types, pa.float64()), strict=True)))
    with parquet.ParquetWriter(path, schema) as writer:

        def write_rows(items: Iterator[Row]) -> None:
            columns = list(zip(*items, strict=True)) or [()] * len(COLUMNS)
            arrays = [
                pa.array(column, type=field.type)
                for column, field in zip(columns, schema, strict=True)
            ]
            writer.write_table(pa.table(arrays, schema=schema))

        yield _RowWriter(sample_interval_s, write_rows)


_OPENERS: Final[dict[str, Callable[[Path, float], AbstractContextManager[SeriesWriter]]]] = {
    ".csv": _open_csv,
    ".json": _open_json,
    ".parquet": _open_parquet,
}
