"""The resources of one worker process: its connections, its name, its core."""

from dataclasses import dataclass, field

import structlog
from sqlalchemy.exc import SQLAlchemyError

from lab.context import Context, build_context
from lab.jobs import WorkerName
from lab.kit.traces import end_traces, start_traces
from lab.results import repository as results
from lab.results.repository import Core
from lab.settings import Settings
from lab_exec import behaviour_version, core_version
from lab_worker.core_watch import CoreWatch, Intake
from lab_worker.janitor import StandIn
from lab_worker.turn import Turn

# One for the simulation's callbacks, one for its heartbeat: a process computes one thing at a time.
POOL_CONNECTIONS = 2
# The longest transaction stores a chunk of ten thousand flows: seconds, more on a busy disk.
TRANSACTION_TIMEOUT_S = 120.0
IDLE_TIMEOUT_S = 20.0
"""A process that is halted in the middle of a transaction blocks others for so long. One that
lives says something within milliseconds, or seconds where it has a hundredth of a processor."""

log = structlog.get_logger("lab_worker")


@dataclass
class WorkerProcess:
    """Made after the fork."""

    name: WorkerName
    context: Context
    core: Core
    stand_in: StandIn
    core_watch: CoreWatch
    is_registered: bool = False

    def register_core(self) -> None:
        """Tell the API which core computes here. Raises SQLAlchemyError."""
        if not self.is_registered:
            with self.context.sessions.begin() as session:
                results.register_core(session, self.core)
            self.is_registered = True

    def claim_name(self) -> str:
        """A name that no other claim has."""
        return self.name.of_claim()


def installed_core() -> Core:
    """The one that computes here."""
    return Core(core_version(), behaviour_version())


_current: WorkerProcess | None = None


@dataclass(frozen=True)
class Turns:
    """The state that the processes of a worker share. Made before the fork."""

    core: Turn = field(default_factory=Turn)
    janitor: Turn = field(default_factory=Turn)


def open_process(
    settings: Settings, intake: Intake | None = None, turns: Turns | None = None
) -> WorkerProcess:
    """Build the connections of this process. `intake`, `turns`: of the worker whose child it
    is.
    """
    global _current  # noqa: PLW0603  Celery gives tasks no other place for what a process holds
    start_traces(settings, "worker")
    name = WorkerName()
    context = build_context(
        settings,
        application_name=name.application_name,
        pool_connections=POOL_CONNECTIONS,
        transaction_timeout_s=TRANSACTION_TIMEOUT_S,
        idle_timeout_s=IDLE_TIMEOUT_S,
    )
    core = installed_core()
    turns = turns or Turns()
    watch = CoreWatch(context.sessions, core, intake, turns.core)
    _current = WorkerProcess(name, context, core, StandIn(context, turns.janitor), watch)
    _current.stand_in.start()
    _current.core_watch.start()
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
        _current.core_watch.stop()
        _current.stand_in.stop()
        _current.context.close()
        _current = None
    end_traces()
