"""Experiments with real worker processes: every unit once, whatever happens to them."""

import os
import signal
import subprocess
from uuid import UUID

import pytest
import redis
from sqlalchemy import func, select

from lab.context import Context
from lab.jobs import BATCH
from lab.models import (
    CellResult,
    ExperimentBatch,
    ExperimentFailure,
    NumberLayout,
    UnitClaim,
)
from lab_exec import run_scenario
from lab_model.experiments.cells import read_experiment
from lab_model.experiments.numbers import numbers_of
from lab_worker.process import installed_core
from tests.integration.conftest import Lab
from tests.support.experiments import create_experiment, experiment_data, read_row
from tests.support.processes import computing_child, wait_until
from tests.support.runs import count_rows
from tests.support.scenarios import scenario


def _wait_until_done(lab: Lab, context: Context, experiment_id: UUID) -> None:
    wait_until(lambda: read_row(context, experiment_id).status == "done")


def _wait_until_half_done(context: Context, experiment_id: UUID) -> None:
    def is_half_done() -> bool:
        row = read_row(context, experiment_id)
        assert row.status == "running", "it was over before it could be disturbed"
        return row.done_count > 0

    wait_until(is_half_done)


def _judge(context: Context, experiment_id: UUID, data: dict[str, object]) -> None:
    """Every unit is there once, and some of them are what a single run gives."""
    row = read_row(context, experiment_id)
    assert (row.done_count, row.failed_count) == (row.unit_count, 0)
    expansion = read_experiment(data)
    with context.sessions() as session:
        assert session.scalar(select(func.count()).select_from(CellResult)) == row.unit_count
        for cell_index in range(0, expansion.cell_count, 7):
            direct = run_scenario(expansion.scenario(cell_index), 2, series=False)
            names, values, summary_digest = session.execute(
                select(NumberLayout.names, CellResult.values, CellResult.summary_digest)
                .join(NumberLayout, NumberLayout.id == CellResult.layout_id)
                .where(
                    CellResult.scenario_digest == direct["scenario_digest"], CellResult.seed == 2
                )
            ).one()
            assert summary_digest == direct["summary_digest"]
            expected = numbers_of(direct)
            found = dict(zip(names, values, strict=True))
            assert found["throughput_bps"] == expected["throughput_bps"]


@pytest.mark.slow
def test_two_workers_compute_an_experiment_and_redis_holds_little(
    lab: Lab, context: Context
) -> None:
    data = experiment_data(cell_count=100, seed_count=3, duration_s=20)
    experiment_id = create_experiment(context, data, installed_core())
    assert len(_unit_counts(context)) > 2
    assert context.job_queue.waiting_message_count("batch") <= 4
    for _ in range(2):
        lab.processes.start_worker()
    _wait_until_done(lab, context, experiment_id)
    _judge(context, experiment_id, data)


@pytest.mark.slow
def test_killed_child_costs_no_unit_and_computes_none_twice(lab: Lab, context: Context) -> None:
    data = experiment_data(cell_count=30, seed_count=4, duration_s=400)
    experiment_id = create_experiment(context, data, installed_core())
    worker = lab.processes.start_worker()
    _wait_until_half_done(context, experiment_id)
    os.kill(computing_child(worker.pid), signal.SIGKILL)
    _wait_until_done(lab, context, experiment_id)
    _judge(context, experiment_id, data)
    assert worker.poll() is None, "the worker itself lives on"


@pytest.mark.slow
def test_halted_worker_blocks_no_other_and_does_no_harm_when_it_wakes(
    lab: Lab, context: Context
) -> None:
    """As a machine that is paused, or cut off: its connections stay, and it says nothing."""
    data = experiment_data(cell_count=20, seed_count=2, duration_s=400)
    first = create_experiment(context, data, installed_core())
    halted = lab.processes.start_worker()
    _wait_until_half_done(context, first)
    _halt_at_work(context, halted)
    # The same units once more: they are the halted worker's as well.
    second = create_experiment(context, data, installed_core())
    lab.processes.start_worker()
    for experiment_id in (first, second):
        _wait_until_done(lab, context, experiment_id)
        _judge(context, experiment_id, data)
    os.killpg(halted.pid, signal.SIGCONT)
    # It works on, with what is there now.
    third_data = experiment_data(cell_count=4, seed_count=2, duration_s=401)
    third = create_experiment(context, third_data, installed_core())
    _wait_until_done(lab, context, third)
    for experiment_id in (first, second, third):
        row = read_row(context, experiment_id)
        assert (row.status, row.done_count, row.failed_count) == ("done", row.unit_count, 0)
    with context.sessions() as session:
        attempts = session.scalars(select(ExperimentBatch.attempt)).all()
    assert max(attempts) == 1, "a worker that lives costs no attempt"


@pytest.mark.slow
def test_flushed_redis_costs_no_unit(lab: Lab, context: Context) -> None:
    data = experiment_data(cell_count=30, seed_count=2, duration_s=400)
    experiment_id = create_experiment(context, data, installed_core())
    lab.processes.start_worker()
    _wait_until_half_done(context, experiment_id)
    with redis.Redis.from_url(lab.processes.settings.redis.client_url) as client:
        client.flushall()
    _wait_until_done(lab, context, experiment_id)
    _judge(context, experiment_id, data)


@pytest.mark.slow
def test_unit_that_ends_its_worker_fails_alone(lab: Lab, context: Context) -> None:
    """One long unit among short ones; the worker that computes it is killed."""
    data = experiment_data(cell_count=1, seed_count=3)
    data["axes"][0]["moves"][0] = {
        "path": "duration_s",
        "values": {"kind": "list", "values": [1, 2, 3, 3600]},
    }
    data["base"]["bottleneck"]["rate_bps"] = 8e7
    data["replications"]["count"] = 1
    experiment_id = create_experiment(context, data, installed_core())
    lab.processes.start_worker()

    def at_the_long_one() -> set[int]:
        with context.sessions() as session:
            running = session.scalars(
                select(ExperimentBatch).where(ExperimentBatch.status == "running")
            ).all()
        return {
            int((batch.claimed_by or "").split(":")[1])
            for batch in running
            if 3 in batch.cell_indices[batch.done_count :]
        }

    killed: set[int] = set()
    while read_row(context, experiment_id).status == "running":
        for child in at_the_long_one() - killed:
            os.kill(child, signal.SIGKILL)
            killed.add(child)
    row = read_row(context, experiment_id)
    assert (row.status, row.done_count, row.failed_count) == ("done", 3, 1)
    with context.sessions() as session:
        failure = session.scalars(select(ExperimentFailure)).one()
    assert (failure.cell_index, failure.core_version) == (3, installed_core().version)
    assert len(killed) == 3


@pytest.mark.slow
def test_stopped_worker_hands_the_rest_to_the_next_one_at_once(lab: Lab, context: Context) -> None:
    data = experiment_data(cell_count=40, seed_count=2, duration_s=400)
    experiment_id = create_experiment(context, data, installed_core())
    worker = lab.processes.start_worker()
    _wait_until_half_done(context, experiment_id)
    os.kill(worker.pid, signal.SIGQUIT)
    wait_until(lambda: worker.poll() is not None)
    with context.sessions() as session:
        batches = session.scalars(select(ExperimentBatch)).all()
    assert {batch.status for batch in batches} <= {"queued", "done"}, lab.processes.logs()
    assert max(batch.attempt for batch in batches if batch.status == "queued") == 0
    lab.processes.start_worker()
    _wait_until_done(lab, context, experiment_id)
    _judge(context, experiment_id, data)


def test_run_of_a_class_does_not_wait_behind_an_experiment(lab: Lab, context: Context) -> None:
    data = experiment_data(cell_count=200, seed_count=20, duration_s=150)
    experiment_id = create_experiment(context, data, installed_core())
    with context.sessions() as session:
        ids = list(session.scalars(select(ExperimentBatch.id)))
    # More messages than the lab ever sends: all of them are in front, in the other queue.
    for batch_id in (ids * 4)[:500]:
        assert context.job_queue.send(BATCH, batch_id, "batch")
    lab.processes.start_worker("interactive,batch")
    _wait_until_half_done(context, experiment_id)
    before = read_row(context, experiment_id).done_count
    runs = [lab.create(scenario(), seed) for seed in range(1, 6)]
    for run_id in runs:
        lab.wait_until_done(run_id)
    # One batch was at work when the runs came; no other began before they were over.
    largest = max(map(len, _unit_counts(context)))
    assert read_row(context, experiment_id).done_count - before <= 2 * largest


def _halt_at_work(context: Context, worker: subprocess.Popen[bytes]) -> None:
    """Stop a worker at a moment at which it has claimed units."""
    while True:
        os.killpg(worker.pid, signal.SIGSTOP)
        if count_rows(context, UnitClaim) > 0:
            return
        os.killpg(worker.pid, signal.SIGCONT)


def _unit_counts(context: Context) -> list[list[int]]:
    with context.sessions() as session:
        return list(session.scalars(select(ExperimentBatch.seeds)))
