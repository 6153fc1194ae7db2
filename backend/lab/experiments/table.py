"""All numbers of an experiment as CSV: one row per unit that is known, by cell and seed.

Written piece by piece, each read in a transaction of its own: a slow download holds no
connection, and no table is ever whole in memory.
"""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import select

from lab.experiments.reading import expansion_of
from lab.experiments.values import known_units
from lab.kit.database import SessionFactory
from lab.models import CellResult, Experiment, ExperimentCell, NumberLayout
from lab_model.experiments.number_names import number_names
from lab_model.experiments.unit_rows import UnitRow, csv_parts

UNITS_PER_PIECE: Final = 2000


def table_of(sessions: SessionFactory, experiment: Experiment) -> Iterator[str]:
    """The header, then the rows in pieces."""
    expansion = expansion_of(experiment)
    names = number_names(expansion.definition)
    return csv_parts(expansion, experiment.core_version, names, units_of(sessions, experiment))


def units_of(sessions: SessionFactory, experiment: Experiment) -> Iterator[UnitRow]:
    """Every unit that is known, by cell and seed."""
    cells_per_piece = max(1, UNITS_PER_PIECE // experiment.replication_count)
    for first_cell in range(0, experiment.cell_count, cells_per_piece):
        cells = range(first_cell, min(first_cell + cells_per_piece, experiment.cell_count))
        yield from _units(sessions, experiment, cells)


def _units(sessions: SessionFactory, experiment: Experiment, cells: range) -> list[UnitRow]:
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
    return [
        UnitRow(cell, seed, digest, summary, dict(zip(layout, values, strict=True)))
        for cell, seed, digest, summary, layout, values in found
    ]
