"""The API in a thread of the test, behind a real socket."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import uvicorn

from lab.app import create_app
from lab.settings import Settings
from tests.support.processes import PATIENCE_S, wait_until


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """Serve the API on a free port; gives its address."""
    config = uvicorn.Config(
        create_app(settings), log_config=None, timeout_graceful_shutdown=1, access_log=False
    )
    server = uvicorn.Server(config)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            wait_until(lambda: server.started or not thread.is_alive())
            assert server.started, "the API did not start"
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def connected(settings: Settings) -> Iterator[httpx.Client]:
    """A client of an API of its own."""
    with serving(settings) as url, httpx.Client(base_url=url, timeout=PATIENCE_S) as client:
        yield client
