"""Reports this worker's core, and looks for a newer one: new runs are computed by the newest.

While workers are replaced one by one, or if a machine was forgotten, workers of two builds are
running. The older ones then take no new work and finish what they have begun.
"""

import threading
from typing import Final

import structlog
from celery import current_app
from kombu.exceptions import KombuError
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from lab.kit.database import SessionFactory, at_once
from lab.results import repository as results
from lab.results.repository import Core
from lab_worker.turn import Turn

INTERVAL_S: Final = 5.0
"""For all processes of a worker together. A claim checks by itself."""
STOP_TIMEOUT_S: Final = 5.0

log = structlog.get_logger("lab_worker.core")


def newer_core(session: Session, core: Core) -> Core | None:
    """The newest core of the lab, if its behaviour is newer than this one's."""
    return _if_newer(results.newest_core(session), core)


def _if_newer(newest: Core | None, core: Core) -> Core | None:
    return newest if newest is not None and newest.behaviour > core.behaviour else None


class Intake:
    """The queues that a worker listens to."""

    def __init__(self, node: str, queues: list[str]) -> None:
        self._node = node
        self._queues = queues

    def open(self) -> None:
        """Let the worker take messages, if it does not. Raises KombuError, RedisError, OSError."""
        for queue in self._queues:
            current_app.control.add_consumer(queue, destination=[self._node])

    def close(self) -> None:
        """Let the worker take no message any more. Raises as `open`."""
        for queue in self._queues:
            current_app.control.cancel_consumer(queue, destination=[self._node])


class CoreWatch:
    """A thread of a worker process that reports its core, and closes the worker's intake as long as
    a newer core is running as well.
    """

    def __init__(
        self, sessions: SessionFactory, core: Core, intake: Intake | None, turn: Turn | None = None
    ) -> None:
        """`intake`: None in a process that no worker has started. `turn`: shared with the worker's
        other processes.
        """
        self._turn = turn or Turn()
        self._sessions = sessions
        self._core = core
        self._intake = intake
        self._is_open: bool | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="core", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread."""
        self._stopping.set()
        self._thread.join(STOP_TIMEOUT_S)

    def look(self) -> None:
        """One round."""
        with at_once(self._sessions) as session:
            newer = _if_newer(results.say_present(session, self._core), self._core)
        is_open = newer is None
        if is_open == self._is_open:
            return
        if newer is not None:
            log.warning("core_is_older", core=self._core.version, newer=newer.version)
        elif self._is_open is not None:
            log.info("core_is_newest", core=self._core.version)
        if self._intake is not None:
            # Also at the first look: the process before this one may have closed it.
            (self._intake.open if is_open else self._intake.close)()
        self._is_open = is_open

    def _run(self) -> None:
        while not self._stopping.wait(INTERVAL_S):
            if not self._turn.take(INTERVAL_S):
                continue
            try:
                self.look()
            except (SQLAlchemyError, KombuError, RedisError, OSError) as error:
                log.warning("core_watch_failed", error=str(error))
