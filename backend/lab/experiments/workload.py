"""How long units take, and how they are put into batches."""

from collections.abc import Iterable, Iterator
from statistics import median
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from lab.health import speed
from lab.models import ExperimentBatch
from lab_model.experiments.expected_time import units_s

BATCH_S: Final = 1.0
"""Long enough that the queue costs little, short enough that a pause is heard soon and that a
lost worker costs little."""
MAX_UNITS_PER_BATCH: Final = 500
LARGEST_SLOWNESS_RATIO: Final = 2.0
"""Beyond, the machine is busy with something else. Its units wait more than they work, and
smaller batches would only add to what it has to do."""

BATCH_OVERHEAD_S: Final = 0.02
"""A message, a claim, some twenty statements of SQL."""

NEWEST_BATCHES: Final = 50
NEWEST_RUNS: Final = 50


class Unit(NamedTuple):
    """A unit that is to be computed."""

    cell_index: int
    """The first of the cells that are this scenario."""
    seed: int
    predicted_packets: int
    cell_count: int = 1
    """So many cells of the experiment are this scenario: all get the numbers."""


def expected_s(unit_count: float, predicted_packets: float, *, batch_count: float = 0) -> float:
    """Seconds of one process on the machine that the constants were measured on."""
    return batch_count * BATCH_OVERHEAD_S + units_s(unit_count, predicted_packets)


def into_batches(units: Iterable[Unit], slowness_ratio: float) -> Iterator[list[Unit]]:
    """Cut work, in its order, into pieces of about a second."""
    slowness_ratio = min(slowness_ratio, LARGEST_SLOWNESS_RATIO)
    batch: list[Unit] = []
    seconds = 0.0
    for unit in units:
        unit_s = expected_s(1, unit.predicted_packets) * slowness_ratio
        if batch and (seconds + unit_s > BATCH_S or len(batch) == MAX_UNITS_PER_BATCH):
            yield batch
            batch, seconds = [], 0.0
        batch.append(unit)
        seconds += unit_s
    if batch:
        yield batch


def slowness_here(session: Session, behaviour_version: int | None) -> float:
    """Measured by expected seconds: of batches of any experiment, else of ordinary runs, else 1."""
    if behaviour_version is None:
        return 1.0
    measured = speed_of_batches(session)
    if measured is not None:
        return measured.slowness_ratio
    return _slowness_of_runs(session, behaviour_version) or 1.0


class BatchSpeed(NamedTuple):
    """The measured times of the batches that were finished last."""

    slowness_ratio: float
    """Measured by expected seconds of a batch."""
    parallel_count: float
    """How many were at work at the same time, on average: their seconds by the time in which
    all of them were done."""


def speed_of_batches(
    session: Session, *conditions: ColumnElement[bool], newest: int = NEWEST_BATCHES
) -> BatchSpeed | None:
    """Of the newest so many batches under the conditions; None without any."""
    # Nothing predicted at the end: all its units were stored already.
    is_measured = (ExperimentBatch.status == "done") & (ExperimentBatch.predicted_packets > 0)
    last = (
        select(
            func.cardinality(ExperimentBatch.seeds).label("units"),
            ExperimentBatch.predicted_packets.label("packets"),
            ExperimentBatch.started_at,
            ExperimentBatch.finished_at,
        )
        .where(is_measured, *conditions)
        .order_by(ExperimentBatch.finished_at.desc())
        .limit(newest)
        .subquery()
    )
    wall = last.c.finished_at - last.c.started_at
    span = func.max(last.c.finished_at) - func.min(last.c.started_at)
    count, units, packets, wall_s, span_s = session.execute(
        select(
            func.count(),
            func.sum(last.c.units),
            func.sum(last.c.packets),
            func.extract("epoch", func.sum(wall)),
            func.extract("epoch", span),
        )
    ).one()
    if not wall_s or not span_s:
        return None
    expected = expected_s(float(units), float(packets), batch_count=count)
    return BatchSpeed(float(wall_s) / expected, float(wall_s) / float(span_s))


def _slowness_of_runs(session: Session, behaviour_version: int) -> float | None:
    """Runs store their series as well: they are slower than units, but tell a machine's speed."""
    ratios = [
        wall_s / expected_s(1, packets, batch_count=1)
        for packets, wall_s in speed.newest_computed(session, behaviour_version, NEWEST_RUNS)
        if packets > 0 and wall_s > 0
    ]
    return median(ratios) if ratios else None
