"""The numbers of an experiment as arrays: one row per cell, one column per seed.

PostgreSQL packs the rows into one value, which numpy reads as it is: fetching 50,000 rows one by
one would cost more than everything that is done with them.
"""

from typing import Any

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

from lab.models import CellResult, Experiment, ExperimentCell, ExperimentFailure, NumberLayout

Values = NDArray[np.float64]

NO_VALUE = float("nan")


def read_values(session: Session, experiment: Experiment, metrics: list[str]) -> list[Values]:
    """Of each metric an array of cells x seeds; NaN where no number is known, or none exists."""
    shape = (experiment.cell_count, experiment.replication_count)
    arrays = [np.full(shape, np.nan) for _ in metrics]
    rows = _fetch(session, experiment, metrics)
    place = rows["cell"], rows["replication"]
    for index, array in enumerate(arrays):
        array[place] = rows[f"value{index}"]
    return arrays


def count_done(session: Session, experiment: Experiment) -> NDArray[np.int64]:
    """How many units of each cell have their numbers."""
    rows = _fetch(session, experiment, [])
    return np.bincount(rows["cell"], minlength=experiment.cell_count)


def known_units(experiment: Experiment) -> ColumnElement[bool]:
    """Which results are units of the experiment, where they are joined with its cells.

    Before a core has registered nothing is known: no result has the behaviour null. A unit that has
    failed here stays failed until it is tried again, also where another experiment found its
    numbers since: what a link shows never changes, and counters agree with what is shown.
    """
    return and_(
        *_not_failed(experiment),
        ExperimentCell.experiment_id == experiment.id,
        ExperimentCell.cell_index < experiment.cell_count,
        CellResult.scenario_digest == ExperimentCell.scenario_digest,
        CellResult.behaviour_version == experiment.behaviour_version,
        CellResult.seed >= experiment.first_seed,
        CellResult.seed < experiment.first_seed + experiment.replication_count,
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
