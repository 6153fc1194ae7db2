"""One server process in the foreground, as our child: reaped by us, stopped by us."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tools.errors import LabError

POLL_INTERVAL_S = 0.02
LOG_TAIL_LINES = 12
PR_SET_PDEATHSIG = 1  # prctl(2)


@dataclass(frozen=True)
class StopStep:
    """A signal, and how long the process may take over it before the next step."""

    signal: signal.Signals
    wait_s: float


class ServerProcess:
    """A child process with a log file, in a process group of its own."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        log_path: Path,
        *,
        stop_steps: Sequence[StopStep] = (StopStep(signal.SIGTERM, 10.0),),
        environment: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        is_server: bool = False,
    ) -> None:
        self.name = name
        self.command = list(command)
        self.log_path = log_path
        self.stop_steps = tuple(stop_steps)
        self.environment = environment
        self.cwd = cwd
        # Sockets and files that the child inherits under the same numbers.
        self.passed_fds: tuple[int, ...] = ()
        # Servers are stopped last, when no process uses them any more.
        self.is_server = is_server
        self._child: subprocess.Popen[bytes] | None = None
        self._is_stopping = False

    @property
    def pid(self) -> int | None:
        """The process id while the child lives, else None."""
        if self._child is None or self._child.poll() is not None:
            return None
        return self._child.pid

    @property
    def exit_code(self) -> int | None:
        """How the last child ended (minus the signal's number if by one); None while it lives."""
        return None if self._child is None else self._child.poll()

    def spawn(self) -> None:
        """Start the child with its output appended to the log file."""
        self.log_path.parent.mkdir(parents=True, exist_ok=True)
        self._is_stopping = False
        with self.log_path.open("ab") as log:
            self._child = spawn_child(
                self.command,
                log,
                self.stop_steps[0].signal,
                self.environment,
                self.cwd,
                self.passed_fds,
            )

    def wait_ready(self, is_ready: Callable[[], bool], timeout_s: float) -> None:
        """Poll until the server answers. A child that ends, or takes too long, is an error."""
        deadline = time.monotonic() + timeout_s
        while not is_ready():
            if self.pid is None:
                raise LabError(f"{self.name} ended while it started.\n{self.log_tail()}")
            if time.monotonic() > deadline:
                self.stop()
                raise LabError(
                    f"{self.name} was not ready after {timeout_s:.0f} s.\n{self.log_tail()}"
                )
            time.sleep(POLL_INTERVAL_S)

    def run_to_end(self) -> int:
        """Start a child that ends by itself, and wait for it; its exit code."""
        self.spawn()
        assert self._child is not None  # noqa: S101  spawn() has made it
        return self._child.wait()

    def begin_stop(self) -> None:
        """Send the first signal and return, so that several can end at the same time."""
        if self._child is not None and not self._is_stopping:
            self._is_stopping = True
            self._child.send_signal(self.stop_steps[0].signal)
            # One that was stopped (SIGSTOP) gets no signal until it continues.
            self._child.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """Ask the child to end, more firmly at each step, and kill it and its group at last."""
        if self._child is None:
            return
        self.begin_stop()
        for number, step in enumerate(self.stop_steps):
            if number > 0:
                self._child.send_signal(step.signal)
            try:
                self._child.wait(step.wait_s)
                break
            except subprocess.TimeoutExpired:
                continue
        self.kill_group()
        self._child = None

    def kill_group(self) -> None:
        """Kill the child, if it lives, and whatever its group still holds."""
        if self._child is None:
            return
        with suppress(ProcessLookupError, PermissionError):  # all may have ended
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()

    def log_tail(self) -> str:
        """The last lines of the log, to be shown with an error."""
        try:
            lines = self.log_path.read_text(errors="replace").splitlines()
        except FileNotFoundError:
            return ""
        shown = "\n".join("  | " + line for line in lines[-LOG_TAIL_LINES:])
        return f"{shown}\n  (whole log: {self.log_path})"


def spawn_child(
    command: Sequence[str],
    output: IO[bytes],
    death_signal: signal.Signals,
    environment: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    passed_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a child in a process group of its own, so that Ctrl-C reaches only the supervisor.

    On Linux the kernel sends it `death_signal` when we die in any way (PR_SET_PDEATHSIG), so
    that not even SIGKILL of the supervisor leaves servers behind.
    """
    libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
    parent_pid = os.getpid()

    def tie_to_parent() -> None:
        if libc is not None:
            libc.prctl(PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
            if os.getppid() != parent_pid:  # it died between fork and prctl
                os._exit(1)

    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        env=dict(environment) if environment is not None else None,
        cwd=cwd,
        process_group=0,
        preexec_fn=tie_to_parent,
        pass_fds=passed_fds,
    )


def death_signal_prefix(death_signal: signal.Signals) -> list[str]:
    """A command prefix that ties the program to its parent again.

    Entering a user namespace or changing the user clears PR_SET_PDEATHSIG, so it has to be set
    once more behind that step.
    """
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return []
    return [setpriv, "--pdeathsig", death_signal.name.removeprefix("SIG"), "--"]
