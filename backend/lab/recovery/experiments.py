"""Let running experiments go on: the next batches get a message, a new behaviour takes over."""

from uuid import UUID

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from lab.experiments import planning
from lab.experiments.next_batches import enqueue_next
from lab.models import Experiment
from lab.results import repository as results

log = structlog.get_logger("lab.recovery")


def sweep_experiments(session: Session) -> None:
    """Plan anew for a new behaviour, enqueue where nobody does."""
    newest = results.newest_core(session)
    running = select(Experiment.id, Experiment.behaviour_version).where(
        Experiment.status == "running"
    )
    for experiment_id, behaviour_version in session.execute(running).all():
        if newest is None or behaviour_version == newest.behaviour:
            enqueue_next(session, experiment_id)
            # Whoever ended the last batch may have been lost before the experiment's end.
            planning.complete_unlocked(session, experiment_id)
        else:
            _renew(session, experiment_id)


def _renew(session: Session, experiment_id: UUID) -> None:
    """Let the newest core compute a running experiment, unless somebody is writing it now."""
    experiment = session.scalar(
        select(Experiment)
        .where(Experiment.id == experiment_id, Experiment.status == "running")
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    if experiment is not None:
        planning.renew(session, experiment)
        log.info(
            "core_taken_over",
            experiment_id=str(experiment_id),
            core_version=experiment.core_version,
        )
