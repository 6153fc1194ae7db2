"""Pauses of a simulation are not silence; a hanging one is."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import select

from lab.context import Context
from lab.jobs import WorkerCounts, WorkerPresence
from lab.models import Run, RunEvent
from lab.runs import service
from lab.runs.attempts import RunAttempt, keep_alive
from lab.settings import Settings
from lab_worker.heartbeat import LONGEST_PAUSE_S, MOST_PAUSES, Heartbeat
from lab_worker.presence import Announcer
from lab_worker.pulse import ChildWatch
from tests.support.processes import LabProcesses, computing_child, wait_until
from tests.support.runs import claim_run, create_run
from tools.servers import ValkeyServer


def _heartbeat_at(context: Context, run_id: UUID) -> datetime:
    with context.sessions() as session:
        beat = session.scalar(select(Run.heartbeat_at).where(Run.id == run_id))
    assert beat is not None
    return beat


def _beating(context: Context, attempt: RunAttempt, interval_s: float = 0.02) -> Heartbeat:
    return Heartbeat(context.sessions, partial(keep_alive, attempt=attempt), interval_s=interval_s)


def test_pause_has_heartbeats_and_no_events(context: Context) -> None:
    run = create_run(context)
    attempt = claim_run(context, run.id)
    claimed_at = _heartbeat_at(context, run.id)
    with _beating(context, attempt, interval_s=0.05):
        wait_until(lambda: _heartbeat_at(context, run.id) > claimed_at, 10)
        second_at = _heartbeat_at(context, run.id)
        wait_until(lambda: _heartbeat_at(context, run.id) > second_at, 10)
    with context.sessions() as session:
        numbers = session.scalars(select(RunEvent.seq).where(RunEvent.run_id == run.id)).all()
    assert sorted(numbers) == [1, 2], "queued and running"


class _Clocks:
    """What the wall says and what the process has worked."""

    wall_s = 0.0
    work_s = 0.0


def test_core_that_hangs_ends_its_process_and_its_heartbeats(context: Context) -> None:
    run = create_run(context)
    attempt = claim_run(context, run.id)
    clocks, ended = _Clocks(), threading.Event()
    heartbeat = Heartbeat(
        context.sessions,
        partial(keep_alive, attempt=attempt),
        interval_s=0.02,
        on_hang=ended.set,
        clock=lambda: clocks.wall_s,
        work_clock=lambda: clocks.work_s,
    )
    claimed_at = _heartbeat_at(context, run.id)
    with heartbeat:
        # A busy machine: the core was given next to nothing of a processor in all this time.
        clocks.wall_s = LONGEST_PAUSE_S + 1
        wait_until(lambda: _heartbeat_at(context, run.id) > claimed_at, 10)
        assert not ended.is_set()
        clocks.work_s = LONGEST_PAUSE_S
        assert ended.wait(10)
        silent_since = _heartbeat_at(context, run.id)
        clocks.wall_s += 5
    assert _heartbeat_at(context, run.id) == silent_since


def test_core_that_waits_for_ever_hangs_as_well(context: Context) -> None:
    attempt = claim_run(context, create_run(context).id)
    clocks, ended = _Clocks(), threading.Event()
    with Heartbeat(
        context.sessions,
        partial(keep_alive, attempt=attempt),
        interval_s=0.02,
        on_hang=ended.set,
        clock=lambda: clocks.wall_s,
        work_clock=lambda: clocks.work_s,
    ):
        clocks.wall_s = MOST_PAUSES * LONGEST_PAUSE_S
        assert ended.wait(10)


def test_heartbeat_hears_a_cancel(context: Context) -> None:
    run = create_run(context)
    attempt = claim_run(context, run.id)
    with context.sessions.begin() as session:
        service.cancel(session, None, run.id)
    with _beating(context, attempt) as heartbeat:
        wait_until(lambda: heartbeat.is_lost, 10)


def test_heartbeat_hears_that_the_attempt_was_given_up(context: Context) -> None:
    run = create_run(context)
    attempt = claim_run(context, run.id)
    with context.sessions.begin() as session:
        service.delete(session, None, run.id)
    with _beating(context, attempt) as heartbeat:
        wait_until(lambda: heartbeat.is_lost, 10)


# A worker ends the children that hang, and no others.


LOOKS = 3


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    yield process
    process.kill()
    process.wait()


def touch(path: Path, at_s: int) -> None:
    os.utime(path, (at_s, at_s))


def test_silent_child_is_killed_and_one_that_beats_is_not(
    tmp_path: Path, child: subprocess.Popen[bytes]
) -> None:
    path = tmp_path / str(child.pid)
    path.touch()
    watch = ChildWatch(tmp_path, LOOKS)
    for round_number in range(10):
        touch(path, round_number)
        watch.look()
    assert child.poll() is None
    for _ in range(LOOKS - 1):
        watch.look()
    assert child.poll() is None
    watch.look()
    assert child.wait() == -signal.SIGKILL


def test_file_of_a_process_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    (tmp_path / str(gone.pid)).touch()
    ChildWatch(tmp_path, LOOKS).look()
    assert list(tmp_path.iterdir()) == []


def test_process_of_another_program_is_never_killed(tmp_path: Path) -> None:
    (tmp_path / str(os.getpid())).touch()
    watch = ChildWatch(tmp_path, LOOKS)
    for _ in range(LOOKS + 2):
        watch.look()
    assert list(tmp_path.iterdir()) == []


# A worker is known while it starts, while it works, and no longer.


TRIES = 5
# Between five tries: 2, 4, 6 and 8 s.
CELERYS_OWN_PAUSES_S = 20.0


def test_announcer_tells_of_each_state(settings: Settings) -> None:
    presence = WorkerPresence(settings.redis.client_url)
    announcer = Announcer(WorkerPresence(settings.redis.client_url), "a@here", ["interactive"])
    announcer.start()
    wait_until(lambda: presence.counts("interactive") == WorkerCounts(1, 0))
    announcer.be_ready()
    wait_until(lambda: presence.counts("interactive") == WorkerCounts(0, 1))
    announcer.leave()
    assert presence.counts("interactive") == WorkerCounts(0, 0)
    presence.close()


def test_worker_tells_that_it_is_there_and_finds_a_broker_that_was_away(
    settings: Settings, valkey: ValkeyServer, tmp_path: Path
) -> None:
    presence = WorkerPresence(settings.redis.client_url)

    def is_ready() -> bool:
        return presence.counts("interactive").ready == 1

    yielding = settings.model_copy(update={"worker_niceness": 3})
    with LabProcesses(yielding, tmp_path) as processes:
        worker = processes.start_worker("interactive")
        wait_until(is_ready)
        assert presence.counts("batch") == WorkerCounts(0, 0)
        # What computes yields, and what listens does not.
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) == own
        child = computing_child(worker.pid)
        wait_until(lambda: os.getpriority(os.PRIO_PROCESS, child) == min(own + 3, 19))
        valkey.stop()
        try:
            wait_until(lambda: len(_failures_at(processes.logs())) >= TRIES)
        finally:
            valkey.start()
        tried = _failures_at(processes.logs())[:TRIES]
        assert (tried[-1] - tried[0]).total_seconds() < CELERYS_OWN_PAUSES_S
        wait_until(is_ready)
        worker.send_signal(signal.SIGTERM)
        worker.wait()
        assert presence.counts("interactive") == WorkerCounts(0, 0)
    presence.close()


def _failures_at(log: str) -> list[datetime]:
    """When the worker found no broker."""
    found = [line for line in log.splitlines() if "Trying again" in line]
    return [datetime.fromisoformat(json.loads(line)["timestamp"]) for line in found]
