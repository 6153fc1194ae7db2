"""Tables of a data set from rows of plain values."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import pyarrow as pa

from lab_model.datasets import Column, Table

Described = tuple[str, pa.DataType, str]
"""A column: its name, its type, and what it means."""

TEXT: Final = pa.string()
NUMBER: Final = pa.float64()
COUNT: Final = pa.int64()
FLAG: Final = pa.bool_()


def table_of(
    name: str, title: str, columns: Sequence[Described], rows: Iterable[Sequence[Any]]
) -> Table:
    """Rows as a table; None is null."""
    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    schema = pa.schema([(column, kind) for column, kind, _ in columns])
    arrays = [
        pa.array(cells, type=kind) for cells, (_, kind, _) in zip(values, columns, strict=True)
    ]
    described = tuple(Column(column, meaning) for column, _, meaning in columns)
    return Table(name, title, described, pa.table(arrays, schema=schema))
