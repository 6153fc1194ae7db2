"""Experiments without an owner expire, those of the papers never."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, update

from lab.context import Context
from lab.models import CellResult, Experiment
from lab.recovery.expiry import expire
from tests.support.experiments import create_experiment, experiment_data
from tests.support.stored_units import store_units

OWNER = b"o" * 32


def _done_experiment(context: Context, first_seed: int = 1, **values: Any) -> UUID:
    data = experiment_data(replications={"count": 2, "first_seed": first_seed})
    store_units(context, data, lambda cell_index, seed: {"jain_index": 0.5})
    experiment_id = create_experiment(context, data)
    _set(context, experiment_id, **values)
    return experiment_id


def _set(context: Context, experiment_id: UUID, **values: Any) -> None:
    if values:
        with context.sessions.begin() as session:
            session.execute(
                update(Experiment).where(Experiment.id == experiment_id).values(**values)
            )


def _days_ago(days: float) -> Any:
    return func.now() - timedelta(days=days)


def _left(context: Context) -> tuple[set[UUID], int]:
    for _ in range(3):
        expire(context)
    with context.sessions() as session:
        experiments = set(session.scalars(select(Experiment.id)))
        return experiments, session.scalar(select(func.count()).select_from(CellResult)) or 0


def test_old_experiment_without_owner_goes_with_its_numbers(context: Context) -> None:
    kept_days = context.settings.ownerless_run_kept_days
    _done_experiment(context, 1, finished_at=_days_ago(kept_days + 1))
    with context.sessions.begin() as session:
        rows = session.scalar(select(func.count()).select_from(CellResult))
    assert rows == 6
    assert _left(context) == (set(), 0)


def test_young_ones_owned_ones_and_those_of_papers_stay(context: Context) -> None:
    kept_days = context.settings.ownerless_run_kept_days
    young = _done_experiment(context, 1, finished_at=_days_ago(kept_days - 1))
    owned = _done_experiment(context, 11, finished_at=_days_ago(10_000), owner_key_hash=OWNER)
    shipped = _done_experiment(context, 21, finished_at=_days_ago(10_000), paper="fairtt/main")
    assert _left(context) == ({young, owned, shipped}, 18)


def test_running_one_stays_and_a_forgotten_pause_does_not(context: Context) -> None:
    running, paused = create_experiment(context), create_experiment(context)
    for experiment_id in (running, paused):
        _set(context, experiment_id, created_at=_days_ago(10_000))
    _set(context, paused, status="paused")
    assert _left(context)[0] == {running}


def test_numbers_stay_while_another_experiment_has_the_scenario(context: Context) -> None:
    old = _done_experiment(context)
    kept = _done_experiment(context, owner_key_hash=OWNER)
    _set(context, old, finished_at=_days_ago(10_000))
    assert _left(context) == ({kept}, 6)
