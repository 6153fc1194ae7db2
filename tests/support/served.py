"""A process of the API as `./lab up` starts it, reached over bare sockets."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lab.settings import Settings
from tests.support.processes import PATIENCE_S, environment
from tools import proc


@dataclass(frozen=True)
class Answer:
    """What came back up to the end of the connection, or of the first answer."""

    status: int
    text: bytes

    def problem_type(self) -> str:
        """Of problem details."""
        return str(json.loads(self.text.partition(b"\r\n\r\n")[2])["type"])


@dataclass(frozen=True)
class Served:
    """A process of the API."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def url(self) -> str:
        """For clients that speak HTTP."""
        return f"http://127.0.0.1:{self.port}"

    @contextmanager
    def connection(self) -> Iterator[socket.socket]:
        """A new one."""
        address = ("127.0.0.1", self.port)
        with socket.create_connection(address, timeout=PATIENCE_S) as connection:
            yield connection

    def send(self, *pieces: bytes) -> Answer:
        """What is answered to these bytes on a connection of their own."""
        with self.connection() as connection:
            try:
                for piece in pieces:
                    connection.sendall(piece)
            except (BrokenPipeError, ConnectionResetError):
                pass  # the answer came before all was sent
            return read_answer(connection)

    def cpu_s(self) -> float:
        """What its threads have computed. Without what its children have: the one that makes the
        papers' pages ends at any time, and its seconds would be charged to whatever is asked then.
        """
        return proc.own_cpu_s(self.process.pid)

    def memory_bytes(self) -> int:
        """The most that it ever held."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024


def read_answer(connection: socket.socket) -> Answer:
    """The first answer; status 0 if the connection ended without one."""
    text = b""
    try:
        while not _is_whole(text):
            piece = connection.recv(65_536)
            if not piece:
                break
            text += piece
    except ConnectionResetError:
        pass
    return Answer(int(text.split()[1]) if text else 0, text)


def _is_whole(text: bytes) -> bool:
    head, end, body = text.partition(b"\r\n\r\n")
    lengths = [
        int(line.partition(b":")[2])
        for line in head.lower().split(b"\r\n")
        if line.startswith(b"content-length:")
    ]
    return bool(end) and len(body) >= sum(lengths)


@contextmanager
def serving_process(settings: Settings, *program: str) -> Iterator[Served]:
    """Serve in a process of its own; `program` are the options of Python that name what it runs."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        process = subprocess.Popen(
            [sys.executable, *(program or ("-m", "lab.serve")), "--fd", str(listener.fileno())],
            pass_fds=(listener.fileno(),),
            env={**os.environ, **environment(settings)},
        )
        try:
            yield Served(process, listener.getsockname()[1])
        finally:
            process.kill()
            process.wait()
