"""Positions in a stream, and what becomes of a stream when the database goes away."""

import asyncio
from uuid import UUID, uuid4

import pytest

from lab.context import build_context
from lab.events.hub import EventHub, Watch
from lab.events.stream import EventReader, Position, stream_events
from lab.settings import Settings

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
