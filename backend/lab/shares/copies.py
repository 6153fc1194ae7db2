"""Copies of runs and experiments that belong to a link: they never change."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from sqlalchemy import insert, literal, select
from sqlalchemy.orm import Session

from lab.errors import NotDone
from lab.experiments import service as experiments
from lab.models import Experiment, ExperimentCell, ExperimentFailure, Run
from lab.runs import service as runs

_KEPT: Final = ("name", "forked_from", "predicted_packets", "created_at", "finished_at")
_KEPT_OF_RUNS: Final = (
    *_KEPT,
    *("queue", "seed", "kept_scenario", "trace_sha256", "scenario_digest", "duration_s"),
    "sample_interval_s",
    *("attempt", "simulated_s", "sample_count", "result_id", "started_at"),
)
_KEPT_OF_EXPERIMENTS: Final = (
    *_KEPT,
    *(
        "kept_definition",
        "trace_sha256s",
        "import_ids",
        "behaviour_version",
        "core_version",
        "first_seed",
        "replication_count",
    ),
    *("cell_count", "unit_count", "done_count", "stored_count", "failed_count", "revision"),
)


def done_run(session: Session, run_id: UUID) -> Run:
    """A run that can be shared, locked so that its result stays until the copy holds it. Raises
    NotFound, NotDone.
    """
    run = runs.require(session, run_id, locked=True)
    if run.status != "done":
        raise NotDone(f"Run {run_id} is {run.status}; a link shows a result, so it must be done.")
    return run


def done_experiment(session: Session, experiment_id: UUID) -> Experiment:
    """An experiment that can be shared, locked as `done_run` does; `removal.hold_results` was
    called before. Raises NotFound, NotDone.

    Every unit has its number or the reason why it has none: a link to one that is still being
    computed would change with every number.
    """
    experiment = experiments.require(session, experiment_id, locked=True)
    if experiment.status != "done":
        raise NotDone(
            f"The experiment is {experiment.status}; a link shows a result, so it must be done."
        )
    return experiment


def copy_runs(session: Session, shown: Sequence[Run], share_id: UUID) -> None:
    """Give the link runs of its own, in this order."""
    for position, run in enumerate(shown):
        session.add(_copy_of_run(run, share_id, position))
    session.flush()


def copy_experiment(
    session: Session, experiment: Experiment, share_id: UUID, position: int
) -> None:
    """Give the link an experiment of its own, pinned to the core that computed it. Its cells hold
    the numbers; units that have failed stay failed in it, whatever a second try gives.
    """
    copy = _copy_of_experiment(experiment, share_id, position)
    session.add(copy)
    session.flush()
    for model in (ExperimentCell, ExperimentFailure):
        _copy_rows(session, model, experiment.id, copy.id)


def _copy_rows(
    session: Session,
    model: type[ExperimentCell | ExperimentFailure],
    experiment_id: UUID,
    copy_id: UUID,
) -> None:
    """Give a copy what belongs to an experiment, as it is."""
    columns = [column for column in model.__table__.columns if column.name != "experiment_id"]
    rows = select(literal(copy_id), *columns).where(model.experiment_id == experiment_id)
    names = ["experiment_id", *(column.name for column in columns)]
    session.execute(insert(model).from_select(names, rows))


def _copy_of_run(run: Run, share_id: UUID, position: int) -> Run:
    kept = {name: getattr(run, name) for name in _KEPT_OF_RUNS}
    return Run(
        owner_key_hash=None,
        share_id=share_id,
        share_position=position,
        searched_text="",
        status="done",
        **kept,
    )


def _copy_of_experiment(experiment: Experiment, share_id: UUID, position: int) -> Experiment:
    kept = {name: getattr(experiment, name) for name in _KEPT_OF_EXPERIMENTS}
    return Experiment(
        owner_key_hash=None,
        share_id=share_id,
        share_position=position,
        paper=None,
        searched_text="",
        status="done",
        **kept,
    )
