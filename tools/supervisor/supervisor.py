"""Watch over the lab's processes: restart what ends, stop everything in order."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tools.console import say
from tools.errors import LabError
from tools.servers.process import ServerProcess

POLL_INTERVAL_S = 0.1
FIRST_BACKOFF_S = 0.5
LONGEST_BACKOFF_S = 30.0
# A process that lived so long was healthy: the next restart waits the shortest time again.
HEALTHY_AFTER_S = 60.0


@dataclass
class Watched:
    """A process, how to start it, and when it may be started again."""

    process: ServerProcess
    spawn: Callable[[], None]
    started_at_s: float = 0.0
    restart_at_s: float | None = None
    backoff_s: float = FIRST_BACKOFF_S
    restart_count: int = 0

    @property
    def name(self) -> str:
        """The service's name, also that of its log."""
        return self.process.name


class Supervisor:
    """Holds processes in the order of their start; stops them in the opposite order."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self.watched: list[Watched] = []
        self._on_change = on_change

    def start(self, process: ServerProcess, spawn: Callable[[], None] | None = None) -> None:
        """Start a process and watch over it from now on. `spawn` must not wait."""
        entry = Watched(process, spawn or process.spawn)
        self.watched.append(entry)
        self._spawn(entry)

    def pids(self) -> dict[str, int | None]:
        """Process ids by name; None for one that waits for its restart."""
        return {entry.name: entry.process.pid for entry in self.watched}

    def run(self) -> None:
        """Watch until an exception, such as a signal's, ends it."""
        while True:
            self.poll(time.monotonic())
            time.sleep(POLL_INTERVAL_S)

    def poll(self, now_s: float) -> None:
        """One round: notice what ended, start again what has waited long enough."""
        for entry in self.watched:
            if entry.restart_at_s is not None:
                if now_s >= entry.restart_at_s:
                    self._spawn_again(entry, now_s)
                    self._on_change()
            elif entry.process.pid is None:
                self._plan_restart(entry, now_s)
                self._on_change()

    def stop(self) -> None:
        """Stop all: first those that use the servers, all at once; then the servers."""
        for entry in reversed(self.watched):
            entry.restart_at_s = None
        clients = [entry for entry in self.watched if not entry.process.is_server]
        servers = [entry for entry in self.watched if entry.process.is_server]
        for group in (clients, servers):
            for entry in group:
                entry.process.begin_stop()
            for entry in group:
                entry.process.stop()

    def _spawn(self, entry: Watched) -> None:
        entry.restart_at_s = None
        entry.started_at_s = time.monotonic()
        entry.spawn()

    def _spawn_again(self, entry: Watched, now_s: float) -> None:
        try:
            self._spawn(entry)
        except (LabError, OSError) as error:
            say(f"{entry.name} cannot be started: {error}")
            entry.restart_at_s = now_s + LONGEST_BACKOFF_S

    def _plan_restart(self, entry: Watched, now_s: float) -> None:
        exit_code = entry.process.exit_code
        # A killed worker leaves children that hold its database connections and its work.
        entry.process.kill_group()
        if now_s - entry.started_at_s >= HEALTHY_AFTER_S:
            entry.backoff_s = FIRST_BACKOFF_S
        say(
            f"{entry.name} ended ({_describe(exit_code)}); starting it again in "
            f"{entry.backoff_s:g} s. Log: {entry.process.log_path}"
        )
        entry.restart_at_s = now_s + entry.backoff_s
        entry.backoff_s = min(2 * entry.backoff_s, LONGEST_BACKOFF_S)
        entry.restart_count += 1


def _describe(exit_code: int | None) -> str:
    if exit_code is None:
        return "no exit code"
    return f"signal {-exit_code}" if exit_code < 0 else f"exit code {exit_code}"
