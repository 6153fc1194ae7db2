"""Heartbeats in the pauses between two callbacks of a simulation."""

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

# Handing over a chunk of ten thousand flows takes seconds without a callback. A core that is
# silent for longer than this hangs: then nobody speaks for it, and the job is given to another.
LONGEST_PAUSE_S = 60.0

log = structlog.get_logger("lab_worker.jobs")


class Heartbeat:
    """Beats in a thread while the simulation has nothing to say, for `LONGEST_PAUSE_S` at most.

    `beat` writes the heartbeat and no news. `is_lost` tells whether the job is another's, or over.
    """

    def __init__(
        self,
        sessions: SessionFactory,
        beat: Callable[[Session], object],
        *,
        interval_s: float,
        longest_pause_s: float = LONGEST_PAUSE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sessions = sessions
        self._beat = beat
        self._interval_s = interval_s
        self._longest_pause_s = longest_pause_s
        self._clock = clock
        self._heard_at_s = clock()
        self._beat_at_s = clock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self.is_lost = False

    def heard(self) -> None:
        """The simulation has called."""
        self._heard_at_s = self._clock()

    def has_beaten(self) -> None:
        """The row has a fresh heartbeat from somebody else."""
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
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.wait(self._interval_s):
            now_s = self._clock()
            is_due = now_s - self._beat_at_s >= 2 * self._interval_s
            if is_due and now_s - self._heard_at_s < self._longest_pause_s:
                self._beat_now()

    def _beat_now(self) -> None:
        try:
            with self._sessions.begin() as session:
                self._beat(session)
            self.has_beaten()
        except AttemptLost:
            self.is_lost = True
        except (SQLAlchemyError, psycopg.Error) as error:
            log.warning("heartbeat_failed", error=str(error))
