"""Data without an owner expires, and nothing else does."""

from datetime import timedelta
from uuid import UUID

from sqlalchemy import func, select, update

from lab.context import Context
from lab.models import DraftBundle, Result, Run
from lab.recovery.expiry import RUNS_PER_SWEEP, expire
from lab.runs import attempts, service
from tests.support.documents import result_document
from tests.support.runs import claim_run, create_run, register_core

OWNER = b"o" * 32


def _done_run(context: Context, *, seed: int = 1, owner: bytes | None = None) -> UUID:
    """Computed, or answered by the stored result of equal work."""
    register_core(context)
    run = create_run(context, seed=seed, owner=owner)
    if run.status == "queued":
        attempt = claim_run(context, run.id)
        attempts.finish_done(context.sessions, attempt, result_document(attempt))
    return run.id


def _age(context: Context, run_id: UUID, days: float) -> None:
    with context.sessions.begin() as session:
        past = func.now() - timedelta(days=days)
        session.execute(update(Run).where(Run.id == run_id).values(finished_at=past))


def _runs_and_results(context: Context) -> tuple[set[UUID], int]:
    with context.sessions() as session:
        runs = set(session.scalars(select(Run.id)))
        return runs, session.scalar(select(func.count()).select_from(Result)) or 0


def test_old_run_without_owner_goes_with_its_result(context: Context) -> None:
    old, young = _done_run(context, seed=1), _done_run(context, seed=2)
    _age(context, old, context.settings.ownerless_run_kept_days + 1)
    _age(context, young, context.settings.ownerless_run_kept_days - 1)
    expire(context)
    assert _runs_and_results(context) == ({young}, 1)


def test_result_stays_while_an_owner_holds_it(context: Context) -> None:
    ownerless, owned = _done_run(context), _done_run(context, owner=OWNER)
    for run_id in (ownerless, owned):
        _age(context, run_id, 10_000)
    expire(context)
    assert _runs_and_results(context) == ({owned}, 1)


def test_result_that_was_asked_for_again_stays(context: Context) -> None:
    first, again = _done_run(context), _done_run(context)
    _age(context, first, 10_000)
    expire(context)
    assert _runs_and_results(context) == ({again}, 1)


def test_runs_that_are_not_over_stay_however_old(context: Context) -> None:
    queued, running = create_run(context, seed=1).id, create_run(context, seed=2).id
    claim_run(context, running)
    with context.sessions.begin() as session:
        session.execute(update(Run).values(created_at=func.now() - timedelta(days=10_000)))
    expire(context)
    assert _runs_and_results(context)[0] == {queued, running}


def test_failed_run_without_a_result_goes_too(context: Context) -> None:
    run_id = create_run(context).id
    attempt = claim_run(context, run_id)
    with context.sessions.begin() as session:
        attempts.finish_failed(session, attempt, "simulation_failed", "why")
    _age(context, run_id, 10_000)
    expire(context)
    assert _runs_and_results(context) == (set(), 0)


def test_many_are_deleted_round_by_round_oldest_first(context: Context) -> None:
    run_ids = [create_run(context, seed=seed).id for seed in range(RUNS_PER_SWEEP + 1)]
    with context.sessions.begin() as session:
        for run_id in run_ids:
            service.cancel(session, None, run_id)
    for days, run_id in enumerate(run_ids):
        _age(context, run_id, 1000 + days)
    expire(context)
    assert _runs_and_results(context)[0] == {run_ids[0]}
    expire(context)
    assert _runs_and_results(context)[0] == set()


def test_drafts_not_handed_in_for_long_are_forgotten(context: Context) -> None:
    kept_days = context.settings.drafts_kept_days
    with context.sessions.begin() as session:
        for owner, days in ((b"a" * 32, kept_days + 1), (b"b" * 32, kept_days - 1)):
            past = func.now() - timedelta(days=days)
            session.add(DraftBundle(owner_key_hash=owner, revision=1, drafts=[], updated_at=past))
    expire(context)
    with context.sessions() as session:
        assert list(session.scalars(select(DraftBundle.owner_key_hash))) == [b"b" * 32]
