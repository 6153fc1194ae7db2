"""The messages of a process."""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from redis.connection import UnixDomainSocketConnection

from lab.jobs.queue import JobQueue
from lab.settings import Settings

KIND: Any = SimpleNamespace(task="task.without_worker")


@pytest.fixture
def strange(settings: Settings) -> Iterator[Settings]:
    """The broker by an address that no other test has connected to: a process has one pool of
    connections for each.
    """
    with tempfile.TemporaryDirectory(prefix="queue-") as folder:
        link = Path(folder) / "valkey.sock"
        link.symlink_to(settings.redis.client_url.removeprefix("unix://"))
        yield settings.model_copy(update={"redis_url": f"unix://{link}"})


@pytest.fixture
def opened(strange: Settings, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The connections that this process opens to that address."""
    opened: list[object] = []
    connect = UnixDomainSocketConnection._connect

    def counted(connection: Any) -> Any:
        if f"unix://{connection.path}" == strange.redis.client_url:
            opened.append(connection)
        return connect(connection)

    monkeypatch.setattr(UnixDomainSocketConnection, "_connect", counted)
    return opened


def test_first_message_of_a_prepared_queue_connects_no_more(
    strange: Settings, opened: list[object]
) -> None:
    with closing(JobQueue(strange)) as queue:
        queue.prepare()
        prepared_count = len(opened)
        assert prepared_count > 0
        assert queue.send(KIND, uuid4(), "interactive")
        assert len(opened) == prepared_count


def test_first_message_connects_by_itself(strange: Settings, opened: list[object]) -> None:
    with closing(JobQueue(strange)) as queue:
        assert queue.send(KIND, uuid4(), "interactive")
        assert len(opened) > 0


def test_queue_of_a_broker_that_is_away_is_prepared_for_nothing(settings: Settings) -> None:
    away = settings.model_copy(update={"redis_url": "unix:///nowhere/valkey.sock"})
    with closing(JobQueue(away)) as queue:
        queue.prepare()
        assert not queue.send(KIND, uuid4(), "interactive")
