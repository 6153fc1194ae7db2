"""Find batches of experiments that lost their worker or their message.

running, heartbeat too old ──▶ its units wait again one by one, or fail after the last attempt
queued, message lost       ──▶ a new message
another core took over     ──▶ the experiment is planned anew
"""

from datetime import timedelta
from uuid import UUID

import structlog
from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from lab.experiments import batches, planning
from lab.experiments.ringing import ring_more
from lab.models import Experiment, ExperimentBatch
from lab.queue import ring_batch_after_commit
from lab.results import repository as results
from lab.settings import Settings

BATCHES_PER_SWEEP = 200

log = structlog.get_logger("lab.recovery")


def sweep_batches(session: Session, settings: Settings) -> None:
    """Give back what is silent, plan anew for a new core, ring where nobody does."""
    for experiment_id, batch_id in _silent_ids(session, settings):
        _give_back(session, experiment_id, batch_id, settings)
    newest = results.newest_core_version(session)
    running = select(Experiment.id, Experiment.core_version).where(Experiment.status == "running")
    for experiment_id, core_version in session.execute(running).all():
        if newest is None or core_version == newest:
            ring_more(session, experiment_id)
        else:
            _renew(session, experiment_id)


def rung_count(session: Session) -> int:
    """Waiting batches that have a message."""
    return session.scalar(select(func.count()).where(*_is_rung())) or 0


def ring_again(session: Session, patience_s: float) -> None:
    """New messages for batches whose message is so old."""
    statement = (
        select(ExperimentBatch)
        .join(Experiment, Experiment.id == ExperimentBatch.experiment_id)
        .where(
            *_is_rung(),
            Experiment.status == "running",
            ExperimentBatch.rung_at < func.now() - timedelta(seconds=patience_s),
        )
        .order_by(ExperimentBatch.rung_at)
        .limit(BATCHES_PER_SWEEP)
        .with_for_update(skip_locked=True, of=ExperimentBatch)
    )
    for batch in session.scalars(statement):
        log.warning("message_lost", batch_id=str(batch.id), queue="batch")
        batch.rung_at = func.now()
        ring_batch_after_commit(session, batch.id)


def _is_rung() -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return ExperimentBatch.status == "queued", ExperimentBatch.rung_at.is_not(None)


def _is_silent(settings: Settings) -> ColumnElement[bool]:
    """Running without a heartbeat, or waiting without an attempt left."""
    silent = func.now() - timedelta(seconds=settings.stale_heartbeat_s)
    return or_(
        (ExperimentBatch.status == "running") & (ExperimentBatch.heartbeat_at < silent),
        (ExperimentBatch.status == "queued") & (ExperimentBatch.attempt >= settings.max_attempts),
    )


def _silent_ids(session: Session, settings: Settings) -> list[tuple[UUID, UUID]]:
    statement = (
        select(ExperimentBatch.experiment_id, ExperimentBatch.id)
        .where(_is_silent(settings))
        .order_by(ExperimentBatch.id)
        .limit(BATCHES_PER_SWEEP)
    )
    return [(experiment_id, batch_id) for experiment_id, batch_id in session.execute(statement)]


def _give_back(session: Session, experiment_id: UUID, batch_id: UUID, settings: Settings) -> None:
    """Decide what becomes of a batch whose worker is silent.

    The experiment is locked first, as everywhere. A row that is locked is just being written by
    its worker: not silent.
    """
    experiment = _lock(session, experiment_id)
    batch = session.scalar(
        select(ExperimentBatch)
        .where(ExperimentBatch.id == batch_id, _is_silent(settings))
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    if experiment is None or batch is None:
        return
    log.warning(
        "worker_lost", batch_id=str(batch.id), attempt=batch.attempt, worker=batch.claimed_by
    )
    rest_count = len(batch.seeds) - batch.done_count
    if experiment.status in {"cancelled", "done"}:
        session.delete(batch)
    elif rest_count > 1:
        batches.split(session, experiment, batch, max_attempts=settings.max_attempts)
    elif rest_count == 1 and batch.attempt >= settings.max_attempts:
        reason = (
            f"The worker was lost in each of {batch.attempt} attempts: the simulation may crash "
            "or need more memory than there is. Cell, seed and version repeat it."
        )
        batches.fail_rest(session, experiment, batch, reason)
    else:
        batches.queue_again(session, experiment, batch)


def _renew(session: Session, experiment_id: UUID) -> None:
    """Let the newest core compute a running experiment."""
    experiment = _lock(session, experiment_id)
    if experiment is not None and experiment.status == "running":
        planning.renew(session, experiment)
        log.info(
            "core_taken_over",
            experiment_id=str(experiment_id),
            core_version=experiment.core_version,
        )


def _lock(session: Session, experiment_id: UUID) -> Experiment | None:
    """The experiment, unless somebody is writing it in this moment."""
    return session.scalar(
        select(Experiment)
        .where(Experiment.id == experiment_id)
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
