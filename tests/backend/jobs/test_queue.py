"""The messages of a process."""

from contextlib import closing
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
import structlog.testing
from kombu import pools
from redis.connection import UnixDomainSocketConnection

from lab.jobs.queue import JobQueue
from lab.settings import Settings

KIND: Any = SimpleNamespace(task="nobody.listens")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The connections that this process opens to the broker; it has none that it shares yet."""
    pools.reset()
    opened: list[object] = []
    connect = UnixDomainSocketConnection._connect

    def counted(connection: Any) -> Any:
        opened.append(connection)
        return connect(connection)

    monkeypatch.setattr(UnixDomainSocketConnection, "_connect", counted)
    return opened


def test_first_message_of_a_prepared_queue_connects_no_more(
    settings: Settings, opened: list[object]
) -> None:
    with closing(JobQueue(settings)) as queue:
        queue.prepare()
        prepared_count = len(opened)
        assert prepared_count > 0
        assert queue.send(KIND, uuid4(), "interactive")
        assert len(opened) == prepared_count


def test_first_message_connects_by_itself(settings: Settings, opened: list[object]) -> None:
    with closing(JobQueue(settings)) as queue:
        assert queue.send(KIND, uuid4(), "interactive")
        assert len(opened) > 0


def test_broker_that_is_away_is_logged_as_a_queue_is_prepared(settings: Settings) -> None:
    away = settings.model_copy(update={"redis_url": "unix:///nowhere/valkey.sock"})
    with closing(JobQueue(away)) as queue, structlog.testing.capture_logs() as logs:
        queue.prepare()
    assert [line["event"] for line in logs] == ["not_prepared"]
