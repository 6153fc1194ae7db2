"""One per API process: wakes the streams whose runs have news.

Redis says at once that something happened to a run. What Redis loses, a poll of PostgreSQL finds:
one query per interval for all runs that are being watched, however many streams there are. Streams
that stand at the same place read together. One that waits holds no connection to the database.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import MappingProxyType
from uuid import UUID

import redis.asyncio as redis_async
import structlog
from anyio import to_thread
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from lab.events import repository
from lab.events.wakeup import WAKEUP_CHANNEL
from lab.kit.database import SessionFactory
from lab.kit.redis_url import RedisAddress
from lab.kit.shared_reads import SharedReads
from lab.models import RunEvent

RECONNECT_DELAY_S = 1.0
GATHER_S = 0.01
"""Streams that wake at once wait so long for each other."""
EVENTS_PER_READ = 500
READING_THREADS = 4
"""Many streams wake at once when a class runs together: requests need the other connections."""

log = structlog.get_logger("lab.events")


class Watch:
    """The wake-ups of one stream. `seen` has the newest number that it knows of each run, and goes
    with it; topics that are not in it are not counted.
    """

    def __init__(self, seen: Mapping[UUID, int]) -> None:
        self._seen = seen
        self._woken: set[UUID] = set()
        self._news = asyncio.Event()

    def compare(self, topic: UUID, newest: int | None) -> None:
        """There are news if it has not seen this number, or if the run is gone."""
        if topic in self._seen and (newest is None or newest > self._seen[topic]):
            self.notify(topic)

    def notify(self, topic: UUID) -> None:
        """There may be news of it."""
        self._woken.add(topic)
        self._news.set()

    async def wait(self) -> set[UUID]:
        """Return when there may be news since the last return: of what."""
        await self._news.wait()
        self._news.clear()
        woken, self._woken = self._woken, set()
        return woken


class EventHub:
    """Streams use `watch`; the application runs the two loops."""

    def __init__(self, sessions: SessionFactory, redis_url: str, poll_interval_s: float) -> None:
        self._sessions = sessions
        self._reads = SharedReads(
            self._read_behind, gather_s=GATHER_S, thread_count=READING_THREADS
        )
        self._redis_url = redis_url
        self._keepalive = RedisAddress.parse(redis_url).keepalive
        self._poll_interval_s = poll_interval_s
        self._watches: defaultdict[UUID, set[Watch]] = defaultdict(set)

    @contextmanager
    def watch(
        self, topics: Iterable[UUID], seen: Mapping[UUID, int] = MappingProxyType({})
    ) -> Iterator[Watch]:
        """Wakes its user at events of these runs, or of other subjects with these ids. A user that
        reads once after entering misses nothing. Wake-ups that Redis loses are found by the poll
        for users who say what they have seen.
        """
        watch = Watch(seen)
        ids = set(topics)
        for run_id in ids:
            self._watches[run_id].add(watch)
        try:
            yield watch
        finally:
            for run_id in ids:
                self._watches[run_id].discard(watch)
                if not self._watches[run_id]:
                    del self._watches[run_id]

    async def behind(self, numbers: Mapping[UUID, int]) -> Sequence[RunEvent]:
        """The next events behind these numbers, some hundred at most. Shared: never change them."""
        return await self._reads.ask(tuple(numbers.items()))

    def _read_behind(self, numbers: tuple[tuple[UUID, int], ...]) -> Sequence[RunEvent]:
        with self._sessions() as session:
            return repository.after(session, dict(numbers), EVENTS_PER_READ)

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
            redis_async.Redis.from_url(self._redis_url, **self._keepalive) as client,
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
                for watch in self._watches.get(run_id, ()):
                    watch.compare(run_id, newest.get(run_id))

    def _read_newest(self, run_ids: list[UUID]) -> dict[UUID, int]:
        with self._sessions() as session:
            return repository.newest_numbers(session, run_ids)

    def _notify(self, run_id: UUID) -> None:
        for watch in self._watches.get(run_id, ()):
            watch.notify(run_id)
