"""Packet windows over HTTP, computed by the worker from stored runs."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import delete, func, select, update

from lab import jobs
from lab.context import Context
from lab.jobs import PACKETS
from lab.models import PacketWindow, Result, Run
from lab.packets import service as packets_service
from lab.results.repository import Core
from lab.runs import service
from lab.runs.schemas import RunCreate
from lab_exec import PacketEvents, PacketWatch, run_scenario
from lab_exec import PacketWindow as Window
from lab_model.scenarios import validate_scenario
from lab_worker.packets import record
from lab_worker.packets.record import record_packets
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.processes import wait_until
from tests.support.runs import create_run
from tests.support.scenarios import scenario

DURATION_S = 10.0
RANGE = {"from_s": 2.0, "to_s": 2.2}


@pytest.fixture
def run_id(context: Context, process: WorkerProcess) -> UUID:
    """A run that is done."""
    wanted = RunCreate.model_validate({"scenario": scenario(DURATION_S)})
    with context.sessions.begin() as session:
        created = service.create(session, None, wanted).id
    execute(process, created)
    return created


def _windows(context: Context) -> list[PacketWindow]:
    with context.sessions() as session:
        return list(session.scalars(select(PacketWindow).where(PacketWindow.subject == "packets")))


def _ask(client: httpx.Client, run_id: UUID, **query: Any) -> Any:
    response = client.get(f"/api/runs/{run_id}/packets", params={**RANGE, **query})
    assert response.status_code == 200, response.text
    return response.json()


def _recorded(client: httpx.Client, context: Context, process: WorkerProcess, run_id: UUID) -> Any:
    assert _ask(client, run_id)["status"] == "queued"
    (window,) = _windows(context)
    record_packets(process, window.id)
    return _ask(client, run_id)


def test_the_events_are_those_of_the_run(
    client: httpx.Client, context: Context, process: WorkerProcess, run_id: UUID
) -> None:
    answer = _recorded(client, context, process, run_id)
    assert (answer["status"], answer["error"], answer["is_truncated"]) == ("done", None, False)
    expected: list[PacketEvents] = []
    watch = PacketWatch(Window(2.0, 2.2, 50_000), expected.append)
    run_scenario(validate_scenario(scenario(DURATION_S)), 1, watch=watch)
    # No flow uses ECN, so nothing was stored of it.
    assert answer["events"] == {
        **expected[0].columns(),
        "ecn_bits": None,
        "link_index": None,
        "window_packets": None,
        "reason": expected[0].columns().get("reason"),
    }
    assert len(answer["events"]["time_s"]) > 100


def test_two_who_look_at_a_window_share_one_order(
    client: httpx.Client, context: Context, run_id: UUID
) -> None:
    first, second = _ask(client, run_id), _ask(client, run_id)
    assert [first["status"], second["status"]] == ["queued", "queued"]
    assert len(_windows(context)) == 1


def test_a_limit_cuts_and_says_so(
    client: httpx.Client, context: Context, process: WorkerProcess, run_id: UUID
) -> None:
    _recorded(client, context, process, run_id)
    answer = _ask(client, run_id, limit=10)
    assert (len(answer["events"]["kind"]), answer["is_truncated"]) == (10, True)


def test_another_behaviour_is_refused_before_an_order_is_made(
    client: httpx.Client, context: Context, run_id: UUID
) -> None:
    with context.sessions.begin() as session:
        session.execute(update(Result).values(core_version="0.0.9+aaaaaaaaaaaa"))
    assert client.get(f"/api/runs/{run_id}/packets", params=RANGE).status_code == 200
    with context.sessions.begin() as session:
        session.execute(delete(PacketWindow))
        session.execute(update(Result).values(behaviour_version=0))
    response = client.get(f"/api/runs/{run_id}/packets", params=RANGE)
    assert response.status_code == 409
    assert "was computed by core 0.0.9+aaaaaaaaaaaa; the workers have" in response.json()["detail"]
    assert _windows(context) == []


def test_a_worker_with_another_behaviour_refuses_with_both_versions(
    client: httpx.Client, context: Context, process: WorkerProcess, run_id: UUID
) -> None:
    _ask(client, run_id)
    (window,) = _windows(context)
    # An older one would hand the window on.
    process.core = Core("9.9.9+aaaaaaaaaaaa", 10_000)
    record_packets(process, window.id)
    answer = _ask(client, run_id)
    assert (answer["status"], answer["events"]) == ("failed", None)
    assert "this worker has 9.9.9+aaaaaaaaaaaa" in answer["error"]


def test_a_repeated_run_with_other_series_is_refused(
    client: httpx.Client, context: Context, process: WorkerProcess, run_id: UUID
) -> None:
    with context.sessions.begin() as session:
        session.execute(update(Result).values(series_digest="0" * 64))
    answer = _recorded(client, context, process, run_id)
    assert answer["status"] == "failed"
    assert "gives other series" in answer["error"]


def test_a_window_is_computed_once(
    client: httpx.Client, context: Context, process: WorkerProcess, run_id: UUID
) -> None:
    done = _recorded(client, context, process, run_id)
    (window,) = _windows(context)
    with context.sessions.begin() as session:
        session.execute(update(Run).values(scenario={}))  # would fail if it were read
    record_packets(process, window.id)
    assert _ask(client, run_id) == done


def test_a_worker_that_was_given_up_leaves_the_window_to_the_next(
    client: httpx.Client,
    context: Context,
    process: WorkerProcess,
    run_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _ask(client, run_id)
    (window,) = _windows(context)

    def silent(*arguments: Any, **options: Any) -> Any:
        monkeypatch.setattr(record, "run_scenario", run_scenario)
        with context.sessions.begin() as session:
            past = func.now() - timedelta(seconds=60)
            session.execute(update(PacketWindow).values(heartbeat_at=past))
            # In one transaction: the thread of the first worker can not beat in between.
            jobs.give_up(PACKETS, session, window.id, context.settings)
        record.record_packets(process, window.id)  # the next worker is quicker
        raise MemoryError

    monkeypatch.setattr(record, "run_scenario", silent)
    record.record_packets(process, window.id)
    answer = _ask(client, run_id)
    assert (answer["status"], answer["error"]) == ("done", None)
    # The silence of a worker that lives counts as no attempt.
    assert [window.attempt for window in _windows(context)] == [1]


def test_a_run_that_is_repeated_has_heartbeats(
    client: httpx.Client,
    context: Context,
    process: WorkerProcess,
    run_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _ask(client, run_id)
    beats: list[object] = []

    def long(*arguments: Any, on_progress: Callable[[float], object], **options: Any) -> Any:
        beats.append(_windows(context)[0].heartbeat_at)
        on_progress(1.0)
        wait_until(lambda: _windows(context)[0].heartbeat_at != beats[0], 10)
        return run_scenario(*arguments, on_progress=on_progress, **options)

    monkeypatch.setattr(record, "run_scenario", long)
    record.record_packets(process, _windows(context)[0].id)
    assert _ask(client, run_id)["status"] == "done"


def test_a_worker_that_is_stopped_gives_the_window_back_uncounted(
    client: httpx.Client,
    context: Context,
    process: WorkerProcess,
    run_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _ask(client, run_id)
    (window,) = _windows(context)

    def stopped(*arguments: Any, **options: Any) -> Any:
        raise SystemExit

    monkeypatch.setattr(record, "run_scenario", stopped)
    with pytest.raises(SystemExit):
        record.record_packets(process, window.id)
    (window,) = _windows(context)
    assert (window.status, window.attempt) == ("queued", 0)
    assert context.job_queue.waiting_message_count("interactive") == 3, "run, window, window again"


def test_a_run_that_waits_has_no_packets(client: httpx.Client, context: Context) -> None:
    run_id = create_run(context).id
    response = client.get(f"/api/runs/{run_id}/packets", params=RANGE)
    assert response.status_code == 409
    assert "is queued; packets are there once it is done" in response.json()["detail"]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"from_s": 3}, "from_s is 3 s; it must be at least a microsecond below to_s"),
        (
            {"from_s": 0, "to_s": 5e-324},
            "from_s is 0 s; it must be at least a microsecond below to_s",
        ),
        (
            {"from_s": 10, "to_s": 11},
            "from_s is 10 s; it must be before the end of the run at 10 s",
        ),
    ],
)
def test_a_wrong_range_is_named(
    client: httpx.Client, run_id: UUID, query: dict[str, float], message: str
) -> None:
    response = client.get(f"/api/runs/{run_id}/packets", params={**RANGE, **query})
    assert response.status_code == 422
    assert response.json()["detail"] == message


def test_too_many_orders_at_once_are_put_off(
    client: httpx.Client,
    context: Context,
    run_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(packets_service, "MAX_OPEN_WINDOWS", 1)
    _ask(client, run_id)
    response = client.get(f"/api/runs/{run_id}/packets", params={"from_s": 4, "to_s": 5})
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "5"
    assert len(_windows(context)) == 1
