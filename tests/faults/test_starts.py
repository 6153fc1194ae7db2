"""How long a lab takes until it answers, and its first run after that.

`./lab drill --starts` prints it. Times are measured here and held to no bound, since they are those
of the machine; what is held is that each start gets there, and that its first run is done.
"""

import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest

from tools import proc
from tools.testing.running_lab import RunningLab, UpProcess, running_lab

from .conftest import LabClient

pytestmark = [pytest.mark.starts, pytest.mark.timeout(3600)]

TURNS: Final = 3
POLL_INTERVAL_S: Final = 0.02
PATIENCE_S: Final = 300.0
SCENARIO: Final[dict[str, Any]] = {
    "version": 1,
    "duration_s": 5,
    "bottleneck": {"rate_bps": 1e7},
    "flows": [{"rtt_s": 0.02, "algorithm": {"name": "cubic"}}],
}


def test_first_run_is_done_after_each_start(tmp_path: Path) -> None:
    _say(f"\n{'start':<26} {'load':>5} {'page, s':>8} {'ready, s':>9} {'first run, s':>13} warm, s")
    seeds = iter(range(1, 100))
    with running_lab(tmp_path) as lab:
        for turn in range(TURNS):
            _stop(lab)
            new = tmp_path / f"new-{turn}"
            log = tmp_path / "up.log"
            first = RunningLab(lab.address, new, UpProcess(new, log, options=()))
            try:
                _measure(first, "in a new folder", seeds)
            finally:
                _stop(first)
            _measure(lab, "after ./lab down", seeds)
            _kill(lab)
            _measure(lab, "after kill -9 of all", seeds)


def _stop(lab: RunningLab) -> None:
    lab.up.stop()


def _kill(lab: RunningLab) -> None:
    for pid in proc.below({lab.up.pid}):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    lab.up.wait()


def _measure(lab: RunningLab, kind: str, seeds: Iterator[int]) -> None:
    """From the command on until page and API answer; from the page on until a run is done."""
    load, started_s = os.getloadavg()[0], time.monotonic()
    with ThreadPoolExecutor() as pool:
        up = pool.submit(lab.up.start, urlsplit(lab.address).port or 0)
        ready = pool.submit(_answered_s, f"{lab.address}/api/ready")
        page_s = _answered_s(f"{lab.address}/")
        first_s = _run_s(lab, next(seeds))
        ready_s = ready.result()
        up.result()
    warm_s = _run_s(lab, next(seeds))
    _say(
        f"{kind:<26} {load:>5.1f} {page_s - started_s:>8.1f} {ready_s - started_s:>9.1f}"
        f" {first_s:>13.1f} {warm_s:>7.1f}"
    )


def _answered_s(address: str) -> float:
    """When it answered for the first time."""
    deadline_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline_s:
        with suppress(httpx.HTTPError):
            if httpx.get(address).status_code == HTTPStatus.OK:
                return time.monotonic()
        time.sleep(POLL_INTERVAL_S)
    raise AssertionError(f"{address} did not answer within {PATIENCE_S:.0f} s")


def _run_s(lab: RunningLab, seed: int) -> float:
    started_s = time.monotonic()
    client = LabClient(lab)
    assert client.wait_until_over(client.create_run(SCENARIO, seed))["status"] == "done"
    return time.monotonic() - started_s


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
