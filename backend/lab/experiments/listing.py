"""Which of an owner's experiments are asked for, and where a page ends."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, or_, tuple_

from lab.errors import InvalidInput
from lab.kit.pagination import decode_cursor, encode_cursor
from lab.kit.problem import ProblemItem
from lab.models import Experiment
from lab.runs.search import patterns_of


@dataclass(frozen=True)
class ExperimentQuery:
    """A page of a list of experiments, newest first."""

    limit: int
    cursor: str | None = None
    search: str = ""
    """Words that all have to be found in name, labels or algorithms."""

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions on a row, besides its owner."""
        found = [
            or_(*(Experiment.searched_text.contains(text, autoescape=True) for text in patterns))
            for patterns in patterns_of(self.search)
        ]
        if self.cursor is not None:
            row = tuple_(Experiment.created_at, Experiment.id)
            found.append(row < tuple_(*_position(self.cursor)))
        return found


def cursor_behind(experiment: Experiment) -> str:
    """Where the next page begins."""
    return encode_cursor([experiment.created_at.isoformat(), str(experiment.id)])


def _position(cursor: str) -> tuple[datetime, UUID]:
    try:
        moment, experiment_id = decode_cursor(cursor, 2)
        return datetime.fromisoformat(moment), UUID(experiment_id)
    except ValueError as error:
        message = f"cursor is not one that this server gave: {error}"
        item = ProblemItem(path="cursor", pointer="", message=message, value=cursor)
        raise InvalidInput(message, errors=[item]) from error
