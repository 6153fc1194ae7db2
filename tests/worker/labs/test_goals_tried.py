"""A goal is tried by the worker's own runs before it is published."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select

from lab.models import Run
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.scenarios import scenario

AUTHOR = {"X-Lab-Owner": "author-" + "a" * 26}
BUFFER = "bottleneck.buffer.amount"


def _lab(goal: str, solution: dict[str, Any]) -> dict[str, Any]:
    field = {"path": BUFFER, "minimum": 0.25, "maximum": 8}
    step = {
        "id": "tune",
        "kind": "goal",
        "title": "Tune it",
        "minutes": 5,
        "text": "Keep the queue short.",
        "scenario": scenario(duration_s=5),
        "seed": 7,
        "fields": [field],
        "goal": goal,
        "solution": solution,
    }
    empty = {"version": 1, "title": "Mine", "summary": "", "goals": ["Tune"]}
    return {**empty, "steps": [step]}


class Author:
    """An author with one lab."""

    def __init__(self, client: httpx.Client, process: WorkerProcess, lab: dict[str, Any]) -> None:
        self.client, self.process = client, process
        made = client.post("/api/lab-documents", json={"draft": lab}, headers=AUTHOR)
        assert made.status_code == 201, made.text
        assert made.json()["problems"] == []
        self.address = f"/api/lab-documents/{made.json()['id']}"

    def goals(self) -> Any:
        return self.client.get(f"{self.address}/goals", headers=AUTHOR).json()

    def try_goal(self) -> Any:
        tried = self.client.post(f"{self.address}/goals/tune/runs", headers=AUTHOR)
        assert tried.status_code == 202, tried.text
        return tried.json()

    def compute(self) -> int:
        """Do everything that waits. How many runs that were."""
        with self.process.context.sessions() as session:
            ids = session.scalars(select(Run.id).where(Run.status == "queued")).all()
        for each in ids:
            execute(self.process, each)
        return len(ids)

    def publish(self, **query: Any) -> httpx.Response:
        return self.client.post(f"{self.address}/publish", params=query, headers=AUTHOR)


def test_says_in_how_many_seeds_the_solution_reaches_it(
    client: httpx.Client, process: WorkerProcess
) -> None:
    author = Author(client, process, _lab("mean_queue_bytes < 12000", {BUFFER: 0.25}))
    [untried] = author.goals()
    assert (untried["known_count"], untried["is_reached"], untried["open_count"]) == (0, None, 0)
    refused = author.publish()
    assert refused.status_code == 409
    assert "try the goal first" in refused.json()["detail"]
    begun = author.try_goal()
    assert (begun["open_count"], begun["seed_count"]) == (21, 20)
    assert author.try_goal()["open_count"] == 21, "nothing is run twice"
    assert author.compute() == 21
    [found] = author.goals()
    assert (found["known_count"], found["open_count"], found["failed_count"]) == (20, 0, 0)
    assert (found["reached_count"], found["is_reached"]) == (20, True)
    assert found["is_reached_as_given"] is False
    assert (found["settings"], found["seed"]) == ({BUFFER: 0.25}, 7)
    assert author.publish().status_code == 200
    assert client.get("/api/runs", headers=AUTHOR).json()["items"] == [], "no run of the author's"


def test_one_that_its_solution_misses_needs_a_yes(
    client: httpx.Client, process: WorkerProcess
) -> None:
    author = Author(client, process, _lab("mean_queue_bytes < 1", {BUFFER: 0.5}))
    author.try_goal()
    author.compute()
    [found] = author.goals()
    assert (found["reached_count"], found["is_reached"]) == (0, False)
    refused = author.publish()
    assert refused.status_code == 409
    assert "misses its goal with seed 7" in refused.json()["detail"]
    assert author.publish(accepts_unreached=True).status_code == 200


def test_one_that_needs_no_change_is_reported(client: httpx.Client, process: WorkerProcess) -> None:
    author = Author(client, process, _lab("utilisation_ratio > 0", {}))
    assert author.try_goal()["open_count"] == 20, "as given is the solution"
    author.compute()
    [found] = author.goals()
    assert (found["is_reached"], found["is_reached_as_given"]) == (True, True)


@pytest.mark.parametrize(("step", "status"), [("tune", 409), ("nowhere", 409)])
def test_a_draft_with_problems_tries_nothing(
    client: httpx.Client, process: WorkerProcess, step: str, status: int
) -> None:
    lab = _lab("utilisation_ratio > 0", {})
    lab["steps"][0]["text"] = ""
    made = client.post("/api/lab-documents", json={"draft": lab}, headers=AUTHOR).json()
    address = f"/api/lab-documents/{made['id']}/goals"
    assert client.get(address, headers=AUTHOR).json() == []
    assert client.post(f"{address}/{step}/runs", headers=AUTHOR).status_code == status


def test_a_step_that_is_no_goal_is_not_found(client: httpx.Client, process: WorkerProcess) -> None:
    author = Author(client, process, _lab("utilisation_ratio > 0", {}))
    asked = client.post(f"{author.address}/goals/other/runs", headers=AUTHOR)
    assert asked.status_code == 404
    stranger = {"X-Lab-Owner": "stranger-" + "s" * 26}
    assert client.get(f"{author.address}/goals", headers=stranger).status_code == 403
