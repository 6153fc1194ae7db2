"""Stop a server that an earlier, killed supervisor left behind in the same folder."""

import os
import signal
import time
from pathlib import Path

from tools import proc
from tools.errors import LabError

POLL_INTERVAL_S = 0.05


def stop_leftover(pid_file: Path, program: str, timeout_s: float) -> None:
    """End the process named in the first line of `pid_file` if it still is `program`.

    The data folder's lock is ours when this is called, so such a server has no supervisor.
    """
    try:
        pid = int(pid_file.read_text().splitlines()[0])
    except (FileNotFoundError, ValueError, IndexError):
        return
    if pid <= 1 or not _is_running(pid, program):
        return
    os.kill(pid, signal.SIGINT)
    # One that was stopped (SIGSTOP) gets no signal until it continues.
    os.kill(pid, signal.SIGCONT)
    deadline = time.monotonic() + timeout_s
    while _is_running(pid, program):
        if time.monotonic() > deadline:
            raise LabError(
                f"{program} (process {pid}) from an earlier start does not end. Stop it: kill {pid}"
            )
        time.sleep(POLL_INTERVAL_S)


def _is_running(pid: int, program: str) -> bool:
    """Whether that process lives and still is the program; a number can be given out again."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return False
    if not proc.PROC.is_dir():
        return True  # trust the number
    return proc.name(pid).startswith(program[:15]) and proc.state(pid) not in (None, "Z")
