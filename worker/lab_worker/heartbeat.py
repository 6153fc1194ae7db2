"""Heartbeats in the pauses between two callbacks of a simulation."""

import os
import signal
import threading
import time
from collections.abc import Callable
from types import TracebackType

import psycopg
import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from lab.jobs import AttemptLost
from lab.kit.database import SessionFactory

# Handing over a chunk of ten thousand flows takes seconds without a callback, and a busy machine
# makes minutes of them. A core that is silent for longer than this counts as hung if it has used
# the processor for half of that time, or if it is silent for ten times as long.
LONGEST_PAUSE_S = 60.0
WORKED_RATIO = 0.5
MOST_PAUSES = 10
# For the thread that sends heartbeats, which may be waiting for the database.
END_TIMEOUT_S = 10.0

log = structlog.get_logger("lab_worker.jobs")


def end_this_process() -> None:
    """A simulation that never ends cannot be stopped otherwise, and would keep the process for
    itself. The worker starts another one, and the job has lost an attempt as by any crash.
    """
    os.kill(os.getpid(), signal.SIGKILL)


class Heartbeat:
    """Beats in a thread while the simulation makes no callbacks, until it hangs.

    `beat` writes the heartbeat alone, and may return False: the job is not wanted now. `is_lost`:
    the job is another worker's, or over.
    """

    def __init__(
        self,
        sessions: SessionFactory,
        beat: Callable[[Session], object],
        *,
        interval_s: float,
        longest_pause_s: float = LONGEST_PAUSE_S,
        on_hang: Callable[[], None] = end_this_process,
        clock: Callable[[], float] = time.monotonic,
        work_clock: Callable[[], float] = time.process_time,
    ) -> None:
        self._sessions = sessions
        self._beat = beat
        self._interval_s = interval_s
        self._longest_pause_s = longest_pause_s
        self._on_hang = on_hang
        self._clock = clock
        self._work_clock = work_clock
        self._heard_at_s = clock()
        self._heard_at_work_s = work_clock()
        self._beat_at_s = clock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self.is_lost = False
        self.is_wanted = True

    def heard(self) -> None:
        """The simulation has called."""
        self._heard_at_s = self._clock()
        self._heard_at_work_s = self._work_clock()

    def has_beaten(self) -> None:
        """Another transaction has written a heartbeat to the row."""
        self._beat_at_s = self._clock()

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopping.set()
        self._thread.join(END_TIMEOUT_S)

    def _run(self) -> None:
        while not self._stopping.wait(self._interval_s):
            if self._hangs():
                log.error("simulation_hangs")
                self._on_hang()
                return
            if self._clock() - self._beat_at_s >= 2 * self._interval_s:
                self._beat_now()

    def _hangs(self) -> bool:
        pause_s = self._clock() - self._heard_at_s
        worked_s = self._work_clock() - self._heard_at_work_s
        if pause_s < self._longest_pause_s:
            return False
        has_worked = worked_s >= WORKED_RATIO * self._longest_pause_s
        return has_worked or pause_s >= MOST_PAUSES * self._longest_pause_s

    def _beat_now(self) -> None:
        try:
            with self._sessions.begin() as session:
                self.is_wanted = self._beat(session) is not False
            self.has_beaten()
        except AttemptLost:
            self.is_lost = True
        except (SQLAlchemyError, psycopg.Error) as error:
            log.warning("heartbeat_failed", error=str(error))
