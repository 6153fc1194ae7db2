"""A data set: tables, what they mean, how they came about and what they do not say."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pyarrow as pa

_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Column:
    """What a column means; its unit is the last word of its name."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Table:
    """Rows of one kind."""

    name: str
    """The file's name without its suffix: letters, digits and hyphens."""
    title: str
    """What a row is, one sentence."""
    columns: tuple[Column, ...]
    """In the order of `data`; first columns only where `defined_in` is given."""
    data: "pa.Table"
    defined_in: str | None = None
    """Table with the definition of every further column, a row each."""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"'{self.name}' is no name of a file")
        described = [column.name for column in self.columns]
        names = self.data.column_names
        if described != (names if self.defined_in is None else names[: len(described)]):
            raise ValueError(f"the columns of {self.name} are not those that are described")


@dataclass(frozen=True)
class DataSet:
    """Tables that belong together, with what a stranger has to know of them."""

    name: str
    title: str
    summary: str
    """What it holds and what for, one paragraph."""
    method: str
    """How the numbers came about, one paragraph."""
    limits: tuple[str, ...]
    """What they do not say, a sentence each."""
    sources: tuple[str, ...]
    """Works whose numbers it quotes."""
    core_versions: tuple[str, ...]
    tables: tuple[Table, ...]
