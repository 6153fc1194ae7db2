"""An experiment survives the death of any process: every unit once, with the numbers it would
have had undisturbed.

The undisturbed table comes from `./lab sweep`: the same core, but no server at all.
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

BASE: dict[str, Any] = {
    "version": 1,
    "duration_s": 60,
    "packet_bytes": 1500,
    "bottleneck": {
        "rate_bps": 1e8,
        "delay_s": 0.005,
        "buffer": {"amount": 1, "unit": "bdp", "rtt_s": 0.02},
    },
    "flows": [
        {"label": "a", "rtt_s": 0.02, "algorithm": {"name": "bbr2"}},
        {"label": "b", "rtt_s": 0.04, "algorithm": {"name": "cubic"}},
    ],
}
UNIT_COUNT = 40


def definition(first_seed: int) -> dict[str, Any]:
    """Ten cells of some tenths of a second with four seeds."""
    buffers = {"kind": "logarithmic", "from": 0.5, "to": 20, "count": 10}
    return {
        "version": 1,
        "name": "drill",
        "base": BASE,
        "axes": [
            {"label": "Buffer", "moves": [{"path": "bottleneck.buffer.amount", "values": buffers}]}
        ],
        "replications": {"count": 4, "first_seed": first_seed},
    }


def undisturbed_table(folder: Path, wanted: dict[str, Any]) -> bytes:
    """What `./lab sweep` writes for the same experiment."""
    path, table = folder / "experiment.json", folder / "table.csv"
    path.write_text(json.dumps(wanted))
    command = [sys.executable, "-m", "lab_cli", "sweep", "--csv", str(table), str(path)]
    subprocess.run(command, capture_output=True, check=True)
    return table.read_bytes()


@pytest.mark.parametrize(
    ("killed", "first_seed"),
    [("child", 1), ("worker-batch", 101), ("postgres", 201), ("valkey", 301), ("api", 401)],
)
def test_killed_part_costs_an_experiment_no_unit(
    client: LabClient,
    killed: str,
    first_seed: int,
    tmp_path: Path,
    record_property: Callable[..., None],
) -> None:
    wanted = definition(first_seed)
    experiment_id = client.create_experiment(wanted)
    client.wait_until_units_are_done(experiment_id, 3)
    worker_pid = client.lab.pid_of("worker-batch")
    victim = computing_child(worker_pid) if killed == "child" else client.lab.pid_of(killed)
    os.kill(victim, signal.SIGKILL)
    experiment = client.wait_until_experiment_is_over(experiment_id)
    progress = experiment["progress"]
    record_property("attempt", f"{progress['done_count']}/{progress['unit_count']}")
    assert (progress["done_count"], progress["failed_count"]) == (UNIT_COUNT, 0)
    assert client.table_of(experiment_id) == undisturbed_table(tmp_path, wanted)
