"""One per API process: wakes the streams whose runs have news.

Redis says at once that something happened to a run. What Redis loses, a poll of PostgreSQL finds:
one query per interval for all runs that are being watched, however many streams there are. A
stream that waits holds no connection to the database.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from uuid import UUID

import redis.asyncio as redis_async
import structlog
from anyio import to_thread
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from lab.events import repository
from lab.events.wakeup import WAKEUP_CHANNEL
from lab.kit.database import SessionFactory

RECONNECT_DELAY_S = 1.0

log = structlog.get_logger("lab.events")


class Watch:
    """What one stream waits on."""

    def __init__(self) -> None:
        self._news = asyncio.Event()

    def notify(self) -> None:
        """There may be news."""
        self._news.set()

    async def wait(self) -> None:
        """Return when there may be news since the last return."""
        await self._news.wait()
        self._news.clear()


class EventHub:
    """Streams use `watch`; the application runs the two loops."""

    def __init__(self, sessions: SessionFactory, redis_url: str, poll_interval_s: float) -> None:
        self._sessions = sessions
        self._redis_url = redis_url
        self._poll_interval_s = poll_interval_s
        self._watches: defaultdict[UUID, set[Watch]] = defaultdict(set)
        self._known: dict[UUID, int | None] = {}

    @contextmanager
    def watch(self, run_ids: Iterable[UUID]) -> Iterator[Watch]:
        """Be woken by news of these runs. Read once after entering: nothing is missed then."""
        watch = Watch()
        ids = set(run_ids)
        for run_id in ids:
            self._watches[run_id].add(watch)
        try:
            yield watch
        finally:
            for run_id in ids:
                self._watches[run_id].discard(watch)
                if not self._watches[run_id]:
                    del self._watches[run_id]
                    self._known.pop(run_id, None)

    async def listen_forever(self) -> None:
        """Pass on what Redis says, until cancelled."""
        while True:
            try:
                await self._listen_once()
            except (RedisError, OSError) as error:
                log.warning("wakeups_unavailable", error=str(error))
            await asyncio.sleep(RECONNECT_DELAY_S)

    async def _listen_once(self) -> None:
        async with (
            redis_async.Redis.from_url(self._redis_url) as client,
            client.pubsub(ignore_subscribe_messages=True) as pubsub,
        ):
            await pubsub.subscribe(WAKEUP_CHANNEL)
            async for message in pubsub.listen():
                with suppress(ValueError):
                    self._notify(UUID(message["data"].decode()))

    async def poll_forever(self) -> None:
        """Find what Redis did not say, until cancelled."""
        while True:
            await asyncio.sleep(self._poll_interval_s)
            watched = list(self._watches)
            if not watched:
                continue
            try:
                newest = await to_thread.run_sync(self._read_newest, watched)
            except SQLAlchemyError as error:
                log.warning("event_poll_failed", error=str(error))
                continue
            for run_id in watched:
                self._compare(run_id, newest.get(run_id))

    def _read_newest(self, run_ids: list[UUID]) -> dict[UUID, int]:
        with self._sessions() as session:
            return repository.newest_numbers(session, run_ids)

    def _compare(self, run_id: UUID, newest: int | None) -> None:
        if run_id not in self._watches:
            return
        if run_id not in self._known or self._known[run_id] != newest:
            self._known[run_id] = newest
            self._notify(run_id)

    def _notify(self, run_id: UUID) -> None:
        for watch in self._watches.get(run_id, ()):
            watch.notify()
