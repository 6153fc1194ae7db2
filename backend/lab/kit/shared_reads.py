"""One answer for all who ask for the same in the same moment."""

import asyncio
from asyncio import Task
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from anyio import CapacityLimiter, to_thread

KeyT = TypeVar("KeyT", bound=Hashable)
AnswerT = TypeVar("AnswerT")


class SharedReads(Generic[KeyT, AnswerT]):
    """Calls `find` in one of `thread_count` threads, once for all concurrent calls with a key.
    While calls follow each other within `gather_s`, those of the next `gather_s` share one; a
    single call does not wait.

    Each call gets an answer that was found after it: nothing that was stored before is missed.
    """

    def __init__(
        self, find: Callable[[KeyT], AnswerT], *, gather_s: float, thread_count: int
    ) -> None:
        self._find = find
        self._gather_s = gather_s
        self._gathers_until_s = 0.0
        self._coming: dict[KeyT, Task[AnswerT]] = {}
        # The event loop itself keeps no task alive.
        self._running: set[Task[AnswerT]] = set()
        # Requests need the other threads and connections.
        self._threads = CapacityLimiter(thread_count)

    async def ask(self, key: KeyT) -> AnswerT:
        """The answer, shared: do not change it."""
        task = self._coming.get(key)
        if task is None:
            task = asyncio.create_task(self._find_soon(key))
            self._coming[key] = task
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        # A caller that is cancelled must not take the answer from the others.
        return await asyncio.shield(task)

    async def _find_soon(self, key: KeyT) -> AnswerT:
        # Other callers that the same event has woken join before this task continues.
        now_s = asyncio.get_running_loop().time()
        is_busy = now_s < self._gathers_until_s
        self._gathers_until_s = now_s + self._gather_s
        await asyncio.sleep(self._gather_s if is_busy else 0)
        # Later callers may expect something that this call does not find any more.
        del self._coming[key]
        return await to_thread.run_sync(self._find, key, limiter=self._threads)
