"""What a queued run waits for, as its page tells it."""

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from lab.context import Context
from lab.jobs import presence
from lab.jobs.presence import WorkerPresence
from lab.settings import Settings
from tests.support.scenarios import scenario
from tests.support.server import connected


@pytest.fixture
def workers(settings: Settings) -> Iterator[WorkerPresence]:
    found = WorkerPresence(settings.redis.client_url)
    yield found
    found.close()


def _create(client: httpx.Client, seed: int, queue: str = "interactive") -> str:
    body = {"scenario": scenario(), "seed": seed, "queue": queue}
    created: str = client.post("/api/runs", json=body).json()["id"]
    return created


def _waiting(client: httpx.Client, run_id: str) -> tuple[Any, int]:
    answer = client.get(f"/api/runs/{run_id}/waiting").json()
    assert (answer["run_id"], answer["status"]) == (run_id, "queued")
    return answer["waits_for"], answer["ahead_count"]


def test_run_waits_for_a_worker_then_for_its_start_then_for_its_turn(
    client: httpx.Client, workers: WorkerPresence
) -> None:
    run_id = _create(client, 1)
    assert _waiting(client, run_id) == ("worker", 0)
    # No worker of another queue will take it.
    workers.say("batch", "b@here", "ready")
    assert _waiting(client, run_id) == ("worker", 0)
    workers.say("interactive", "a@here", "starting")
    assert _waiting(client, run_id) == ("start", 0)
    workers.say("interactive", "a@here", "ready")
    assert _waiting(client, run_id) == ("turn", 0)
    workers.leave("interactive", "a@here")
    assert _waiting(client, run_id) == ("worker", 0)


def test_what_waits_longer_in_the_same_queue_is_ahead(client: httpx.Client) -> None:
    run_ids = [_create(client, seed) for seed in range(3)]
    _create(client, 10, queue="batch")
    assert [_waiting(client, run_id)[1] for run_id in run_ids] == [0, 1, 2]
    client.post(f"/api/runs/{run_ids[0]}/cancel")
    assert _waiting(client, run_ids[2])[1] == 1


def test_worker_that_says_nothing_for_a_while_is_not_there(
    workers: WorkerPresence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "KEPT_S", 0.05)
    workers.say("interactive", "dead@here", "ready")
    time.sleep(0.1)
    workers.say("interactive", "other@here", "starting")
    counts = workers.counts("interactive")
    assert (counts.starting, counts.ready) == (1, 0)


def test_broker_that_is_away_is_what_a_run_waits_for(settings: Settings, context: Context) -> None:
    away = settings.model_copy(update={"redis_url": "unix:///nowhere/valkey.sock"})
    with connected(away) as client:
        assert _waiting(client, _create(client, 1)) == ("broker", 0)


def test_run_that_is_over_waits_for_nothing(client: httpx.Client) -> None:
    run_id = _create(client, 1)
    client.post(f"/api/runs/{run_id}/cancel")
    answer = client.get(f"/api/runs/{run_id}/waiting").json()
    assert (answer["status"], answer["waits_for"]) == ("cancelled", None)


def test_unknown_run_is_named(client: httpx.Client) -> None:
    answer = client.get("/api/runs/00000000-0000-0000-0000-000000000000/waiting")
    assert answer.status_code == 404
