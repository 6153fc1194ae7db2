"""A running lab for the fault tests, and a client that keeps asking while parts are down."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tools.testing.running_lab import RunningLab, running_lab

REQUEST_TIMEOUT_S = 5.0
# Ten thousand cells are checked and planned in seconds; their table is some 80 MB of text.
LARGE_TIMEOUT_S = 120.0
POLL_INTERVAL_S = 0.05
PATIENCE_S = 120.0


@dataclass(frozen=True)
class LabClient:
    """Calls the API; a call without an answer is made again until `PATIENCE_S` is over."""

    lab: RunningLab

    def create_run(self, scenario: dict[str, Any], seed: int) -> str:
        """Start a run and return its id."""
        run = self.ask("/api/runs", {"scenario": scenario, "seed": seed})
        return str(run["id"])

    def run(self, run_id: str) -> dict[str, Any]:
        """The run as it is now."""
        return self.ask(f"/api/runs/{run_id}")

    def wait(self, run_id: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Ask until the condition holds."""
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            run = self.run(run_id)
            if until(run):
                return run
            assert time.monotonic() < deadline_s, f"still {run['status']}: {run}"
            time.sleep(POLL_INTERVAL_S)

    def wait_until_half_done(self, run_id: str) -> None:
        """Until chunks of the run are stored and a good part is still to come."""
        run = self.wait(
            run_id,
            lambda run: run["status"] != "queued" and run["progress"]["sample_count"] > 0,
        )
        assert run["status"] == "running", "the run was over before it could be disturbed"

    def wait_until_over(self, run_id: str) -> dict[str, Any]:
        """Until the run is done, failed or cancelled."""
        return self.wait(run_id, lambda run: run["status"] not in ("queued", "running"))

    def create_experiment(self, definition: dict[str, Any]) -> str:
        """Start an experiment and return its id."""
        body = {"experiment": definition}
        answer = self._fetch("/api/experiments", body, timeout_s=LARGE_TIMEOUT_S)
        return str(json.loads(answer)["id"])

    def experiment(self, experiment_id: str) -> dict[str, Any]:
        """The experiment as it is now."""
        return self.ask(f"/api/experiments/{experiment_id}")

    def table_of(self, experiment_id: str) -> bytes:
        """The numbers of all its units as CSV."""
        path = f"/api/experiments/{experiment_id}/table.csv"
        return self._fetch(path, timeout_s=LARGE_TIMEOUT_S)

    def wait_until_units_are_done(self, experiment_id: str, count: int) -> None:
        """Until so many units have their numbers and others are still to come."""
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            experiment = self.experiment(experiment_id)
            assert experiment["status"] == "running", "it was over before it could be disturbed"
            if experiment["progress"]["done_count"] >= count:
                return
            assert time.monotonic() < deadline_s, f"still {experiment['progress']}"
            time.sleep(POLL_INTERVAL_S)

    def wait_until_experiment_is_over(
        self, experiment_id: str, patience_s: float = PATIENCE_S
    ) -> dict[str, Any]:
        """Until it is done or cancelled."""
        deadline_s = time.monotonic() + patience_s
        while True:
            experiment = self.experiment(experiment_id)
            if experiment["status"] not in ("running", "paused"):
                return experiment
            assert time.monotonic() < deadline_s, f"still {experiment['progress']}"
            time.sleep(POLL_INTERVAL_S)

    def ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """What the API answers."""
        return dict(json.loads(self._fetch(path, body)))

    def _fetch(
        self,
        path: str,
        body: dict[str, Any] | None = None,
        *,
        timeout_s: float = REQUEST_TIMEOUT_S,
    ) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.lab.address + path, data)
        request.add_header("Content-Type", "application/json")
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                with urllib.request.urlopen(request, timeout=timeout_s) as answer:
                    return bytes(answer.read())
            except urllib.error.HTTPError as error:
                # 503: a part is away for the moment, and says so.
                if error.code < 500 or time.monotonic() > deadline_s:
                    raise AssertionError(f"{error.code}: {error.read().decode()}") from error
            except OSError:
                if time.monotonic() > deadline_s:
                    raise
            time.sleep(POLL_INTERVAL_S)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabClient]:
    folder: Path = tmp_path_factory.mktemp("lab")
    with running_lab(folder, "--workers", "1") as lab:
        yield LabClient(lab)
