"""How many event streams one address holds open: each costs memory as long as it lives."""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from typing import Final, TypeVar
from uuid import uuid4

from anyio import CapacityLimiter, sleep, to_thread
from redis.exceptions import RedisError

from lab.errors import TooManyRequests
from lab.jobs import WorkerPresence

RETRY_AFTER_S: Final = 10
REPORTED_EVERY_S: Final = 10.0

EventT = TypeVar("EventT")


class OpenStreams:
    """Counts by address, in this process."""

    def __init__(self, most_per_address: int) -> None:
        self._most_per_address = most_per_address
        self._open: Counter[str] = Counter()

    async def report_forever(self, presence: WorkerPresence) -> None:
        """Say how many are open, for the metrics, which any process answers."""
        process, limiter = uuid4().hex, CapacityLimiter(1)
        while True:
            count = self._open.total()
            with suppress(RedisError, OSError):
                await to_thread.run_sync(presence.say_streams, process, count, limiter=limiter)
            await sleep(REPORTED_EVERY_S)

    def require_room(self, address: str) -> None:
        """Raises TooManyRequests if the address holds as many as it may."""
        if self._open[address] >= self._most_per_address:
            raise TooManyRequests(
                f"{self._most_per_address} event streams are open from this address, the maximum. "
                "Close some, or let several runs share one: /api/events.",
                headers={"Retry-After": str(RETRY_AFTER_S)},
            )

    async def counted(self, address: str, events: AsyncGenerator[EventT]) -> AsyncIterator[EventT]:
        """The same events; the stream counts until it is over or its reader has gone."""
        self._open[address] += 1
        try:
            async with aclosing(events):
                async for event in events:
                    yield event
        finally:
            self._open[address] -= 1
            if self._open[address] == 0:
                del self._open[address]
