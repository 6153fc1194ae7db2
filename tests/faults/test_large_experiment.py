"""50,000 runs in 10,000 cells, with a worker killed in the middle: each is there exactly once."""

import csv
import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.testing.running_lab import running_lab

from .conftest import LabClient
from .test_killed_experiments import BASE

pytestmark = [pytest.mark.large, pytest.mark.timeout(7200)]

SIDE_COUNT = 100
SEED_COUNT = 5
UNIT_COUNT = SIDE_COUNT * SIDE_COUNT * SEED_COUNT
PATIENCE_S = 7000.0


@pytest.fixture
def two_workers(tmp_path: Path) -> Iterator[LabClient]:
    with running_lab(tmp_path, "--workers", "2") as lab:
        yield LabClient(lab)


def _definition() -> dict[str, Any]:
    """Cells of some milliseconds: 330 to 3,300 packets, and what is around a run."""
    rates = {"kind": "linear", "from": 2e6, "to": 2e7, "count": SIDE_COUNT}
    rtts = {"kind": "linear", "from": 0.01, "to": 0.2, "count": SIDE_COUNT}
    return {
        "version": 1,
        "name": "large",
        "base": {**BASE, "duration_s": 2, "start_jitter_s": 0},
        "axes": [
            {"label": "Rate", "moves": [{"path": "bottleneck.rate_bps", "values": rates}]},
            {"label": "RTT", "moves": [{"path": "flows.0.rtt_s", "values": rtts}]},
        ],
        "replications": {"count": SEED_COUNT, "first_seed": 1},
    }


def test_killed_worker_leaves_every_cell_of_a_large_experiment_exactly_once(
    two_workers: LabClient, record_property: Callable[..., None]
) -> None:
    client = two_workers
    started_s = time.monotonic()
    experiment_id = client.create_experiment(_definition())
    _say(f"created after {time.monotonic() - started_s:.1f} s")
    longest_answer_s = 0.0
    is_killed = False
    shown_at_s = 0.0
    while True:
        asked_s = time.monotonic()
        experiment = client.experiment(experiment_id)
        longest_answer_s = max(longest_answer_s, time.monotonic() - asked_s)
        done_count = experiment["progress"]["done_count"]
        if asked_s - shown_at_s > 30:
            shown_at_s = asked_s
            left_s = experiment["progress"]["seconds_left"]
            _say(f"{asked_s - started_s:.0f} s: {done_count} done, {left_s} s left by estimate")
        if not is_killed and done_count >= UNIT_COUNT / 2:
            os.kill(client.lab.pid_of("worker-batch"), signal.SIGKILL)
            is_killed = True
            _say(f"worker killed at {done_count} of {UNIT_COUNT}")
        if experiment["status"] != "running":
            break
        assert time.monotonic() - started_s < PATIENCE_S
        time.sleep(0.5)
    elapsed_s = time.monotonic() - started_s
    progress = experiment["progress"]
    _say(f"over after {elapsed_s:.1f} s: {progress}; slowest answer {longest_answer_s:.2f} s")
    assert is_killed
    assert (progress["done_count"], progress["failed_count"]) == (UNIT_COUNT, 0)
    record_property("attempt", f"{progress['done_count']}/{progress['unit_count']}")
    rows = list(csv.DictReader(io.StringIO(client.table_of(experiment_id).decode())))
    units = [(int(row["cell_index"]), int(row["seed"])) for row in rows]
    expected = [(cell, seed) for cell in range(SIDE_COUNT**2) for seed in range(1, SEED_COUNT + 1)]
    assert units == expected
    assert len({(row["scenario_digest"], row["seed"]) for row in rows}) == UNIT_COUNT


def _say(text: str) -> None:
    """A line below the test's name, while it runs."""
    sys.stdout.write(f"\n  {text}")
    sys.stdout.flush()
