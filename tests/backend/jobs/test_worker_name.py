"""Silence of a process that lives costs a job no attempt: it is slow, halted or cut off."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

from sqlalchemy import func, select, text, update

from lab.context import Context, build_context
from lab.jobs import WorkerName
from lab.models import ExperimentBatch, ExperimentFailure, Run
from lab.recovery.service import sweep
from tests.support.experiments import (
    batches_of,
    claim_batch,
    create_experiment,
    experiment_data,
    read_row,
)
from tests.support.processes import wait_until
from tests.support.runs import claim_run, create_run, read_run


@contextmanager
def _living(context: Context, name: WorkerName) -> Iterator[None]:
    """A worker process with a connection, which does not say anything."""
    worker = build_context(context.settings, application_name=name.application_name)
    with worker.sessions() as session:
        session.execute(text("SELECT 1"))
    yield
    worker.close()
    wait_until(lambda: _connection_count(context, name) == 0)


def _connection_count(context: Context, name: WorkerName) -> int:
    """In a transaction of its own: PostgreSQL keeps what one has seen of the activity."""
    connected = text("SELECT count(*) FROM pg_stat_activity WHERE application_name = :name")
    with context.sessions() as session:
        return session.scalars(connected, {"name": name.application_name}).one()


def _sweep_silent(context: Context, table: type[Run] | type[ExperimentBatch]) -> None:
    long_ago = func.now() - timedelta(seconds=context.settings.stale_heartbeat_s + 1)
    with context.sessions.begin() as session:
        session.execute(update(table).values(heartbeat_at=long_ago))
    sweep(context)


def _claim(context: Context, experiment_id: UUID, name: WorkerName) -> None:
    (batch,) = batches_of(context, experiment_id, "queued")
    assert claim_batch(context, batch.id, name.of_claim()) is not None


def test_run_whose_process_lives_loses_no_attempt(context: Context) -> None:
    run_id, name = create_run(context).id, WorkerName()
    with _living(context, name):
        claim_run(context, run_id, name.of_claim())
        _sweep_silent(context, Run)
        assert (read_run(context, run_id).status, read_run(context, run_id).attempt) == (
            "queued",
            0,
        )
        claim_run(context, run_id, name.of_claim())
    _sweep_silent(context, Run)
    assert read_run(context, run_id).attempt == 1, "its process has ended"


def test_batch_whose_process_lives_waits_again_as_it_was(context: Context) -> None:
    experiment_id, name = create_experiment(context), WorkerName()
    with _living(context, name):
        _claim(context, experiment_id, name)
        _sweep_silent(context, ExperimentBatch)
        (batch,) = batches_of(context, experiment_id)
    assert (batch.status, batch.attempt, batch.loss_count) == ("queued", 0, 1)
    assert len(batch.seeds) == 6, "no unit of it is suspected"


def test_unit_that_is_never_ended_fails_with_the_true_reason(context: Context) -> None:
    data = experiment_data(cell_count=1, seed_count=1)
    experiment_id, name = create_experiment(context, data), WorkerName()
    with _living(context, name):
        _claim(context, experiment_id, name)
        with context.sessions.begin() as session:
            before_last = context.settings.max_losses - 1
            session.execute(update(ExperimentBatch).values(loss_count=before_last))
        _sweep_silent(context, ExperimentBatch)
    row = read_row(context, experiment_id)
    assert (row.status, row.failed_count) == ("done", 1)
    with context.sessions() as session:
        reason = session.scalars(select(ExperimentFailure.reason)).one()
    assert reason.startswith("The worker was declared lost 20 times")
    assert "may be overloaded" in reason
    assert "memory" not in reason
