"""A run survives the death of any process, with the series it would have had undisturbed.

The undisturbed series come from `./lab sim`: the same core, but no server at all.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import computing_child

from .conftest import LabClient

pytestmark = pytest.mark.drill

# Some seconds of work, so that there is a middle in which to kill something.
SCENARIO: dict[str, Any] = {
    "version": 1,
    "duration_s": 600,
    "bottleneck": {
        "rate_bps": 2e8,
        "delay_s": 0.005,
        "buffer": {"amount": 1, "unit": "bdp", "rtt_s": 0.02},
    },
    "flows": [
        {"label": "a", "rtt_s": 0.02, "algorithm": {"name": "bbr2"}},
        {"label": "b", "rtt_s": 0.04, "algorithm": {"name": "cubic"}},
    ],
}


@pytest.fixture(scope="module")
def scenario_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("scenario") / "scenario.json"
    path.write_text(json.dumps(SCENARIO))
    return path


def undisturbed_digest(scenario_file: Path, seed: int) -> str:
    """The series digest that `./lab sim` computes for this scenario and seed."""
    command = [sys.executable, "-m", "lab_cli", "sim", "--seed", str(seed)]
    output = subprocess.run([*command, str(scenario_file)], capture_output=True, check=True).stdout
    digest: str = json.loads(output)["series_digest"]
    assert len(digest) == 64
    return digest


def judge(
    run: dict[str, Any], scenario_file: Path, seed: int, record_property: Callable[..., None]
) -> None:
    """The run is done, with the undisturbed digest. Attempts go into the table of `./lab drill`."""
    assert run["status"] == "done", run["error"]
    record_property("attempt", run["attempt"])
    record_property("series_digest", run["result"]["series_digest"])
    assert run["result"]["series_digest"] == undisturbed_digest(scenario_file, seed=seed)


def test_killed_worker_child_is_replaced_and_the_series_is_the_same(
    client: LabClient, scenario_file: Path, record_property: Callable[..., None]
) -> None:
    run_id = client.create_run(SCENARIO, seed=101)
    client.wait_until_half_done(run_id)
    os.kill(computing_child(client.lab.pid_of("worker-interactive")), signal.SIGKILL)
    run = client.wait_until_over(run_id)
    assert run["attempt"] >= 2
    judge(run, scenario_file, 101, record_property)


def test_killed_worker_is_restarted_and_the_series_is_the_same(
    client: LabClient, scenario_file: Path, record_property: Callable[..., None]
) -> None:
    run_id = client.create_run(SCENARIO, seed=102)
    client.wait_until_half_done(run_id)
    os.kill(client.lab.pid_of("worker-interactive"), signal.SIGKILL)
    run = client.wait_until_over(run_id)
    assert run["attempt"] >= 2
    judge(run, scenario_file, 102, record_property)


def test_killed_postgres_costs_no_result(
    client: LabClient, scenario_file: Path, record_property: Callable[..., None]
) -> None:
    run_id = client.create_run(SCENARIO, seed=103)
    client.wait_until_half_done(run_id)
    os.kill(client.lab.pid_of("postgres"), signal.SIGKILL)
    run = client.wait_until_over(run_id)
    judge(run, scenario_file, 103, record_property)


def test_killed_broker_costs_neither_the_running_nor_the_next_run(
    client: LabClient, scenario_file: Path, record_property: Callable[..., None]
) -> None:
    run_id = client.create_run(SCENARIO, seed=104)
    client.wait_until_half_done(run_id)
    os.kill(client.lab.pid_of("valkey"), signal.SIGKILL)
    next_id = client.create_run(SCENARIO, seed=105)
    for created, seed in ((run_id, 104), (next_id, 105)):
        run = client.wait_until_over(created)
        judge(run, scenario_file, seed, record_property)


def test_killed_api_does_not_disturb_a_run(
    client: LabClient, scenario_file: Path, record_property: Callable[..., None]
) -> None:
    run_id = client.create_run(SCENARIO, seed=106)
    client.wait_until_half_done(run_id)
    os.kill(client.lab.pid_of("api"), signal.SIGKILL)
    run = client.wait_until_over(run_id)
    assert run["attempt"] == 1
    judge(run, scenario_file, 106, record_property)
