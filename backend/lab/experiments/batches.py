"""The worker's side of an experiment: claim a batch, store its numbers, finish it.

The fence is that of `lab.jobs`. An experiment that is planned anew or deleted loses its batches,
and so do their attempts. The experiment's row is always locked first, then the batch's: or the
batch's alone (`store`), and the experiment's later, for one statement (`count`). A slow worker
blocks no other one in between.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from sqlalchemy import BigInteger, any_, exists, func, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by, insert
from sqlalchemy.orm import Session, aliased, defer
from sqlalchemy.sql.dml import ReturningUpdate

from lab import jobs
from lab.experiments import control, planning, remote_units, repository, unit_results
from lab.experiments.next_batches import enqueue_next, open_work
from lab.experiments.pace import ALONE, Pace, take_more
from lab.experiments.states import ExperimentStatus
from lab.experiments.unit_results import UnitNumbers
from lab.experiments.workload import Unit
from lab.jobs import BATCH, Attempt, AttemptLost
from lab.kit.database import alone, unflushed
from lab.models import Experiment, ExperimentBatch, ExperimentCell, ExperimentFailure
from lab.results.repository import Core
from lab.settings import Settings


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
class BatchAttempt(Attempt[ExperimentBatch]):
    """The right to compute a batch."""

    experiment_id: UUID
    core: Core
    definition: dict[str, Any]
    units: tuple[BatchUnit, ...]
    pace: Pace = ALONE
    plan_count: int = 0
    """Of the experiment, when the batch was claimed."""
    token_id: UUID | None = None
    """Of the worker elsewhere that has it; None: a worker of this lab."""


@dataclass(frozen=True)
class UnitFailure:
    """A unit that gave a reason instead of numbers."""

    unit: BatchUnit
    reason: str


@dataclass
class Found:
    """The units of an attempt since its last report."""

    computed: list[UnitNumbers] = field(default_factory=list)
    failures: list[UnitFailure] = field(default_factory=list)
    units: list[BatchUnit] = field(default_factory=list)
    """All units that have their numbers now, or failed: these and the ones stored already."""
    left_to_local: list[BatchUnit] = field(default_factory=list)
    """Units that are over for this batch without numbers: they wait in one for local workers."""
    reported_count: int = 0
    """Units that were reported before. The row has to agree: no report counts twice, also if
    the answer to it was lost."""
    stored_cell_count: int = 0
    """Cells among them that had not to be computed."""
    stored_packets: int = 0
    """Predicted packets that had not to be simulated."""


def claim(
    session: Session,
    batch_id: UUID,
    *,
    worker: str,
    core: Core,
    max_attempts: int,
    may_take_more: bool = True,
) -> BatchAttempt | None:
    """Take a waiting batch, or None: it is another's, over, or gone, or its experiment is paused
    or has another behaviour. Where many compute, others that wait are added to it.
    """
    experiment = _experiment_of(session, batch_id)
    if experiment is None:
        return None
    if experiment.behaviour_version is None:
        _take_over(session, experiment.id, core)
    batch = jobs.claim(
        session,
        BATCH,
        batch_id,
        exists().where(
            Experiment.id == ExperimentBatch.experiment_id,
            Experiment.behaviour_version == core.behaviour,
        ),
        worker=worker,
        max_attempts=max_attempts,
        started_at=func.now(),
        done_count=0,
    )
    if batch is None:
        return None
    work = open_work(session, experiment.id)
    if may_take_more:
        take_more(session, experiment, batch, work)
    enqueue_next(session, experiment.id, work)
    has_traces = experiment.trace_sha256s is not None
    return BatchAttempt(
        kind=BATCH,
        job_id=batch.id,
        number=batch.attempt,
        worker=worker,
        experiment_id=experiment.id,
        core=core,
        definition=experiment.definition if has_traces else experiment.kept_definition,
        units=units_of(session, batch),
        pace=Pace(work.all_running_count),
        plan_count=experiment.plan_count,
    )


def _experiment_of(session: Session, batch_id: UUID) -> Experiment | None:
    return session.scalar(
        select(Experiment)
        # Planning to put traces into it costs PostgreSQL as much as half of the claim.
        .options(defer(Experiment.definition))
        .join(ExperimentBatch, ExperimentBatch.experiment_id == Experiment.id)
        .where(ExperimentBatch.id == batch_id)
    )


def report(
    session: Session,
    attempt: BatchAttempt,
    found: Found,
    *,
    order: Sequence[BatchUnit] | None = None,
    is_local: bool = False,
) -> bool:
    """Store the numbers since the last report; a heartbeat in any case. False: stop, the
    experiment is paused or cancelled.

    The units that are done are the first ones of the batch. If they are not, because some had to
    wait for another worker, `order` says the units in the order in which they were done.
    `is_local`: the rest of the batch, when it ends, is for workers of this lab.
    """
    status = _add(session, attempt, found)
    values = _in_order(order)
    if is_local:
        values["is_local"] = True
    _count_units(session, attempt, found, **values)
    return status == "running"


def finish(session: Session, attempt: BatchAttempt, found: Found) -> None:
    """Store the rest and end the batch; the last one ends the experiment."""
    _add(session, attempt, found)
    _count_units(session, attempt, found, **_IS_DONE)
    planning.complete(session, attempt.experiment_id)


def store(
    session: Session,
    attempt: BatchAttempt,
    found: Found,
    *,
    order: Sequence[BatchUnit] | None = None,
    is_over: bool = False,
) -> None:
    """Store numbers, as `report` does, without the experiment's row; `is_over` ends the
    batch. To be followed by `count`, in a transaction of its own.
    """
    store_numbers(session, attempt, found.computed)
    _store_failures(session, attempt.experiment_id, attempt.core.version, found.failures)
    _count_units(session, attempt, found, **_in_order(order), **(_IS_DONE if is_over else {}))


def count(session: Session, attempt: BatchAttempt, found: Found) -> bool:
    """Count the stored numbers, in one statement, which is a transaction. False: stop, the
    experiment is paused or cancelled. A later plan has counted that already, and the next plan
    counts what a crash loses of this.
    """
    alone(session)
    counted = _counted(attempt, found).where(Experiment.plan_count == attempt.plan_count)
    status = session.scalar(counted.returning(unflushed()))
    return status in (None, "running")


def store_numbers(session: Session, attempt: BatchAttempt, found: Sequence[UnitNumbers]) -> None:
    """Store the numbers, even if the batch is over. Numbers of a worker of this lab
    show whether those of workers elsewhere are right.
    """
    if attempt.token_id is None:
        remote_units.compare(session, attempt.core.behaviour, found)
    unit_results.store(session, attempt.core, found)


def release(session: Session, attempt: BatchAttempt) -> None:
    """Give the units that are not done back uncounted: this worker is being stopped on purpose,
    or the experiment was paused or cancelled.
    """
    experiment = repository.lock(session, attempt.experiment_id)
    batch = jobs.beat(session, attempt)
    if experiment is None or experiment.status == "cancelled":
        session.delete(batch)
        return
    _queue_again(session, experiment, batch, is_counted=False)


def put_off(session: Session, attempt: BatchAttempt, reason: str) -> None:
    """Pause the experiment and give the batch back uncounted: there is no room for its numbers.
    Numbers that are stored stay; the user reads the `reason` and resumes it.
    """
    experiment = repository.lock(session, attempt.experiment_id)
    if experiment is not None and experiment.status == "running":
        control.pause(session, experiment, reason)
    release(session, attempt)


def give_up(session: Session, batch_id: UUID, settings: Settings) -> None:
    """Decide what becomes of a batch whose worker is silent. Nothing yet if
    another transaction is writing its experiment.
    """
    of_batch = select(ExperimentBatch.experiment_id).where(ExperimentBatch.id == batch_id)
    experiment = session.scalar(
        select(Experiment)
        .where(Experiment.id == of_batch.scalar_subquery())
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    lost = None if experiment is None else jobs.lock_silent(session, BATCH, batch_id, settings)
    if experiment is None or lost is None:
        return
    batch = lost.job
    rest_count = len(batch.seeds) - batch.done_count
    if experiment.status in {"cancelled", "done"}:
        session.delete(batch)
    elif rest_count > 1 and (lost.is_counted or not lost.has_attempts):
        _split(session, experiment, batch, max_attempts=settings.max_attempts)
    elif rest_count == 1 and not lost.has_attempts:
        reason = f"{lost.reason} The cell, seed and version reproduce it."
        _fail_rest(session, experiment, batch, reason)
    else:
        _queue_again(session, experiment, batch, is_counted=lost.is_counted)


def _queue_again(
    session: Session, experiment: Experiment, batch: ExperimentBatch, *, is_counted: bool
) -> None:
    """Let the rest of a locked batch, that was running, wait for another worker."""
    rest = batch.cell_indices[batch.done_count :], batch.seeds[batch.done_count :]
    if rest[1]:
        batch.predicted_packets = round(batch.predicted_packets * len(rest[1]) / len(batch.seeds))
        batch.cell_indices, batch.seeds = rest
        batch.done_count = 0
        jobs.wait_again(batch, is_counted=is_counted)
    else:
        jobs.end(batch, "done")
    session.flush()
    if experiment.status == "running":
        enqueue_next(session, experiment.id)


def _split(
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
    planning.add_batches(session, experiment.id, units, attempt=attempt, is_local=batch.is_local)
    jobs.end(batch, "failed")
    session.flush()
    if experiment.status == "running":
        enqueue_next(session, experiment.id)


def _fail_rest(
    session: Session, experiment: Experiment, batch: ExperimentBatch, reason: str
) -> None:
    """End a locked batch that had its last attempt: its units that are not done have failed."""
    units = units_of(session, batch)[batch.done_count :]
    core_version = experiment.core_version or ""
    failures = [UnitFailure(unit, reason) for unit in units]
    _store_failures(session, experiment.id, core_version, failures)
    experiment.failed_count += sum(len(unit.equal_cells) for unit in units)
    experiment.revision += 1
    jobs.end(batch, "failed")
    session.flush()
    planning.complete(session, experiment.id)


def _take_over(session: Session, experiment_id: UUID, core: Core) -> None:
    """The first worker that ever comes decides which behaviour the experiment has."""
    session.execute(
        update(Experiment)
        .where(Experiment.id == experiment_id, Experiment.behaviour_version.is_(None))
        .values(behaviour_version=core.behaviour, core_version=core.version)
    )


def units_of(session: Session, batch: ExperimentBatch) -> tuple[BatchUnit, ...]:
    """The units of a batch in their order."""
    same = aliased(ExperimentCell)
    cell_indices = sorted(set(batch.cell_indices))
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
            # An array, for one statement to prepare whatever the number of cells.
            ExperimentCell.cell_index == any_(literal(cell_indices, ARRAY(BigInteger))),
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
    store_numbers(session, attempt, found.computed)
    status = session.scalar(_counted(attempt, found))
    if status is None:
        raise AttemptLost(f"experiment {attempt.experiment_id} was deleted")
    _store_failures(session, attempt.experiment_id, attempt.core.version, found.failures)
    return status


def _counted(attempt: BatchAttempt, found: Found) -> ReturningUpdate[ExperimentStatus]:
    failed_count = sum(len(failure.unit.equal_cells) for failure in found.failures)
    cell_count = sum(len(unit.equal_cells) for unit in found.units)
    news = 1 if found.units else 0
    return (
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


_IS_DONE: Final = {"status": "done", "claimed_by": None, "finished_at": func.clock_timestamp()}


def _in_order(order: Sequence[BatchUnit] | None) -> dict[str, Any]:
    if order is None:
        return {}
    return {
        "cell_indices": [unit.cell_index for unit in order],
        "seeds": [unit.seed for unit in order],
    }


def _count_units(
    session: Session, attempt: BatchAttempt, found: Found, **values: Any
) -> ExperimentBatch:
    """Under the fence: so many units more are done."""
    return jobs.beat(
        session,
        attempt,
        ExperimentBatch.done_count == found.reported_count,
        done_count=ExperimentBatch.done_count + len(found.units) + len(found.left_to_local),
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
        keys = {(failure.unit.scenario_digest, failure.unit.seed) for failure in failures}
        remote_units.forget_unchecked(session, keys)
        session.execute(insert(ExperimentFailure).values(rows).on_conflict_do_nothing())
