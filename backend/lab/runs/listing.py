"""Which of an owner's runs are asked for, in which order, and where a page ends."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import ColumnElement, Row, func, or_, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from lab.errors import InvalidInput
from lab.kit.pagination import decode_cursor, encode_cursor
from lab.kit.problem import ProblemItem
from lab.models import Run
from lab.runs.search import patterns_of
from lab.runs.states import RunStatus

RunSort = Literal["newest", "oldest", "name"]

SortColumn = InstrumentedAttribute[datetime] | ColumnElement[str]


@dataclass(frozen=True)
class RunQuery:
    """A page of a list of runs."""

    limit: int
    cursor: str | None = None
    search: str = ""
    """Words that all have to be found in name, labels or algorithms."""
    statuses: list[RunStatus] = field(default_factory=list)
    """Empty: all of them."""
    sort: RunSort = "newest"

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions on a row, besides its owner."""
        found = [
            or_(*(Run.searched_text.contains(text, autoescape=True) for text in patterns))
            for patterns in patterns_of(self.search)
        ]
        if self.statuses:
            found.append(Run.status.in_(self.statuses))
        if self.cursor is not None:
            found.append(self._is_behind(self.cursor))
        return found

    def order(self) -> list[ColumnElement[Any]]:
        """Runs of the same moment or name stand in the order of their ids."""
        column = self._column()
        if self.sort == "newest":
            return [column.desc(), Run.id.desc()]
        return [column.asc(), Run.id.asc()]

    def cursor_behind(self, run: Row[Any]) -> str:
        """Where the next page begins."""
        key = run.name.lower() if self.sort == "name" else run.created_at.isoformat()
        return encode_cursor([self.sort, key, str(run.id)])

    def _column(self) -> SortColumn:
        return func.lower(Run.name) if self.sort == "name" else Run.created_at

    def _is_behind(self, cursor: str) -> ColumnElement[bool]:
        row, last = tuple_(self._column(), Run.id), tuple_(*self._position(cursor))
        return row < last if self.sort == "newest" else row > last

    def _position(self, cursor: str) -> tuple[datetime | str, UUID]:
        try:
            sort, key, run_id = decode_cursor(cursor, 3)
            position = key if sort == "name" else datetime.fromisoformat(key), UUID(run_id)
        except ValueError as error:
            raise _not_ours(cursor, str(error)) from error
        if sort != self.sort:
            raise _not_ours(cursor, f"it belongs to a list sorted by {sort}")
        return position


def _not_ours(cursor: str, reason: str) -> InvalidInput:
    message = f"cursor is not one that this server gave: {reason}"
    item = ProblemItem(path="cursor", pointer="", message=message, value=cursor)
    return InvalidInput(message, errors=[item])
