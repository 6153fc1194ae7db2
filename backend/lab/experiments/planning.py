"""From an experiment to the batches that are to be computed.

Planning makes an experiment complete: batches only carry work, and units that were lost with one
are found missing here. A plan locks the experiment's row; workers lock it before their batch, so
that no deadlock is possible.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol
from uuid import UUID

from sqlalchemy import delete, exists, func, or_, select
from sqlalchemy.orm import Session

from lab.experiments import import_check, refining
from lab.experiments.missing import missing_units
from lab.experiments.next_batches import IS_QUEUED, IS_RUNNING, enqueue_next
from lab.experiments.workload import Unit, into_batches, slowness_here
from lab.models import Experiment, ExperimentBatch, ExperimentCell, ExperimentFailure
from lab.results import repository as results
from lab.results.repository import Core

COPY_CELLS: Final = (
    "COPY experiment_cell (experiment_id, cell_index, scenario_digest, predicted_packets,"
    " seed_count) FROM STDIN (FORMAT BINARY)"
)
CELL_TYPES: Final = ["uuid", "int8", "text", "int8", "int8"]
COPY_BATCHES: Final = (
    "COPY experiment_batch (experiment_id, cell_indices, seeds, predicted_packets, attempt,"
    " is_local) FROM STDIN (FORMAT BINARY)"
)
BATCH_TYPES: Final = ["uuid", "int8[]", "int8[]", "int8", "int8", "bool"]
OPEN: Final = ("queued", "running")
OVER: Final = ("done", "cancelled")


class Cell(Protocol):
    """The part of a cell that planning uses (`lab_model.experiments.cells.CellWork`)."""

    @property
    def scenario_digest(self) -> str:
        """Of its scenario."""

    @property
    def predicted_packets(self) -> int:
        """Of one unit."""


def create(session: Session, experiment: Experiment, cells: Sequence[Cell]) -> None:
    """Store a new experiment with its cells, by cell index, and begin it.

    Wanted of `experiment`: owner, name, searched text, definition, seeds. The rest is set here.
    If everything is stored already, the experiment is done at once.
    """
    _compute_by(experiment, results.newest_core(session))
    experiment.done_count = experiment.stored_count = experiment.failed_count = 0
    experiment.revision = experiment.plan_count = 0
    _count(experiment, cells)
    session.add(experiment)
    session.flush()
    _copy_cells(session, experiment, cells)
    plan(session, experiment)


def extend(session: Session, experiment: Experiment, cells: Sequence[Cell]) -> None:
    """Continue a locked experiment whose definition and seeds were just changed, with its cells.

    Stored numbers stay. A batch that runs at this moment loses its row: its cell indices belong
    to the definition before. Failed units are tried again.
    """
    # Before any query: the changed row is written with it, and has to agree with itself.
    _count(experiment, cells)
    suspects = _forget_failures(session, experiment)
    session.execute(delete(ExperimentCell).where(ExperimentCell.experiment_id == experiment.id))
    _copy_cells(session, experiment, cells)
    _take_newest_core(session, experiment)
    plan(session, experiment, suspects)


def retry(session: Session, experiment: Experiment) -> None:
    """Let the failed units of a locked experiment wait again, each in a batch of its own."""
    suspects = _forget_failures(session, experiment)
    _take_newest_core(session, experiment)
    plan(session, experiment, suspects)


def renew(session: Session, experiment: Experiment) -> None:
    """Continue a locked experiment after a pause, or under another behaviour, which has none of
    its numbers.
    """
    suspects: set[tuple[str, int]] = set()
    if _take_newest_core(session, experiment):
        suspects = _forget_failures(session, experiment)
    plan(session, experiment, suspects)


def complete(session: Session, experiment_id: UUID) -> None:
    """After the end of a batch, in the transaction that counted it and so holds the experiment:
    if no batch is open, the experiment is done, or its missing units are planned.
    """
    if has_open_batch(session, experiment_id):
        return
    experiment = session.get_one(Experiment, experiment_id, populate_existing=True)
    if experiment.status in OVER:
        return
    plan(session, experiment, is_paused=experiment.status == "paused")


def complete_unlocked(session: Session, experiment_id: UUID) -> None:
    """The same for a caller without a lock. The experiment is locked only if no batch is open."""
    if has_open_batch(session, experiment_id):
        return
    mine = select(Experiment.status).where(Experiment.id == experiment_id).with_for_update()
    if session.scalar(mine) is not None:
        complete(session, experiment_id)


def has_open_batch(session: Session, experiment_id: UUID) -> bool:
    """Whether a batch of the experiment waits or runs."""
    of_experiment = ExperimentBatch.experiment_id == experiment_id
    # Three conditions, each of which has an index of its rows alone. The status alone would read
    # all batches that were ever planned, while PostgreSQL has no statistics of them.
    kinds = (
        IS_RUNNING,
        IS_QUEUED & ExperimentBatch.enqueued_at.is_not(None),
        IS_QUEUED & ExperimentBatch.enqueued_at.is_(None),
    )
    asked = or_(*(exists().where(of_experiment, kind) for kind in kinds))
    return bool(session.scalar(select(asked)))


def plan(
    session: Session,
    experiment: Experiment,
    suspects: Iterable[tuple[str, int]] = (),
    *,
    is_paused: bool = False,
) -> None:
    """Replace the open batches of a locked experiment by what is missing, and count.

    `suspects` are units (scenario digest, seed) that may end their worker: each gets a batch of
    its own, after all others.
    """
    session.execute(
        delete(ExperimentBatch).where(
            ExperimentBatch.experiment_id == experiment.id, ExperimentBatch.status.in_(OPEN)
        )
    )
    checked = import_check.proceed(session, experiment)
    missing = missing_units(session, experiment)
    # Whole rounds may be stored already.
    while not missing and refining.refine(session, experiment):
        missing = missing_units(session, experiment)
    _recount(session, experiment, missing)
    if not missing:
        experiment.status, experiment.pause_reason = "done", None
        experiment.finished_at = experiment.finished_at or func.now()
        session.flush()
        return
    _continue(experiment, is_paused=is_paused, refusal=checked.refusal)
    session.flush()
    if checked.waiting:
        # These first, by workers of this lab; all others may come with the import.
        missing = [unit for unit in missing if (unit.cell_index, unit.seed) in checked.waiting]
    suspected = _units_of(session, experiment, set(suspects))
    sure = (unit for unit in missing if (unit.cell_index, unit.seed) not in suspected)
    alone = ([unit] for unit in missing if (unit.cell_index, unit.seed) in suspected)
    batches = into_batches(sure, slowness_here(session, experiment.behaviour_version))
    is_local = bool(checked.waiting)
    add_batches(session, experiment.id, batches, is_local=is_local)
    add_batches(session, experiment.id, alone, is_local=is_local)
    if experiment.status == "running":
        enqueue_next(session, experiment.id)


def _continue(experiment: Experiment, *, is_paused: bool, refusal: str | None) -> None:
    """Of an experiment with missing units; `refusal` is that of its import, which pauses it."""
    experiment.finished_at = None
    if refusal is not None:
        experiment.status, experiment.pause_reason = "paused", refusal
    elif is_paused:
        experiment.status = "paused"
    else:
        experiment.status, experiment.pause_reason = "running", None


def count_again(session: Session, experiment: Experiment) -> None:
    """Of a locked experiment that is over: some of its numbers are gone."""
    _recount(session, experiment, missing_units(session, experiment))


def add_batches(
    session: Session,
    experiment_id: UUID,
    batches: Iterable[list[Unit]],
    *,
    attempt: int = 0,
    is_local: bool = False,
) -> None:
    """Write batches in their order; `attempt` is how often their units were tried already,
    `is_local` keeps workers elsewhere from taking them.
    """
    _copy(
        session,
        COPY_BATCHES,
        BATCH_TYPES,
        (
            (
                experiment_id,
                [unit.cell_index for unit in units],
                [unit.seed for unit in units],
                sum(unit.predicted_packets for unit in units),
                attempt,
                is_local,
            )
            for units in batches
        ),
    )


def _count(experiment: Experiment, cells: Sequence[Cell]) -> None:
    seed_count = refining.first_seed_count(experiment) or experiment.replication_count
    experiment.cell_count = len(cells)
    experiment.unit_count = len(cells) * seed_count
    experiment.predicted_packets = seed_count * sum(cell.predicted_packets for cell in cells)


def _recount(session: Session, experiment: Experiment, missing: list[Unit]) -> None:
    """Count by what is missing: one look at the tables, so that no unit is counted twice."""
    failed_count = session.scalar(
        select(func.count()).where(ExperimentFailure.experiment_id == experiment.id)
    )
    missing_count = sum(unit.cell_count for unit in missing)
    done_before = experiment.done_count
    experiment.failed_count = failed_count or 0
    experiment.done_count = experiment.unit_count - experiment.failed_count - missing_count
    # Batches have counted the units that they computed; further ones were found stored.
    found_count = experiment.done_count - done_before
    experiment.stored_count = min(
        experiment.done_count, max(0, experiment.stored_count + found_count)
    )
    experiment.revision += 1
    experiment.plan_count += 1


def _take_newest_core(session: Session, experiment: Experiment) -> bool:
    """Let the newest core compute the experiment. True if its numbers change by that."""
    newest = results.newest_core(session)
    if newest is None or newest.behaviour == experiment.behaviour_version:
        return False
    _compute_by(experiment, newest)
    experiment.done_count = experiment.stored_count = 0
    refining.begin_again(session, experiment)
    return True


def _compute_by(experiment: Experiment, core: Core | None) -> None:
    experiment.behaviour_version = None if core is None else core.behaviour
    experiment.core_version = None if core is None else core.version


def _forget_failures(session: Session, experiment: Experiment) -> set[tuple[str, int]]:
    """Remove the failures; returns their units."""
    failed = session.execute(
        select(ExperimentCell.scenario_digest, ExperimentFailure.seed)
        .join(
            ExperimentFailure,
            (ExperimentFailure.experiment_id == ExperimentCell.experiment_id)
            & (ExperimentFailure.cell_index == ExperimentCell.cell_index),
        )
        .where(ExperimentCell.experiment_id == experiment.id)
    ).all()
    session.execute(
        delete(ExperimentFailure).where(ExperimentFailure.experiment_id == experiment.id)
    )
    return {(digest, seed) for digest, seed in failed}


def _units_of(
    session: Session, experiment: Experiment, keys: set[tuple[str, int]]
) -> set[tuple[int, int]]:
    """Cell index and seed of units that are named by scenario digest and seed."""
    if not keys:
        return set()
    seeds: dict[str, list[int]] = {}
    for digest, seed in keys:
        seeds.setdefault(digest, []).append(seed)
    cells = session.execute(
        select(ExperimentCell.scenario_digest, ExperimentCell.cell_index).where(
            ExperimentCell.experiment_id == experiment.id,
            ExperimentCell.scenario_digest.in_(list(seeds)),
        )
    )
    return {(index, seed) for digest, index in cells for seed in seeds[digest]}


def _copy_cells(session: Session, experiment: Experiment, cells: Sequence[Cell]) -> None:
    seed_count = refining.first_seed_count(experiment)
    rows = (
        (experiment.id, index, cell.scenario_digest, cell.predicted_packets, seed_count)
        for index, cell in enumerate(cells)
    )
    _copy(session, COPY_CELLS, CELL_TYPES, rows)


def _copy(
    session: Session, statement: str, types: list[str], rows: Iterator[tuple[object, ...]]
) -> None:
    """Write rows in the session's transaction."""
    cursor = session.connection().connection.cursor()
    with cursor.copy(statement) as copy:
        copy.set_types(types)
        for row in rows:
            copy.write_row(row)
