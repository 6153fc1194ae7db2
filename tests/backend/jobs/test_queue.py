"""The messages of a process."""

from contextlib import closing
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import structlog.testing
from redis import Redis

from lab.jobs.queue import JobQueue
from lab.settings import Settings

KIND: Any = SimpleNamespace(task="nobody.listens")


def _connection_count(settings: Settings) -> int:
    with closing(Redis.from_url(settings.redis.client_url)) as redis:
        return int(redis.info("clients")["connected_clients"])


def test_first_message_of_a_prepared_queue_connects_no_more(settings: Settings) -> None:
    before = _connection_count(settings)
    with closing(JobQueue(settings)) as queue:
        queue.prepare()
        prepared = _connection_count(settings)
        assert prepared > before
        assert queue.send(KIND, uuid4(), "interactive")
        assert _connection_count(settings) == prepared


def test_broker_that_is_away_is_logged_as_a_queue_is_prepared(settings: Settings) -> None:
    away = settings.model_copy(update={"redis_url": "unix:///nowhere/valkey.sock"})
    with closing(JobQueue(away)) as queue, structlog.testing.capture_logs() as logs:
        queue.prepare()
    assert [line["event"] for line in logs] == ["not_prepared"]
