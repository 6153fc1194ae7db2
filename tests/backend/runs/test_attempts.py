"""A run is computed by one attempt at a time, and a dead one leaves nothing."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from sqlalchemy import func, select

from lab.context import Context
from lab.jobs import AttemptLost
from lab.models import Result, Run, RunEvent
from lab.runs import attempts, service
from tests.support.runs import CORE, CORE_VERSION, claim_run, create_run, read_run


def _count_results(context: Context) -> int:
    with context.sessions() as session:
        return session.scalar(select(func.count()).select_from(Result)) or 0


def _queue_again(context: Context, run_id: UUID) -> None:
    """What the janitor does with a silent run."""
    with context.sessions.begin() as session:
        run = session.get(Run, run_id, with_for_update=True)
        assert run is not None
        attempts.queue_again(session, run)


class TestClaim:
    def test_of_many_workers_at_the_same_moment_one_gets_the_run(self, context: Context) -> None:
        run = create_run(context)
        workers = 8
        barrier = Barrier(workers)

        def claim(number: int) -> bool:
            barrier.wait()
            with context.sessions.begin() as session:
                found = attempts.claim(
                    session,
                    run.id,
                    worker=f"worker-{number}",
                    core=CORE,
                    max_attempts=3,
                )
            return found is not None

        with ThreadPoolExecutor(workers) as pool:
            got_it = list(pool.map(claim, range(workers)))
        assert got_it.count(True) == 1
        assert read_run(context, run.id).attempt == 1
        assert _count_results(context) == 1

    def test_second_message_for_a_running_run_finds_nothing_to_do(self, context: Context) -> None:
        run = create_run(context)
        claim_run(context, run.id)
        with context.sessions.begin() as session:
            again = attempts.claim(session, run.id, worker="other", core=CORE, max_attempts=3)
        assert again is None

    def test_message_for_a_deleted_run_finds_nothing_to_do(self, context: Context) -> None:
        run = create_run(context)
        with context.sessions.begin() as session:
            service.delete(session, None, run.id)
        with context.sessions.begin() as session:
            found = attempts.claim(session, run.id, worker="w", core=CORE, max_attempts=3)
        assert found is None

    def test_run_without_attempts_left_is_not_begun_again(self, context: Context) -> None:
        run = create_run(context)
        for _ in range(3):
            claim_run(context, run.id)
            _queue_again(context, run.id)
        with context.sessions.begin() as session:
            fourth = attempts.claim(session, run.id, worker="w", core=CORE, max_attempts=3)
        assert fourth is None

    def test_new_attempt_removes_the_unfinished_result_of_the_dead_one(
        self, context: Context
    ) -> None:
        run = create_run(context)
        first = claim_run(context, run.id)
        _queue_again(context, run.id)
        second = claim_run(context, run.id)
        assert second.number == 2
        assert second.result_id != first.result_id
        assert _count_results(context) == 1


class TestFence:
    def test_attempt_that_was_given_up_can_not_write(self, context: Context) -> None:
        run = create_run(context)
        dead = claim_run(context, run.id, worker="dead")
        _queue_again(context, run.id)
        with pytest.raises(AttemptLost), context.sessions.begin() as session:
            attempts.beat(session, dead, 1.0)
        claim_run(context, run.id, worker="alive")
        with pytest.raises(AttemptLost), context.sessions.begin() as session:
            attempts.add_samples(session, dead, sample_count=9, simulated_s=1, announce=True)
        with pytest.raises(AttemptLost), context.sessions.begin() as session:
            attempts.finish_failed(session, dead, "simulation_failed", "late")
        after = read_run(context, run.id)
        assert (after.status, after.attempt) == ("running", 2)
        assert after.progress.sample_count == 0

    def test_attempt_of_a_deleted_run_is_told_to_stop(self, context: Context) -> None:
        run = create_run(context)
        attempt = claim_run(context, run.id)
        with context.sessions.begin() as session:
            service.delete(session, None, run.id)
        assert _count_results(context) == 0
        with pytest.raises(AttemptLost), context.sessions.begin() as session:
            attempts.beat(session, attempt, 1.0)

    def test_released_attempt_does_not_count(self, context: Context) -> None:
        run = create_run(context)
        attempt = claim_run(context, run.id)
        with context.sessions.begin() as session:
            attempts.release(session, attempt)
        after = read_run(context, run.id)
        assert (after.status, after.attempt) == ("queued", 0)
        again = claim_run(context, run.id, worker="another")
        assert again.number == attempt.number
        # The numbers are equal, and the old attempt is fenced off all the same.
        with pytest.raises(AttemptLost), context.sessions.begin() as session:
            attempts.beat(session, attempt, 1.0)

    def test_released_attempt_of_a_run_to_be_cancelled_ends_it(self, context: Context) -> None:
        run = create_run(context)
        attempt = claim_run(context, run.id)
        with context.sessions.begin() as session:
            service.cancel(session, None, run.id)
        with context.sessions.begin() as session:
            attempts.release(session, attempt)
        assert read_run(context, run.id).status == "cancelled"


class TestEnd:
    def test_failed_run_has_reason_seed_and_version_and_no_result(self, context: Context) -> None:
        run = create_run(context, seed=42)
        attempt = claim_run(context, run.id)
        with context.sessions.begin() as session:
            attempts.finish_failed(session, attempt, "simulation_failed", "It broke.")
        after = read_run(context, run.id)
        assert after.status == "failed"
        assert after.error is not None
        assert after.error.model_dump() == {
            "code": "simulation_failed",
            "message": "It broke.",
            "seed": 42,
            "core_version": CORE_VERSION,
        }
        assert _count_results(context) == 0

    def test_beat_hears_a_cancel(self, context: Context) -> None:
        run = create_run(context)
        attempt = claim_run(context, run.id)
        with context.sessions.begin() as session:
            assert attempts.beat(session, attempt, 1.0) is True
        with context.sessions.begin() as session:
            assert service.cancel(session, None, run.id).status == "running"
        with context.sessions.begin() as session:
            assert attempts.beat(session, attempt, 2.0) is False

    def test_events_are_numbered_without_gaps_under_concurrent_writers(
        self, context: Context
    ) -> None:
        run = create_run(context)
        attempt = claim_run(context, run.id)
        writers, beats = 4, 10

        def write(_: int) -> None:
            for second in range(beats):
                with context.sessions.begin() as session:
                    attempts.beat(session, attempt, float(second))

        with ThreadPoolExecutor(writers) as pool:
            list(pool.map(write, range(writers)))
        with context.sessions() as session:
            numbers = session.scalars(
                select(RunEvent.seq).where(RunEvent.run_id == run.id).order_by(RunEvent.seq)
            ).all()
        # Before them: queued and running.
        assert list(numbers) == list(range(1, writers * beats + 3))
