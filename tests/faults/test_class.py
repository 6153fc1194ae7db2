"""Two hundred students and a teacher on one machine: how fast answers come, and what is lost while
parts of the lab are killed. `./lab drill --class` runs it and prints the tables.
"""

import asyncio
import math
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools.testing.running_lab import RunningLab, running_lab

from .api_cpu import api_cpu_s
from .crowd import Record, hold_class

pytestmark = [pytest.mark.crowd, pytest.mark.timeout(3600)]

STUDENT_COUNT = int(os.environ.get("LAB_CLASS_STUDENTS", "200"))
# Each student's two answers, and five runs.
ANSWERS_EACH = 2
RUNS_EACH = 5
KILLED_AT_S = {"worker-interactive": 50.0, "api": 80.0, "valkey": 110.0}


STILL_S = 10.0
MOST_STILL_PROCESSORS = 0.5
"""Of the API for two hundred open pages to which nothing happens. One whose stream does not wait
takes a whole processor.
"""


class Stillness:
    """What the API takes of the processors while all pages are open and nothing happens."""

    def __init__(self, lab: RunningLab) -> None:
        self._lab = lab
        self.api_processors = math.nan

    async def measure(self) -> None:
        """For some seconds."""
        started_s, started_cpu_s = time.monotonic(), api_cpu_s(self._lab)
        await asyncio.sleep(STILL_S)
        elapsed_s = time.monotonic() - started_s
        self.api_processors = (api_cpu_s(self._lab) - started_cpu_s) / elapsed_s

    def describe(self) -> str:
        """For the table."""
        return f"the API takes {self.api_processors:.2f} of a processor"


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[RunningLab]:
    with running_lab(tmp_path, "--workers", "2") as lab:
        yield lab


def test_class_is_served_without_an_error(
    lab: RunningLab, record_property: Callable[..., None]
) -> None:
    record = Record()
    started_s = time.monotonic()
    still = Stillness(lab)
    asyncio.run(hold_class(lab.address, STUDENT_COUNT, record, still.measure))
    _print_table(record, time.monotonic() - started_s)
    _say(f"{record.event_count} events; then all pages open, nothing happens: {still.describe()}")
    record_property("distinct_runs", record.distinct_run_count())
    record_property("still_api_processors", round(still.api_processors, 3))
    assert record.event_count > STUDENT_COUNT
    assert still.api_processors <= MOST_STILL_PROCESSORS
    assert record.errors == []
    assert record.again.total() == 0
    _assert_all_is_there(record)


def test_class_loses_no_answer_while_parts_are_killed(lab: RunningLab) -> None:
    record = Record()
    started_s = time.monotonic()
    asyncio.run(_disturbed(lab, record))
    _print_table(record, time.monotonic() - started_s)
    assert record.errors == []
    assert record.again.total() > 0, "no client noticed that parts were killed"
    _assert_all_is_there(record)


async def _disturbed(lab: RunningLab, record: Record) -> None:
    killing = asyncio.create_task(_kill_each_once(lab))
    await hold_class(lab.address, STUDENT_COUNT, record)
    await killing


async def _kill_each_once(lab: RunningLab) -> None:
    started_s = time.monotonic()
    for service, at_s in KILLED_AT_S.items():
        await asyncio.sleep(max(0.0, at_s - (time.monotonic() - started_s)))
        os.kill(lab.pid_of(service), signal.SIGKILL)
        _say(f"{at_s:.0f} s: {service} killed")


def _assert_all_is_there(record: Record) -> None:
    assert len(record.stored) == STUDENT_COUNT * ANSWERS_EACH
    assert len(record.runs) == STUDENT_COUNT * RUNS_EACH
    assert record.done_runs == set(record.runs)
    assert record.distinct_run_count() < len(record.runs)
    # The teacher sees every answer that a student saw as stored.
    stored = [(step, answer) for (_, step), answer in record.stored.items()]
    assert sorted(map(repr, record.seen_by_teacher)) == sorted(map(repr, stored))


def _print_table(record: Record, elapsed_s: float) -> None:
    _say(f"\n{STUDENT_COUNT} students through after {elapsed_s:.0f} s")
    _say(f"{'request':<16}{'count':>8}{'median':>10}{'p95':>10}{'slowest':>10}")
    for kind, latencies_s in sorted(record.latency_s.items()):
        median_s = sorted(latencies_s)[len(latencies_s) // 2]
        times = (median_s, record.p95_s(kind), max(latencies_s))
        shown = "".join(f"{1e3 * time_s:>7.0f} ms" for time_s in times)
        _say(f"{kind:<16}{len(latencies_s):>8}{shown}")
    _say(f"runs asked for {len(record.runs)}, distinct {record.distinct_run_count()}")
    _say(f"made again {dict(record.again)}; errors {len(record.errors)} {record.errors[:3]}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
