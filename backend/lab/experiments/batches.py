"""The worker's side of an experiment: claim a batch, store what was found, finish it.

Every function that writes repeats the fence: the batch is running, in this attempt, by this
worker. An attempt that was given up, or whose experiment was planned anew or deleted, finds no
row and gets `BatchLost`. The experiment's row is always locked first, then the batch's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, exists, func, select, update
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert
from sqlalchemy.orm import Session, aliased

from lab.experiments import planning, unit_results
from lab.experiments.ringing import ring_more
from lab.experiments.unit_results import UnitNumbers
from lab.experiments.workload import Unit
from lab.models import Experiment, ExperimentBatch, ExperimentCell, ExperimentFailure


class BatchLost(Exception):
    """The batch is not this attempt's any more. Stop; nothing has to be undone."""


@dataclass(frozen=True)
class BatchUnit:
    """One unit of a batch."""

    cell_index: int
    seed: int
    scenario_digest: str
    predicted_packets: int
    equal_cells: tuple[int, ...]
    """All cells of the experiment that are this scenario, itself among them."""


@dataclass(frozen=True)
class BatchAttempt:
    """The right to compute a batch."""

    batch_id: UUID
    experiment_id: UUID
    number: int
    worker: str
    core_version: str
    definition: dict[str, Any]
    units: tuple[BatchUnit, ...]


@dataclass(frozen=True)
class UnitFailure:
    """A unit that gave a reason instead of numbers."""

    unit: BatchUnit
    reason: str


@dataclass
class Found:
    """What an attempt has learnt since it spoke last."""

    computed: list[UnitNumbers] = field(default_factory=list)
    failures: list[UnitFailure] = field(default_factory=list)
    units: list[BatchUnit] = field(default_factory=list)
    """All units that have their numbers now, or failed: these and the ones stored already."""
    reported_count: int = 0
    """Units that were reported before. The row has to agree: no report counts twice, also if
    the answer to it was lost."""
    stored_cell_count: int = 0
    """Cells among them that had not to be computed."""
    stored_packets: int = 0
    """Predicted packets that had not to be simulated."""


def claim(
    session: Session, batch_id: UUID, *, worker: str, core_version: str, max_attempts: int
) -> BatchAttempt | None:
    """Take a waiting batch by one conditional update, or None: it is another's, over, or gone,
    or its experiment is paused or belongs to another core.
    """
    experiment = session.scalar(
        select(Experiment)
        .join(ExperimentBatch, ExperimentBatch.experiment_id == Experiment.id)
        .where(ExperimentBatch.id == batch_id)
    )
    if experiment is None:
        return None
    if experiment.core_version is None:
        _take_over(session, experiment.id, core_version)
    batch = session.scalar(
        update(ExperimentBatch)
        .where(
            ExperimentBatch.id == batch_id,
            ExperimentBatch.status == "queued",
            ExperimentBatch.attempt < max_attempts,
            exists().where(
                Experiment.id == ExperimentBatch.experiment_id,
                Experiment.status == "running",
                Experiment.core_version == core_version,
            ),
        )
        .values(
            status="running",
            attempt=ExperimentBatch.attempt + 1,
            claimed_by=worker,
            heartbeat_at=func.now(),
            started_at=func.now(),
            done_count=0,
        )
        .returning(ExperimentBatch)
        .execution_options(populate_existing=True)
    )
    if batch is None:
        return None
    ring_more(session, experiment.id)
    return BatchAttempt(
        batch_id=batch.id,
        experiment_id=experiment.id,
        number=batch.attempt,
        worker=worker,
        core_version=core_version,
        definition=experiment.definition,
        units=units_of(session, batch),
    )


def report(
    session: Session,
    attempt: BatchAttempt,
    found: Found,
    *,
    order: Sequence[BatchUnit] | None = None,
) -> bool:
    """Store what was found since the last report; a heartbeat in any case. False: stop, the
    experiment is paused or cancelled.

    The units that are done are the first ones of the batch. If they are not, because some had to
    wait for another worker, `order` says the units in the order in which they were done.
    """
    status = _add(session, attempt, found)
    values: dict[str, Any] = {}
    if order is not None:
        values["cell_indices"] = [unit.cell_index for unit in order]
        values["seeds"] = [unit.seed for unit in order]
    _count_units(session, attempt, found, **values)
    return status == "running"


def finish(session: Session, attempt: BatchAttempt, found: Found) -> None:
    """Store the rest and end the batch; the last one ends the experiment."""
    _add(session, attempt, found)
    _count_units(
        session,
        attempt,
        found,
        status="done",
        claimed_by=None,
        finished_at=func.clock_timestamp(),
    )
    planning.complete(session, attempt.experiment_id)


def release(session: Session, attempt: BatchAttempt) -> None:
    """Give the units that are not done back uncounted: this worker is being stopped on purpose,
    or the experiment was paused or cancelled.
    """
    experiment = _lock_experiment(session, attempt.experiment_id)
    batch = _update_own(session, attempt)
    if experiment is None or experiment.status == "cancelled":
        session.delete(batch)
        return
    batch.attempt -= 1
    queue_again(session, experiment, batch)


def queue_again(session: Session, experiment: Experiment, batch: ExperimentBatch) -> None:
    """Let the rest of a locked batch, that was running, wait for another worker."""
    rest = batch.cell_indices[batch.done_count :], batch.seeds[batch.done_count :]
    if rest[1]:
        batch.predicted_packets = round(batch.predicted_packets * len(rest[1]) / len(batch.seeds))
        batch.cell_indices, batch.seeds = rest
        batch.status = "queued"
        batch.done_count = 0
        batch.rung_at = None
    else:
        batch.status = "done"
        batch.finished_at = func.clock_timestamp()
    batch.claimed_by = None
    session.flush()
    if experiment.status == "running":
        ring_more(session, experiment.id)


def split(
    session: Session, experiment: Experiment, batch: ExperimentBatch, *, max_attempts: int
) -> None:
    """End a locked batch whose worker died and put each unit that was not done into a batch of
    its own, so that one which ends workers does it alone. Each has an attempt left.
    """
    units = [
        [Unit(unit.cell_index, unit.seed, unit.predicted_packets)]
        for unit in units_of(session, batch)[batch.done_count :]
    ]
    attempt = min(batch.attempt, max_attempts - 1)
    planning.add_batches(session, experiment.id, units, attempt=attempt)
    end_as_failed(session, batch)
    if experiment.status == "running":
        ring_more(session, experiment.id)


def fail_rest(
    session: Session, experiment: Experiment, batch: ExperimentBatch, reason: str
) -> None:
    """End a locked batch that had its last attempt: its units that are not done have failed."""
    units = units_of(session, batch)[batch.done_count :]
    core_version = experiment.core_version or ""
    failures = [UnitFailure(unit, reason) for unit in units]
    _store_failures(session, experiment.id, core_version, failures)
    experiment.failed_count += sum(len(unit.equal_cells) for unit in units)
    experiment.revision += 1
    end_as_failed(session, batch)
    planning.complete(session, experiment.id)


def end_as_failed(session: Session, batch: ExperimentBatch) -> None:
    """A locked batch is over without all its units done."""
    batch.status = "failed"
    batch.claimed_by = None
    batch.finished_at = func.clock_timestamp()
    session.flush()


def _take_over(session: Session, experiment_id: UUID, core_version: str) -> None:
    """The first worker that ever comes decides by which core the experiment is computed."""
    session.execute(
        update(Experiment)
        .where(Experiment.id == experiment_id, Experiment.core_version.is_(None))
        .values(core_version=core_version)
    )


def units_of(session: Session, batch: ExperimentBatch) -> tuple[BatchUnit, ...]:
    """The units of a batch in their order."""
    same = aliased(ExperimentCell)
    rows = session.execute(
        select(
            ExperimentCell.cell_index,
            ExperimentCell.scenario_digest,
            ExperimentCell.predicted_packets,
            func.array_agg(aggregate_order_by(same.cell_index, same.cell_index)),
        )
        .join(
            same,
            (same.experiment_id == ExperimentCell.experiment_id)
            & (same.scenario_digest == ExperimentCell.scenario_digest),
        )
        .where(
            ExperimentCell.experiment_id == batch.experiment_id,
            ExperimentCell.cell_index.in_(set(batch.cell_indices)),
        )
        .group_by(
            ExperimentCell.cell_index,
            ExperimentCell.scenario_digest,
            ExperimentCell.predicted_packets,
        )
    )
    cells = {index: (digest, packets, tuple(equal)) for index, digest, packets, equal in rows}
    return tuple(
        BatchUnit(cell_index, seed, *cells[cell_index])
        for cell_index, seed in zip(batch.cell_indices, batch.seeds, strict=True)
    )


def _add(session: Session, attempt: BatchAttempt, found: Found) -> str:
    """Numbers, failures and counters; the experiment is locked afterwards. Gives its status."""
    unit_results.store(session, attempt.core_version, found.computed)
    failed_count = sum(len(failure.unit.equal_cells) for failure in found.failures)
    cell_count = sum(len(unit.equal_cells) for unit in found.units)
    news = 1 if found.units else 0
    status = session.scalar(
        update(Experiment)
        .where(Experiment.id == attempt.experiment_id)
        .values(
            done_count=Experiment.done_count + cell_count - failed_count,
            failed_count=Experiment.failed_count + failed_count,
            stored_count=Experiment.stored_count + found.stored_cell_count,
            revision=Experiment.revision + news,
        )
        .returning(Experiment.status)
        .execution_options(synchronize_session=False)
    )
    if status is None:
        raise BatchLost(f"experiment {attempt.experiment_id} was deleted")
    _store_failures(session, attempt.experiment_id, attempt.core_version, found.failures)
    return status


def _count_units(
    session: Session, attempt: BatchAttempt, found: Found, **values: Any
) -> ExperimentBatch:
    """Under the fence: so many units more are done."""
    return _update_own(
        session,
        attempt,
        ExperimentBatch.done_count == found.reported_count,
        done_count=ExperimentBatch.done_count + len(found.units),
        predicted_packets=ExperimentBatch.predicted_packets - found.stored_packets,
        **values,
    )


def _store_failures(
    session: Session, experiment_id: UUID, core_version: str, failures: Sequence[UnitFailure]
) -> None:
    rows = [
        {
            "experiment_id": experiment_id,
            "cell_index": cell_index,
            "seed": failure.unit.seed,
            "reason": failure.reason,
            "core_version": core_version,
        }
        for failure in failures
        for cell_index in failure.unit.equal_cells
    ]
    if rows:
        session.execute(insert(ExperimentFailure).values(rows).on_conflict_do_nothing())


def _lock_experiment(session: Session, experiment_id: UUID) -> Experiment | None:
    return session.scalar(
        select(Experiment)
        .where(Experiment.id == experiment_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )


def _update_own(
    session: Session, attempt: BatchAttempt, *conditions: ColumnElement[bool], **values: Any
) -> ExperimentBatch:
    """Update the row under the fence, with a heartbeat. Raises BatchLost if it is not ours."""
    batch = session.scalar(
        update(ExperimentBatch)
        .where(_is_own(attempt), *conditions)
        .values(heartbeat_at=func.clock_timestamp(), **values)
        .returning(ExperimentBatch)
        .execution_options(populate_existing=True)
    )
    if batch is None:
        raise BatchLost(f"attempt {attempt.number} of batch {attempt.batch_id} was given up")
    return batch


def _is_own(attempt: BatchAttempt) -> ColumnElement[bool]:
    return and_(
        ExperimentBatch.id == attempt.batch_id,
        ExperimentBatch.status == "running",
        ExperimentBatch.attempt == attempt.number,
        ExperimentBatch.claimed_by == attempt.worker,
    )
