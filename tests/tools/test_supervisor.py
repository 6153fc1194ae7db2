"""The supervisor starts again what ends, and stops clients before servers."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import PATIENCE_S, wait_until
from tools.servers.process import ServerProcess, StopStep
from tools.supervisor.supervisor import FIRST_BACKOFF_S, Supervisor

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]


def process(
    tmp_path: Path, name: str, command: list[str], *, is_server: bool = False
) -> ServerProcess:
    return ServerProcess(name, command, tmp_path / f"{name}.log", is_server=is_server)


@pytest.fixture
def supervisor() -> Iterator[Supervisor]:
    started = Supervisor(on_change=lambda: None)
    yield started
    started.stop()


def wait_until_ended(child: ServerProcess) -> None:
    wait_until(lambda: child.pid is None)


def test_killed_process_is_started_again_after_the_backoff(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    child = process(tmp_path, "api", SLEEPER)
    supervisor.start(child)
    first_pid = child.pid
    assert first_pid is not None
    os.kill(first_pid, signal.SIGKILL)
    wait_until_ended(child)
    now_s = time.monotonic()
    supervisor.poll(now_s)
    assert supervisor.pids() == {"api": None}
    supervisor.poll(now_s + FIRST_BACKOFF_S - 0.01)
    assert child.pid is None
    supervisor.poll(now_s + FIRST_BACKOFF_S)
    assert child.pid not in (None, first_pid)


def test_backoff_doubles_while_a_process_keeps_ending(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    child = process(tmp_path, "api", [sys.executable, "-c", "raise SystemExit(3)"])
    supervisor.start(child)
    entry = supervisor.watched[0]
    waits_s = []
    for _ in range(8):
        wait_until_ended(child)
        now_s = time.monotonic()
        supervisor.poll(now_s)
        assert entry.restart_at_s is not None
        waits_s.append(entry.restart_at_s - now_s)
        supervisor.poll(entry.restart_at_s)
    assert waits_s == pytest.approx([0.5, 1, 2, 4, 8, 16, 30, 30])


def test_stop_ends_clients_before_servers(tmp_path: Path) -> None:
    # Each one writes when it was asked to end; the client takes a moment over it.
    order = tmp_path / "order"
    script = (
        "import signal, sys, time\n"
        "def end(*_):\n"
        f"    time.sleep(float(sys.argv[2])); open({str(order)!r}, 'a').write(sys.argv[1])\n"
        "    sys.exit(0)\n"
        "signal.signal(signal.SIGTERM, end)\n"
        "print('ready', flush=True)\n"
        "while True: time.sleep(60)\n"
    )
    supervisor = Supervisor(on_change=lambda: None)
    server = process(tmp_path, "server", [sys.executable, "-c", script, "s", "0"], is_server=True)
    client = process(tmp_path, "client", [sys.executable, "-c", script, "c", "0.3"])
    for child in (server, client):
        supervisor.start(child)
        child.wait_ready(lambda child=child: "ready" in child.log_path.read_text(), PATIENCE_S)
    supervisor.stop()
    assert order.read_text() == "cs"
    assert supervisor.pids() == {"server": None, "client": None}


def test_process_that_ignores_the_first_signal_gets_the_next_one(tmp_path: Path) -> None:
    script = (
        "import signal, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print('ready', flush=True)\n"
        "time.sleep(600)\n"
    )
    steps = (StopStep(signal.SIGTERM, 0.2), StopStep(signal.SIGINT, PATIENCE_S))
    command = [sys.executable, "-c", script]
    child = ServerProcess("stubborn", command, tmp_path / "stubborn.log", stop_steps=steps)
    child.spawn()
    child.wait_ready(lambda: "ready" in child.log_path.read_text(), PATIENCE_S)
    started_s = time.monotonic()
    child.stop()
    assert time.monotonic() - started_s >= 0.2
    assert "KeyboardInterrupt" in child.log_path.read_text()


def test_stop_leaves_no_grandchild_behind(tmp_path: Path) -> None:
    script = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    child = process(tmp_path, "worker", [sys.executable, "-c", script])
    child.spawn()
    child.wait_ready(lambda: "\n" in child.log_path.read_text(), PATIENCE_S)
    grandchild_pid = int(child.log_path.read_text())
    child.stop()
    wait_until(lambda: not is_alive(grandchild_pid))


def is_alive(pid: int) -> bool:
    """Whether a process that is not our child runs; a zombie waits for init and counts as dead."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
