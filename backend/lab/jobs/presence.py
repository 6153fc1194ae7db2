"""Which workers are running: each reports every second in Redis, as long as it lives.

Shown to users who wait; no work depends on it: PostgreSQL records who computes what. The clock is
that of Redis, as those of several machines may differ.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

import redis

KEPT_S: Final = 5.0
"""A worker that is silent for so long counts as gone."""
TIMEOUT_S: Final = 1.0
STREAMS: Final = "lab:streams:"
STREAMS_KEPT_S: Final = 30

WorkerState = Literal["starting", "ready"]


@dataclass(frozen=True)
class WorkerCounts:
    """Workers of one queue; each may compute several runs at a time."""

    starting: int
    ready: int


class WorkerPresence:
    """Both sides of it. Every call may raise RedisError."""

    def __init__(self, redis_url: str) -> None:
        self._client = redis.Redis.from_url(
            redis_url,
            socket_timeout=TIMEOUT_S,
            socket_connect_timeout=TIMEOUT_S,
            decode_responses=True,
        )

    def say(self, queue: str, worker: str, state: WorkerState) -> None:
        """In a worker: it is running."""
        now_s = self._now_s()
        with self._client.pipeline() as pipeline:
            pipeline.zremrangebyscore(_key(queue), "-inf", now_s - KEPT_S)
            for each in ("starting", "ready"):
                if each != state:
                    pipeline.zrem(_key(queue), f"{each} {worker}")
            pipeline.zadd(_key(queue), {f"{state} {worker}": now_s})
            pipeline.execute()

    def leave(self, queue: str, worker: str) -> None:
        """In a worker: it stops."""
        self._client.zrem(_key(queue), f"starting {worker}", f"ready {worker}")

    def counts(self, queue: str) -> WorkerCounts:
        """The workers that have reported lately."""
        found: Any = self._client.zrangebyscore(_key(queue), self._now_s() - KEPT_S, "+inf")
        states = [str(member).partition(" ")[0] for member in found]
        return WorkerCounts(states.count("starting"), states.count("ready"))

    def say_streams(self, process: str, count: int) -> None:
        """In a process of the API: so many streams of events are open."""
        self._client.set(f"{STREAMS}{process}", count, ex=STREAMS_KEPT_S)

    def stream_count(self) -> int:
        """Of all processes that have reported lately."""
        keys = list(self._client.scan_iter(f"{STREAMS}*"))
        found: Any = self._client.mget(keys) if keys else []
        return sum(int(count or 0) for count in found)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _now_s(self) -> float:
        now: Any = self._client.time()
        return float(now[0]) + float(now[1]) / 1e6


def _key(queue: str) -> str:
    return f"lab:workers:{queue}"
