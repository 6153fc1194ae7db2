"""A worker elsewhere asks for work: it gets a batch that a local one could have taken as well."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

import structlog
from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from lab import jobs
from lab.errors import CoreDiffers
from lab.experiments import batches, remote_units, unit_claims, unit_results
from lab.experiments.batches import BatchAttempt, BatchUnit, Found
from lab.jobs import AttemptLost
from lab.models import Experiment, ExperimentBatch, WorkerToken
from lab.remote_work import runs, tabs, tokens, trust
from lab.remote_work.page_units import scenario_of
from lab.remote_work.schemas import WorkBatch, WorkOffer, WorkRequest, WorkUnit
from lab.results import repository as results
from lab.results.repository import Core
from lab.settings import Settings
from lab_model.behaviour import newest_behaviour

ASK_AGAIN_S: Final = 2.0
MOST_TRIES: Final = 3
"""Batches of which nothing is left to compute, one after the other in one request."""
BEATS_BEFORE_LOST: Final = 4
log = structlog.get_logger("lab.remote_work")


def offer(
    session: Session, token: WorkerToken, asked: WorkRequest, settings: Settings
) -> WorkOffer:
    """Claim a batch for the worker. Raises TokenRefused, CoreDiffers. Commits: the claim is seen by
    others before its units are read, as that of a local worker is.
    """
    tabs.require_right(session, token)
    core = Core(asked.core_version, asked.behaviour_version)
    _require_newest(session, token, core)
    tokens.note_use(session, token)
    if token.takes_runs and asked.takes_runs:
        run = runs.claim(session, token, core, settings)
        session.commit()
        if run is not None:
            return WorkOffer(run=run)
    most_units = trust.most_units(session, token, settings)
    if most_units <= 0:
        return WorkOffer(
            ask_again_s=ASK_AGAIN_S,
            reason="What this worker has sent must first be checked by workers of the lab.",
        )
    token_id, scope = token.id, token.experiment_id
    for _ in range(MOST_TRIES):
        attempt = _claim_next(session, token_id, scope, core, settings)
        session.commit()
        if attempt is None:
            break
        try:
            units = _units_to_compute(session, attempt, most_units, settings)
            session.commit()
        except AttemptLost:  # the experiment was planned anew in between
            session.rollback()
            continue
        if units:
            return WorkOffer(batch=_batch(attempt, units, asked, settings))
    return WorkOffer(ask_again_s=ASK_AGAIN_S, reason="No batch is waiting.")


def _require_newest(session: Session, token: WorkerToken, core: Core) -> None:
    newest = results.newest_core(session)
    if newest is None and token.takes_runs and core.behaviour == newest_behaviour():
        # A lab without local workers, of the same release: its runs have the behaviour of both.
        results.register_core(session, core)
        return
    if newest is None:
        raise CoreDiffers("No worker of this lab has started yet, so its core is not known.")
    if newest.behaviour == core.behaviour:
        return
    which = "an older" if core.behaviour < newest.behaviour else "a newer"
    raise CoreDiffers(
        f"This worker's core {core.version} has {which} behaviour, {core.behaviour}; the lab "
        f"computes with behaviour {newest.behaviour} ({newest.version}). Use the same release."
    )


def _claim_next(
    session: Session, token_id: UUID, scope: UUID | None, core: Core, settings: Settings
) -> BatchAttempt | None:
    """Batches without a message first: a local worker that gets one finds its batch. None that was
    lost before: whatever was the reason, it is for a worker that can be watched.
    """
    other = aliased(ExperimentBatch)
    running_count = (
        select(func.count())
        .where(other.experiment_id == Experiment.id, other.status == "running")
        .scalar_subquery()
    )
    wanted = (
        select(ExperimentBatch.id)
        .join(Experiment, Experiment.id == ExperimentBatch.experiment_id)
        .where(
            Experiment.status == "running",
            Experiment.behaviour_version == core.behaviour,
            ExperimentBatch.status == "queued",
            ExperimentBatch.is_local.is_(False),
            ExperimentBatch.attempt == 0,
            ExperimentBatch.loss_count == 0,
            *(() if scope is None else (Experiment.id == scope,)),
        )
        .order_by(running_count, ExperimentBatch.enqueued_at.is_not(None), ExperimentBatch.id)
        .limit(1)
        .with_for_update(skip_locked=True, of=ExperimentBatch)
    )
    batch_id = session.scalar(wanted)
    if batch_id is None:
        return None
    attempt = batches.claim(
        session,
        batch_id,
        worker=jobs.remote_claim_name(token_id),
        core=core,
        max_attempts=settings.max_attempts,
        may_take_more=False,
    )
    return None if attempt is None else replace(attempt, token_id=token_id)


def _units_to_compute(
    session: Session, attempt: BatchAttempt, most_units: int, settings: Settings
) -> list[BatchUnit]:
    """Claim units of the batch, and report those that have their numbers. What others compute, or
    another worker elsewhere has sent, is left to local workers.
    """
    behaviour = attempt.core.behaviour
    keys = {(unit.scenario_digest, unit.seed): unit for unit in attempt.units}
    stale_s = settings.stale_heartbeat_s
    mine = set(unit_claims.take_free(session, attempt, attempt.units).keys)
    rest = [unit for key, unit in keys.items() if key not in mine]
    if rest:
        mine |= unit_claims.take_over(session, attempt, rest, stale_s=stale_s).keys
    stored, documents = unit_results.look_up(session, behaviour, keys)
    sent = remote_units.reported_keys(session, behaviour, keys)
    free = mine - stored - documents.keys() - sent.keys()
    possible = [unit for key, unit in keys.items() if key in free]
    units, later = possible[:most_units], possible[most_units:]
    known = [unit for key, unit in keys.items() if key in stored]
    others = [unit for key, unit in keys.items() if key not in free | stored]
    not_given = [*later, *(unit for key, unit in keys.items() if key in mine - free)]
    unit_claims.give_back(session, attempt, not_given)
    _end_known(session, attempt, known, [*units, *later], others)
    return units


def _end_known(
    session: Session,
    attempt: BatchAttempt,
    known: Sequence[BatchUnit],
    units: Sequence[BatchUnit],
    others: Sequence[BatchUnit],
) -> None:
    """Count the stored units; end the batch if nothing else is in it, give it back if what is left
    is for others.
    """
    found = Found(
        units=list(known),
        stored_cell_count=sum(len(unit.equal_cells) for unit in known),
        stored_packets=sum(unit.predicted_packets for unit in known),
    )
    if not units and not others:
        batches.finish(session, attempt, found)
        return
    order = [*known, *units, *others]
    batches.report(session, attempt, found, order=order, is_local=bool(others))
    if not units:
        batches.release(session, attempt)


def _batch(
    attempt: BatchAttempt, units: Sequence[BatchUnit], asked: WorkRequest, settings: Settings
) -> WorkBatch:
    log.info(
        "batch_goes_out",
        experiment_id=str(attempt.experiment_id),
        batch_id=str(attempt.job_id),
        claim=attempt.worker,
        unit_count=len(units),
    )
    wants = asked.wants_scenarios
    return WorkBatch(
        batch_id=attempt.job_id,
        claim=attempt.worker,
        experiment_id=attempt.experiment_id,
        definition=None if wants else attempt.definition,
        units=[
            WorkUnit(
                cell_index=unit.cell_index,
                seed=unit.seed,
                scenario_digest=unit.scenario_digest,
                scenario=scenario_of(attempt, unit).model_dump(mode="json") if wants else None,
            )
            for unit in units
        ],
        beat_interval_s=settings.stale_heartbeat_s / BEATS_BEFORE_LOST,
    )
