"""All numbers of an experiment as CSV: one row per unit that is known, by cell and seed.

Written piece by piece, each read in a transaction of its own: whoever loads slowly holds no
connection, and no table is ever whole in memory.
"""

import csv
import io
import math
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import select

from lab.experiments.cells import Expansion
from lab.experiments.number_names import number_names
from lab.experiments.reading import expansion_of
from lab.experiments.unit_rows import cell_number, unit_header, unit_place
from lab.experiments.values import known_units
from lab.kit.database import SessionFactory
from lab.models import CellResult, Experiment, ExperimentCell, NumberLayout

UNITS_PER_PIECE: Final = 2000


def table_of(sessions: SessionFactory, experiment: Experiment) -> Iterator[str]:
    """The header, then the rows in pieces."""
    expansion = expansion_of(experiment)
    names = number_names(expansion.definition)
    yield _lines([unit_header(expansion, names)])
    cells_per_piece = max(1, UNITS_PER_PIECE // experiment.replication_count)
    for first_cell in range(0, experiment.cell_count, cells_per_piece):
        cells = range(first_cell, min(first_cell + cells_per_piece, experiment.cell_count))
        rows = _rows(sessions, experiment, expansion, names, cells)
        if rows:
            yield _lines(rows)


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
        place = unit_place(expansion, cell_index)
        digests = [scenario_digest, experiment.core_version, summary_digest]
        numbers = [cell_number(number_of.get(name, math.nan)) for name in names]
        rows.append([*place, seed, *digests, *numbers])
    return rows


def _lines(rows: list[list[Any]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue()
