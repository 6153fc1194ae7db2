"""The bundled Valkey: the broker of Celery and the wake-up channel, never a store of record."""

import os
import socket
from pathlib import Path

from tools.paths import runtime_dir
from tools.servers.bundled import BundledServer
from tools.servers.leftover import stop_leftover
from tools.servers.process import ServerProcess
from tools.servers.wheels import valkey_server

START_TIMEOUT_S = 30.0
SOCKET_TIMEOUT_S = 1.0
PING = b"PING\r\n"


class ValkeyServer(BundledServer):
    """A Valkey server with its append-only file in `data_dir/valkey`, without a network port.

    `password`: asked for from everybody, also at the socket.
    """

    def __init__(self, data_dir: Path, *, password: str | None = None) -> None:
        self._password = password
        self.data_dir = data_dir.resolve() / "valkey"
        self._secret_path = self.data_dir / "password.conf"
        self.socket_path = runtime_dir(data_dir) / "valkey.sock"
        self.pid_path = runtime_dir(data_dir) / "valkey.pid"
        self.process = ServerProcess(
            "valkey",
            self._command(),
            data_dir.resolve() / "logs" / "valkey.log",
            is_server=True,
        )

    @property
    def url(self) -> str:
        """Address as redis-py takes it."""
        user = "" if self._password is None else f":{self._password}@"
        return f"unix://{user}{self.socket_path}"

    @property
    def hello(self) -> tuple[bytes, bytes]:
        """A request that it answers as soon as it can, and how the answer begins."""
        if self._password is None:
            return PING, b"+PONG"
        return f"AUTH {self._password}\r\n".encode() + PING, b"+OK\r\n+PONG"

    def spawn(self) -> None:
        """Start without waiting."""
        self.data_dir.mkdir(parents=True, exist_ok=True)
        if self._password is not None:
            # Not among the arguments, which every process of the machine may read.
            self._secret_path.touch(mode=0o600)
            self._secret_path.write_text(f"requirepass {self._password}\n")
        stop_leftover(self.pid_path, "valkey-server", START_TIMEOUT_S)
        self.process.spawn()

    def wait_ready(self) -> None:
        """Wait until a PING is answered."""
        self.process.wait_ready(self.is_ready, START_TIMEOUT_S)

    def is_ready(self) -> bool:
        """Whether a PING is answered; false while the append-only file is being loaded."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(SOCKET_TIMEOUT_S)
            try:
                client.connect(os.fspath(self.socket_path))
                request, answer = self.hello
                client.sendall(request)
                return client.recv(len(answer), socket.MSG_WAITALL) == answer
            except OSError:
                return False

    def _command(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket_path),
            "unixsocketperm": "700",
            "pidfile": str(self.pid_path),
            "dir": str(self.data_dir),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "daemonize": "no",
        }
        command = [str(valkey_server())]
        if self._password is not None:
            command.append(str(self._secret_path))
        for name, value in options.items():
            command += [f"--{name}", value]
        return command
