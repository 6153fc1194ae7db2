"""The bundled servers keep their data through a kill, and say what is wrong with a folder."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from tests.support.processes import PATIENCE_S
from tools import proc
from tools.commands import forward
from tools.commands.forward import QUICK_START
from tools.errors import LabError
from tools.paths import PROJECT_ROOT
from tools.servers import PostgresServer, ValkeyServer
from tools.servers.postgres import HELLO, HELLO_ANSWERS, HELLO_REFUSAL
from tools.servers.process import ServerProcess
from tools.servers.valkey import PING
from tools.supervisor.pulse import Health, SocketProbe
from tools.supervisor.services import Addresses, api, worker
from tools.supervisor.supervisor import Supervisor


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder with a short path."""
    with tempfile.TemporaryDirectory(prefix="lab-servers-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def execute(server: PostgresServer, statement: str) -> list[tuple[object, ...]]:
    address = server.url.replace("postgresql+psycopg://", "postgresql://")
    with psycopg.connect(address, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def test_killed_postgres_starts_again_with_its_data(folder: Path) -> None:
    with PostgresServer(folder) as server:
        execute(server, "CREATE TABLE kept (value int)")
        execute(server, "INSERT INTO kept VALUES (7)")
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        _wait_until_reaped(server.process)
        server.start()
        assert execute(server, "SELECT value FROM kept") == [(7,)]


def test_postgres_answers_only_through_a_private_socket(folder: Path) -> None:
    with PostgresServer(folder, durable=False) as server:
        assert execute(server, "SHOW listen_addresses") == [("",)]
        assert server.socket_dir.stat().st_mode & 0o077 == 0


def test_valkey_answers_only_through_a_private_socket(folder: Path) -> None:
    with ValkeyServer(folder) as server:
        assert _redis(server, "CONFIG GET port").endswith("$1\r\n0")
        assert server.socket_path.stat().st_mode & 0o077 == 0
        assert server.socket_path.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("server_class", [PostgresServer, ValkeyServer])
def test_servers_listen_on_no_port(
    folder: Path, server_class: type[PostgresServer | ValkeyServer]
) -> None:
    with server_class(folder) as server:
        assert server.pid is not None
        inodes = set().union(*map(_sockets, proc.below({server.pid})))
        assert inodes
        for table in ("tcp", "tcp6", "udp", "udp6"):
            rows = [line.split() for line in Path(f"/proc/net/{table}").read_text().splitlines()]
            ports = {row[1] for row in rows[1:] if row[9] in inodes}
            assert ports == set(), table


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_stopped_server_gives_no_answer_until_it_continues(folder: Path, name: str) -> None:
    server = PostgresServer(folder, durable=False) if name == "postgres" else ValkeyServer(folder)
    asked = (HELLO, HELLO_ANSWERS) if name == "postgres" else (PING, (b"+PONG",))
    with server:
        assert server.pid is not None
        said_before = len(server.process.log_path.read_text())
        probe = SocketProbe(str(server.socket_path), *asked)
        probe.ask()
        _wait_for(probe.has_answer)
        os.kill(server.pid, signal.SIGSTOP)
        probe.ask()
        time.sleep(0.3)
        assert not probe.has_answer()
        os.kill(server.pid, signal.SIGCONT)
        _wait_for(probe.has_answer)
        probe.forget()
        # Being asked each second is not worth a line in the log.
        assert server.process.log_path.read_text()[said_before:] == ""


def test_postgres_that_ends_once_everybody_has_gone_is_started_again(folder: Path) -> None:
    server = PostgresServer(folder, durable=False)
    supervisor = Supervisor(on_change=lambda: None)
    probe = SocketProbe(str(server.socket_path), HELLO, HELLO_ANSWERS, HELLO_REFUSAL)
    health = Health(probe, silent_after_s=2.0)
    supervisor.start(server.process, server.spawn, health)
    supervisor.watch_until(server.is_ready, "PostgreSQL was not ready", PATIENCE_S)
    _wait_until_heard(supervisor)
    # As the API's pool: it stays as long as it is let.
    with psycopg.connect(server.url.replace("+psycopg", "")) as stays:
        stays.execute("CREATE TABLE kept (value int)")
        stays.commit()
        first_pid = server.pid
        assert first_pid is not None
        os.kill(first_pid, signal.SIGTERM)
        supervisor.watch_until(
            lambda: server.pid not in (None, first_pid) and server.is_ready(),
            "PostgreSQL was not started again",
            PATIENCE_S,
        )
    assert execute(server, "SELECT count(*) FROM kept") == [(0,)]
    supervisor.stop()
    probe.forget()


def _wait_until_heard(supervisor: Supervisor) -> None:
    """Until the one process that is watched over has answered for the first time."""
    pulse = supervisor.watched[0].pulse
    assert pulse is not None
    silences_s: list[float] = []

    def is_heard() -> bool:
        silences_s.append(pulse.silent_s)
        return silences_s[-1] == 0.0 and max(silences_s) > 0.0

    supervisor.watch_until(is_heard, "it has not answered", PATIENCE_S)


def test_interrupted_first_start_is_begun_again(folder: Path) -> None:
    # What an initdb leaves that was killed in the middle.
    (folder / "postgres.partial").mkdir()
    (folder / "postgres.partial" / "PG_VERSION").write_text("18\n")
    with PostgresServer(folder, durable=False) as server:
        assert execute(server, "SELECT 1") == [(1,)]
    assert not (folder / "postgres.partial").exists()


def test_cluster_of_another_version_is_refused_by_name(folder: Path) -> None:
    (folder / "postgres").mkdir()
    (folder / "postgres" / "PG_VERSION").write_text("15\n")
    with pytest.raises(LabError, match="made by PostgreSQL 15, the server here is 18"):
        PostgresServer(folder).start()


def test_postgres_left_behind_by_a_killed_supervisor_is_stopped_first(folder: Path) -> None:
    with PostgresServer(folder, durable=False) as first:
        execute(first, "CREATE TABLE kept (value int)")
        with PostgresServer(folder, durable=False) as second:
            assert first.pid is None
            assert execute(second, "SELECT count(*) FROM kept") == [(0,)]


def test_valkey_keeps_its_messages_through_a_kill(folder: Path) -> None:
    server = ValkeyServer(folder)
    # `always` instead of `everysec`: the test does not wait for the second to be over.
    server.process.command += ["--appendfsync", "always"]
    with server:
        assert _redis(server, "SET key value") == "+OK"
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        _wait_until_reaped(server.process)
        server.start()
        assert _redis(server, "STRLEN key") == ":5"


def test_server_that_cannot_start_shows_the_end_of_its_log(folder: Path) -> None:
    server = ValkeyServer(folder)
    server.process.command += ["--no-such-option", "1"]
    with pytest.raises(LabError, match=r"(?s)valkey ended while it started.*no-such-option"):
        server.start()


def test_servers_die_with_a_supervisor_that_is_killed(folder: Path) -> None:
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from tools.servers import PostgresServer, ValkeyServer\n"
        "folder = Path(sys.argv[1])\n"
        "servers = PostgresServer(folder, durable=False), ValkeyServer(folder)\n"
        "for server in servers: server.start()\n"
        "print(*[server.pid for server in servers], flush=True)\n"
        "time.sleep(600)\n"
    )
    command = [sys.executable, "-c", script, str(folder)]
    supervisor = subprocess.Popen(command, cwd=PROJECT_ROOT, stdout=subprocess.PIPE, text=True)
    assert supervisor.stdout is not None
    pids = [int(word) for word in supervisor.stdout.readline().split()]
    supervisor.kill()
    supervisor.communicate()
    assert len(pids) == 2
    for pid in pids:
        _wait_until_dead(pid)


def _sockets(pid: int) -> set[str]:
    """The inodes of what a process has open that is a socket."""
    found = set()
    for path in Path(f"/proc/{pid}/fd").glob("*"):
        # It may be closed meanwhile.
        with suppress(FileNotFoundError):
            found |= set(re.findall(r"^socket:\[(\d+)\]$", str(path.readlink())))
    return found


def _wait_until_reaped(process: ServerProcess) -> None:
    for _ in range(1000):
        if process.pid is None:
            return
        time.sleep(0.01)
    raise AssertionError(f"{process.name} survived SIGKILL")


def _wait_for(is_true: Callable[[], bool]) -> None:
    for _ in range(3000):
        if is_true():
            return
        time.sleep(0.01)
    raise AssertionError("no answer")


def _wait_until_dead(pid: int) -> None:
    for _ in range(1000):
        if proc.state(pid) in (None, "Z"):
            return
        time.sleep(0.01)
    raise AssertionError(f"process {pid} outlived its supervisor")


def _redis(server: ValkeyServer, command: str) -> str:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(server.socket_path))
        client.sendall(command.encode() + b"\r\n")
        return client.recv(64).decode().strip()


# How the lab's own processes are started.


ADDRESSES = Addresses("postgresql://lab@db/lab", "redis://redis/0", None)


def environment_of_api(tmp_path: Path) -> dict[str, str]:
    with socket.socket() as listener:
        return dict(api(ADDRESSES, 1, listener, tmp_path).environment or {})


def test_the_api_gives_back_memory_that_it_does_not_need(tmp_path: Path) -> None:
    environment = environment_of_api(tmp_path)
    assert environment["MALLOC_ARENA_MAX"] == "1"
    assert int(environment["MALLOC_TRIM_THRESHOLD_"]) <= 1 << 20
    # Its memory is what the core takes, in one thread.
    assert "MALLOC_ARENA_MAX" not in (worker("batch", 1, ADDRESSES, tmp_path).environment or {})


def test_who_sets_the_memory_otherwise_is_obeyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MALLOC_ARENA_MAX", "4")
    assert environment_of_api(tmp_path)["MALLOC_ARENA_MAX"] == "4"


# The way from `./lab sim` and others to the worker's command line.


def test_a_command_starts_quickly_unless_a_person_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _path, words: started.append(words))
    for ensured in ("ensure_python_packages", "ensure_core"):
        monkeypatch.setattr(forward, ensured, lambda: None)
    threads, plugins = QUICK_START
    monkeypatch.setenv(threads, "3")
    monkeypatch.delenv(plugins, raising=False)
    forward.forward(["sim", "-"])
    assert started[0][1:] == ["-P", "-m", "lab_cli", "sim", "-"]
    assert (os.environ[threads], os.environ[plugins]) == ("3", QUICK_START[plugins])
