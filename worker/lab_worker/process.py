"""What one worker process holds: its connections, its name, its core."""

import os
import socket
from dataclasses import dataclass
from uuid import uuid4

import structlog
from sqlalchemy.exc import SQLAlchemyError

from lab.context import Context, build_context
from lab.results import repository as results
from lab.results.repository import Core
from lab.settings import Settings
from lab_exec import behaviour_version, core_version
from lab_worker.janitor import StandIn

# One for the simulation's callbacks, one for its heartbeat or for the locks of a batch's units: a
# process computes one thing at a time.
POOL_CONNECTIONS = 2
# The longest transaction stores a chunk of ten thousand flows: seconds, more on a busy disk.
TRANSACTION_TIMEOUT_S = 120.0

log = structlog.get_logger("lab_worker")


@dataclass
class WorkerProcess:
    """Made after the fork."""

    context: Context
    core: Core
    stand_in: StandIn
    is_registered: bool = False

    def register_core(self) -> None:
        """Tell the API which core computes here. Raises SQLAlchemyError."""
        if not self.is_registered:
            with self.context.sessions.begin() as session:
                results.register_core(session, self.core)
            self.is_registered = True

    def claim_name(self) -> str:
        """A name that no other claim has: host and process are for people."""
        return f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:12]}"


def installed_core() -> Core:
    """The one that computes here."""
    return Core(core_version(), behaviour_version())


_current: WorkerProcess | None = None


def open_process(settings: Settings) -> WorkerProcess:
    """Build the connections of this process."""
    global _current  # noqa: PLW0603  Celery gives tasks no other place for what a process holds
    context = build_context(
        settings,
        application_name="lab-worker",
        pool_connections=POOL_CONNECTIONS,
        transaction_timeout_s=TRANSACTION_TIMEOUT_S,
    )
    _current = WorkerProcess(context, installed_core(), StandIn(context))
    _current.stand_in.start()
    try:
        _current.register_core()
    except SQLAlchemyError as error:
        # The database may still be starting. The first run registers.
        log.warning("core_not_registered", error=str(error))
    return _current


def current_process() -> WorkerProcess:
    """The process that was opened."""
    if _current is None:
        raise RuntimeError("open_process() runs when a worker process starts")
    return _current


def close_process() -> None:
    """Close the connections."""
    global _current  # noqa: PLW0603
    if _current is not None:
        _current.stand_in.stop()
        _current.context.close()
        _current = None
