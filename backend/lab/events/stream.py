"""One event stream: everything behind a position, then whatever comes, until all runs are over."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from uuid import UUID

import structlog
from anyio import CapacityLimiter, to_thread
from sqlalchemy.exc import SQLAlchemyError
from sse_starlette import ServerSentEvent

from lab.events import repository
from lab.events.hub import EVENTS_PER_READ, READING_THREADS, EventHub
from lab.events.schemas import RunEventRead
from lab.kit.database import SessionFactory
from lab.models import RunEvent
from lab.runs.schemas import RunError

MAX_NUMBER_DIGITS = 18
"""Within the range of PostgreSQL's bigint."""

log = structlog.get_logger("lab.events")

# A class that runs together comes to its end together.
_ending = CapacityLimiter(READING_THREADS)


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS


@dataclass
class Position:
    """The newest event that the reader has of each run, in the order asked for."""

    numbers: dict[UUID, int]

    @classmethod
    def start(cls, run_ids: Sequence[UUID]) -> "Position":
        """Before the first event."""
        return cls(dict.fromkeys(run_ids, 0))

    @classmethod
    def resume(cls, run_ids: Sequence[UUID], last_event_id: str) -> "Position":
        """Behind the id of an event. Raises ValueError if it is not one of such a stream."""
        ids = list(dict.fromkeys(run_ids))
        numbers = last_event_id.split(".")
        if len(numbers) != len(ids) or not all(map(_is_number, numbers)):
            raise ValueError(
                f"must be {len(ids)} numbers of at most {MAX_NUMBER_DIGITS} digits joined by '.'"
            )
        return cls(dict(zip(ids, map(int, numbers), strict=True)))

    @property
    def event_id(self) -> str:
        """The id with which a stream continues from here."""
        return ".".join(str(number) for number in self.numbers.values())


class EventReader:
    """Reads the events behind a position and moves it forward."""

    def __init__(self, hub: EventHub, sessions: SessionFactory, position: Position) -> None:
        self._hub = hub
        self._sessions = sessions
        self.position = position

    async def read(self) -> list[ServerSentEvent]:
        """The next events, a few hundred at most; empty if there are none yet."""
        return [self._advance(row) for row in await self._hub.behind(self.position.numbers)]

    async def is_at_end(self) -> bool:
        """Whether nothing is behind the position and nothing will come."""
        return await to_thread.run_sync(self._look_for_end, limiter=_ending)

    def _look_for_end(self) -> bool:
        with self._sessions() as session:
            return not repository.any_unread(session, self.position.numbers)

    def _advance(self, row: RunEvent) -> ServerSentEvent:
        self.position.numbers[row.run_id] = row.seq
        return ServerSentEvent(
            event=row.kind, id=self.position.event_id, data=_to_read(row).model_dump_json()
        )


async def stream_events(hub: EventHub, reader: EventReader) -> AsyncGenerator[ServerSentEvent]:
    """Every event once and in order. Ends when all runs are over and everything is sent.

    It ends early when the database goes away: browsers then come back by themselves, with the id
    of the last event that they have.
    """
    try:
        async for event in _events(hub, reader):
            yield event
    except SQLAlchemyError as error:
        log.warning("stream_broken_off", error=str(error))


async def _events(hub: EventHub, reader: EventReader) -> AsyncGenerator[ServerSentEvent]:
    numbers = reader.position.numbers
    with hub.watch(numbers, seen=numbers) as watch:
        while True:
            events = await reader.read()
            for event in events:
                yield event
            if len(events) == EVENTS_PER_READ or any(event.event == "end" for event in events):
                continue
            if not events and await reader.is_at_end():
                return
            await watch.wait()


def _to_read(row: RunEvent) -> RunEventRead:
    return RunEventRead(
        run_id=row.run_id,
        seq=row.seq,
        status=row.status,
        attempt=row.attempt,
        simulated_s=row.simulated_s,
        duration_s=row.duration_s,
        sample_count=row.sample_count,
        error=None if row.error is None else RunError(**row.error),
    )
