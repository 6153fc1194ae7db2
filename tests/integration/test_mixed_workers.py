"""Workers of two builds at the same time, as while a lab of several machines is upgraded."""

import os
import signal
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, update

from lab.context import Context
from lab.models import CoreBuild
from lab_worker.process import installed_core
from tests.integration.conftest import Lab
from tests.support.experiments import create_experiment, experiment_data, read_row
from tests.support.older_worker import OLDER_CORE
from tests.support.processes import wait_until
from tests.support.scenarios import scenario


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
