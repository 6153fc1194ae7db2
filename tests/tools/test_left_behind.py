"""What a killed supervisor left behind does not keep the next one from its port."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.supervisor.instance import InstanceLock, InstanceState
from tools.supervisor.left_behind import end_left_behind
from tools.supervisor.port import take_port

HOST = "127.0.0.1"
# Holds the port, and a child that does so as well; hears no request to end.
HOLDS = """
import os, signal, socket, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
held = socket.socket(fileno=int(sys.argv[1]))
held.listen()
if os.fork():
    print("holds", flush=True)  # one of them: two would speak at once
time.sleep(600)
"""


@contextmanager
def _holder(folder: Path) -> Iterator[tuple[int, int]]:
    """A stopped process and its child that listen on a port; process and port."""
    with take_port(0, HOST) as listener:
        port = listener.getsockname()[1]
        child = subprocess.Popen(
            [sys.executable, "-c", HOLDS, str(listener.fileno())],
            cwd=folder,
            pass_fds=(listener.fileno(),),
            process_group=0,
            stdout=subprocess.PIPE,
        )
    assert child.stdout is not None
    try:
        assert child.stdout.readline() == b"holds\n"
        os.kill(child.pid, signal.SIGSTOP)
        yield child.pid, port
    finally:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True


def test_processes_of_a_killed_supervisor_give_the_port_back(tmp_path: Path) -> None:
    with _holder(tmp_path) as (pid, port):
        assert not _is_free(port)
        state = InstanceState(4711, str(tmp_path), services={"api": pid, "api-2": None})
        assert end_left_behind(state, tmp_path) == 2
        assert _is_free(port)


def test_process_that_has_got_the_number_of_one_of_ours_lives(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    with _holder(tmp_path) as (pid, port):
        state = InstanceState(4711, str(data_dir), services={"api": pid})
        assert end_left_behind(state, data_dir) == 0
        assert not _is_free(port)


def test_lock_tells_what_was_running_when_the_lab_was_killed(tmp_path: Path) -> None:
    lock = InstanceLock(tmp_path)
    lock.acquire()
    assert lock.left_behind is None
    lock.publish(InstanceState(4711, str(tmp_path), services={"api": 5}))
    text = lock.path.read_text()
    lock.release()
    # The kernel releases the lock of a killed process, and the file keeps its content.
    lock.path.write_text(text)
    again = InstanceLock(tmp_path)
    again.acquire()
    assert again.left_behind == InstanceState(**json.loads(text))
    assert again.path.read_text() == ""
    again.release()
    after_a_clean_end = InstanceLock(tmp_path)
    after_a_clean_end.acquire()
    assert after_a_clean_end.left_behind is None
    after_a_clean_end.release()
