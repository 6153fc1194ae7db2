"""A lab started as a person starts it, for tests that need a whole one."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.errors import LabError
from tools.paths import PROJECT_ROOT
from tools.supervisor.instance import PAPERS_STAMP, InstanceState, read_running

UP_TIMEOUT_S = 900.0
STOP_TIMEOUT_S = 300.0
POLL_INTERVAL_S = 0.1
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")


@dataclass(frozen=True)
class RunningLab:
    """Where its page is, and its data folder."""

    address: str
    data_dir: Path

    def state(self) -> InstanceState:
        """Its processes as `./lab status` knows them."""
        state = read_running(self.data_dir)
        if state is None:
            raise LabError(f"The lab on {self.data_dir} has ended.")
        return state

    def pid_of(self, service: str) -> int:
        """The process of a service; it must be running."""
        pid = self.state().services[service]
        if pid is None:
            raise LabError(f"{service} is not running.")
        return pid


@contextmanager
def running_lab(folder: Path, *options: str) -> Iterator[RunningLab]:
    """`./lab up` on any free port with its data below `folder`; Ctrl-C at the end."""
    log_path = folder / "up.log"
    data_dir = folder / "data"
    command = [str(PROJECT_ROOT / "lab"), "up", "--no-open", "--port", "0"]
    command += ["--data-dir", str(data_dir), *options]
    with log_path.open("ab") as log:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        lab = RunningLab(_wait_for_address(child, log_path), data_dir)
        _wait_for_papers(lab)
        yield lab
    finally:
        child.send_signal(signal.SIGINT)
        try:
            exit_code = child.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            child.kill()
            raise LabError("./lab up did not end after Ctrl-C") from None
    if exit_code != 0:
        raise LabError(f"./lab up ended with exit code {exit_code}:\n{log_path.read_text()}")


def _wait_for_address(child: subprocess.Popen[bytes], log_path: Path) -> str:
    deadline_s = time.monotonic() + UP_TIMEOUT_S
    while time.monotonic() < deadline_s:
        found = ADDRESS.search(log_path.read_text(errors="replace"))
        if found:
            return found[0]
        if child.poll() is not None:
            break
        time.sleep(POLL_INTERVAL_S)
    child.kill()
    child.wait()
    raise LabError(f"./lab up printed no address:\n{log_path.read_text(errors='replace')}")


def _wait_for_papers(lab: RunningLab) -> None:
    """They are stored while the page serves already; tests want to find them."""
    deadline_s = time.monotonic() + UP_TIMEOUT_S
    is_bundled = not os.environ.get("LAB_DATABASE_URL")
    while is_bundled and not (lab.data_dir / PAPERS_STAMP).exists():
        if time.monotonic() > deadline_s:
            raise LabError("The papers' experiments were not stored. See logs/papers.log.")
        time.sleep(POLL_INTERVAL_S)
