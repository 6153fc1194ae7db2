"""All numbers of an experiment as CSV: one row per unit that is known, by cell and seed.

Written piece by piece, each read in a transaction of its own: whoever loads slowly holds no
connection, and no table is ever whole in memory.
"""

import csv
import io
import json
import math
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import select

from lab.experiments.cells import Expansion
from lab.experiments.number_names import number_names
from lab.experiments.reading import expansion_of
from lab.experiments.values import known_units
from lab.kit.database import SessionFactory
from lab.models import CellResult, Experiment, ExperimentCell, NumberLayout

UNITS_PER_PIECE: Final = 2000
# A spreadsheet takes what begins with one of these for a formula.
FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")


def table_of(sessions: SessionFactory, experiment: Experiment) -> Iterator[str]:
    """The header, then the rows in pieces."""
    expansion = expansion_of(experiment)
    names = number_names(expansion.definition)
    yield _lines([_header(expansion, names)])
    cells_per_piece = max(1, UNITS_PER_PIECE // experiment.replication_count)
    for first_cell in range(0, experiment.cell_count, cells_per_piece):
        cells = range(first_cell, min(first_cell + cells_per_piece, experiment.cell_count))
        rows = _rows(sessions, experiment, expansion, names, cells)
        if rows:
            yield _lines(rows)


def _header(expansion: Expansion, names: list[str]) -> list[str]:
    """Each axis twice: in words, and the values of its paths as the scenario has them."""
    header = ["cell_index"]
    for axis in expansion.axes:
        header += [_as_text(axis.label), *axis.paths]
    return [*header, "seed", "scenario_digest", "core_version", "summary_digest", *names]


def _rows(
    sessions: SessionFactory,
    experiment: Experiment,
    expansion: Expansion,
    names: list[str],
    cells: range,
) -> list[list[Any]]:
    statement = (
        select(
            ExperimentCell.cell_index,
            CellResult.seed,
            CellResult.scenario_digest,
            CellResult.summary_digest,
            NumberLayout.names,
            CellResult.values,
        )
        .join(NumberLayout, NumberLayout.id == CellResult.layout_id)
        .where(
            known_units(experiment),
            ExperimentCell.cell_index >= cells.start,
            ExperimentCell.cell_index < cells.stop,
        )
        .order_by(ExperimentCell.cell_index, CellResult.seed)
    )
    with sessions() as session:
        found = session.execute(statement).all()
    rows = []
    for cell_index, seed, scenario_digest, summary_digest, layout, values in found:
        number_of = dict(zip(layout, values, strict=True))
        place = _place(expansion, cell_index)
        digests = [scenario_digest, experiment.core_version, summary_digest]
        numbers = [_as_number(number_of.get(name, math.nan)) for name in names]
        rows.append([cell_index, *place, seed, *digests, *numbers])
    return rows


def _place(expansion: Expansion, cell_index: int) -> list[Any]:
    place: list[Any] = []
    for axis, index in zip(expansion.axes, expansion.point_indices(cell_index), strict=True):
        point = axis.points[index]
        place += [_as_text(point.text), *map(_as_value, point.values)]
    return place


def _as_value(value: Any) -> Any:
    if isinstance(value, str):
        return _as_text(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    return json.dumps(value)


def _as_number(value: float) -> str:
    """Every digit that the double has; empty where there is no number."""
    return "" if math.isnan(value) else repr(value)


def _as_text(text: str) -> str:
    """Texts come from people: none may act on the machine of whoever opens the table."""
    is_number = text[1:2].isdigit() and text[0] in "+-"
    return f"'{text}" if text.startswith(FORMULA_SIGNS) and not is_number else text


def _lines(rows: list[list[Any]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue()
