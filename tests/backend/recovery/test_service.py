"""The janitor: runs that lost their worker or their message go on."""

from datetime import timedelta
from threading import Event, Thread
from uuid import UUID

import redis
from sqlalchemy import func, update

from lab.context import Context
from lab.models import Result, Run
from lab.recovery.lock import ADVISORY_LOCK_KEY
from lab.recovery.service import sweep
from lab.runs import service
from tests.support.runs import CORE_VERSION, claim_run, create_run, read_run


def _silence(context: Context, run_id: UUID, seconds: float) -> None:
    """The last heartbeat was so long ago."""
    with context.sessions.begin() as session:
        past = func.now() - timedelta(seconds=seconds)
        session.execute(update(Run).where(Run.id == run_id).values(heartbeat_at=past))


def _enqueued_long_ago(context: Context, run_id: UUID, seconds: float) -> None:
    with context.sessions.begin() as session:
        past = func.now() - timedelta(seconds=seconds)
        session.execute(update(Run).where(Run.id == run_id).values(enqueued_at=past))


def _messages(context: Context) -> int:
    return context.job_queue.waiting_message_count("interactive")


class TestLostWorker:
    def test_third_lost_worker_fails_the_run_with_reason_seed_and_version(
        self, context: Context
    ) -> None:
        run = create_run(context, seed=77)
        for _ in range(3):
            claim_run(context, run.id)
            _silence(context, run.id, 60)
            sweep(context)
        after = read_run(context, run.id)
        assert (after.status, after.attempt) == ("failed", 3)
        assert after.error is not None
        assert after.error.code == "attempts_exhausted"
        assert "3 attempts" in after.error.message
        assert (after.error.seed, after.error.core_version) == (77, CORE_VERSION)
        with context.sessions() as session:
            assert session.query(Result).count() == 1, "of the last attempt"

    def test_run_that_was_cancelled_is_not_given_to_another_worker(self, context: Context) -> None:
        run = create_run(context)
        claim_run(context, run.id)
        with context.sessions.begin() as session:
            service.cancel(session, None, run.id)
        _silence(context, run.id, 60)
        sweep(context)
        assert read_run(context, run.id).status == "cancelled"


class TestLostMessage:
    def test_long_queue_is_not_made_longer(self, context: Context) -> None:
        runs = [create_run(context, seed=seed) for seed in range(5)]
        for run in runs:
            _enqueued_long_ago(context, run.id, 3600)
        sweep(context)
        assert _messages(context) == 5

    def test_one_message_lost_of_many_is_noticed_later(self, context: Context) -> None:
        runs = [create_run(context, seed=seed) for seed in range(3)]
        with redis.Redis.from_url(context.settings.redis.client_url) as client:
            client.lpop("interactive")
        for run in runs:
            _enqueued_long_ago(context, run.id, 10)
        sweep(context)
        assert _messages(context) == 2
        for run in runs:
            _enqueued_long_ago(context, run.id, 40)
        sweep(context)
        assert _messages(context) == 5


class TestManyProcesses:
    def test_one_sweeps_while_another_is_at_it(self, context: Context) -> None:
        run = create_run(context)
        claim_run(context, run.id)
        _silence(context, run.id, 60)
        held, let_go = Event(), Event()

        def hold() -> None:
            with context.sessions.begin() as session:
                session.execute(func.pg_advisory_xact_lock(ADVISORY_LOCK_KEY).select())
                held.set()
                let_go.wait(10)

        other = Thread(target=hold)
        other.start()
        held.wait(10)
        sweep(context)
        assert read_run(context, run.id).status == "running"
        let_go.set()
        other.join()
        sweep(context)
        assert read_run(context, run.id).status == "queued"

    def test_broker_that_is_away_does_not_stop_the_rest(self, context: Context) -> None:
        away = context.settings.model_copy(update={"redis_url": "unix:///nowhere/valkey.sock"})
        from lab.context import build_context

        run = create_run(context)
        claim_run(context, run.id)
        _silence(context, run.id, 60)
        deaf = build_context(away, application_name="deaf")
        try:
            sweep(deaf)
        finally:
            deaf.close()
        assert read_run(context, run.id).status == "queued"
