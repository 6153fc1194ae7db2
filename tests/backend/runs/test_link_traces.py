"""Delivery traces of links are stored once, by digest, and nobody who reads a run notices."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
from sqlalchemy import func, select, text, update

from lab.context import Context
from lab.models import LinkTrace, Run
from lab.recovery.expiry import expire
from lab.runs.link_traces import FRESH, SHORTEST
from lab_model.scenarios import Scenario, scenario_digest
from tests.support.runs import ALICE, BOB
from tests.support.scenarios import scenario

TIMES = [place // 2 for place in range(20_000)]
LOOKS_LIKE_ONE = 'a \\"opportunities_ms": [] b'
"""Names may hold what the times are looked for by."""


def _traced(times: list[int] = TIMES, **changes: Any) -> dict[str, Any]:
    wanted = scenario(5.0)
    wanted["name"] = LOOKS_LIKE_ONE
    wanted["flows"][0]["label"] = '"opportunities_ms": []'
    wanted["bottleneck"]["trace"] = {"label": "Train", "opportunities_ms": times, **changes}
    return wanted


def _make(client: httpx.Client, wanted: dict[str, Any], seed: int = 1) -> dict[str, Any]:
    body = {"scenario": wanted, "seed": seed}
    answer = client.post("/api/runs", json=body, headers=ALICE)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def _trace_count(context: Context) -> int:
    with context.sessions() as session:
        return session.scalar(select(func.count()).select_from(LinkTrace)) or 0


def _make_old(context: Context) -> None:
    with context.sessions.begin() as session:
        session.execute(update(LinkTrace).values(used_at=func.now() - 2 * FRESH))


def test_what_is_read_is_what_was_sent(client: httpx.Client, context: Context) -> None:
    made = _make(client, _traced())
    expected = Scenario.model_validate(_traced()).model_dump(mode="json")
    read = client.get(f"/api/runs/{made['id']}").json()
    [listed] = client.get("/api/runs", headers=ALICE).json()["items"]
    for found in (made, read, listed):
        assert found["scenario"] == expected
        assert list(found["scenario"]["bottleneck"]) == list(expected["bottleneck"])
        assert found["scenario_digest"] == scenario_digest(Scenario.model_validate(_traced()))
    with context.sessions() as session:
        run = session.get_one(Run, UUID(made["id"]))
        assert run.kept_scenario["bottleneck"]["trace"]["opportunities_ms"] == []
        assert run.scenario == expected
        [again] = session.scalars(select(Run.scenario))
        assert again == expected


def test_a_request_may_be_repeated(client: httpx.Client) -> None:
    headers = {**ALICE, "Idempotency-Key": "t" * 22}
    body = {"scenario": _traced(), "seed": 1}
    first, second = (client.post("/api/runs", json=body, headers=headers) for _ in range(2))
    assert first.json() == second.json()
    other = {"scenario": _traced([*TIMES, 10_001]), "seed": 1}
    assert client.post("/api/runs", json=other, headers=headers).status_code == 409


def test_runs_with_the_same_trace_share_it(client: httpx.Client, context: Context) -> None:
    runs = [{"scenario": _traced(), "seed": seed} for seed in range(5)]
    assert client.post("/api/runs/many", json={"runs": runs}, headers=ALICE).status_code == 201
    _make(client, _traced(after_end="hold", label="Bus"))
    assert _trace_count(context) == 1
    with context.sessions() as session:
        row_bytes = session.scalar(text("SELECT max(pg_column_size(scenario)) FROM run"))
        trace_bytes = session.scalar(
            text("SELECT pg_column_size(opportunities_ms) FROM link_trace")
        )
    assert row_bytes is not None
    assert trace_bytes is not None
    assert row_bytes < 4000 < trace_bytes
    _make(client, _traced([*TIMES, 10_001]))
    assert _trace_count(context) == 2


def test_a_short_trace_stays_in_its_scenario(client: httpx.Client, context: Context) -> None:
    made = _make(client, _traced(TIMES[: SHORTEST - 1]))
    assert made["scenario"]["bottleneck"]["trace"]["opportunities_ms"] == TIMES[: SHORTEST - 1]
    assert _trace_count(context) == 0


def test_it_goes_after_the_last_run_that_has_it(client: httpx.Client, context: Context) -> None:
    first, second = (_make(client, _traced(), seed)["id"] for seed in (1, 2))
    _make_old(context)
    assert client.delete(f"/api/runs/{first}", headers=ALICE).status_code == 204
    expire(context)
    assert _trace_count(context) == 1
    read = client.get(f"/api/runs/{second}").json()
    assert read["scenario"]["bottleneck"]["trace"]["opportunities_ms"] == TIMES
    assert client.delete(f"/api/runs/{second}", headers=BOB).status_code == 403
    assert client.delete(f"/api/runs/{second}", headers=ALICE).status_code == 204
    expire(context)
    assert _trace_count(context) == 0


def test_one_that_just_came_into_use_is_kept(client: httpx.Client, context: Context) -> None:
    made = _make(client, _traced())["id"]
    client.delete(f"/api/runs/{made}", headers=ALICE)
    expire(context)
    assert _trace_count(context) == 1
    _make_old(context)
    made = _make(client, _traced())["id"]
    with context.sessions() as session:
        age = session.scalar(select(func.now() - LinkTrace.used_at))
    assert age is not None
    assert age < timedelta(minutes=1)
