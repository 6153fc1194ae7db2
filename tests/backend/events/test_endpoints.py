"""Event streams: numbered, resumed without loss, woken by any process, ended at the end."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from uuid import UUID

import httpx
import pytest
from sqlalchemy import text

from lab.context import Context, build_context
from lab.runs import attempts, service
from lab.runs.attempts import Attempt
from lab.settings import Settings
from tests.support.processes import PATIENCE_S, wait_until
from tests.support.runs import claim_run, create_run
from tests.support.scenarios import scenario
from tests.support.server import client_of, connected, serving
from tests.support.streams import ServerEvent, read_all, read_events


def _beat(context: Context, attempt: Attempt, count: int, pause_s: float = 0.0) -> None:
    for number in range(count):
        with context.sessions.begin() as session:
            attempts.beat(session, attempt, number * 0.1)
        time.sleep(pause_s)


def _cancel(context: Context, attempt: Attempt) -> None:
    with context.sessions.begin() as session:
        service.cancel(session, None, attempt.job_id)


def _numbers(events: list[ServerEvent]) -> list[int]:
    return [event.data["seq"] for event in events]


class TestOneRun:
    def test_whole_story_of_a_run_that_is_over(
        self, client: httpx.Client, context: Context
    ) -> None:
        run = create_run(context)
        attempt = claim_run(context, run.id)
        _beat(context, attempt, 2)
        _cancel(context, attempt)
        events = read_all(client, f"/api/runs/{run.id}/events")
        assert [(event.kind, event.data["status"]) for event in events] == [
            ("state", "queued"),
            ("state", "running"),
            ("progress", "running"),
            ("progress", "running"),
            ("end", "cancelled"),
        ]
        assert [event.id for event in events] == ["1", "2", "3", "4", "5"]
        assert events[3].data["simulated_s"] == 0.1
        assert events[3].data["duration_s"] == 10

    @pytest.mark.parametrize("position", [0, 1, 3, 4])
    def test_resumes_behind_what_was_seen(
        self, client: httpx.Client, context: Context, position: int
    ) -> None:
        run = create_run(context)
        attempt = claim_run(context, run.id)
        _beat(context, attempt, 2)
        _cancel(context, attempt)
        events = read_all(client, f"/api/runs/{run.id}/events", last_event_id=str(position))
        assert _numbers(events) == list(range(position + 1, 6))

    def test_reader_that_has_everything_gets_204(
        self, client: httpx.Client, context: Context
    ) -> None:
        run = create_run(context)
        _cancel(context, claim_run(context, run.id))
        path = f"/api/runs/{run.id}/events"
        last = read_all(client, path)[-1]
        response = client.get(path, headers={"Last-Event-ID": last.id})
        assert response.status_code == 204

    def test_deleted_run_ends_its_stream(self, client: httpx.Client, context: Context) -> None:
        run = create_run(context)
        with client.stream("GET", f"/api/runs/{run.id}/events") as response:
            events = read_events(response)
            assert next(events).data["status"] == "queued"
            with context.sessions.begin() as session:
                service.delete(session, None, run.id)
            assert list(events) == []

    @pytest.mark.parametrize("last", ["x", "1.2", "-1", "", "9" * 19, "9" * 190])
    def test_malformed_position_is_refused(
        self, client: httpx.Client, context: Context, last: str
    ) -> None:
        run = create_run(context)
        response = client.get(f"/api/runs/{run.id}/events", headers={"Last-Event-ID": last})
        assert response.status_code == 422
        assert response.json()["errors"][0]["path"] == "Last-Event-ID"

    def test_silent_stream_is_kept_alive(self, settings: Settings, context: Context) -> None:
        run = create_run(context)
        often = settings.model_copy(update={"event_keepalive_s": 0.1})
        with (
            connected(often) as client,
            client.stream("GET", f"/api/runs/{run.id}/events") as response,
        ):
            assert response.headers["Content-Type"].startswith("text/event-stream")
            assert response.headers["Cache-Control"] == "no-store"
            assert "Content-Encoding" not in response.headers
            comments = (line for line in response.iter_lines() if line.startswith(":"))
            assert next(comments)


class TestSeveralRuns:
    def test_one_stream_tells_all_and_ends_with_the_last(
        self, client: httpx.Client, context: Context
    ) -> None:
        runs = [create_run(context, seed=seed) for seed in range(3)]
        query = "&".join(f"run={run.id}" for run in runs)

        def work(run_id: UUID) -> None:
            attempt = claim_run(context, run_id)
            _beat(context, attempt, 10, pause_s=0.01)
            _cancel(context, attempt)

        with ThreadPoolExecutor() as pool:
            reading = pool.submit(read_all, client, f"/api/events?{query}")
            list(pool.map(work, [run.id for run in runs]))
            events = reading.result()
        for run in runs:
            own = [event for event in events if event.data["run_id"] == str(run.id)]
            assert _numbers(own) == list(range(1, 14))
            assert own[-1].kind == "end"
        assert events[-1].id == "13.13.13"

    def test_reader_that_reconnects_again_and_again_gets_each_event_once(
        self, client: httpx.Client, context: Context
    ) -> None:
        runs = [create_run(context, seed=seed) for seed in range(2)]
        path = "/api/events?" + "&".join(f"run={run.id}" for run in runs)
        beats = 60

        def work(run_id: UUID) -> None:
            attempt = claim_run(context, run_id)
            _beat(context, attempt, beats, pause_s=0.005)
            _cancel(context, attempt)

        seen: list[ServerEvent] = []
        with ThreadPoolExecutor() as pool:
            working = [pool.submit(work, run.id) for run in runs]
            while True:
                headers = {"Last-Event-ID": seen[-1].id} if seen else {}
                with client.stream("GET", path, headers=headers) as response:
                    if response.status_code == 204:
                        break
                    # Break off after a few: what was under way is lost with the connection.
                    for event, _ in zip(read_events(response), range(7), strict=False):
                        seen.append(event)
            for done in working:
                done.result()
        assert len(seen) == len({event.key for event in seen}) == 2 * (beats + 3)
        for run in runs:
            own = [event for event in seen if event.data["run_id"] == str(run.id)]
            assert _numbers(own) == list(range(1, beats + 4))


class TestWakeUp:
    def _delay_s(self, client: httpx.Client, context: Context) -> float:
        """From a commit to its event at the reader."""
        run = create_run(context)
        claim = threading.Thread(target=lambda: claim_run(context, run.id))
        with client.stream("GET", f"/api/runs/{run.id}/events") as response:
            events = read_events(response)
            next(events)
            started_s = time.monotonic()
            claim.start()
            assert next(events).data["status"] == "running"
            elapsed_s = time.monotonic() - started_s
            claim.join()
        return elapsed_s

    def test_every_process_hears_at_once_through_redis(
        self, settings: Settings, context: Context
    ) -> None:
        rare = settings.model_copy(update={"event_poll_interval_s": 600.0})
        with serving(rare) as one, serving(rare) as other:
            for url in (one, other):
                with client_of(url) as client:
                    assert self._delay_s(client, context) < rare.event_poll_interval_s / 2

    def test_poll_finds_what_redis_did_not_say(self, settings: Settings, context: Context) -> None:
        deaf = settings.model_copy(update={"redis_url": "unix:///nowhere/valkey.sock"})
        with connected(deaf) as client:
            assert self._delay_s(client, context) < PATIENCE_S


def test_waiting_streams_hold_no_connection(settings: Settings, context: Context) -> None:
    run = create_run(context)
    streams = 40
    small = settings.model_copy(update={"database_pool_connections": 2})
    all_are_waiting = threading.Barrier(streams + 1)
    of_others = _api_connections(settings)
    with connected(small) as client, ThreadPoolExecutor(streams) as pool:

        def read(_: int) -> list[int]:
            path = f"/api/runs/{run.id}/events"
            with (
                client_of(client.base_url) as own,
                own.stream("GET", path) as response,
            ):
                events = read_events(response)
                first = next(events)
                all_are_waiting.wait(PATIENCE_S)
                return _numbers([first, *events])

        reading = [pool.submit(read, number) for number in range(streams)]
        all_are_waiting.wait(PATIENCE_S)
        # Requests are answered all the same.
        assert client.get(f"/api/runs/{run.id}").status_code == 200
        connections = _api_connections(settings) - of_others
        _cancel(context, claim_run(context, run.id))
        assert [done.result() for done in reading] == [[1, 2, 3]] * streams
    assert 1 <= len(connections) <= 2 + 4


def _api_connections(settings: Settings) -> set[int]:
    """The connections that APIs hold, by their process in PostgreSQL."""
    observer = build_context(settings, application_name="observer")
    with observer.sessions() as session:
        named = text("SELECT pid FROM pg_stat_activity WHERE application_name = 'lab-api'")
        found = set(session.scalars(named))
    observer.close()
    return found


def test_an_address_holds_so_many_streams_and_room_comes_back(settings: Settings) -> None:
    with connected(settings.model_copy(update={"event_streams_per_address": 2})) as client:
        run_id = client.post("/api/runs", json={"scenario": scenario()}).json()["id"]
        path = f"/api/runs/{run_id}/events"
        with ExitStack() as held:
            held_lines = []
            for _ in range(2):
                lines = held.enter_context(client.stream("GET", path)).iter_lines()
                next(lines)
                # Without its reader the connection is closed.
                held_lines.append(lines)
            answer = client.get(path)
            assert answer.status_code == 429
            assert answer.headers["Retry-After"] == "10"
            assert "2 event streams are open" in answer.json()["detail"]
        wait_until(lambda: _opens(client, path))


def _opens(client: httpx.Client, path: str) -> bool:
    with client.stream("GET", path) as stream:
        return stream.status_code == 200
