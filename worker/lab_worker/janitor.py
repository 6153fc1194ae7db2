"""The sweep while no API is running: every worker process looks whether there are sweeps."""

import threading

import structlog
from sqlalchemy.exc import SQLAlchemyError

from lab.context import Context
from lab.kit.database import at_once
from lab.recovery.service import sweep
from lab.recovery.watch import is_unattended, late_s
from lab_worker.turn import Turn

STOP_TIMEOUT_S = 5.0
LOOKS_PER_LATE = 2
"""Looks in the time after which a sweep is late."""

log = structlog.get_logger("lab_worker.recovery")


class StandIn:
    """Sweeps in a thread whenever those who should are late (the APIs' janitors)."""

    def __init__(self, context: Context, turn: Turn | None = None) -> None:
        """`turn`: shared with the worker's other processes."""
        self._context = context
        self._turn = turn or Turn()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="janitor", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread; a sweep that has begun may end."""
        self._stopping.set()
        self._thread.join(STOP_TIMEOUT_S)

    def look(self) -> bool:
        """One round. Whether there were no other sweeps, so that this process swept."""
        with at_once(self._context.sessions) as session:
            is_needed = is_unattended(session, self._context.settings)
        if is_needed:
            sweep(self._context)
        return is_needed

    def _run(self) -> None:
        usual_s = late_s(self._context.settings) / LOOKS_PER_LATE
        interval_s = usual_s
        while not self._stopping.wait(interval_s):
            if not self._turn.take(interval_s):
                continue
            try:
                is_needed = self.look()
                interval_s = self._context.settings.janitor_interval_s if is_needed else usual_s
            except SQLAlchemyError as error:
                # The database is away, or the process is ending.
                log.warning("sweep_failed", error=str(error))
            except Exception:
                log.exception("sweep_broken")
