"""The supervisor starts again what ends or hangs, and stops clients before servers."""

import mmap
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import PATIENCE_S, wait_until
from tools import proc
from tools.errors import LabError
from tools.servers.process import ServerProcess, StopStep
from tools.supervisor import logs
from tools.supervisor.pulse import FileProbe, Health, SocketProbe
from tools.supervisor.supervisor import FIRST_BACKOFF_S, HEALTHY_AFTER_S, Supervisor

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


def test_a_life_that_counts_as_healthy_makes_the_next_wait_the_shortest(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    child = process(tmp_path, "api", [sys.executable, "-c", "raise SystemExit(3)"])
    supervisor.start(child)
    entry = supervisor.watched[0]
    waits_s = []
    for lived_s in (0.0, 0.0, HEALTHY_AFTER_S - 1, HEALTHY_AFTER_S + 1):
        wait_until_ended(child)
        now_s = time.monotonic()
        entry.started_at_s = now_s - lived_s
        supervisor.poll(now_s)
        assert entry.restart_at_s is not None
        waits_s.append(entry.restart_at_s - now_s)
        supervisor.poll(entry.restart_at_s)
    assert waits_s == pytest.approx([0.5, 1, 2, 0.5])


# Answers a line on a socket of its own until it is told to hang.
ECHO = (
    "import socket, sys\n"
    "server = socket.socket(socket.AF_UNIX)\n"
    "import os\n"
    "if os.path.exists(sys.argv[1]): os.unlink(sys.argv[1])\n"
    "server.bind(sys.argv[1]); server.listen()\n"
    "while True:\n"
    "    client = server.accept()[0]\n"
    "    client.recv(64); client.sendall(b'+PONG'); client.close()\n"
)


class Answering:
    """A supervised process that answers, and a clock that the test moves."""

    def __init__(self, supervisor: Supervisor, child: ServerProcess, path: Path) -> None:
        self.supervisor = supervisor
        self.child = child
        self.path = path
        self.now_s = time.monotonic()

    def go_on(self, seconds: float) -> None:
        """Look ten times a second of the test's clock, and leave the other side some time."""
        for _ in range(round(seconds * 10)):
            self.now_s += 0.1
            self.supervisor.poll(self.now_s)
            time.sleep(0.002)

    @property
    def silent_s(self) -> float:
        """How long the supervisor has not heard from it."""
        pulse = self.supervisor.watched[0].pulse
        assert pulse is not None
        return pulse.silent_s

    def wait_until_heard(self) -> None:
        """Until an answer has come."""

        def is_heard() -> bool:
            self.go_on(0.5)
            return self.silent_s < 0.5

        wait_until(self.path.exists)
        wait_until(is_heard)


@pytest.fixture
def answering(supervisor: Supervisor) -> Iterator[Answering]:
    with tempfile.TemporaryDirectory(prefix="lab-pulse-") as folder:
        path = Path(folder) / "s"
        child = ServerProcess("echo", [sys.executable, "-c", ECHO, str(path)], path.parent / "log")
        probe = SocketProbe(str(path), b"PING", (b"+PONG",))
        supervisor.start(child, health=Health(probe, silent_after_s=15.0, start_s=1e9))
        yield Answering(supervisor, child, path)
        supervisor.stop()


def test_process_that_is_stopped_is_killed_and_started_again(answering: Answering) -> None:
    answering.wait_until_heard()
    first_pid = answering.child.pid
    assert first_pid is not None
    os.kill(first_pid, signal.SIGSTOP)
    answering.go_on(13.0)
    assert answering.child.pid == first_pid
    answering.go_on(5.0)
    assert answering.child.pid not in (None, first_pid)
    answering.wait_until_heard()
    assert answering.supervisor.watched[0].restart_count == 1


class Starting(Answering):
    """A supervised process that has not answered yet, and never does."""

    def __init__(self, supervisor: Supervisor, folder: Path, script: str) -> None:
        child = process(folder, "slow", [sys.executable, "-c", script])
        probe = FileProbe(folder / "never touched")
        supervisor.start(child, health=Health(probe, silent_after_s=15.0, start_s=30.0))
        super().__init__(supervisor, child, folder)


def test_process_that_hangs_as_it_starts_is_found_as_soon_as_any_other(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    starting = Starting(supervisor, tmp_path, SLEEPER[2])
    first_pid = starting.child.pid
    assert first_pid is not None
    starting.go_on(1.0)
    os.kill(first_pid, signal.SIGSTOP)
    starting.go_on(13.0)
    assert starting.child.pid == first_pid
    starting.go_on(5.0)
    assert starting.child.pid not in (None, first_pid)
    assert supervisor.watched[0].restart_count == 1


# Works, or lets a child work, and prints nothing.
BUSY = "import time\nwhile True: time.sleep(0.0005)"
BUSY_CHILD = f"import subprocess, sys; subprocess.call([sys.executable, '-c', {BUSY!r}])"


@pytest.mark.parametrize("script", [BUSY, BUSY_CHILD], ids=["itself", "its child"])
def test_a_start_that_is_slow_and_at_work_has_its_time(
    supervisor: Supervisor, tmp_path: Path, script: str
) -> None:
    starting = Starting(supervisor, tmp_path, script)
    first_pid = starting.child.pid
    starting.go_on(28.0)
    assert starting.child.pid == first_pid
    starting.go_on(5.0)
    assert starting.child.pid not in (None, first_pid)


def test_process_that_answers_is_left_alone_for_as_long_as_it_does(answering: Answering) -> None:
    answering.wait_until_heard()
    first_pid = answering.child.pid
    for _ in range(8):
        answering.go_on(5.0)
        answering.wait_until_heard()
    assert answering.child.pid == first_pid


def test_supervisor_that_was_stopped_itself_blames_no_process(answering: Answering) -> None:
    answering.wait_until_heard()
    first_pid = answering.child.pid
    answering.now_s += 3600.0
    answering.go_on(0.1)
    assert answering.child.pid == first_pid
    answering.wait_until_heard()


def test_process_that_crashes_once_while_the_lab_starts_does_not_end_the_start(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    # The first start leaves a file and dies; the second one finds it and lives.
    mark = tmp_path / "mark"
    script = (
        "import pathlib, sys, time\n"
        "mark = pathlib.Path(sys.argv[1])\n"
        "if not mark.exists():\n"
        "    mark.write_text('1'); sys.exit(1)\n"
        "mark.write_text('2'); time.sleep(600)\n"
    )
    supervisor.start(process(tmp_path, "valkey", [sys.executable, "-c", script, str(mark)]))
    supervisor.watch_until(
        lambda: mark.exists() and mark.read_text() == "2", "not ready", PATIENCE_S
    )
    assert supervisor.pids()["valkey"] is not None
    assert supervisor.watched[0].restart_count == 1


def test_process_that_keeps_ending_ends_the_start_with_its_log(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    script = "import sys; print('no such option'); sys.exit(1)"
    supervisor.start(process(tmp_path, "valkey", [sys.executable, "-c", script]))
    with pytest.raises(LabError, match=r"(?s)valkey ended 4 times.*no such option"):
        supervisor.watch_until(lambda: False, "not ready", PATIENCE_S)


def test_optional_work_that_fails_stops_nothing(supervisor: Supervisor, tmp_path: Path) -> None:
    child = process(tmp_path, "api", SLEEPER)
    supervisor.start(child)
    codes: list[int] = []
    script = "raise OSError(28, 'No space left on device')"
    papers = process(tmp_path, "papers", [sys.executable, "-c", script])
    supervisor.start_once(papers, codes.append)
    wait_until_ended(papers)
    supervisor.poll(time.monotonic())
    supervisor.poll(time.monotonic())
    assert codes == [1]
    assert child.pid is not None
    assert "No space left" in papers.log_tail()


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
    return proc.state(pid) not in (None, "Z")


# What is read of processes.


SIZE_BYTES = 50_000_000
SIZE_MB = SIZE_BYTES / 1e6


def test_memory_has_what_was_allocated_and_no_pages_of_files(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * SIZE_BYTES)
    before_mb = proc.memory_mb(os.getpid())
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as mapped:
        assert sum(mapped[:: mmap.PAGESIZE]) > 0
        with_file_mb = proc.memory_mb(os.getpid())
    # From the kernel: an allocator may have a block of an earlier test left.
    held = mmap.mmap(-1, SIZE_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for page in range(0, SIZE_BYTES, mmap.PAGESIZE):
        held[page] = 1
    with_block_mb = proc.memory_mb(os.getpid())
    assert with_file_mb - before_mb < SIZE_MB / 5
    assert with_block_mb - before_mb == pytest.approx(SIZE_MB, rel=0.2)
    held.close()


def test_memory_of_a_process_that_has_ended_is_none() -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    assert proc.memory_mb(child) == 0


# Logs that grow while the lab runs.


WRITES = "import time\nwhile True:\n    print('line', flush=True)\n    time.sleep(0.001)\n"


def test_log_of_a_process_that_writes_is_cut_and_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "LARGEST_LOG_BYTES", 500)
    path = tmp_path / "logs" / "api.log"
    process = ServerProcess("api", [sys.executable, "-c", WRITES], path)
    process.spawn()
    try:
        wait_until(lambda: path.stat().st_size > 500)
        logs.rotate_logs(tmp_path)
        kept = path.with_suffix(".log.1").read_bytes()
        assert len(kept) > 500
        begun = path.stat().st_size
        wait_until(lambda: path.stat().st_size > begun)
    finally:
        process.stop()
    assert set(path.read_bytes().split()) == {b"line"}, "no hole of zeros before its new end"
    assert set(kept.split()) == {b"line"}
    assert list(logs.log_files(tmp_path)) == ["api"]


def test_small_log_stays(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "api.log"
    path.parent.mkdir()
    path.write_text("line\n")
    logs.rotate_logs(tmp_path)
    assert path.read_text() == "line\n"
    assert not path.with_suffix(".log.1").exists()


def test_logs_are_looked_at_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times_s = [0.0, 0.0, 1.0, 29.0, 30.0, 31.0, 60.0]
    looks: list[Path] = []
    rounds: list[None] = []
    monkeypatch.setattr(logs, "rotate_logs", looks.append)
    look = logs.rotating_logs(tmp_path, lambda: rounds.append(None), lambda: times_s[0])
    while len(times_s) > 1:
        times_s.pop(0)
        look()
    assert len(rounds) == 6
    assert looks == [tmp_path, tmp_path]
