"""A worker ends the children that hang, and no others."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab_worker.pulse import ChildWatch

LOOKS = 3


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    yield process
    process.kill()
    process.wait()


def touch(path: Path, at_s: int) -> None:
    os.utime(path, (at_s, at_s))


def test_silent_child_is_killed_and_one_that_beats_is_not(
    tmp_path: Path, child: subprocess.Popen[bytes]
) -> None:
    path = tmp_path / str(child.pid)
    path.touch()
    watch = ChildWatch(tmp_path, LOOKS)
    for round_number in range(10):
        touch(path, round_number)
        watch.look()
    assert child.poll() is None
    for _ in range(LOOKS - 1):
        watch.look()
    assert child.poll() is None
    watch.look()
    assert child.wait() == -signal.SIGKILL


def test_file_of_a_process_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    (tmp_path / str(gone.pid)).touch()
    ChildWatch(tmp_path, LOOKS).look()
    assert list(tmp_path.iterdir()) == []


def test_process_of_somebody_else_is_never_killed(tmp_path: Path) -> None:
    (tmp_path / str(os.getpid())).touch()
    watch = ChildWatch(tmp_path, LOOKS)
    for _ in range(LOOKS + 2):
        watch.look()
    assert list(tmp_path.iterdir()) == []
