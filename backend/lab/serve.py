"""One API process: python -m lab.serve --fd 7

It answers on a listening socket that its parent has opened and handed down, so that several
processes share one port, and a browser that connects while one is started again waits for a
moment instead of being refused. With `LAB_API_BEAT_PATH` it touches that file every second from
its event loop: a process that hangs falls silent.
"""

import argparse
import asyncio
import gc
import os
import resource
import socket
import sys
from contextlib import suppress
from pathlib import Path

import uvicorn

from lab.kit.guarded_http import MOST_CONNECTIONS, MOST_REFUSED, GuardedHttpProtocol
from lab.settings import Settings

BEAT_INTERVAL_S = 1.0
BEAT_PATH_VARIABLE = "LAB_API_BEAT_PATH"
# An open event stream would keep the process from ending.
GRACE_S = 2
# Longer than browsers pause between two requests: a connection that closes as a request is sent
# costs the request.
KEEP_ALIVE_S = 75
# Of files, PostgreSQL and Redis.
OTHER_DESCRIPTORS = 256
# As uvicorn's own command exits when the application does not start.
START_FAILED = 3


def main() -> int:
    """Serve until SIGTERM or SIGINT."""
    parser = argparse.ArgumentParser(prog="python -m lab.serve")
    parser.add_argument("--fd", type=int, required=True, help="the listening socket")
    listener = socket.socket(fileno=parser.parse_args().fd)
    _allow_descriptors(MOST_CONNECTIONS + MOST_REFUSED + OTHER_DESCRIPTORS)
    config = server_config(Settings().proxy_addresses)
    server = _Server(config)
    # uvicorn raises the signal that stopped it once more, for the process that started it.
    with (
        suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=config.get_loop_factory()) as loop,
    ):
        loop.run(_serve(server, listener))
    return 0 if server.started else START_FAILED


def server_config(proxy_addresses: str) -> uvicorn.Config:
    """How uvicorn serves. Forwarded addresses are trusted from these proxies only: uvicorn itself
    believes any program on this machine.
    """
    return uvicorn.Config(
        "lab.app:create_app",
        factory=True,
        http=GuardedHttpProtocol,
        access_log=False,
        proxy_headers=proxy_addresses.strip() != "",
        forwarded_allow_ips=proxy_addresses,
        timeout_graceful_shutdown=GRACE_S,
        timeout_keep_alive=KEEP_ALIVE_S,
    )


def _allow_descriptors(count: int) -> None:
    """As many as the connections need: systems allow 1,024 until a process asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _serve(server: uvicorn.Server, listener: socket.socket) -> None:
    path = os.environ.get(BEAT_PATH_VARIABLE)
    beat = asyncio.create_task(_beat(Path(path))) if path else None
    await server.serve(sockets=[listener])
    if beat is not None:
        beat.cancel()


class _Server(uvicorn.Server):
    """What its start has made stays to the end: looking for garbage in it would hold up all
    requests for a tenth of a second each time.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start as uvicorn does, then exempt present objects from garbage collection."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()


async def _beat(path: Path) -> None:
    while True:
        path.touch()  # noqa: ASYNC240 - a file in memory, by which a hanging loop falls silent
        await asyncio.sleep(BEAT_INTERVAL_S)


if __name__ == "__main__":
    sys.exit(main())
