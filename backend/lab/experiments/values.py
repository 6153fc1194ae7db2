"""The numbers of an experiment as arrays: one row per cell, one column per seed.

PostgreSQL packs the rows into one value, which numpy reads as it is: fetching 50,000 rows one by
one would cost more than everything that is done with them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    Integer,
    LargeBinary,
    and_,
    any_,
    case,
    cast,
    exists,
    func,
    literal,
    select,
)
from sqlalchemy.orm import InstrumentedAttribute, Session
from sqlalchemy.sql.elements import ColumnElement

from lab.experiments.unit_results import is_seen_by
from lab.models import CellResult, Experiment, ExperimentCell, ExperimentFailure, NumberLayout
from lab_model.experiments.agreement import agreeing_cells, hardly_differ, numbers_compared
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.metrics import combined, parts_of
from lab_model.experiments.number_names import group_count, number_names

Values = NDArray[np.float64]

NO_VALUE = float("nan")

# Of more metrics whole rows are read: PostgreSQL takes longer to pick numbers than to send them.
_MOST_SINGLE: Final = 4
# Some megabytes of whole rows.
_UNITS_AT_ONCE: Final = 4000


class UnitOfCell(NamedTuple):
    """The known numbers of one seed of a cell."""

    seed: int
    summary_digest: str
    names: list[str]
    numbers: list[float]


def results_of_cell(session: Session, experiment: Experiment, cell_index: int) -> list[UnitOfCell]:
    """The known numbers of a cell, by seed."""
    statement = (
        select(CellResult.seed, CellResult.summary_digest, NumberLayout.names, CellResult.values)
        .join(NumberLayout, NumberLayout.id == CellResult.layout_id)
        .where(known_units(experiment), ExperimentCell.cell_index == cell_index)
        .order_by(CellResult.seed)
    )
    return [UnitOfCell(*row) for row in session.execute(statement)]


def read_values(session: Session, experiment: Experiment, metrics: list[str]) -> list[Values]:
    """Of each metric an array of cells x seeds; NaN where no number is known, or none exists."""
    shape = (experiment.cell_count, experiment.replication_count)
    arrays = [np.full(shape, np.nan) for _ in metrics]
    if len(metrics) > _MOST_SINGLE:
        for piece in _whole_pieces(session, experiment, metrics):
            for column, array in enumerate(arrays):
                array[piece.cells, piece.replications] = piece.numbers[:, column]
        return arrays
    rows = _fetch(session, experiment, metrics)
    place = rows["cell"], rows["replication"]
    for index, array in enumerate(arrays):
        array[place] = rows[f"value{index}"]
    return arrays


def read_metrics(session: Session, experiment: Experiment, metrics: list[str]) -> list[Values]:
    """The same, where a metric may be a ratio of two numbers: `a/b`, NaN where b is 0."""
    names = list(dict.fromkeys(part for metric in metrics for part in parts_of(metric)))
    numbers = dict(zip(names, read_values(session, experiment, names), strict=True))
    return [combined([numbers[part] for part in parts_of(metric)]) for metric in metrics]


def agreeing_of(session: Session, experiment: Experiment) -> NDArray[np.bool_]:
    """In which cells the seeds hardly differ."""
    definition = ExperimentDefinition.model_validate(experiment.definition)
    names = numbers_compared(group_count(definition), number_names(definition))
    if len(names) > _MOST_SINGLE:
        # Whole rows are read only if the first group does not settle it, as it nearly always does.
        [first] = read_values(session, experiment, names[1:2])
        if not (hardly_differ(first) | np.isnan(first).all(axis=1)).any():
            return np.zeros(experiment.cell_count, dtype=np.bool_)
    utilisation, *groups = read_values(session, experiment, names)
    return agreeing_cells(utilisation, groups)


@dataclass(frozen=True)
class _Piece:
    """Some units that have the same layout."""

    cells: NDArray[Any]
    replications: NDArray[Any]
    numbers: NDArray[Any]
    """By unit and metric; NaN where the layout has no such number."""


def _whole_pieces(session: Session, experiment: Experiment, metrics: list[str]) -> Iterator[_Piece]:
    """All units that are known, in any order, with whole rows of numbers."""
    step = max(1, _UNITS_AT_ONCE // experiment.replication_count)
    replication = CellResult.seed - experiment.first_seed
    packed = _packed(ExperimentCell.cell_index).op("||")(_packed(replication))
    packed = packed.op("||")(func.array_send(CellResult.values))
    for first in range(0, experiment.cell_count, step):
        statement = (
            select(CellResult.layout_id, func.string_agg(packed, literal(b"", LargeBinary)))
            .where(
                known_units(experiment),
                ExperimentCell.cell_index >= first,
                ExperimentCell.cell_index < first + step,
            )
            .group_by(CellResult.layout_id)
        )
        for layout_id, content in session.execute(statement):
            names = session.get_one(NumberLayout, layout_id).names
            rows = np.frombuffer(content, dtype=_row_of_array(len(names)))
            places = {name: place for place, name in enumerate(names)}
            numbers = np.full((len(rows), len(metrics)), NO_VALUE)
            columns = [column for column, name in enumerate(metrics) if name in places]
            numbers[:, columns] = rows["items"]["value"][:, [places[metrics[n]] for n in columns]]
            yield _Piece(rows["cell"], rows["replication"], numbers)


def _row_of_array(item_count: int) -> np.dtype[Any]:
    """Cell, replication and an array as PostgreSQL sends it (array_send in its arrayfuncs.c): a
    head, then each item behind its length.
    """
    item = np.dtype([("length", ">i4"), ("value", ">f8")])
    head = [("dimension_count", ">i4"), ("has_nulls", ">i4"), ("item_type", ">i4")]
    dimension = [("item_count", ">i4"), ("first_index", ">i4")]
    place = [("cell", ">i4"), ("replication", ">i4")]
    return np.dtype([*place, *head, *dimension, ("items", item, item_count)])


def count_done(session: Session, experiment: Experiment) -> NDArray[np.int64]:
    """How many units of each cell have their numbers."""
    rows = _fetch(session, experiment, [])
    return np.bincount(rows["cell"], minlength=experiment.cell_count)


def known_units(experiment: Experiment) -> ColumnElement[bool]:
    """Which results are units of the experiment, where they are joined with its cells.

    Before a core has registered nothing is known: no result has the behaviour null. A unit that has
    failed here stays failed until it is tried again, also where another experiment found its
    numbers since: what a link shows never changes, and counters agree with what is shown. Seeds
    beyond those that a cell is planned with are none of its units, also where they are stored.
    """
    return and_(
        *_not_failed(experiment),
        ExperimentCell.experiment_id == experiment.id,
        ExperimentCell.cell_index < experiment.cell_count,
        CellResult.scenario_digest == ExperimentCell.scenario_digest,
        CellResult.behaviour_version == experiment.behaviour_version,
        is_seen_by(experiment),
        CellResult.seed >= experiment.first_seed,
        CellResult.seed
        < experiment.first_seed
        + func.coalesce(ExperimentCell.seed_count, experiment.replication_count),
    )


def _not_failed(experiment: Experiment) -> list[ColumnElement[bool]]:
    """Few experiments have failures; all others are spared the look."""
    if experiment.failed_count == 0:
        return []
    has_failed = exists().where(
        ExperimentFailure.experiment_id == experiment.id,
        ExperimentFailure.cell_index == ExperimentCell.cell_index,
        ExperimentFailure.seed == CellResult.seed,
    )
    return [~has_failed]


def _fetch(session: Session, experiment: Experiment, metrics: list[str]) -> NDArray[Any]:
    """Cell, replication (from 0) and the values of all units that are known, in any order."""
    kind = [("cell", ">i4"), ("replication", ">i4")]
    replication = CellResult.seed - experiment.first_seed
    packed = _packed(ExperimentCell.cell_index).op("||")(_packed(replication))
    for index, metric in enumerate(metrics):
        kind.append((f"value{index}", ">f8"))
        packed = packed.op("||")(func.float8send(_value(session, metric)))
    statement = select(func.string_agg(packed, literal(b"", LargeBinary))).where(
        known_units(experiment)
    )
    content: bytes | None = session.scalar(statement)
    return np.frombuffer(content or b"", dtype=np.dtype(kind))


def _packed(number: ColumnElement[int] | InstrumentedAttribute[int]) -> ColumnElement[bytes]:
    """Four bytes, big-endian, as PostgreSQL sends a number."""
    return func.int4send(cast(number, Integer), type_=LargeBinary)


def _value(session: Session, metric: str) -> ColumnElement[float]:
    """The number at its place in the array, which depends on the layout."""
    statement = select(NumberLayout.id, func.array_position(NumberLayout.names, metric)).where(
        literal(metric) == any_(NumberLayout.names)
    )
    places = {
        layout: CellResult.values[position] for layout, position in session.execute(statement)
    }
    if not places:
        return literal(NO_VALUE)
    return case(places, value=CellResult.layout_id, else_=NO_VALUE)
