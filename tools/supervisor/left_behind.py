"""Stops the processes that a killed supervisor left behind, before another one starts.

Its processes hear of its death and end. One that was stopped, or that finishes a run first, still
holds the page's port and its place at the database.
"""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from tools import proc
from tools.supervisor.instance import InstanceState

POLL_INTERVAL_S = 0.02
ENDED_WITHIN_S = 10.0


def end_left_behind(state: InstanceState | None, data_dir: Path) -> int:
    """Kill the processes of an earlier start, and those that they have started; how many. Servers
    that keep data are ended in order, by those who start them again (tools.servers.leftover).
    """
    if state is None:
        return 0
    groups = {pid for pid in state.services.values() if pid is not None}
    pids = _members(groups, data_dir.resolve())
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    deadline_s = time.monotonic() + ENDED_WITHIN_S
    while time.monotonic() < deadline_s and _members(groups, data_dir.resolve()):
        time.sleep(POLL_INTERVAL_S)
    return len(pids)


def _members(groups: set[int], folder: Path) -> list[int]:
    """Processes of these groups that work in the folder: numbers are given out again. The
    servers work in folders of their own.
    """
    return [pid for pid in proc.pids() if _group_of(pid) in groups and proc.folder(pid) == folder]


def _group_of(pid: int) -> int | None:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return None
