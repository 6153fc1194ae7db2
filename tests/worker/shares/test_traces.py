"""Measured traces in links: given back as they came, refused in words, gone with the link."""

import json
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update

from lab.models import Share, ShareTrace
from lab.recovery.expiry import expire
from lab.settings import Settings
from lab.shares.trace_schemas import MAX_TRACE_VALUES
from lab_worker.process import WorkerProcess
from tests.support.server import connected
from tests.worker.shares.support import MINE, OTHER, Json, done_run, share, shown, trace


def with_columns(**columns: Any) -> Json:
    """The same with other columns."""
    [flow] = trace()["flows"]
    return trace(flows=[{**flow, "columns": {**flow["columns"], **columns}}])


def traces_of(client: httpx.Client, token: str) -> httpx.Response:
    """What a link has beside its runs."""
    return client.get("/api/shared/traces", headers={"X-Lab-Share": token})


def stored_count(process: WorkerProcess) -> int:
    """Rows of all owners."""
    with process.context.sessions() as session:
        return session.scalars(select(func.count()).select_from(ShareTrace)).one()


@pytest.fixture
def run_id(client: httpx.Client, process: WorkerProcess) -> str:
    return done_run(client, process)


def test_anyone_with_the_link_gets_every_value(client: httpx.Client, run_id: str) -> None:
    made = share(client, run_ids=[run_id], traces=[trace(), trace(name="second")])
    assert shown(client, made["token"]).json()["trace_count"] == 2
    found = traces_of(client, made["token"])
    assert found.headers["Cache-Control"] == "no-store"
    first, second = found.json()["items"]
    sent = trace()
    assert first["offset_s"] == sent["offset_s"]
    [flow] = first["flows"]
    columns = {name: values for name, values in flow["columns"].items() if values is not None}
    assert columns == sent["flows"][0]["columns"]
    assert (flow["label"], flow["group_index"]) == ("stream 5", 0)
    assert second["name"] == "second"
    [listed] = client.get("/api/shares", headers=MINE).json()["items"]
    assert listed["trace_count"] == 2


def test_they_are_gone_with_the_link(
    client: httpx.Client, process: WorkerProcess, run_id: str
) -> None:
    made = share(client, run_ids=[run_id], traces=[trace()])
    before = client.get("/api/owner", headers=MINE).json()["storage_used_bytes"]
    address = f"/api/shares/{made['id']}/revoke"
    assert client.post(address, headers=OTHER).status_code == 403
    assert stored_count(process) == 1
    revoked = client.post(address, headers=MINE).json()
    assert revoked["trace_count"] == 0
    assert stored_count(process) == 0
    assert traces_of(client, made["token"]).status_code == 404
    assert client.get("/api/owner", headers=MINE).json()["storage_used_bytes"] < before


def test_they_end_with_its_time(client: httpx.Client, process: WorkerProcess, run_id: str) -> None:
    made = share(client, run_ids=[run_id], traces=[trace()], expires_in_days=1)
    with process.context.sessions.begin() as session:
        session.execute(update(Share).values(expires_at=func.now()))
    assert traces_of(client, made["token"]).status_code == 404
    expire(process.context)
    assert stored_count(process) == 0


def test_a_link_without_owner_has_none(client: httpx.Client, run_id: str) -> None:
    body = {"run_ids": [run_id], "traces": [trace()]}
    answer = client.post("/api/shares", json=body)
    assert answer.status_code == 400
    assert answer.json()["type"] == "/api/problems/owner-needed"


def test_unknown_links_are_one_answer(client: httpx.Client) -> None:
    for token in ("A" * 22, "x"):
        assert traces_of(client, token).status_code == 404


REFUSED = {
    "times that fall": with_columns(time_s=[2.0, 1.0]),
    "columns of two lengths": with_columns(rtt_s=[0.02]),
    "a negative rate": with_columns(throughput_bps=[-1, 0]),
    "a time beyond all": with_columns(time_s=[1, 1e300]),
    "text for a number": with_columns(rtt_s=["0.02", 0.02]),
    "a column that there is not": with_columns(passwords=[1, 2]),
    "no flow": trace(flows=[]),
    "too many flows": trace(flows=trace()["flows"] * 65),
    "a flow of no group": trace(flows=[{**trace()["flows"][0], "group_index": 99}]),
    "a name with a control character": trace(name="a\u0000b"),
    "another source": trace(source="pcap"),
    "a file in place of numbers": trace(flows="H4sIAAAAAAAA"),
    "too many values of one flow": with_columns(
        time_s=[0] * 20_001, throughput_bps=[0] * 20_001, rtt_s=[0] * 20_001
    ),
}


def test_what_is_no_trace_is_refused(
    client: httpx.Client, process: WorkerProcess, run_id: str
) -> None:
    for name, wanted in REFUSED.items():
        body = {"run_ids": [run_id], "traces": [wanted]}
        answer = client.post("/api/shares", json=body, headers=MINE)
        assert answer.status_code == 422, name
        assert answer.json()["errors"][0]["path"].startswith("traces"), name
        assert len(answer.content) < 20_000, name
    # NaN is no JSON, but some write it.
    body_text = json.dumps({"run_ids": [run_id], "traces": [with_columns(rtt_s=[float("nan"), 0])]})
    headers = {**MINE, "Content-Type": "application/json"}
    assert client.post("/api/shares", content=body_text, headers=headers).status_code == 422
    items = [{"run_count": 1}, {"run_count": 1}]
    of_two = {"kind": "comparison", "run_ids": [run_id] * 2, "items": items, "traces": [trace()]}
    assert client.post("/api/shares", json=of_two, headers=MINE).status_code == 422
    assert stored_count(process) == 0


def test_there_is_room_for_so_many_values(client: httpx.Client, run_id: str) -> None:
    flow = trace()["flows"][0]
    count = MAX_TRACE_VALUES // 6
    columns = {"time_s": list(range(count)), "rtt_s": [0.02] * count}
    full = trace(flows=[{**flow, "columns": columns}])
    assert share(client, run_ids=[run_id], traces=[full] * 3)
    body = {"run_ids": [run_id], "traces": [*[full] * 3, trace()]}
    answer = client.post("/api/shares", json=body, headers=MINE)
    assert answer.status_code == 422
    assert str(MAX_TRACE_VALUES) in answer.text
    body = {"run_ids": [run_id], "traces": [trace()] * 5}
    assert client.post("/api/shares", json=body, headers=MINE).status_code == 422


def test_they_count_against_their_owner(
    settings: Settings, client: httpx.Client, run_id: str
) -> None:
    used = client.get("/api/owner", headers=MINE).json()["storage_used_bytes"]
    full = settings.model_copy(update={"storage_bytes_per_owner": used + 100})
    with connected(full) as limited:
        body = {"run_ids": [run_id], "traces": [trace()]}
        refused = limited.post("/api/shares", json=body, headers=MINE)
        assert refused.status_code == 409
        assert refused.json()["type"] == "/api/problems/storage-quota-reached"
        assert limited.post("/api/shares", json={"run_ids": [run_id]}, headers=MINE).is_success
