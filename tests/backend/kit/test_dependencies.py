"""One request is one transaction."""

import asyncio
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import httpx
import pytest
from anyio import CapacityLimiter, to_thread
from fastapi import FastAPI
from sqlalchemy import text
from starlette.requests import Request

from lab.context import Context, build_context
from lab.kit.dependencies import DatabaseSession, _session
from lab.kit.pagination import decode_cursor, encode_cursor
from lab.settings import Settings
from tests.support.processes import PATIENCE_S

THREAD_COUNT = 2


@pytest.fixture
def narrow(settings: Settings) -> Iterator[Context]:
    """As many connections as threads."""
    context = build_context(settings, application_name="test", pool_connections=THREAD_COUNT)
    yield context
    context.close()


@pytest.mark.asyncio
async def test_transaction_ends_while_the_threads_of_requests_wait_for_it(context: Context) -> None:
    state = SimpleNamespace(context=context, database_turns=CapacityLimiter(1))
    app = SimpleNamespace(state=state)
    requests = to_thread.current_default_thread_limiter()
    usual, requests.total_tokens = requests.total_tokens, 1
    is_over = threading.Event()
    waiting = asyncio.create_task(to_thread.run_sync(is_over.wait))
    try:
        opened = _session(Request({"type": "http", "app": app}))
        session = await anext(opened)
        session.execute(text("SELECT 1"))
        await asyncio.wait_for(anext(opened, None), PATIENCE_S)
        assert not session.in_transaction()
    finally:
        is_over.set()
        await waiting
        requests.total_tokens = usual


@pytest.mark.asyncio
async def test_requests_beyond_the_threads_wait_for_no_connection(narrow: Context) -> None:
    """Answers are checked in another thread while the connection is held. Forty requests took all
    threads to wait for connections, and those that had them waited for a thread: a class whose
    API was killed made the other one answer 503 for a quarter of an hour.
    """
    app = FastAPI()
    app.state.context = narrow
    app.state.database_turns = CapacityLimiter(THREAD_COUNT)

    @app.get("/")
    def read(session: DatabaseSession) -> int:
        found: int = session.execute(text("SELECT 1")).scalar_one()
        return found

    threads = to_thread.current_default_thread_limiter()
    usual, threads.total_tokens = threads.total_tokens, THREAD_COUNT
    transport = httpx.ASGITransport(app)
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://lab") as client:
            answers = await asyncio.gather(*(client.get("/") for _ in range(40)))
    finally:
        threads.total_tokens = usual
    assert [answer.status_code for answer in answers] == [200] * 40


# Cursors come back, and nothing else is taken for one.


def test_cursor_comes_back_with_any_text() -> None:
    key = ["name", 'Käfer "deep"\n', "01a1f9fe-f838-7e89-9feb-542b387b91e9"]
    assert decode_cursor(encode_cursor(key), 3) == key


@pytest.mark.parametrize("text", ["", "x", "????", "bnVsbA", "WzEsMl0", "W10", "é", "IjAi", "e30"])
def test_anything_else_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        decode_cursor(text, 2)


def test_key_of_another_length_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="not one of this server"):
        decode_cursor(encode_cursor(["a", "b"]), 3)
