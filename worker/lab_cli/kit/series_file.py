"""Series in files, in the long form of lab_model.exports.long_form for all formats.

CSV has a header line. JSON is a list of objects with the names of its columns. Parquet has five
columns (text, 64-bit integer, text, double, double).
"""

import csv
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Protocol

from lab_cli.kit.output_file import whole_file
from lab_exec import Chunk
from lab_exec.computed_run import pieces
from lab_exec.errors import InputError
from lab_model.exports import long_form
from lab_model.exports.long_form import COLUMNS, Row


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
    return suffix


@contextmanager
def open_series_file(path: Path, sample_interval_s: float) -> Iterator[SeriesWriter]:
    """A writer in the format of the name's ending. The file appears when the block ends well."""
    opener = _OPENERS[series_format(path)]
    with whole_file(path) as partial, opener(partial, sample_interval_s) as writer:
        yield writer


def rows(chunk: Chunk, sample_interval_s: float) -> Iterator[Row]:
    """The rows of one chunk: subject after subject, metric after metric, by time."""
    for piece in pieces(chunk):
        yield from long_form.rows(piece, sample_interval_s)


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
    # When it is wanted: it takes longer to load than a small run to compute.
    from pyarrow.parquet import ParquetWriter

    from lab_model.exports.formats.parquet import series_schema, series_table

    schema = series_schema()
    with ParquetWriter(path, schema) as writer:

        def write_rows(items: Iterator[Row]) -> None:
            writer.write_table(series_table(items, schema))

        yield _RowWriter(sample_interval_s, write_rows)


_OPENERS: Final[dict[str, Callable[[Path, float], AbstractContextManager[SeriesWriter]]]] = {
    ".csv": _open_csv,
    ".json": _open_json,
    ".parquet": _open_parquet,
}
