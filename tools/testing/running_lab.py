"""A lab started as a person starts it, for tests that need a whole one."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
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


class UpProcess:
    """`./lab up` as a child: started, killed and started again as an operator would."""

    def __init__(
        self,
        data_dir: Path,
        log_path: Path,
        options: tuple[str, ...],
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self._data_dir = data_dir
        self._log_path = log_path
        self._options = options
        self._environment = {**os.environ, **(settings or {})}
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id of the supervisor, which has been started."""
        if self._child is None:
            raise LabError("./lab up was not started.")
        return self._child.pid

    def start(self, port: int) -> str:
        """Start it and wait until it has printed its address."""
        command = [str(PROJECT_ROOT / "lab"), "up", "--no-open", "--port", str(port)]
        command += ["--data-dir", str(self._data_dir), *self._options]
        with self._log_path.open("ab") as log:
            said_before_bytes = log.tell()
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self._environment,
            )
        deadline_s = time.monotonic() + UP_TIMEOUT_S
        while time.monotonic() < deadline_s:
            found = ADDRESS.search(self._said(said_before_bytes))
            if found:
                return found[0]
            if self._child.poll() is not None:
                break
            time.sleep(POLL_INTERVAL_S)
        self._child.kill()
        self._child.wait()
        self._child = None
        raise LabError(f"./lab up printed no address:\n{self._said(said_before_bytes)}")

    def wait(self) -> None:
        """Until it has ended."""
        if self._child is not None:
            self._child.wait(STOP_TIMEOUT_S)

    def stop(self) -> None:
        """Ctrl-C, and what it then ends with has to be 0."""
        if self._child is None:
            return
        self._child.send_signal(signal.SIGINT)
        try:
            exit_code = self._child.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._child.kill()
            raise LabError("./lab up did not end after Ctrl-C") from None
        if exit_code != 0:
            raise LabError(f"./lab up ended with exit code {exit_code}:\n{self._said(0)}")

    def _said(self, from_bytes: int) -> str:
        return self._log_path.read_bytes()[from_bytes:].decode(errors="replace")


@dataclass(frozen=True)
class RunningLab:
    """A running lab: the address of its page, its data folder, and its `./lab up`."""

    address: str
    data_dir: Path
    up: UpProcess

    def state(self) -> InstanceState:
        """The lab's processes, as `./lab status` lists them."""
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
def running_lab(
    folder: Path, *options: str, settings: Mapping[str, str] | None = None
) -> Iterator[RunningLab]:
    """`./lab up` on any free port with its data below `folder`; Ctrl-C at the end.

    `settings` are environment variables besides ours.
    """
    data_dir = folder / "data"
    up = UpProcess(data_dir, folder / "up.log", options, settings)
    try:
        lab = RunningLab(up.start(port=0), data_dir, up)
        _wait_for_papers(lab)
        yield lab
    finally:
        up.stop()


def _wait_for_papers(lab: RunningLab) -> None:
    """Wait for the papers' experiments, which are stored while the page serves already."""
    deadline_s = time.monotonic() + UP_TIMEOUT_S
    is_bundled = not os.environ.get("LAB_DATABASE_URL")
    while is_bundled and not (lab.data_dir / PAPERS_STAMP).exists():
        if time.monotonic() > deadline_s:
            raise LabError("The papers' experiments were not stored. See logs/papers.log.")
        time.sleep(POLL_INTERVAL_S)
