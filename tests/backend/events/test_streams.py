"""An event stream costs next to nothing while nothing happens: each one that the lab has."""

import asyncio
import time
from collections.abc import Callable, Iterator
from uuid import UUID, uuid4

import httpx
import pytest
from sse_starlette import EventSourceResponse

from lab.app import build_api
from lab.context import Context, build_context
from lab.events.hub import EventHub, Watch
from lab.events.stream import EventReader, Position, stream_events
from lab.kit.route_index import RouteIndex
from lab.runs import service
from lab.settings import Settings
from tests.support.classes import Lesson
from tests.support.runs import claim_run, create_run
from tests.support.server import connected, description
from tests.support.turns import Turns, counted_turns

MEDIA_TYPE = "text/event-stream"
POLL_INTERVAL_S = 0.1
KEEPALIVE_S = 0.5
"""A quiet stream says so often that it lives, by which the tests measure the silence."""
SILENCES = 2
READS = "reads"
MOST_READS = 3.5
"""In a poll interval: the class, the events of its runs, and the poll for all streams; and a half
for where the silence begins and ends.
"""
MOST_TURNS = 12.0
"""In a poll interval, of one loop. The poll goes through the runs and topics of the stream; a loop
that does not wait makes thousands.
"""

Paths = Callable[[Context, Lesson], dict[str, str]]


def _class_streams(context: Context, lesson: Lesson) -> dict[str, str]:
    path = f"{lesson.address}/events"
    attempt = f"of=control&attempt={lesson.join('Ada').attempt_id}"
    waiting, computed, over = (create_run(context, seed=seed).id for seed in (1, 2, 3))
    claim_run(context, computed)
    _cancel(context, over)
    return {
        "board or wall": path,
        "student": f"{path}?{attempt}",
        "student without an attempt": f"{path}?of=control",
        "student whose run waits": f"{path}?{attempt}&run={waiting}",
        "student whose run is computed": f"{path}?{attempt}&run={computed}",
        "student whose run is over": f"{path}?{attempt}&run={over}",
        "student whose run was deleted": f"{path}?{attempt}&run={uuid4()}",
        "teacher with runs of all kinds": f"{path}?run={waiting}&run={over}&run={uuid4()}",
    }


def _streams_of_a_run(context: Context, _lesson: Lesson) -> dict[str, str]:
    waiting, computed = (create_run(context, seed=seed).id for seed in (1, 2))
    claim_run(context, computed)
    return {
        "it waits": f"/api/runs/{waiting}/events",
        "it is computed": f"/api/runs/{computed}/events",
    }


def _streams_of_runs(context: Context, _lesson: Lesson) -> dict[str, str]:
    waiting, over = (create_run(context, seed=seed).id for seed in (1, 2))
    _cancel(context, over)
    return {
        "one waits": f"/api/events?run={waiting}",
        "one waits, one is over": f"/api/events?run={waiting}&run={over}",
    }


def _cancel(context: Context, run_id: object) -> None:
    with context.sessions.begin() as session:
        service.cancel(session, None, run_id)  # type: ignore[arg-type]


QUIET: dict[str, Paths] = {
    "streamClassEvents": _class_streams,
    "streamRunEvents": _streams_of_a_run,
    "streamEvents": _streams_of_runs,
}
"""Of each stream's operation the states in which nothing happens."""


@pytest.fixture
def turns() -> Iterator[Turns]:
    with counted_turns() as turns:
        yield turns


@pytest.fixture
def quiet_settings(settings: Settings) -> Settings:
    return settings.model_copy(
        update={"event_keepalive_s": KEEPALIVE_S, "event_poll_interval_s": POLL_INTERVAL_S}
    )


def test_every_stream_of_the_lab_is_among_these() -> None:
    described = {
        operation["operationId"]
        for operations in description()["paths"].values()
        for operation in operations.values()
        if MEDIA_TYPE in operation["responses"].get("200", {}).get("content", {})
    }
    assert described == set(QUIET)
    index = next(each for each in build_api().routes if isinstance(each, RouteIndex))
    by_class = {
        route.operation_id
        for route in index.routes
        if isinstance(route.response_class, type)
        and issubclass(route.response_class, EventSourceResponse)
    }
    assert by_class == set(QUIET)


@pytest.mark.parametrize("operation", QUIET)
def test_reads_no_more_often_than_it_polls(
    operation: str, turns: Turns, quiet_settings: Settings, context: Context
) -> None:
    found = {}
    with connected(quiet_settings) as client:
        for name, path in QUIET[operation](context, Lesson(client)).items():
            per_interval = _per_interval(client, path, turns, quiet_settings)
            too_many = {
                what: count
                for what, count in per_interval.items()
                if count > (MOST_READS if what == READS else MOST_TURNS)
            }
            if too_many:
                found[name] = too_many
    assert found == {}


def _per_interval(
    client: httpx.Client, path: str, turns: Turns, settings: Settings
) -> dict[str, float]:
    """What is done in a poll interval of an open stream to which nothing happens."""
    with client.stream("GET", path) as response:
        assert response.headers["Content-Type"].startswith(MEDIA_TYPE)
        pings = (line for line in response.iter_lines() if line.startswith(":"))
        next(pings)
        turns.forget()
        started_s = time.monotonic()
        for _ in range(SILENCES):
            next(pings)
        interval_count = (time.monotonic() - started_s) / settings.event_poll_interval_s
        counts = {READS: turns.read_count, **turns.by_function}
    return {name: round(count / interval_count, 1) for name, count in counts.items()}


# Positions in a stream, and what becomes of a stream when the database goes away.


RUNS = [UUID(int=number) for number in (7, 3, 5)]


class TestPosition:
    def test_id_keeps_the_order_asked_for(self) -> None:
        position = Position.start(RUNS)
        position.numbers[RUNS[1]] = 12
        assert position.event_id == "0.12.0"

    def test_resumed_position_has_the_same_id(self) -> None:
        assert Position.resume(RUNS, "4.0.17").event_id == "4.0.17"

    def test_run_asked_for_twice_counts_once(self) -> None:
        assert Position.resume([*RUNS, RUNS[0]], "1.2.3").event_id == "1.2.3"

    @pytest.mark.parametrize(
        "text", ["", "1", "1.2", "1.2.3.4", "1.2.x", "1..3", "-1.2.3", "1,2,3"]
    )
    def test_other_ids_are_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match="must be 3 numbers"):
            Position.resume(RUNS, text)


@pytest.mark.asyncio
async def test_stream_ends_when_the_database_goes_away(settings: Settings) -> None:
    away = settings.model_copy(
        update={"database_url": "postgresql+psycopg://lab@/lab?host=/nowhere"}
    )
    context = build_context(away, application_name="test")
    hub = EventHub(context.sessions, away.redis.client_url, poll_interval_s=1.0)
    reader = EventReader(hub, context.sessions, Position.start([uuid4()]))
    assert [event async for event in stream_events(hub, reader)] == []
    context.close()


@pytest.mark.asyncio
@pytest.mark.parametrize(("newest", "is_woken"), [(4, False), (5, False), (6, True), (None, True)])
async def test_poll_wakes_who_has_not_seen_the_newest_and_whose_run_is_gone(
    newest: int | None, is_woken: bool
) -> None:
    run_id = uuid4()
    watch = Watch({run_id: 5})
    watch.compare(run_id, newest)
    waiting = asyncio.create_task(watch.wait())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert waiting.done() is is_woken
    waiting.cancel()
