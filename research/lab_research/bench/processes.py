"""CPU time of the processes started next to this one (proc(5))."""

import os
from collections import defaultdict
from pathlib import Path
from typing import Final

KINDS: Final = ("worker", "postgres", "valkey")
_MARKS: Final = {"celery": "worker", "postgres": "postgres", "valkey": "valkey"}
_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")


def cpu_s_below(parent_pid: int) -> dict[str, float]:
    """CPU seconds since their start, by kind, of all processes below one, except this one and what
    it started.

    Of children that have ended, their parents' figures hold what they used.
    """
    seconds = dict.fromkeys(KINDS, 0.0)
    parents = _parents()
    children: dict[int, list[int]] = defaultdict(list)
    for pid, parent in parents.items():
        children[parent].append(pid)
    waiting = [pid for pid in children[parent_pid] if pid != os.getpid()]
    while waiting:
        pid = waiting.pop()
        waiting += children[pid]
        kind = _kind(pid)
        if kind is not None:
            seconds[kind] += _cpu_s(pid)
    return seconds


def _parents() -> dict[int, int]:
    found: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            fields = _stat(int(entry.name))
            if fields:
                found[int(entry.name)] = int(fields[1])
    return found


def _stat(pid: int) -> list[str]:
    """The fields behind the command's name: state, parent, ...; empty if it has ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def _cpu_s(pid: int) -> float:
    """User and system time, own and of children that have ended: fields 14 to 17 of stat."""
    return sum(map(int, _stat(pid)[11:15])) / _TICKS_PER_S


def _kind(pid: int) -> str | None:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return None
    return next((kind for mark, kind in _MARKS.items() if mark in command), None)
