"""Facts about processes from the kernel (proc(5)). Without /proc there are none."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

PROC: Final = Path("/proc")
TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")
KB_PER_MB: Final = 1000 / 1.024
HELD: Final = ("Pss_Anon", "Pss_Shmem", "SwapPss")
"""The kernel counts in 1,024 bytes."""


def pids() -> list[int]:
    """Ids of all processes."""
    with suppress(FileNotFoundError):
        return [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()]
    return []


def name(pid: int) -> str:
    """The name of its program, at most 15 letters; empty if the process has ended."""
    return _stat(pid)[0]


def stat(pid: int) -> list[str]:
    """The fields behind the name: state, parent, ...; empty if the process has ended."""
    return _stat(pid)[1].split()


def _stat(pid: int) -> tuple[str, str]:
    """A name may have spaces and brackets in it."""
    with suppress(OSError):
        start, _, rest = (PROC / str(pid) / "stat").read_text().rpartition(")")
        return start.partition("(")[2], rest
    return "", ""


def state(pid: int) -> str | None:
    """The letter of its state: R, S, D, T, Z, ...; None: it has ended."""
    return next(iter(stat(pid)), None)


def below(roots: Iterable[int]) -> set[int]:
    """These processes and all their descendants that are still running."""
    parents = {pid: int(fields[1]) for pid in pids() if (fields := stat(pid))}
    found = {pid for pid in roots if pid in parents}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def cpu_s(pid: int) -> float:
    """User and system time, own and of children that have ended (fields 14 to 17); 0 after its
    end.
    """
    return sum(map(int, stat(pid)[11:15])) / TICKS_PER_S


def own_cpu_s(pid: int) -> float:
    """User and system time of its threads, without children (fields 14 and 15); 0 after its end."""
    return sum(map(int, stat(pid)[11:13])) / TICKS_PER_S


def switches(pid: int) -> int:
    """How often its threads got a processor or let go of one; 0 after its end. What waits for one
    thing, or is stopped, has none.
    """
    count = 0
    with suppress(OSError):
        for thread in (PROC / str(pid) / "task").iterdir():
            with suppress(OSError):  # the thread has ended meanwhile
                count += _switches_of(thread)
    return count


def _switches_of(thread: Path) -> int:
    lines = (thread / "status").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if "_ctxt_switches:" in line)


def memory_mb(pid: int) -> float:
    """What it holds and only its end gives back: of its proportional set size, in which shared
    pages are divided, all but pages of files. Those the kernel drops and reads again as it likes.
    0 after its end.
    """
    with suppress(OSError):
        lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()[1:]
        sizes_kb = {line.split(":")[0]: int(line.split()[1]) for line in lines}
        return sum(map(sizes_kb.__getitem__, HELD)) / KB_PER_MB
    return 0.0


def folder(pid: int) -> Path | None:
    """Its working directory; None: it has ended, or belongs to another user."""
    try:
        return (PROC / str(pid) / "cwd").readlink()
    except OSError:
        return None
