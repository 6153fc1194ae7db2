"""A claim of a unit ends with the attempt that made it, not with a connection or a process."""

from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import func, select, update

from lab.context import Context
from lab.experiments import batches, planning, unit_claims
from lab.experiments.batches import BatchAttempt, Found
from lab.jobs import AttemptLost
from lab.models import Experiment, ExperimentBatch, UnitClaim
from lab.recovery.service import sweep
from lab_worker.experiments.held_units import HeldUnits
from tests.support.experiments import batches_of, claim_batch, create_experiment, found_for
from tests.support.runs import count_rows

ALL = [True] * 6


@pytest.fixture
def first(context: Context) -> BatchAttempt:
    """Six units at work."""
    return _begin(context, "first")


@pytest.fixture
def second(context: Context) -> BatchAttempt:
    """The same units of another experiment at work in another process."""
    return _begin(context, "second")


def _begin(context: Context, worker: str) -> BatchAttempt:
    (batch,) = batches_of(context, create_experiment(context))
    attempt = claim_batch(context, batch.id, worker)
    assert attempt is not None
    return attempt


def _held(context: Context, attempt: BatchAttempt) -> HeldUnits:
    return HeldUnits(context.sessions, attempt, stale_s=context.settings.stale_heartbeat_s)


def _fall_silent(context: Context, batch_id: UUID) -> None:
    long_ago = func.now() - timedelta(seconds=context.settings.stale_heartbeat_s + 1)
    with context.sessions.begin() as session:
        of_batch = update(ExperimentBatch).where(ExperimentBatch.id == batch_id)
        session.execute(of_batch.values(heartbeat_at=long_ago))


def test_one_of_two_has_a_unit_until_it_lets_go(
    context: Context, first: BatchAttempt, second: BatchAttempt
) -> None:
    ours, theirs = _held(context, first), _held(context, second)
    assert ours.take(first.units[:2]) == [True, True]
    assert theirs.take(second.units) == [False, False, True, True, True, True]
    assert ours.take(first.units[2:]) == [False] * 4
    ours.give_back()
    assert theirs.take(second.units[:2]) == [True, True]
    theirs.give_back()
    assert count_rows(context, UnitClaim) == 0


def test_claims_of_a_silent_worker_are_taken_over_before_anybody_sweeps(
    context: Context, first: BatchAttempt, second: BatchAttempt
) -> None:
    ours = _held(context, first)
    assert ours.take(first.units) == ALL
    _fall_silent(context, first.job_id)
    assert _held(context, second).take(second.units) == ALL
    # It wakes: letting go takes nothing from anybody, and its numbers are equal.
    ours.give_back()
    assert count_rows(context, UnitClaim) == 6
    with context.sessions.begin() as session:
        batches.finish(session, first, found_for(first.units))
    with context.sessions.begin() as session:
        batches.finish(session, second, found_for(second.units))


def test_batch_that_is_taken_back_has_no_claims(
    context: Context, first: BatchAttempt, second: BatchAttempt
) -> None:
    ours = _held(context, first)
    assert ours.take(first.units) == ALL
    _fall_silent(context, first.job_id)
    sweep(context)
    with context.sessions() as session:
        assert session.get_one(ExperimentBatch, first.job_id).status == "failed"
    assert count_rows(context, UnitClaim) == 0
    assert _held(context, second).take(second.units) == ALL
    with pytest.raises(AttemptLost), context.sessions.begin() as session:
        batches.report(session, first, Found())


def test_batch_that_was_planned_anew_has_no_claims(
    context: Context, first: BatchAttempt, second: BatchAttempt
) -> None:
    assert _held(context, first).take(first.units) == ALL
    with context.sessions.begin() as session:
        experiment = session.get_one(Experiment, first.experiment_id, with_for_update=True)
        planning.renew(session, experiment)
    assert _held(context, second).take(second.units) == ALL


def test_claim_that_is_taken_over_at_the_same_time_is_one_workers(
    context: Context, first: BatchAttempt, second: BatchAttempt
) -> None:
    third = _begin(context, "third")
    assert _held(context, first).take(first.units) == ALL
    _fall_silent(context, first.job_id)
    stale_s = context.settings.stale_heartbeat_s
    with context.sessions.begin() as session, context.sessions.begin() as meanwhile:
        taken = unit_claims.take_over(session, second, second.units[:3], stale_s=stale_s)
        assert (len(taken.keys), taken.silent_workers) == (3, ("first",))
        others = unit_claims.take_over(meanwhile, third, third.units, stale_s=stale_s)
        assert len(others.keys) == 3, "concurrent claims do not wait"
    with context.sessions() as session:
        names = session.scalars(select(UnitClaim.claimed_by).order_by(UnitClaim.claimed_by))
        assert list(names) == ["second"] * 3 + ["third"] * 3
