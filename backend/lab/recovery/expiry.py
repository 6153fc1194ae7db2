"""Data without an owner expires.

A page starts runs for itself, without an owner (the comparison of the first screen is 40 of them).
Such a run is deleted some days after it was over. Its result goes with the last run that holds it,
so that a result which has an owner, or which was asked for again, stays. The same holds of
experiments and their numbers; those of the papers belong to the lab and stay. A class is
deleted on the date that was stated when it began.
"""

from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlalchemy import ColumnElement, and_, delete, exists, func, select
from sqlalchemy.orm import Session

from lab import link_traces
from lab.classes.service import forget_expired
from lab.context import Context
from lab.experiments import removal
from lab.models import DraftBundle, Experiment, LabRun, Run
from lab.recovery.lock import sweeps_alone
from lab.results import repository as results
from lab.shares.service import withdraw_expired
from lab.store_imports.service import forget_unended

RUNS_PER_SWEEP = 50
"""Their series are deleted with them: little enough to be done in a moment."""
EXPERIMENTS_PER_SWEEP = 1
"""It may have two hundred thousand numbers."""

CLASSES_PER_SWEEP = 2
"""Each may have hundreds of students."""

SHARES_PER_SWEEP = 10
"""Few have more than six runs."""

OWNERLESS_RUN: Final = and_(
    Run.owner_key_hash.is_(None),
    Run.share_id.is_(None),
    ~exists().where(LabRun.run_id == Run.id, LabRun.hidden_of.is_not(None)),
)
OWNERLESS_EXPERIMENT: Final = and_(
    Experiment.owner_key_hash.is_(None),
    Experiment.paper.is_(None),
    Experiment.share_id.is_(None),
)
"""Expires once it is over. A copy in a link, a judge of a goal and a paper's experiment do not."""

log = structlog.get_logger("lab.recovery")


def expire(context: Context) -> bool:
    """One round, unless another process is at it. Whether anything was removed."""
    settings = context.settings
    with context.sessions.begin() as session:
        if not sweeps_alone(session):
            return False
        withdraw_expired(session, SHARES_PER_SWEEP)
        class_count = forget_expired(session, CLASSES_PER_SWEEP)
        run_count = _expire_runs(session, settings.ownerless_run_kept_days)
        experiment_count = _expire_experiments(session, settings.ownerless_run_kept_days)
        import_count = forget_unended(session, settings.import_open_s)
        trace_count = link_traces.sweep(session)
        session.execute(
            delete(DraftBundle).where(DraftBundle.updated_at < _days_ago(settings.drafts_kept_days))
        )
    if class_count:
        log.info("classes_expired", class_count=class_count)
    if run_count:
        log.info("runs_expired", run_count=run_count)
    if experiment_count:
        log.info("experiments_expired", experiment_count=experiment_count)
    if import_count:
        log.info("imports_expired", import_count=import_count)
    if trace_count:
        log.info("traces_expired", trace_count=trace_count)
    return any((class_count, run_count, experiment_count, trace_count))


def _expire_runs(session: Session, kept_days: float) -> int:
    statement = (
        select(Run)
        .where(OWNERLESS_RUN, Run.finished_at < _days_ago(kept_days))
        .order_by(Run.finished_at)
        .limit(RUNS_PER_SWEEP)
        .with_for_update(skip_locked=True)
    )
    runs = session.scalars(statement).all()
    for run in runs:
        session.delete(run)
    session.flush()
    for result_id in sorted({run.result_id for run in runs if run.result_id is not None}):
        results.delete_unheld(session, result_id)
    return len(runs)


def _expire_experiments(session: Session, kept_days: float) -> int:
    """One that was paused for so long counts as over, too."""
    is_old = (Experiment.finished_at < _days_ago(kept_days)) | (
        (Experiment.status == "paused") & (Experiment.created_at < _days_ago(kept_days))
    )
    oldest = (
        select(Experiment.id)
        .where(OWNERLESS_EXPERIMENT, is_old)
        .order_by(Experiment.created_at)
        .limit(EXPERIMENTS_PER_SWEEP)
    )
    found = session.scalars(oldest).all()
    if not found:
        return 0
    removal.begin_deleting(session)
    # A user may have continued, adopted or shared it in the meantime.
    still = select(Experiment).where(Experiment.id.in_(found), OWNERLESS_EXPERIMENT, is_old)
    expired = session.scalars(still.with_for_update(skip_locked=True)).all()
    for experiment in expired:
        removal.delete(session, experiment)
    return len(expired)


def _days_ago(days: float) -> ColumnElement[datetime]:
    return func.now() - timedelta(days=days)
