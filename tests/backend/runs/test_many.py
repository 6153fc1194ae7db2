"""Many runs in one request: all of them or none, and no way around the limits of single ones."""

from typing import Any

import httpx
import pytest

from lab.runs.many import MOST_RUNS
from lab.settings import Settings
from tests.support.runs import ALICE, BOB
from tests.support.scenarios import scenario
from tests.support.server import connected

KEYED = {**ALICE, "Idempotency-Key": "k" * 22}


def _ask(client: httpx.Client, runs: list[Any], headers: dict[str, str] = ALICE) -> httpx.Response:
    return client.post("/api/runs/many", json={"runs": runs}, headers=headers)


def _of_seeds(*seeds: int) -> list[Any]:
    return [{"scenario": scenario(), "seed": seed} for seed in seeds]


def _mine(client: httpx.Client) -> list[int]:
    items = client.get("/api/runs", headers=ALICE).json()["items"]
    return sorted(item["seed"] for item in items)


def test_runs_come_back_in_the_order_of_the_request(client: httpx.Client) -> None:
    answer = _ask(client, [*_of_seeds(3, 1), {"scenario": scenario(20.0), "name": "Other"}])
    assert answer.status_code == 201
    runs = answer.json()["runs"]
    assert [(run["seed"], run["name"], run["status"]) for run in runs] == [
        (3, "test", "queued"),
        (1, "test", "queued"),
        (1, "Other", "queued"),
    ]
    for run in runs:
        assert client.get(f"/api/runs/{run['id']}").json() == run
    assert _mine(client) == [1, 1, 3]


def test_one_bad_run_is_named_and_none_is_made(client: httpx.Client) -> None:
    far = scenario()
    far["flows"][0]["rtt_s"] = -1
    refused = _ask(client, [*_of_seeds(1), {"scenario": far}])
    assert refused.status_code == 422
    assert [item["path"] for item in refused.json()["errors"]] == ["runs.1.scenario.flows.0.rtt_s"]
    large = {"scenario": scenario(3600.0), "queue": "interactive"}
    large["scenario"]["bottleneck"]["rate_bps"] = 1e9
    refused = _ask(client, [*_of_seeds(1), large])
    assert refused.status_code == 422
    [item] = refused.json()["errors"]
    assert (item["path"], item["pointer"]) == ("runs.1.queue", "/runs/1/queue")
    assert _mine(client) == []


@pytest.mark.parametrize("count", [0, MOST_RUNS + 1])
def test_there_is_a_bound_for_how_many(client: httpx.Client, count: int) -> None:
    refused = _ask(client, _of_seeds(*range(count)))
    assert refused.status_code == 422
    [item] = refused.json()["errors"]
    assert (item["path"], item["bound"]) == ("runs", MOST_RUNS if count else 1)


def test_each_run_counts(settings: Settings) -> None:
    limited = settings.model_copy(update={"runs_per_minute_per_owner": 3})
    with connected(limited) as client:
        assert _ask(client, _of_seeds(1, 2)).status_code == 201
        refused = _ask(client, _of_seeds(3, 4))
        assert _ask(client, _of_seeds(3, 4), BOB).status_code == 201
        assert _mine(client) == [1, 2]
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "10"


@pytest.mark.parametrize(
    ("setting", "limit", "found"),
    [("runs_per_minute_per_owner", 2, 3), ("run_seconds_per_minute_per_owner", 1, 1.2)],
)
def test_more_than_a_minute_allows_is_never_possible(
    settings: Settings, setting: str, limit: int, found: float
) -> None:
    with connected(settings.model_copy(update={setting: limit})) as client:
        wanted = _of_seeds(1, 2, 3) if setting.startswith("runs") else _of_seeds(*range(20))
        refused = _ask(client, wanted)
        assert refused.status_code == 422
        [item] = refused.json()["errors"]
        assert (item["path"], item["bound"]) == ("runs", limit)
        assert item["value"] == pytest.approx(found, rel=0.2)
        assert _mine(client) == []


def test_what_is_refused_counts_for_no_time(settings: Settings) -> None:
    wrong = {"scenario": scenario(3600.0), "queue": "interactive"}
    wrong["scenario"]["bottleneck"]["rate_bps"] = 1e9
    with connected(settings.model_copy(update={"run_seconds_per_minute_per_owner": 1})) as client:
        for _attempt in range(3):
            assert _ask(client, [*_of_seeds(*range(10)), wrong]).status_code == 422
        assert _ask(client, _of_seeds(*range(10))).status_code == 201
        assert _ask(client, _of_seeds(*range(10, 20))).status_code == 429


def test_sent_twice_with_one_key_they_are_made_once(client: httpx.Client) -> None:
    first, again = (_ask(client, _of_seeds(1, 2), KEYED) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert _ask(client, _of_seeds(1, 3), KEYED).status_code == 409
    assert _mine(client) == [1, 2]
