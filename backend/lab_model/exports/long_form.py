"""Series in one long form, one row per value that exists; CSV and JSON hold the same.

subject   "flow" or "link"
index     number of the flow or link
metric    name of the series; its unit is the last word
time_s    end of the sample's interval
value     number; where there is none, there is no row
"""

import csv
import json
import math
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Final

from lab_model.exports.run import SeriesPiece

COLUMNS: Final = ("subject", "index", "metric", "time_s", "value")
Row = tuple[str, int, str, float, float]

_PER_S: Final = 1e9
"""Times are whole nanoseconds, so that 3 x 0.1 s is written as 0.3."""


def rows(piece: SeriesPiece, sample_interval_s: float) -> Iterator[Row]:
    """The rows of one subject: metric after metric, by time."""
    count = max(map(len, piece.columns.values()), default=0)
    first = piece.first_sample + 1
    times = [
        round(end * sample_interval_s * _PER_S) / _PER_S for end in range(first, first + count)
    ]
    for metric, values in piece.columns.items():
        for time_s, value in zip(times, values.tolist(), strict=True):
            if not math.isnan(value):
                yield piece.subject, piece.index, metric, time_s, value


def csv_parts(pieces: Iterable[SeriesPiece], sample_interval_s: float) -> Iterator[str]:
    """A CSV file with a header line, a piece at a time."""
    buffer = StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    yield _take(buffer)
    for piece in pieces:
        writer.writerows(rows(piece, sample_interval_s))
        yield _take(buffer)


def json_parts(pieces: Iterable[SeriesPiece], sample_interval_s: float) -> Iterator[str]:
    """A JSON list of objects with the names of the columns, a piece at a time."""
    separator = "[\n"
    for piece in pieces:
        objects = [
            json.dumps(dict(zip(COLUMNS, row, strict=True)))
            for row in rows(piece, sample_interval_s)
        ]
        if objects:
            yield separator + ",\n".join(objects)
            separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def _take(buffer: StringIO) -> str:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text
