"""A worker elsewhere in a storm: it has the lab's address and a token, and is killed and halted
like everything else.
"""

import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.paths import PROJECT_ROOT
from tools.testing.running_lab import RunningLab

TOKEN_NAME: Final = "storm"
VARIABLE: Final = "LAB_STORM_TOKEN"
# So few of its units are computed again before its numbers are used that many are used.
SETTINGS: Final = {"LAB_REMOTE_FIRST_UNITS": "8"}


class Elsewhere:
    """One `./lab worker` with one process."""

    def __init__(self, lab: RunningLab, log_path: Path) -> None:
        self._lab = lab
        self._log_path = log_path
        made = self._token("create", TOKEN_NAME)
        self._environment = {**os.environ, VARIABLE: made.strip()}
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """As a person does on another machine."""
        command = [str(PROJECT_ROOT / "lab"), "worker", "--url", self._lab.address]
        command += ["--token", VARIABLE, "--jobs", "1"]
        with self._log_path.open("ab") as log:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self._environment,
                process_group=0,
            )

    def kill_and_start(self) -> None:
        """Power off, power on."""
        self.end()
        self.start()

    def signal(self, number: signal.Signals) -> None:
        """To all of its processes."""
        if self._child is not None:
            os.killpg(self._child.pid, number)

    def end(self) -> None:
        """Without a word."""
        if self._child is not None:
            self.signal(signal.SIGKILL)
            self._child.wait()
            self._child = None

    def is_running(self) -> bool:
        """The lab has not refused it."""
        return self._child is not None and self._child.poll() is None

    def line(self) -> str:
        """What has become of its units, as the operator sees it."""
        lines = self._token("list").splitlines()
        return next(line for line in lines if line.startswith(TOKEN_NAME))

    def _token(self, *words: str) -> str:
        command: Sequence[str] = [str(PROJECT_ROOT / "lab"), "token", *words]
        made = subprocess.run(
            [*command, "--data-dir", str(self._lab.data_dir)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
        return made.stdout
