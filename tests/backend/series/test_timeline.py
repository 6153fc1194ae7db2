"""Timelines over HTTP."""

import json
from collections.abc import Callable
from time import process_time
from typing import Any
from uuid import UUID

import httpx
import pytest

from lab.context import Context
from lab.models import Run
from lab.series import timeline
from lab.series.schemas import TimelineRead
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
        chunks = [timeline.NewChunk(*each) for each in add]
        timeline.add(session, attempt.result_id, chunks)
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


ITEM_COUNT = 200_000
"""As many as a run keeps."""
CHUNK_COUNT = 200


def test_as_many_as_a_run_keeps_are_passed_on_unread(context: Context) -> None:
    run = create_run(context)
    attempt = claim_run(context, run.id)
    step_s = run.scenario["duration_s"] / ITEM_COUNT
    of_chunk = ITEM_COUNT // CHUNK_COUNT // 2
    with context.sessions.begin() as session:
        for index in range(CHUNK_COUNT):
            at_s = [(index * of_chunk + number) * 2 * step_s for number in range(of_chunk)]
            phases = [
                _phase(time_s, time_s + step_s, 'says ", \\"value\\": null}"') for time_s in at_s
            ]
            events = [_event(time_s, None if index % 2 else time_s / 3) for time_s in at_s]
            chunk = timeline.NewChunk(index, phases, events)
            timeline.add(session, attempt.result_id, [chunk])
    with context.sessions() as session:
        row = session.get_one(Run, run.id)
        read_s, text = _least_cpu_s(lambda: timeline.read(session, row, 0.0, None).content)
    parse_s, read = _least_cpu_s(lambda: json.loads(text))
    assert (len(read["phases"]), len(read["events"])) == (ITEM_COUNT / 2, ITEM_COUNT / 2)
    # Models of all of them took eight times what it takes to parse them, and their text as much.
    assert read_s < 2 * parse_s
    # What is passed on unread is what the models would have said.
    whole = TimelineRead.model_validate_json(text)
    assert whole.model_dump(mode="json", exclude_none=True) == read
    assert whole.phases[0].phase == 'says ", \\"value\\": null}"'


def _least_cpu_s(action: Callable[[], Any]) -> tuple[float, Any]:
    """The least of five, in which others disturb least, and what came of it."""
    times_s = []
    for _ in range(5):
        started_s = process_time()
        result = action()
        times_s.append(process_time() - started_s)
    return min(times_s), result
