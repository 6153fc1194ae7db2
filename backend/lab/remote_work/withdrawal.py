"""After a worker elsewhere has sent a wrong number or run: all it has sent is computed again.

Its numbers that no local worker has confirmed are removed, and the experiments that have them are
planned anew. A link shows a copy that nothing changes: if no other experiment computes its units,
one without an owner is made for it, which goes as any such.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

import structlog
from sqlalchemy import ColumnElement, delete, exists, select, tuple_
from sqlalchemy.orm import Session, aliased

from lab.context import Context
from lab.experiments import planning, removal
from lab.experiments import service as experiments
from lab.models import (
    CellResult,
    Experiment,
    ExperimentCell,
    RemoteRun,
    RemoteUnit,
    WorkerToken,
)
from lab.recovery.lock import sweeps_alone
from lab.results.damage import compute_again

log = structlog.get_logger("lab.remote_work")

_OF_TOKEN: Final = RemoteUnit.token_id == WorkerToken.id
_IS_WITHDRAWN: Final = (
    WorkerToken.distrusted_at.is_not(None)
    & RemoteUnit.is_used
    & RemoteUnit.is_equal.is_distinct_from(True)
)
_KEY: Final = (RemoteUnit.scenario_digest, RemoteUnit.seed, RemoteUnit.behaviour_version)


_IS_RUN_WITHDRAWN: Final = (
    (RemoteRun.token_id == WorkerToken.id)
    & WorkerToken.distrusted_at.is_not(None)
    & RemoteRun.is_equal.is_distinct_from(True)
)
RUNS_PER_ROUND: Final = 50


def is_due() -> ColumnElement[bool]:
    """Whether there is anything to withdraw: the part of a statement that asks more."""
    return exists().where(_OF_TOKEN, _IS_WITHDRAWN) | exists().where(_IS_RUN_WITHDRAWN)


def withdraw(context: Context) -> None:
    """One round."""
    _withdraw_runs(context)
    _withdraw_units(context)


def _withdraw_runs(context: Context) -> None:
    """They are computed again like damaged ones."""
    with context.sessions() as session:
        found = session.scalars(
            select(RemoteRun.result_id)
            .join(WorkerToken, _IS_RUN_WITHDRAWN)
            .order_by(RemoteRun.result_id)
            .limit(RUNS_PER_ROUND)
        ).all()
    for result_id in found:
        with context.sessions.begin() as session:
            count = compute_again(session, result_id)
            session.execute(delete(RemoteRun).where(RemoteRun.result_id == result_id))
        log.error("remote_run_withdrawn", result_id=str(result_id), run_count=count)


def _withdraw_units(context: Context) -> None:
    with context.sessions.begin() as session:
        if not session.scalar(select(exists().where(_OF_TOKEN, _IS_WITHDRAWN))) or not sweeps_alone(
            session
        ):
            return
        # No plan may count on numbers that are deleted here.
        removal.begin_deleting(session)
        rows = session.scalars(
            select(RemoteUnit)
            .join(WorkerToken, _OF_TOKEN)
            .where(_IS_WITHDRAWN)
            .order_by(*_KEY)
            .with_for_update(of=RemoteUnit)
        ).all()
        keys = [(row.scenario_digest, row.seed, row.behaviour_version) for row in rows]
        for row in rows:
            row.is_used = False
        session.flush()
        session.execute(
            delete(CellResult).where(
                tuple_(
                    CellResult.scenario_digest, CellResult.seed, CellResult.behaviour_version
                ).in_(keys)
            ),
            execution_options={"synchronize_session": False},
        )
        count = _plan_again(session, sorted({digest for digest, _, _ in keys}))
    log.error("remote_numbers_withdrawn", unit_count=len(keys), experiment_count=count)


def _plan_again(session: Session, digests: Sequence[str]) -> int:
    """Every experiment with one of these scenarios; how many there are."""
    found = session.execute(
        select(Experiment.id, Experiment.share_id)
        .where(
            exists().where(
                ExperimentCell.experiment_id == Experiment.id,
                ExperimentCell.scenario_digest.in_(digests),
            )
        )
        .order_by(Experiment.id)
    ).all()
    for experiment_id, share_id in found:
        if share_id is None:
            _plan_one(session, experiment_id)
    for experiment_id, share_id in found:
        if share_id is not None:
            _compute_for_link(session, experiment_id, digests)
    return len(found)


def _plan_one(session: Session, experiment_id: UUID) -> None:
    experiment = experiments.locked(session, experiment_id)
    if experiment is None:
        return
    if experiment.status == "cancelled":
        planning.count_again(session, experiment)
    else:
        planning.plan(session, experiment, is_paused=experiment.status == "paused")


def _compute_for_link(session: Session, copy_id: UUID, digests: Sequence[str]) -> None:
    copy = experiments.locked(session, copy_id)
    if copy is None:
        return
    # Cached answers with its numbers are not valid any more.
    copy.revision += 1
    mine = aliased(ExperimentCell)
    other = aliased(ExperimentCell)
    computed_elsewhere = exists().where(
        other.scenario_digest == mine.scenario_digest,
        other.experiment_id == Experiment.id,
        Experiment.status == "running",
    )
    lacking = select(mine.cell_index).where(
        mine.experiment_id == copy.id, mine.scenario_digest.in_(digests), ~computed_elsewhere
    )
    if session.scalar(lacking.limit(1)) is None:
        return
    cells = session.scalars(
        select(ExperimentCell)
        .where(ExperimentCell.experiment_id == copy.id)
        .order_by(ExperimentCell.cell_index)
    ).all()
    again = Experiment(
        name=copy.name,
        searched_text="",
        kept_definition=copy.kept_definition,
        trace_sha256s=copy.trace_sha256s,
        first_seed=copy.first_seed,
        replication_count=copy.replication_count,
    )
    planning.create(session, again, cells)
