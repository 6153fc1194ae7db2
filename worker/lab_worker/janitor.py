"""The sweep while no API is there: every worker process looks whether somebody sweeps."""

import threading

import structlog
from sqlalchemy.exc import SQLAlchemyError

from lab.context import Context
from lab.recovery.service import sweep
from lab.recovery.watch import is_unattended

STOP_TIMEOUT_S = 5.0

log = structlog.get_logger("lab_worker.recovery")


class StandIn:
    """Sweeps in a thread whenever those who should are late (the APIs' janitors)."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="janitor", daemon=True)

    def start(self) -> None:
        """From now on."""
        self._thread.start()

    def stop(self) -> None:
        """Not any more; a sweep that has begun may end."""
        self._stopping.set()
        self._thread.join(STOP_TIMEOUT_S)

    def look(self) -> bool:
        """One round. Whether nobody else was there, so that it swept."""
        with self._context.sessions() as session:
            is_needed = is_unattended(session, self._context.settings)
        if is_needed:
            sweep(self._context)
        return is_needed

    def _run(self) -> None:
        while not self._stopping.wait(self._context.settings.janitor_interval_s):
            try:
                self.look()
            except SQLAlchemyError as error:
                # The database is away, or the process is ending.
                log.warning("sweep_failed", error=str(error))
            except Exception:
                log.exception("sweep_broken")
