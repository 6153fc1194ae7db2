"""A step whose goal is reached by an algorithm that the student has written."""

import base64
from typing import Any
from uuid import UUID

import httpx
import pytest
import wasmtime

from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.cli.wat import wat

OWNER = {"X-Lab-Owner": "writes-" + "w" * 26}
OPEN = "flows.*.algorithm.name"
WINDOW = "i64.const {}"


class Student:
    """One owner at the goal of the lab."""

    def __init__(self, client: httpx.Client, process: WorkerProcess) -> None:
        self.client, self.process = client, process
        begun = client.post("/api/labs/write-an-algorithm/attempts", headers=OWNER)
        self.address = f"/api/lab-attempts/{begun.json()['id']}"
        asked = {"answer": 150}
        client.put(f"{self.address}/answers/guess", json=asked, headers=OWNER)

    def store(self, window: int) -> str:
        """A module whose window never changes."""
        names = ("ccsim_init", "ccsim_on_ack", "ccsim_on_congestion")
        content = wasmtime.wat2wasm(wat({name: WINDOW.format(window) for name in names}))
        body = {"content_base64": base64.b64encode(content).decode()}
        stored = self.client.post("/api/algorithms/modules", json=body, headers=OWNER)
        assert stored.status_code == 201, stored.text
        return str(stored.json()["name"])

    def ask_for_run(self, **settings: Any) -> httpx.Response:
        address = f"{self.address}/steps/write/runs"
        return self.client.post(address, json={"settings": settings}, headers=OWNER)

    def goal_of_run(self, **settings: Any) -> Any:
        asked = self.ask_for_run(**settings)
        assert asked.status_code == 201, asked.text
        execute(self.process, UUID(asked.json()["id"]))
        return self.client.get(self.address, headers=OWNER).json()["runs"][-1]["goal"]


@pytest.fixture
def student(client: httpx.Client, process: WorkerProcess) -> Student:
    return Student(client, process)


def test_a_module_reaches_the_goal_by_what_its_run_measures(student: Student) -> None:
    """The path holds 100 packets: three windows of 36 fill it, three of 20 do not."""
    assert student.goal_of_run()["holds"] is False
    assert student.goal_of_run(**{OPEN: student.store(20)})["holds"] is False
    reached = student.goal_of_run(**{OPEN: student.store(36)})
    assert reached["holds"] is True
    assert reached["terms"]["utilisation_ratio"] > 0.95


@pytest.mark.parametrize("value", ["cdg", "wasm:", "wasm:" + "g" * 64, 7, None])
def test_what_is_no_module_is_refused(value: Any, student: Student) -> None:
    """The algorithms of the core would reach it without a line written."""
    refused = student.ask_for_run(**{OPEN: value})
    assert refused.status_code == 422
    [problem] = refused.json()["errors"]
    assert problem["pointer"] == f"/settings/{OPEN}"
    assert problem["message"].endswith("must be a module: wasm: and the SHA-256 of its bytes")


def test_a_module_that_nobody_stored_is_refused(student: Student) -> None:
    refused = student.ask_for_run(**{OPEN: "wasm:" + "0" * 64})
    assert refused.status_code == 422
    assert "wasm:00000000" in refused.text
    assert student.client.get(student.address, headers=OWNER).json()["runs"] == []
