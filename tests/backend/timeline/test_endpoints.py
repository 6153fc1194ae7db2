"""Timelines over HTTP."""

from typing import Any
from uuid import UUID

import httpx
import pytest

from lab.context import Context
from lab.timeline import repository
from tests.support.runs import claim_run, create_run


def _phase(start_s: float, end_s: float, name: str) -> dict[str, Any]:
    return {
        "flow_index": 0,
        "start_s": start_s,
        "end_s": end_s,
        "phase": name,
        "reason": "test",
    }


def _event(time_s: float, value: float | None = None) -> dict[str, Any]:
    return {"time_s": time_s, "flow_index": 0, "kind": "rto", "reason": "test", "value": value}


@pytest.fixture
def run_id(context: Context) -> UUID:
    """Three chunks of a second; the phase `long` began in the first and ended in the third."""
    run = create_run(context)
    attempt = claim_run(context, run.id)
    with context.sessions.begin() as session:
        add = [
            (0, [_phase(0.0, 0.5, "startup")], [_event(0.4)]),
            (1, [], []),
            (2, [_phase(0.5, 2.5, "long")], [_event(2.5, 3.0)]),
        ]
        for index, phases, events in add:
            repository.add(session, attempt.result_id, index, phases, events)
    return run.id


def _read(client: httpx.Client, run_id: UUID, **query: float) -> tuple[list[str], list[float]]:
    answer = client.get(f"/api/runs/{run_id}/timeline", params=query).json()
    phases = [phase["phase"] for phase in answer["phases"]]
    return phases, [event["time_s"] for event in answer["events"]]


def test_everything_in_order(client: httpx.Client, run_id: UUID) -> None:
    assert _read(client, run_id) == (["startup", "long"], [0.4, 2.5])


def test_phase_that_spans_the_range_is_found(client: httpx.Client, run_id: UUID) -> None:
    assert _read(client, run_id, from_s=1.2, to_s=1.4) == (["long"], [])


def test_bounds_are_inclusive(client: httpx.Client, run_id: UUID) -> None:
    assert _read(client, run_id, from_s=2.5) == (["long"], [2.5])
    assert _read(client, run_id, to_s=0.4) == (["startup"], [0.4])


def test_value_that_does_not_exist_is_absent(client: httpx.Client, run_id: UUID) -> None:
    events = client.get(f"/api/runs/{run_id}/timeline").json()["events"]
    assert "value" not in events[0]
    assert events[1]["value"] == 3.0


def test_run_that_has_not_begun_has_no_timeline(client: httpx.Client, context: Context) -> None:
    answer = client.get(f"/api/runs/{create_run(context).id}/timeline").json()
    assert (answer["complete"], answer["phases"], answer["events"]) == (False, [], [])
