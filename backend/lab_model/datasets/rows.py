"""Tables of a data set from rows of plain values."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from lab_model.datasets.dataset import Column, Table
from lab_model.exports.formats.parquet import columns_table

Described = tuple[str, str, str]
"""A column: its name, its type as pyarrow calls it, and what it means."""

TEXT: Final = "string"
NUMBER: Final = "double"
COUNT: Final = "int64"
FLAG: Final = "bool"


def table_of(
    name: str, title: str, columns: Sequence[Described], rows: Iterable[Sequence[Any]]
) -> Table:
    """Rows as a table; None is null."""
    import pyarrow as pa

    schema = pa.schema([(column, pa.type_for_alias(kind)) for column, kind, _ in columns])
    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    described = tuple(Column(column, meaning) for column, _, meaning in columns)
    return Table(name, title, described, columns_table(values, schema))
