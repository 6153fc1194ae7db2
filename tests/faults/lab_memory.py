"""Memory of a running lab over time, by part: what shared pages take is divided (PSS, proc(5))."""

import asyncio
import csv
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Final

from tools.testing.running_lab import RunningLab

INTERVAL_S: Final = 5.0
KB_PER_MB: Final = 1000 / 1.024
"""The kernel counts in 1,024 bytes."""


@dataclass(frozen=True)
class MemorySample:
    """At one moment; `requests` were answered by then."""

    elapsed_s: float
    requests: int
    api_mb: float
    workers_mb: float
    postgres_mb: float


async def watch_memory(
    lab: RunningLab, request_count: Callable[[], int], samples: list[MemorySample]
) -> None:
    """Add a sample every five seconds, until cancelled."""
    started_s = time.monotonic()
    while True:
        elapsed_s = round(time.monotonic() - started_s, 1)
        samples.append(MemorySample(elapsed_s, request_count(), *_memory_mb(lab)))
        await asyncio.sleep(INTERVAL_S)


def write_samples(samples: Iterable[MemorySample], path: Path) -> None:
    """As CSV."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(each.name for each in fields(MemorySample))
        writer.writerows(map(astuple, samples))


def _memory_mb(lab: RunningLab) -> tuple[float, float, float]:
    services = lab.state().services
    children = _children()

    def part(prefix: str) -> float:
        roots = [pid for name, pid in services.items() if name.startswith(prefix) and pid]
        return round(sum(_tree_mb(root, children) for root in roots), 1)

    return part("api"), part("worker"), part("postgres")


def _tree_mb(root: int, children: dict[int, list[int]]) -> float:
    return _process_mb(root) + sum(_tree_mb(pid, children) for pid in children.get(root, []))


def _process_mb(pid: int) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / KB_PER_MB
    return 0.0  # it has ended


def _children() -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit():
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                found.setdefault(int(parent), []).append(int(entry.name))
    return found
