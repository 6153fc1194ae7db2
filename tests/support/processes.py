"""Real processes of the lab, as `./lab up` starts them."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import httpx

from lab.settings import Settings

# A guard against what hangs, not a bound: a busy machine may take its time.
PATIENCE_S = 300.0


def computing_child(worker_pid: int) -> int:
    """The prefork child of a worker that has one."""
    children = Path(f"/proc/{worker_pid}/task/{worker_pid}/children").read_text().split()
    return int(children[-1])


class LabProcesses:
    """APIs and workers of one test. All of them are killed at its end."""

    def __init__(self, settings: Settings, log_dir: Path) -> None:
        self.settings = settings
        self.log_dir = log_dir
        self._children: list[subprocess.Popen[bytes]] = []

    def start_api(self) -> str:
        """Start an API process and return its address."""
        port = _free_port()
        command = ["-m", "uvicorn", "--factory", "lab.app:create_app", "--port", str(port)]
        child = self._spawn("api", [*command, "--no-access-log"])
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: _answers(f"{url}/api/health"), excuse=self._excuse(child))
        return url

    def start_worker(self, queues: str = "interactive,batch") -> subprocess.Popen[bytes]:
        """Start a worker with one child process. It need not be ready: messages wait for it."""
        return self._start_worker(["-m", "celery", "-A", "lab_worker.celery_app"], queues)

    def start_older_worker(self) -> subprocess.Popen[bytes]:
        """The same with a core that says it is older (tests.support.older_worker)."""
        return self._start_worker(["-m", "tests.support.older_worker"], "interactive,batch")

    def _start_worker(self, program: list[str], queues: str) -> subprocess.Popen[bytes]:
        command = [*program, "worker", "--concurrency", "1", "--queues", queues]
        command += ["--without-gossip", "--without-mingle"]
        return self._spawn("worker", [*command, "--hostname", f"{len(self._children)}@test"])

    def kill(self, child: subprocess.Popen[bytes]) -> None:
        """SIGKILL to a process and all its children at the same moment."""
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()

    def logs(self) -> str:
        """Everything that the processes wrote."""
        paths = sorted(self.log_dir.glob("*.log"))
        return "\n".join(f"== {path.name}\n{path.read_text()}" for path in paths)

    def __enter__(self) -> "LabProcesses":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for child in self._children:
            if child.poll() is None:
                self.kill(child)

    def _spawn(self, name: str, arguments: list[str]) -> subprocess.Popen[bytes]:
        path = self.log_dir / f"{len(self._children)}-{name}.log"
        with path.open("wb") as log:
            child = subprocess.Popen(
                [sys.executable, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **environment(self.settings)},
                start_new_session=True,
            )
        self._children.append(child)
        return child

    def _excuse(self, child: subprocess.Popen[bytes]) -> Callable[[], str | None]:
        return lambda: None if child.poll() is None else self.logs()


def environment(settings: Settings) -> dict[str, str]:
    """The settings as environment variables."""
    given = settings.model_dump(mode="json", exclude_none=True)
    return {f"LAB_{name.upper()}": str(value) for name, value in given.items()}


def wait_until(
    is_true: Callable[[], bool],
    timeout_s: float = PATIENCE_S,
    excuse: Callable[[], str | None] = lambda: None,
) -> float:
    """Poll, and return how long it took. `excuse` may end the waiting early with its reason."""
    started_s = time.monotonic()
    while not is_true():
        reason = excuse()
        assert reason is None, reason
        elapsed_s = time.monotonic() - started_s
        assert elapsed_s < timeout_s, f"not within {timeout_s} s"
        time.sleep(0.02)
    return time.monotonic() - started_s


def _answers(url: str) -> bool:
    try:
        return httpx.get(url).status_code == 200
    except httpx.TransportError:
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
