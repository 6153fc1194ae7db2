"""The units of an experiment as rows of a table: one per cell and seed, the same everywhere.

cell_index   then of each axis its point in words and the values of its paths
seed, scenario_digest, core_version, summary_digest
one column per number
"""

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from typing import Any, Final, NamedTuple

from pydantic import JsonValue

from lab_model.experiments.cells import Expansion
from lab_model.spreadsheets import cell_text

IDENTITY: Final = ("seed", "scenario_digest", "core_version", "summary_digest")
_CELL: Final = "cell_index"
# Some megabytes of text at once.
_ROWS_PER_PART: Final = 2000


class UnitRow(NamedTuple):
    """A unit that is known."""

    cell_index: int
    seed: int
    scenario_digest: str
    summary_digest: str
    numbers: Mapping[str, float]
    """Numbers by name; NaN where the unit has no such number."""


class FailedRow(NamedTuple):
    """A unit that could not be computed."""

    cell_index: int
    seed: int
    core_version: str
    reason: str


FAILURE_COLUMNS: Final = FailedRow._fields[1:]


def csv_parts(
    expansion: Expansion, core_version: str | None, names: list[str], units: Iterable[UnitRow]
) -> Iterator[str]:
    """The table as CSV: the header, then the rows in pieces."""
    yield csv_lines([unit_header(expansion, names)])
    place = cache(partial(unit_place, expansion))
    rows = (_row(place(unit.cell_index), core_version, names, unit) for unit in units)
    while part := list(islice(rows, _ROWS_PER_PART)):
        yield csv_lines(part)


def csv_lines(rows: Iterable[Sequence[Any]]) -> str:
    """Lines of a CSV file."""
    buffer = io.StringIO(newline="")
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue()


def _row(
    place: Sequence[JsonValue], core_version: str | None, names: list[str], unit: UnitRow
) -> list[Any]:
    digests = [unit.scenario_digest, core_version, unit.summary_digest]
    numbers = [cell_number(unit.numbers.get(name, math.nan)) for name in names]
    return [*place, unit.seed, *digests, *numbers]


def unit_header(expansion: Expansion, names: list[str]) -> list[str]:
    """Names of the columns, each once. `names` are those of the numbers."""
    header = [_CELL]
    for axis in expansion.axes:
        for column in (cell_text(axis.label), *axis.paths):
            header.append(_unused(column, header))
    return [*header, *IDENTITY, *names]


def unit_place(expansion: Expansion, cell_index: int) -> list[JsonValue]:
    """The first columns of the units of a cell: its index, points and values."""
    place: list[JsonValue] = [cell_index]
    for axis, index in zip(expansion.axes, expansion.point_indices(cell_index), strict=True):
        point = axis.points[index]
        place += [cell_text(point.text), *map(cell_value, point.values)]
    return place


def cell_value(value: JsonValue) -> str | int | float | bool | None:
    """A value of an axis in one field: numbers as they are, objects and lists as JSON."""
    if isinstance(value, str):
        return cell_text(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    return json.dumps(value)


def cell_number(value: float) -> str:
    """Every digit that the double has; empty where there is no number."""
    return "" if math.isnan(value) else repr(value)


def _unused(column: str, header: list[str]) -> str:
    """Two axes may have one label, and a label may be any word."""
    taken = {*header, *IDENTITY}
    number = 2
    unused = column
    while unused in taken:
        unused = f"{column} {number}"
        number += 1
    return unused
