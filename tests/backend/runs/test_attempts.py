"""A run is computed by one attempt at a time, and a dead one leaves nothing."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import select

from lab.context import Context
from lab.jobs import AttemptLost
from lab.models import Result, Run, RunEvent
from lab.runs import attempts, service
from tests.support.runs import CORE, CORE_VERSION, claim_run, count_rows, create_run, read_run


def _queue_again(context: Context, run_id: UUID) -> None:
    """What the janitor does with a silent run."""
    with context.sessions.begin() as session:
        run = session.get(Run, run_id, with_for_update=True)
        assert run is not None
        attempts.queue_again(session, run, is_counted=True)


class TestClaim:
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
        assert count_rows(context, Result) == 1


class TestFence:
    def test_attempt_that_was_given_up_can_not_add_samples(self, context: Context) -> None:
        run = create_run(context)
        dead = claim_run(context, run.id, worker="dead")
        _queue_again(context, run.id)
        claim_run(context, run.id, worker="alive")
        with pytest.raises(AttemptLost), context.sessions.begin() as session:
            attempts.add_samples(session, dead, sample_count=9, simulated_s=1, announce=True)
        after = read_run(context, run.id)
        assert (after.status, after.attempt) == ("running", 2)
        assert after.progress.sample_count == 0

    def test_attempt_of_a_deleted_run_has_to_stop(self, context: Context) -> None:
        run = create_run(context)
        attempt = claim_run(context, run.id)
        with context.sessions.begin() as session:
            service.delete(session, None, run.id)
        assert count_rows(context, Result) == 0
        with pytest.raises(AttemptLost), context.sessions.begin() as session:
            attempts.beat(session, attempt, 1.0)

    def test_cancelled_run_is_not_given_back(self, context: Context) -> None:
        run = create_run(context)
        attempt = claim_run(context, run.id)
        with context.sessions.begin() as session:
            service.cancel(session, None, run.id)
        with pytest.raises(AttemptLost), context.sessions.begin() as session:
            attempts.release(session, attempt)
        assert read_run(context, run.id).status == "cancelled"


class TestEnd:
    def test_failed_run_has_reason_seed_and_version(self, context: Context) -> None:
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
        assert after.result is None

    @pytest.mark.parametrize("end", ["failed", "cancelled", "given up"])
    def test_run_that_ends_early_keeps_its_samples(self, context: Context, end: str) -> None:
        run = create_run(context)
        attempt = claim_run(context, run.id)
        with context.sessions.begin() as session:
            attempts.add_samples(session, attempt, sample_count=9, simulated_s=1, announce=True)
        with context.sessions.begin() as session:
            if end == "failed":
                attempts.finish_failed(session, attempt, "simulation_failed", "It broke.")
            elif end == "cancelled":
                service.cancel(session, None, run.id)
            else:
                row = session.get_one(Run, run.id)
                row.heartbeat_at = row.created_at - timedelta(days=1)
                settings = context.settings.model_copy(update={"max_attempts": 1, "max_losses": 1})
                attempts.give_up(session, run.id, settings)
        after = read_run(context, run.id)
        assert after.status == ("cancelled" if end == "cancelled" else "failed")
        assert (after.progress.sample_count, after.progress.simulated_s) == (9, 1)
        assert (after.core_version, after.result) == (CORE_VERSION, None)
        with context.sessions() as session:
            assert session.get_one(Run, run.id).result_id == attempt.result_id

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
