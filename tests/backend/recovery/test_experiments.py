"""The janitor: batches that lost their worker or their message go on."""

from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import func, select, update

from lab.context import Context
from lab.experiments import batches, control
from lab.jobs import AttemptLost
from lab.models import ExperimentBatch, ExperimentFailure, Run
from lab.recovery.service import sweep
from lab.results import repository as results
from tests.support.experiments import (
    batches_of,
    claim_batch,
    control_experiment,
    create_experiment,
    experiment_data,
    finish_batch,
    found_for,
    read_row,
)
from tests.support.runs import CORE_VERSION, NEWER_CORE, create_run, flush_redis


@pytest.fixture
def experiment_id(context: Context) -> UUID:
    """Three cells with two seeds in one batch."""
    return create_experiment(context)


def _long_ago(context: Context, **columns: float) -> None:
    """Let timestamps of all batches lie so many seconds back."""
    with context.sessions.begin() as session:
        values = {name: func.now() - timedelta(seconds=back) for name, back in columns.items()}
        session.execute(update(ExperimentBatch).values(values))


def _messages(context: Context) -> int:
    return context.job_queue.waiting_message_count("batch")


def _lose_worker(context: Context, batch_id: UUID, done_count: int = 0) -> None:
    attempt = claim_batch(context, batch_id)
    assert attempt is not None
    with context.sessions.begin() as session:
        batches.report(session, attempt, found_for(attempt.units[:done_count]))
    _long_ago(context, heartbeat_at=context.settings.stale_heartbeat_s + 1)
    sweep(context)


class TestLostWorker:
    def test_rest_of_a_silent_batch_waits_again_unit_by_unit(
        self, context: Context, experiment_id: UUID
    ) -> None:
        _lose_worker(context, batches_of(context, experiment_id, "queued")[0].id, done_count=2)
        singles = batches_of(context, experiment_id, "queued")
        assert [(len(batch.seeds), batch.attempt) for batch in singles] == [(1, 1)] * 4
        assert len(batches_of(context, experiment_id, "failed")) == 1
        for single in singles:
            attempt = claim_batch(context, single.id)
            assert attempt is not None
            assert attempt.number == 2
            finish_batch(context, attempt)
        row = read_row(context, experiment_id)
        assert (row.status, row.done_count, row.failed_count) == ("done", 6, 0)

    def test_poisonous_unit_fails_alone_with_reason_seed_and_version(
        self, context: Context, experiment_id: UUID
    ) -> None:
        _lose_worker(context, batches_of(context, experiment_id, "queued")[0].id)
        poison, *others = batches_of(context, experiment_id, "queued")
        for other in others:
            attempt = claim_batch(context, other.id)
            assert attempt is not None
            finish_batch(context, attempt)
        _lose_worker(context, poison.id)
        assert batches_of(context, experiment_id, "queued")[0].attempt == 2
        _lose_worker(context, poison.id)
        row = read_row(context, experiment_id)
        assert (row.status, row.done_count, row.failed_count) == ("done", 5, 1)
        with context.sessions() as session:
            failure = session.scalars(select(ExperimentFailure)).one()
        assert (failure.cell_index, failure.seed) == (poison.cell_indices[0], poison.seeds[0])
        assert failure.core_version == CORE_VERSION
        assert failure.reason.startswith("The process that computed it ended in each of 3 attempts")

    def test_silent_batch_of_a_cancelled_experiment_goes(
        self, context: Context, experiment_id: UUID
    ) -> None:
        assert claim_batch(context, batches_of(context, experiment_id, "queued")[0].id) is not None
        control_experiment(context, experiment_id, control.cancel)
        _long_ago(context, heartbeat_at=context.settings.stale_heartbeat_s + 1)
        sweep(context)
        with context.sessions() as session:
            assert session.scalar(select(func.count()).select_from(ExperimentBatch)) == 0

    def test_silent_batch_of_a_paused_experiment_waits_without_a_message(
        self, context: Context, experiment_id: UUID
    ) -> None:
        batch_id = batches_of(context, experiment_id, "queued")[0].id
        assert claim_batch(context, batch_id) is not None
        flush_redis(context)
        control_experiment(context, experiment_id, control.pause)
        _long_ago(context, heartbeat_at=context.settings.stale_heartbeat_s + 1)
        sweep(context)
        assert len(batches_of(context, experiment_id, "queued")) == 6
        assert _messages(context) == 0


class TestLostMessage:
    def test_flushed_redis_gets_the_few_messages_again_that_it_had(self, context: Context) -> None:
        data = experiment_data(cell_count=300, duration_s=1200)
        experiment_id = create_experiment(context, data)
        assert len(batches_of(context, experiment_id, "queued")) > 100
        flush_redis(context)
        _long_ago(context, created_at=5)
        with context.sessions.begin() as session:
            enqueued = ExperimentBatch.enqueued_at.is_not(None)
            past = func.now() - timedelta(seconds=5)
            session.execute(update(ExperimentBatch).where(enqueued).values(enqueued_at=past))
        for _ in range(3):
            sweep(context)
        assert _messages(context) == 4

    def test_experiment_without_any_message_gets_messages(self, context: Context) -> None:
        data = experiment_data(cell_count=300, duration_s=1200)
        create_experiment(context, data)
        flush_redis(context)
        with context.sessions.begin() as session:
            session.execute(update(ExperimentBatch).values(enqueued_at=None))
        sweep(context)
        assert _messages(context) == 4

    def test_messages_of_batches_do_not_hide_a_lost_one_of_a_run(self, context: Context) -> None:
        create_run(context)
        create_experiment(context, experiment_data(cell_count=300, duration_s=1200))
        with context.sessions.begin() as session:
            enqueued = update(ExperimentBatch).where(ExperimentBatch.enqueued_at.is_not(None))
            session.execute(enqueued.values(enqueued_at=func.now()))
        assert _messages(context) == 4
        with context.sessions.begin() as session:
            past = func.now() - timedelta(seconds=60)
            session.execute(update(Run).values(queue="batch", enqueued_at=past))
        sweep(context)
        assert _messages(context) == 5


class TestNewCore:
    def test_running_experiment_is_planned_anew_for_it(
        self, context: Context, experiment_id: UUID
    ) -> None:
        attempt = claim_batch(context, batches_of(context, experiment_id, "queued")[0].id)
        assert attempt is not None
        with context.sessions.begin() as session:
            batches.report(session, attempt, found_for(attempt.units[:3]))
            results.register_core(session, NEWER_CORE)
        sweep(context)
        row = read_row(context, experiment_id)
        assert (row.core_version, row.done_count) == (NEWER_CORE.version, 0)
        with pytest.raises(AttemptLost), context.sessions.begin() as session:
            batches.report(session, attempt, found_for(attempt.units[3:]))
        (batch,) = batches_of(context, experiment_id, "queued")
        assert claim_batch(context, batch.id) is None
        assert claim_batch(context, batch.id, core=NEWER_CORE) is not None
