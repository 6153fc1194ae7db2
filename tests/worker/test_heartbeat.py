"""Pauses of a simulation are not silence; a hanging one is."""

import threading
from datetime import datetime
from functools import partial
from uuid import UUID

from sqlalchemy import select

from lab.context import Context
from lab.models import Run, RunEvent
from lab.runs import service
from lab.runs.attempts import RunAttempt, keep_alive
from lab_worker.heartbeat import LONGEST_PAUSE_S, MOST_PAUSES, Heartbeat
from tests.support.processes import wait_until
from tests.support.runs import claim_run, create_run


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


def test_core_that_hangs_ends_its_process_and_nobody_speaks_for_it(context: Context) -> None:
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
