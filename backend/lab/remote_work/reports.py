"""Numbers of a worker elsewhere: compared, kept to be checked, or used."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

import structlog
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab import jobs
from lab.errors import InvalidInput, WorkLost
from lab.experiments import batches, planning, unit_claims, unit_results
from lab.experiments.batches import BatchAttempt, BatchUnit, Found
from lab.experiments.next_batches import enqueue_next
from lab.experiments.unit_results import UnitNumbers
from lab.experiments.workload import Unit
from lab.jobs import BATCH, AttemptLost
from lab.models import Experiment, ExperimentBatch, RemoteUnit, WorkerToken
from lab.remote_work import tokens, trust
from lab.remote_work.page_units import numbers_of_pages
from lab.remote_work.schemas import WorkReport, WorkState
from lab.results.repository import Core
from lab.settings import Settings

# A worker that could foresee the lot would be honest just then.
_LOT: Final = secrets.SystemRandom()

log = structlog.get_logger("lab.remote_work")

Key = tuple[int, int]
"""Cell index and seed."""


@dataclass
class _Sorted:
    """The units of one report."""

    used: list[UnitNumbers] = field(default_factory=list)
    put_aside: list[UnitNumbers] = field(default_factory=list)
    used_units: list[BatchUnit] = field(default_factory=list)
    local_units: list[BatchUnit] = field(default_factory=list)
    """Local workers compute these: the ones put aside, and those that failed there."""


def beat(session: Session, token: WorkerToken, batch_id: UUID, claim: str) -> WorkState:
    """The worker lives. Raises WorkLost."""
    attempt = _attempt(session, token, batch_id, claim)
    if attempt is None:
        raise _lost(batch_id)
    # A report locks the token before the batch as well: else the two wait for each other.
    tokens.note_use(session, token)
    try:
        jobs.beat(session, attempt)
    except AttemptLost:
        raise _lost(batch_id) from None
    status = session.scalar(select(Experiment.status).where(Experiment.id == attempt.experiment_id))
    return WorkState(goes_on=status == "running")


def take(
    session: Session, token: WorkerToken, batch_id: UUID, sent: WorkReport, settings: Settings
) -> WorkState:
    """Store the reported numbers, except those stored before. Raises WorkLost, InvalidInput."""
    reported = _numbers_of(sent)
    attempt = _attempt(session, token, batch_id, sent.claim)
    if attempt is None:
        if _was_taken(session, token, batch_id, reported):
            return WorkState(goes_on=False)
        raise _lost(batch_id)
    reported |= numbers_of_pages(attempt, sent, taken=reported)
    tokens.note_use(session, token)
    try:
        return _take(session, token, attempt, sent, reported, settings)
    except AttemptLost:
        raise _lost(batch_id) from None


def _take(
    session: Session,
    token: WorkerToken,
    attempt: BatchAttempt,
    sent: WorkReport,
    reported: Mapping[Key, tuple[str, dict[str, float | None]]],
    settings: Settings,
) -> WorkState:
    batch = session.get_one(ExperimentBatch, attempt.job_id)
    done_count = batch.done_count
    done, rest = attempt.units[:done_count], attempt.units[done_count:]
    failed = {(unit.cell_index, unit.seed): unit.reason for unit in sent.failed}
    _require_known(attempt, [*reported, *failed])
    new = [unit for unit in rest if _key(unit) in reported or _key(unit) in failed]
    found = _sort(session, token, new, reported, settings)
    for unit in found.local_units:
        if (reason := failed.get(_key(unit))) is not None:
            place = {"cell_index": unit.cell_index, "seed": unit.seed}
            log.warning("remote_unit_failed", token=token.name, **place, reason=reason)
    _note(session, token, attempt, found)
    ended = [*found.used_units, *found.local_units]
    left = [unit for unit in rest if unit not in ended]
    goes_on = batches.report(
        session,
        attempt,
        Found(
            computed=found.used,
            units=found.used_units,
            left_to_local=found.local_units,
            reported_count=done_count,
            stored_cell_count=sum(len(unit.equal_cells) - 1 for unit in found.used_units),
        ),
        order=[*done, *ended, *left] if ended else None,
    )
    if found.local_units:
        _leave_to_local(session, attempt, found.local_units)
    if not left:
        batches.finish(session, attempt, Found(reported_count=len(attempt.units)))
    elif sent.ends:
        batches.release(session, attempt)
    unit_claims.give_back(session, attempt, ended if left and not sent.ends else attempt.units)
    return WorkState(goes_on=goes_on and bool(left) and not sent.ends)


def _attempt(
    session: Session, token: WorkerToken, batch_id: UUID, claim: str
) -> BatchAttempt | None:
    """The claim as an attempt, if it holds still. The fence is in every write."""
    batch = session.get(ExperimentBatch, batch_id, populate_existing=True)
    if batch is None or batch.status != "running" or batch.claimed_by != claim:
        return None
    if not claim.startswith(jobs.remote_claim_prefix(token.id)):
        return None
    experiment = session.get_one(Experiment, batch.experiment_id, populate_existing=True)
    if experiment.behaviour_version is None:
        return None
    return BatchAttempt(
        kind=BATCH,
        job_id=batch.id,
        number=batch.attempt,
        worker=claim,
        experiment_id=experiment.id,
        core=Core(experiment.core_version or "", experiment.behaviour_version),
        definition=experiment.definition,
        units=batches.units_of(session, batch),
        token_id=token.id,
    )


def _sort(
    session: Session,
    token: WorkerToken,
    units: Sequence[BatchUnit],
    reported: Mapping[Key, tuple[str, dict[str, float | None]]],
    settings: Settings,
) -> _Sorted:
    """Draw the lots."""
    is_new = trust.is_new(session, token, settings)
    layouts = {tuple(numbers) for _, numbers in reported.values()}
    known_layouts = unit_results.known_layouts(session, layouts)
    found = _Sorted()
    for unit in units:
        entry = reported.get(_key(unit))
        if entry is None:
            found.local_units.append(unit)
            continue
        numbers = UnitNumbers(unit.scenario_digest, unit.seed, *entry)
        # Names that no local worker has ever written are refused.
        is_known = tuple(numbers.numbers) in known_layouts
        if is_new or not is_known or _LOT.random() < settings.remote_check_ratio:
            found.put_aside.append(numbers)
            found.local_units.append(unit)
        else:
            found.used.append(numbers)
            found.used_units.append(unit)
    return found


def _note(session: Session, token: WorkerToken, attempt: BatchAttempt, found: _Sorted) -> None:
    rows = [
        {
            "scenario_digest": unit.scenario_digest,
            "seed": unit.seed,
            "behaviour_version": attempt.core.behaviour,
            "token_id": token.id,
            "batch_id": attempt.job_id,
            "summary_digest": unit.summary_digest,
            "numbers_digest": unit_results.numbers_digest(unit.numbers),
            "is_used": is_used,
        }
        for is_used, units in ((True, found.used), (False, found.put_aside))
        for unit in units
    ]
    rows.sort(key=lambda row: (row["scenario_digest"], row["seed"]))
    if rows:
        session.execute(insert(RemoteUnit).values(rows).on_conflict_do_nothing())


def _leave_to_local(session: Session, attempt: BatchAttempt, units: Sequence[BatchUnit]) -> None:
    """In a batch of their own, before all others. The experiment is locked by the report."""
    status = session.scalar(select(Experiment.status).where(Experiment.id == attempt.experiment_id))
    if status == "cancelled":
        return
    waiting = [Unit(unit.cell_index, unit.seed, unit.predicted_packets) for unit in units]
    planning.add_batches(session, attempt.experiment_id, [waiting], is_local=True)
    if status == "running":
        enqueue_next(session, attempt.experiment_id)


def _was_taken(
    session: Session,
    token: WorkerToken,
    batch_id: UUID,
    reported: Mapping[Key, tuple[str, dict[str, float | None]]],
) -> bool:
    """Whether this is the repeat of a report whose answer was lost, and with which the batch
    ended. By the numbers: the order of units in the batch may have changed.
    """
    wanted = {unit_results.numbers_digest(numbers) for _, numbers in reported.values()}
    known = session.scalars(
        select(RemoteUnit.numbers_digest).where(
            RemoteUnit.token_id == token.id, RemoteUnit.batch_id == batch_id
        )
    )
    return bool(wanted) and wanted <= set(known)


def _numbers_of(sent: WorkReport) -> dict[Key, tuple[str, dict[str, float | None]]]:
    """Of each unit its digest and its numbers. Raises InvalidInput for one that is there twice."""
    found: dict[Key, tuple[str, dict[str, float | None]]] = {}
    for layout in sent.layouts:
        for unit in layout.units:
            key = (unit.cell_index, unit.seed)
            if key in found:
                raise InvalidInput.of_field(
                    "layouts", f"cell {key[0]} with seed {key[1]} is given twice; once is allowed"
                )
            numbers = dict(zip(layout.names, unit.values, strict=True))
            found[key] = (unit.summary_digest, numbers)
    return found


def _require_known(attempt: BatchAttempt, keys: Sequence[Key]) -> None:
    known = {_key(unit) for unit in attempt.units}
    for key in keys:
        if key not in known:
            raise InvalidInput.of_field(
                "layouts", f"cell {key[0]} with seed {key[1]} is not a unit of this batch"
            )


def _key(unit: BatchUnit) -> Key:
    return unit.cell_index, unit.seed


def _lost(batch_id: UUID) -> WorkLost:
    return WorkLost(
        f"Batch {batch_id} no longer belongs to this worker: it was silent for too long, or the "
        "experiment was changed, paused or finished. Nothing is lost: another worker computes it."
    )
