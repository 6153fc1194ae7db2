"""TLS in front of the bundled servers, which have none: workers of other machines connect to it.

One port for both. A client of PostgreSQL says what it speaks in the handshake (ALPN, RFC 7301;
libpq with `sslnegotiation=direct`); the others are for Valkey. Clients are asked for a password
by the server behind. Run as a program, with the address already bound.
"""

import argparse
import asyncio
import os
import signal
import socket
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

PROTOCOL_OF_POSTGRES: Final = "postgresql"
HANDSHAKE_TIMEOUT_S: Final = 10.0
BEAT_INTERVAL_S: Final = 1.0
CONNECT_TIMEOUT_S: Final = 10.0
PIECE_BYTES: Final = 65_536
BACKLOG: Final = 200
# Each has two sockets, of the 1,024 that a process may have open by default.
MOST_CONNECTIONS: Final = 400
# A machine that was cut off closes nothing: the server behind would wait for it, as for any that is
# there and silent. The same times as those of lab.kit.database.
KEEPALIVE_OPTIONS: Final = {
    "TCP_KEEPIDLE": 10,
    "TCP_KEEPINTVL": 5,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": 20_000,
}

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[Streams]]


class Gate:
    """Passes bytes on, in both directions, until one side ends."""

    def __init__(self, to_postgres: Connect, to_valkey: Connect) -> None:
        self._to_postgres = to_postgres
        self._to_valkey = to_valkey
        self._open_count = 0

    async def admit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A client, whose handshake is done."""
        if self._open_count >= MOST_CONNECTIONS:
            writer.close()
            return
        self._open_count += 1
        try:
            await self._pass_on(reader, writer)
        finally:
            self._open_count -= 1
            writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _keep_alive(writer.get_extra_info("socket"))
        tls: ssl.SSLObject = writer.get_extra_info("ssl_object")
        is_postgres = tls.selected_alpn_protocol() == PROTOCOL_OF_POSTGRES
        connect = self._to_postgres if is_postgres else self._to_valkey
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S):
                server_reader, server_writer = await connect()
        except OSError:  # it starts again, and so does who asked; a time-out is one as well
            return
        ways = [
            asyncio.ensure_future(_pump(reader, server_writer)),
            asyncio.ensure_future(_pump(server_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            server_writer.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):  # one side has gone, which ends the connection
        while piece := await reader.read(PIECE_BYTES):
            writer.write(piece)
            await writer.drain()


def _keep_alive(client: socket.socket) -> None:
    client.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEPALIVE_OPTIONS.items():
        if hasattr(socket, name):
            client.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def server_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """A TLS context that suits the clients of both servers."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols([PROTOCOL_OF_POSTGRES])
    return context


async def serve(listener: socket.socket, context: ssl.SSLContext, gate: Gate, beat: Path) -> None:
    """Until it is asked to end."""
    ending = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ending.set)
    server = await asyncio.start_server(
        gate.admit,
        sock=listener,
        ssl=context,
        ssl_handshake_timeout=HANDSHAKE_TIMEOUT_S,
        backlog=BACKLOG,
    )
    await asyncio.to_thread(beat.touch)
    while not ending.is_set():
        os.utime(beat)
        with suppress(TimeoutError):
            await asyncio.wait_for(ending.wait(), BEAT_INTERVAL_S)
    server.close()


def main() -> None:
    """The program."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--fd", type=int, required=True, help="the bound socket")
    for name in ("--certificate", "--key", "--beat", "--valkey-socket"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--postgres-host", required=True)
    parser.add_argument("--postgres-port", type=int, required=True)
    parsed = parser.parse_args()
    gate = Gate(
        lambda: asyncio.open_connection(parsed.postgres_host, parsed.postgres_port),
        lambda: asyncio.open_unix_connection(parsed.valkey_socket),
    )
    context = server_context(parsed.certificate, parsed.key)
    asyncio.run(serve(socket.socket(fileno=parsed.fd), context, gate, parsed.beat))


if __name__ == "__main__":
    main()
