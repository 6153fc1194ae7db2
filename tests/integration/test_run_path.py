"""The whole path: API, message, worker process, core, chunks, events, answer."""

import os
import signal
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import func, update

from lab.context import Context
from lab.jobs import RUN
from lab.models import CoreBuild
from lab_exec import run_scenario
from lab_model.scenarios import Scenario
from lab_worker.process import installed_core
from tests.integration.conftest import Lab
from tests.support.experiments import create_experiment, experiment_data, read_row
from tests.support.older_worker import OLDER_CORE
from tests.support.processes import wait_until
from tests.support.scenarios import scenario
from tests.support.streams import read_all


def test_run_is_computed_watched_and_read(lab: Lab) -> None:
    lab.processes.start_worker()
    run_id = lab.create(scenario(60.0), seed=4)
    events = read_all(lab.client, f"/api/runs/{run_id}/events")
    assert [event.data["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1].data["status"] == "done", lab.processes.logs()
    run = lab.read(run_id)
    assert run["result"] == run_scenario(Scenario.model_validate(scenario(60.0)), 4)
    series = lab.client.get(
        f"/api/runs/{run_id}/series", params={"metrics": "rtt_s", "points": 50}
    ).json()
    assert (series["complete"], series["sample_count"], len(series["time_s"])) == (True, 600, 50)
    timeline = lab.client.get(f"/api/runs/{run_id}/timeline").json()
    assert {event["kind"] for event in timeline["events"]} >= {"start", "recovery_start"}
    assert {phase["flow_index"] for phase in timeline["phases"]} == {0, 1}
    assert lab.read(lab.create(scenario(60.0), seed=4))["status"] == "done"


@pytest.mark.slow
def test_class_of_equal_and_different_runs_is_computed_once_each(
    lab: Lab, context: Context
) -> None:
    lab.processes.start_worker()
    lab.processes.start_worker()
    seeds = [1, 2, 3] * 5
    runs = [lab.create(scenario(), seed) for seed in seeds]
    # Every message three times more: a duplicate finds the run taken, or over.
    for run_id in runs * 3:
        assert context.job_queue.send(RUN, UUID(run_id), "interactive")
    done = [lab.wait_until_done(run_id) for run_id in runs]
    digests = {(run["seed"], run["result"]["series_digest"]) for run in done}
    assert len(digests) == 3
    assert {run["attempt"] for run in done} <= {0, 1}
    wait_until(lambda: context.job_queue.waiting_message_count("interactive") == 0)
    assert [lab.read(run_id)["finished_at"] for run_id in runs] == [
        run["finished_at"] for run in done
    ]


@pytest.mark.slow
def test_long_run_is_cancelled_in_the_middle(lab: Lab) -> None:
    lab.processes.start_worker()
    run_id = lab.create(scenario(3600.0, rate_bps=1e8, sample_interval_s=1.0))
    lab.wait_until_half_done(run_id)
    run = lab.client.post(f"/api/runs/{run_id}/cancel").json()
    assert run["status"] == "cancelled"
    # The worker has stopped, and does the next one: to the first one's end it were many minutes.
    lab.wait_until_done(lab.create(scenario(1.0)))
    assert lab.read(run_id) == run
    assert run["result"] is None
    series = lab.client.get(f"/api/runs/{run_id}/series", params={"points": 10_000}).json()
    assert series["sample_count"] == run["progress"]["sample_count"] == len(series["time_s"]) > 0


# Workers of two builds at the same time, as while a lab of several machines is upgraded.


def _ready(lab: Lab) -> dict[str, Any]:
    return dict(lab.client.get("/api/ready").json())


def _behaviours(lab: Lab, first_seed: int) -> set[int]:
    runs = [lab.create(scenario(), seed) for seed in range(first_seed, first_seed + 6)]
    return {lab.wait_until_done(run_id)["behaviour_version"] for run_id in runs}


def _sweep(lab: Lab, context: Context, duration_s: float) -> int | None:
    """The behaviour of an experiment that was computed."""
    data = experiment_data(cell_count=4, duration_s=duration_s)
    experiment_id = create_experiment(context, data, core=None)
    wait_until(lambda: read_row(context, experiment_id).status == "done")
    row = read_row(context, experiment_id)
    assert (row.done_count, row.failed_count) == (8, 0)
    return row.behaviour_version


@pytest.mark.slow
def test_only_the_newest_computes_what_is_new(lab: Lab, context: Context) -> None:
    older, newest = OLDER_CORE, installed_core()
    newer_worker = lab.processes.start_worker()
    wait_until(lambda: _ready(lab)["core_version"] == newest.version)
    # It comes last, and takes nothing.
    lab.processes.start_older_worker()
    wait_until(lambda: _ready(lab)["older_core_versions"] == [older.version])
    assert _behaviours(lab, first_seed=1) == {newest.behaviour}
    assert _sweep(lab, context, 1.0) == newest.behaviour
    wait_until(lambda: "core_is_older" in lab.processes.logs())
    # The newer one leaves: the older one takes its place.
    os.kill(newer_worker.pid, signal.SIGQUIT)
    newer_worker.wait()
    with context.sessions.begin() as session:
        long_ago = func.now() - timedelta(hours=1)
        of_newest = update(CoreBuild).where(CoreBuild.core_version == newest.version)
        session.execute(of_newest.values(seen_at=long_ago))
    wait_until(lambda: _ready(lab)["core_version"] == older.version)
    assert _behaviours(lab, first_seed=101) == {older.behaviour}
    assert _sweep(lab, context, 2.0) == older.behaviour
    # And gives it back.
    lab.processes.start_worker()
    wait_until(lambda: _ready(lab)["core_version"] == newest.version)
    assert _behaviours(lab, first_seed=201) == {newest.behaviour}
