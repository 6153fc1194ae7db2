"""Pause, continue, cancel, try again. The caller holds the experiment's row."""

from sqlalchemy import delete, func, update
from sqlalchemy.orm import Session

from lab.errors import WrongState
from lab.experiments import import_check, planning
from lab.models import Experiment, ExperimentBatch


def pause(session: Session, experiment: Experiment, reason: str | None = None) -> None:
    """Let no batch begin. Running ones stop within a heartbeat and keep their numbers.
    `reason`: why the lab itself pauses it.
    """
    if experiment.status != "running":
        raise WrongState(
            f"Only a running experiment can be paused; this one is {experiment.status}."
        )
    experiment.status = "paused"
    experiment.pause_reason = reason
    session.flush()
    # Their messages will be heard and come to nothing.
    session.execute(
        update(ExperimentBatch)
        .where(ExperimentBatch.experiment_id == experiment.id, ExperimentBatch.status == "queued")
        .where(ExperimentBatch.enqueued_at.is_not(None))
        .values(enqueued_at=None)
        .execution_options(synchronize_session=False)
    )


def resume(session: Session, experiment: Experiment) -> None:
    """Continue with the missing units, with the newest core."""
    if experiment.status != "paused":
        raise WrongState(
            f"Only a paused experiment can be continued; this one is {experiment.status}."
        )
    planning.renew(session, experiment)


def cancel(session: Session, experiment: Experiment) -> None:
    """Stop for good. The numbers that were found stay."""
    if experiment.status not in {"running", "paused"}:
        raise WrongState(f"The experiment is already over: it is {experiment.status}.")
    import_check.give_up(
        session, experiment, "The experiment was cancelled before its runs were compared."
    )
    experiment.status = "cancelled"
    experiment.pause_reason = None
    experiment.finished_at = func.now()
    session.flush()
    # Running batches notice within a heartbeat, and remove themselves.
    session.execute(
        delete(ExperimentBatch).where(
            ExperimentBatch.experiment_id == experiment.id, ExperimentBatch.status == "queued"
        )
    )


def retry_failed(session: Session, experiment: Experiment) -> None:
    """Let the failed units wait again. A cancelled experiment continues with all missing units."""
    if experiment.failed_count == 0 and experiment.status != "cancelled":
        raise WrongState("No unit of this experiment has failed.")
    planning.retry(session, experiment)
