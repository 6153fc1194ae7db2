"""An API with a quick janitor, and workers as real processes."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from lab.settings import Settings
from tests.support.processes import LabProcesses, wait_until
from tests.support.server import connected

STALE_HEARTBEAT_S = 3.0


class Lab:
    """What a person sees of it."""

    def __init__(self, client: httpx.Client, processes: LabProcesses) -> None:
        self.client = client
        self.processes = processes

    def create(self, scenario: dict[str, Any], seed: int = 1) -> str:
        """Ask for a run; its id."""
        response = self.client.post("/api/runs", json={"scenario": scenario, "seed": seed})
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    def read(self, run_id: str) -> dict[str, Any]:
        """The run as it is now."""
        return dict(self.client.get(f"/api/runs/{run_id}").json())

    def wait(self, run_id: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a condition; a run that ends otherwise is a failure."""

        def excuse() -> str | None:
            run = self.read(run_id)
            is_over = run["status"] in {"done", "failed", "cancelled"} and not until(run)
            return f"{run}\n{self.processes.logs()}" if is_over else None

        wait_until(lambda: until(self.read(run_id)), excuse=excuse)
        return self.read(run_id)

    def wait_until_half_done(self, run_id: str) -> dict[str, Any]:
        """Samples are stored, and more are to come."""
        return self.wait(
            run_id, lambda run: run["status"] == "running" and run["progress"]["sample_count"] > 0
        )

    def wait_until_done(self, run_id: str) -> dict[str, Any]:
        """The result is there."""
        return self.wait(run_id, lambda run: run["status"] == "done")


@pytest.fixture
def quick_settings(settings: Settings) -> Settings:
    """Silence is noticed within seconds."""
    return settings.model_copy(
        update={
            "janitor_interval_s": 0.3,
            "stale_heartbeat_s": STALE_HEARTBEAT_S,
            "event_poll_interval_s": 1.0,
        }
    )


@pytest.fixture
def lab(quick_settings: Settings, processes: LabProcesses) -> Iterator[Lab]:
    """An API without a worker: tests start theirs."""
    processes.settings = quick_settings
    with connected(quick_settings) as client:
        yield Lab(client, processes)
