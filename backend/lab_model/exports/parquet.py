"""Parquet: the rows of `long_form` in five columns (text, 64-bit integer, text, double, double)."""

from collections.abc import Iterable, Iterator
from io import RawIOBase
from typing import Final

import pyarrow as pa
from pyarrow import parquet

from lab_model.exports.long_form import COLUMNS, Row, rows
from lab_model.exports.run import SeriesPiece

SCHEMA: Final = pa.schema(
    list(
        zip(
            COLUMNS,
            (pa.string(), pa.int64(), pa.string(), pa.float64(), pa.float64()),
            strict=True,
        )
    )
)
_GROUP_ROWS: Final = 100_000
"""A reader loads whole groups: too small ones cost it more than their data."""


def parquet_parts(pieces: Iterable[SeriesPiece], sample_interval_s: float) -> Iterator[bytes]:
    """A Parquet file, a group of rows at a time."""
    sink = PartSink()
    with parquet.ParquetWriter(pa.PythonFile(sink, mode="w"), SCHEMA) as writer:
        waiting: list[Row] = []
        for piece in pieces:
            waiting.extend(rows(piece, sample_interval_s))
            if len(waiting) >= _GROUP_ROWS:
                writer.write_table(table_of(waiting))
                waiting = []
                yield sink.take()
        if waiting:
            writer.write_table(table_of(waiting))
    yield sink.take()


def table_of(items: Iterable[Row]) -> pa.Table:
    """The rows as columns."""
    columns = list(zip(*items, strict=True)) or [()] * len(COLUMNS)
    arrays = [
        pa.array(column, type=field.type) for column, field in zip(columns, SCHEMA, strict=True)
    ]
    return pa.table(arrays, schema=SCHEMA)


class PartSink(RawIOBase):
    """Keeps what is written until it is taken; knows how much that was in all."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._byte_count = 0

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: memoryview) -> int:  # type: ignore[override]
        """Keeps a copy."""
        part = bytes(data)
        self._parts.append(part)
        self._byte_count += len(part)
        return len(part)

    def tell(self) -> int:
        """Where the next byte goes: offsets in the file's footer come from it."""
        return self._byte_count

    def take(self) -> bytes:
        """What was written since the last time."""
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken
