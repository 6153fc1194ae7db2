"""Killed workers, lost messages: every run is done once, with the series it would have had.

`tests/faults` does the same to a lab that `./lab up` started; here the parts are started one by
one, with heartbeats that count as silent after three seconds.
"""

import os
import signal
import socket
import subprocess
from uuid import UUID

import psutil
import pytest
import redis
from celery import Celery
from sqlalchemy import select

from lab.context import Context
from lab.models import Run
from lab_exec import run_scenario
from lab_model.scenarios import Scenario
from tests.integration.conftest import STALE_HEARTBEAT_S, Lab
from tests.support.processes import computing_child, wait_until
from tests.support.scenarios import scenario

# Some seconds of work on any machine, in 15 chunks.
LONG = scenario(3600.0, rate_bps=1.5e7, sample_interval_s=1.0)


def _undisturbed_digest(seed: int) -> str:
    result = run_scenario(Scenario.model_validate(LONG), seed)
    return str(result["series_digest"])


def _computing_child_name(worker: subprocess.Popen[bytes]) -> str:
    """Host and process as the worker signs its claims."""
    return f"{socket.gethostname()}:{computing_child(worker.pid)}"


def _start_ready_workers(lab: Lab, count: int) -> list[subprocess.Popen[bytes]]:
    """Workers that would take a message at once."""
    workers = [lab.processes.start_worker() for _ in range(count)]
    app = Celery(broker=lab.processes.settings.redis.broker_url, set_as_current=False)
    wait_until(lambda: len(app.control.ping(timeout=0.5)) == count)
    app.close()
    return workers


@pytest.mark.slow
def test_killed_child_costs_an_attempt_and_nothing_else(lab: Lab) -> None:
    worker = lab.processes.start_worker()
    run_id = lab.create(LONG, seed=11)
    lab.wait_until_half_done(run_id)
    os.kill(computing_child(worker.pid), signal.SIGKILL)
    run = lab.wait_until_done(run_id)
    assert run["attempt"] == 2
    assert run["result"]["series_digest"] == _undisturbed_digest(11)
    assert worker.poll() is None, "the worker itself lives on"


@pytest.mark.slow
def test_killed_worker_is_replaced_by_another_within_seconds(lab: Lab, context: Context) -> None:
    workers = {_computing_child_name(worker): worker for worker in _start_ready_workers(lab, 2)}
    run_id = lab.create(LONG, seed=12)
    lab.wait_until_half_done(run_id)
    with context.sessions() as session:
        claimed_by = session.scalar(select(Run.claimed_by).where(Run.id == UUID(run_id)))
    assert claimed_by is not None
    lab.processes.kill(workers[claimed_by.rpartition(":")[0]])
    elapsed_s = wait_until(lambda: lab.read(run_id)["attempt"] == 2)
    # Silent for three seconds, swept every 0.3 s; the rest is for a busy machine.
    assert elapsed_s < STALE_HEARTBEAT_S + 30
    run = lab.wait_until_done(run_id)
    assert run["result"]["series_digest"] == _undisturbed_digest(12)


@pytest.mark.slow
def test_run_that_kills_three_workers_fails_with_reason_seed_and_version(lab: Lab) -> None:
    worker = lab.processes.start_worker()
    run_id = lab.create(LONG, seed=13)
    for number in (1, 2, 3):
        lab.wait(
            run_id,
            lambda run, number=number: run["status"] == "running" and run["attempt"] == number,
        )
        os.kill(computing_child(worker.pid), signal.SIGKILL)
    run = lab.wait(run_id, lambda run: run["status"] == "failed")
    assert run["attempt"] == 3
    assert run["error"]["code"] == "attempts_exhausted"
    assert (run["error"]["seed"], bool(run["error"]["core_version"])) == (13, True)
    assert run["progress"]["sample_count"] == 0
    # The worker is fit for others.
    assert lab.wait_until_done(lab.create(scenario()))["attempt"] == 1


@pytest.mark.slow
def test_worker_that_is_stopped_hands_its_run_to_the_next_one_at_once(lab: Lab) -> None:
    worker = lab.processes.start_worker()
    run_id = lab.create(LONG, seed=14)
    lab.wait_until_half_done(run_id)
    os.kill(worker.pid, signal.SIGQUIT)
    wait_until(lambda: worker.poll() is not None)
    waiting = lab.read(run_id)
    assert (waiting["status"], waiting["attempt"]) == ("queued", 0), lab.processes.logs()
    lab.processes.start_worker()
    run = lab.wait_until_done(run_id)
    assert run["attempt"] == 1
    assert run["result"]["series_digest"] == _undisturbed_digest(14)


@pytest.mark.slow
def test_redis_that_is_flushed_while_runs_wait_loses_none(lab: Lab) -> None:
    runs = [lab.create(scenario(), seed) for seed in range(5)]
    with redis.Redis.from_url(lab.processes.settings.redis.client_url) as client:
        client.flushall()
    lab.processes.start_worker()
    for run_id in runs:
        lab.wait_until_done(run_id)


@pytest.mark.slow
def test_memory_of_a_worker_does_not_grow_with_packets(lab: Lab) -> None:
    worker = lab.processes.start_worker()
    lab.wait_until_done(lab.create(scenario(), seed=1))
    child = psutil.Process(computing_child(worker.pid))
    before_bytes = child.memory_info().rss
    lab.wait_until_done(lab.create(LONG, seed=15))
    assert child.memory_info().rss - before_bytes < 60_000_000
