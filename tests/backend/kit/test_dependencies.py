"""One request is one transaction."""

import asyncio
import threading
from types import SimpleNamespace

import pytest
from anyio import to_thread
from sqlalchemy import text
from starlette.requests import Request

from lab.context import Context
from lab.kit.dependencies import _session
from tests.support.processes import PATIENCE_S


@pytest.mark.asyncio
async def test_transaction_ends_while_the_threads_of_requests_wait_for_it(context: Context) -> None:
    app = SimpleNamespace(state=SimpleNamespace(context=context))
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
