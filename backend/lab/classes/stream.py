"""Streams of a class: that something has changed, never what. One query serves all streams. They
carry the events of runs, too, so that a page needs one stream.
"""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic
from typing import Final
from uuid import UUID

import structlog
from anyio import move_on_after
from pydantic import BaseModel, Field
from sqlalchemy.exc import SQLAlchemyError
from sse_starlette import ServerSentEvent

from lab.classes import revisions
from lab.classes.revisions import Revisions, control_topic, notice_topic
from lab.events.hub import EVENTS_PER_READ, EventHub
from lab.events.stream import EventReader
from lab.kit.database import SessionFactory
from lab.kit.shared_reads import SharedReads

EVENT_EVERY_S: Final = 1.0
"""A stream says at most so often that there is something new."""
GATHER_S: Final = 0.05
"""Streams that wake at once wait so long for each other, and read once."""

log = structlog.get_logger("lab.classes")


class ClassChange(BaseModel):
    """The data of an event: the revisions, to be compared with those read before."""

    work_revision: int
    control_revision: int
    wall_revision: int
    sent_at: datetime = Field(description="The server's clock: timers end by it.")
    told_count: int = Field(description="How often teachers have addressed the student; else 0.")


@dataclass(frozen=True)
class Listener:
    """The subject of a stream: everything, or what concerns one student."""

    of_control: bool
    attempt_id: UUID | None = None
    """Of the student; None: the stream is not of one student."""

    def topics(self, class_id: UUID) -> list[UUID]:
        """What wakes it."""
        if not self.of_control:
            return [class_id]
        own = [] if self.attempt_id is None else [notice_topic(self.attempt_id)]
        return [control_topic(class_id), *own]

    def revisions_of(self, found: Revisions) -> tuple[int, ...]:
        """The counters whose changes it reports."""
        if self.of_control:
            return (found.control, self.notices(found))
        return (found.work, found.control, found.wall)

    def notices(self, found: Revisions) -> int:
        """How often teachers have addressed this student."""
        return 0 if self.attempt_id is None else found.notices.get(self.attempt_id, 0)


class ClassNews:
    """One per API process: reads the revisions of classes for all of its streams."""

    def __init__(self, sessions: SessionFactory, hub: EventHub, poll_interval_s: float) -> None:
        self._sessions = sessions
        self._hub = hub
        self._poll_interval_s = poll_interval_s
        self._reads = SharedReads(self._read_now, gather_s=GATHER_S, thread_count=2)

    async def read(self, class_id: UUID) -> Revisions | None:
        """The current revisions; one query serves all who ask in the same moment."""
        return await self._reads.ask(class_id)

    def _read_now(self, class_id: UUID) -> Revisions | None:
        with self._sessions() as session:
            return revisions.read(session, class_id)

    async def changes(
        self, class_id: UUID, listener: Listener, runs: EventReader | None = None
    ) -> AsyncGenerator[ServerSentEvent]:
        """The present revisions, then every change; and every event of the runs. Ends when the
        class is deleted, or the database is away: browsers come back by themselves.
        """
        try:
            async for event in self._changes(class_id, listener, runs):
                yield event
        except SQLAlchemyError as error:
            log.warning("stream_broken_off", error=str(error))

    async def _changes(
        self, class_id: UUID, listener: Listener, runs: EventReader | None
    ) -> AsyncGenerator[ServerSentEvent]:
        topics = listener.topics(class_id)
        numbers = {} if runs is None else runs.position.numbers
        sent: tuple[int, ...] | None = None
        look_at_s = quiet_until_s = monotonic()
        has_run_news = runs is not None
        with self._hub.watch([*topics, *numbers], seen=numbers) as watch:
            while True:
                if monotonic() >= look_at_s:
                    found = await self.read(class_id)
                    if found is None:
                        return
                    if sent != listener.revisions_of(found):
                        sent = listener.revisions_of(found)
                        yield _event(found, listener)
                        quiet_until_s = monotonic() + EVENT_EVERY_S
                    # Redis may have lost the word that something has happened.
                    look_at_s = max(quiet_until_s, monotonic() + self._poll_interval_s)
                if runs is not None and has_run_news:
                    events = await runs.read()
                    for event in events:
                        yield event
                    has_run_news = len(events) == EVENTS_PER_READ
                    if has_run_news:
                        continue
                with move_on_after(look_at_s - monotonic()):
                    woken = await watch.wait()
                    has_run_news = not woken.isdisjoint(numbers)
                    if not woken.isdisjoint(topics):
                        look_at_s = quiet_until_s


def _event(found: Revisions, listener: Listener) -> ServerSentEvent:
    change = ClassChange(
        work_revision=found.work,
        control_revision=found.control,
        wall_revision=found.wall,
        sent_at=datetime.now(UTC),
        told_count=listener.notices(found),
    )
    return ServerSentEvent(event="change", data=change.model_dump_json())
