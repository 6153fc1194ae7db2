"""Memory of a running lab over time, by part, without pages of files (`tools.proc.memory_mb`)."""

import asyncio
import csv
import time
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Final

from tools import proc
from tools.testing.running_lab import RunningLab

INTERVAL_S: Final = 5.0


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

    def part(prefix: str) -> float:
        roots = {pid for name, pid in services.items() if name.startswith(prefix) and pid}
        return round(sum(map(proc.memory_mb, proc.below(roots))), 1)

    return part("api"), part("worker"), part("postgres")
