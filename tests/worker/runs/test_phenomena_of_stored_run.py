"""Phenomena over HTTP, of runs that the worker has stored."""

from typing import Any
from uuid import UUID

import httpx

from lab.context import Context
from lab.runs import service
from lab.runs.schemas import RunCreate
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.runs import create_run

TWO_BBR: dict[str, Any] = {
    "duration_s": 40,
    "bottleneck": {"rate_bps": 1e7, "delay_s": 0.005, "buffer": {"amount": 10}},
    "flows": [
        {"label": "elephant", "rtt_s": 0.06, "algorithm": {"name": "bbr1"}},
        {"label": "mouse", "rtt_s": 0.02, "algorithm": {"name": "bbr1"}},
    ],
}


def _done_run(context: Context, process: WorkerProcess, scenario: dict[str, Any]) -> UUID:
    wanted = RunCreate.model_validate({"scenario": scenario})
    with context.sessions.begin() as session:
        run_id = service.create(session, None, wanted).id
    execute(process, run_id)
    return run_id


def test_synchronised_flows_are_found_with_their_times(
    client: httpx.Client, context: Context, process: WorkerProcess
) -> None:
    run_id = _done_run(context, process, TWO_BBR)
    answer = client.get(f"/api/runs/{run_id}/phenomena").json()
    assert (answer["complete"], answer["examined_flow_count"]) == (True, 2)
    [found] = [item for item in answer["phenomena"] if item["kind"] == "synchronised_probe_rtt"]
    assert found["kind"] == "synchronised_probe_rtt"
    assert found["sentence"].startswith(
        "The elephant and the mouse enter ProbeRTT together 3 times"
    )
    assert (len(found["windows"]), found["window_count"]) == (3, 3)
    timeline = client.get(f"/api/runs/{run_id}/timeline").json()
    first = next(phase for phase in timeline["phases"] if phase["phase"] == "probe_rtt")
    # Windows are stated to the millisecond.
    assert found["windows"][0]["from_s"] - 0.001 <= first["start_s"] < found["windows"][0]["to_s"]


def test_some_flows_of_many_are_looked_at(
    client: httpx.Client, context: Context, process: WorkerProcess
) -> None:
    many = {**TWO_BBR["flows"][0], "count": 250, "algorithm": {"name": "cubic"}}
    short = {**TWO_BBR, "duration_s": 4, "flows": [many, {**TWO_BBR["flows"][1], "count": 150}]}
    run_id = _done_run(context, process, short)
    answer = client.get(f"/api/runs/{run_id}/phenomena").json()
    assert answer["examined_flow_count"] == 200


def test_run_that_waits_shows_nothing_yet(client: httpx.Client, context: Context) -> None:
    answer = client.get(f"/api/runs/{create_run(context).id}/phenomena").json()
    assert (answer["complete"], answer["phenomena"]) == (False, [])


def test_unknown_run_is_not_found(client: httpx.Client) -> None:
    missing = UUID(int=7)
    assert client.get(f"/api/runs/{missing}/phenomena").status_code == 404
