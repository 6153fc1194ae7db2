"""Processes of the API that share one listening socket."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import ValidationError

from lab.kit.redis_url import RedisAddress
from lab.serve import BEAT_PATH_VARIABLE, server_config
from lab.settings import Settings, load_settings
from tests.support.processes import PATIENCE_S, wait_until


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener


class Served:
    """A process of the API."""

    def __init__(self, settings: Settings, listener: socket.socket, beat_path: Path) -> None:
        self.beat_path = beat_path
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lab.serve", "--fd", str(listener.fileno())],
            pass_fds=(listener.fileno(),),
            env={
                **os.environ,
                "LAB_DATABASE_URL": settings.database_url,
                "LAB_REDIS_URL": settings.redis_url,
                BEAT_PATH_VARIABLE: str(beat_path),
            },
        )


@pytest.fixture
def pair(settings: Settings, listener: socket.socket, tmp_path: Path) -> Iterator[list[Served]]:
    """Two processes on one port."""
    served = [Served(settings, listener, tmp_path / name) for name in ("one", "two")]
    yield served
    for each in served:
        each.process.kill()
        each.process.wait()


def _answer(listener: socket.socket) -> int:
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/api/health"
    return httpx.get(url, timeout=PATIENCE_S).status_code


@pytest.mark.parametrize(
    ("proxies", "seen"),
    [("", "10.0.0.7"), ("10.0.0.7", "203.0.113.9"), ("10.0.0.8", "10.0.0.7")],
)
def test_a_forwarded_address_is_believed_from_a_configured_proxy(proxies: str, seen: str) -> None:
    config = server_config(proxies)
    config.app, config.factory = _who_asks, False
    config.load()
    transport = httpx.ASGITransport(app=config.loaded_app, client=("10.0.0.7", 4711))

    async def ask() -> str:
        async with httpx.AsyncClient(transport=transport, base_url="http://lab") as client:
            return (await client.get("/", headers={"X-Forwarded-For": "203.0.113.9"})).text

    assert asyncio.run(ask()) == seen


async def _who_asks(scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": scope["client"][0].encode()})


def test_the_port_answers_as_long_as_one_of_them_lives(
    pair: list[Served], listener: socket.socket
) -> None:
    # Asked before any of them is up: the connection waits for who comes first.
    assert _answer(listener) == 200
    wait_until(lambda: all(each.beat_path.exists() for each in pair))
    first, second = pair
    first.process.kill()
    first.process.wait()
    assert [_answer(listener) for _ in range(20)] == [200] * 20
    second.process.send_signal(signal.SIGTERM)
    assert second.process.wait(PATIENCE_S) in (0, -signal.SIGTERM)


def test_a_stopped_process_falls_silent(pair: list[Served]) -> None:
    wait_until(lambda: all(each.beat_path.exists() for each in pair))
    stopped, living = pair
    stopped.process.send_signal(signal.SIGSTOP)
    silent_since_ns = stopped.beat_path.stat().st_mtime_ns
    _wait_for_beat(living)
    _wait_for_beat(living)
    assert stopped.beat_path.stat().st_mtime_ns == silent_since_ns


def _wait_for_beat(served: Served) -> None:
    seen_ns = served.beat_path.stat().st_mtime_ns
    wait_until(lambda: served.beat_path.stat().st_mtime_ns > seen_ns)


# Settings from the environment.


@pytest.mark.parametrize(
    "given", ["postgres://u@h/d", "postgresql://u@h/d", "postgresql+psycopg://u@h/d"]
)
def test_every_spelling_of_postgresql_gets_the_driver(given: str) -> None:
    settings = Settings(database_url=given, redis_url="redis://h")
    assert settings.database_url == "postgresql+psycopg://u@h/d"


def test_other_databases_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_DATABASE_URL", "sqlite:///lab.db")
    monkeypatch.setenv("LAB_REDIS_URL", "redis://localhost")
    with pytest.raises(ValidationError, match="database_url"):
        load_settings()


@pytest.mark.parametrize("given", ["unix:///run/v.sock", "redis+socket:///run/v.sock"])
def test_socket_is_spelled_for_each_library(given: str) -> None:
    address = RedisAddress.parse(given)
    assert address.client_url == "unix:///run/v.sock"
    assert address.broker_url == "redis+socket:///run/v.sock"
    assert address.limits_url == "redis+unix:///run/v.sock"


def test_network_address_is_the_same_for_all() -> None:
    address = RedisAddress.parse("redis://h:6379/2")
    assert {address.client_url, address.broker_url, address.limits_url} == {"redis://h:6379/2"}


def test_other_brokers_are_refused_when_settings_are_read() -> None:
    with pytest.raises(ValidationError, match="redis_url"):
        Settings(database_url="postgresql://h/d", redis_url="amqp://h")


@pytest.mark.parametrize("given", ["lab.example.org", "ftp://h", "https://a b", "https://h/{x}"])
def test_an_address_for_citations_is_one_that_bibtex_takes(given: str) -> None:
    with pytest.raises(ValidationError, match="public_url"):
        Settings(database_url="postgresql://h/d", redis_url="redis://h", public_url=given)
    fine = Settings(database_url="postgresql://h/d", redis_url="redis://h", public_url="https://h")
    assert fine.public_url == "https://h"
