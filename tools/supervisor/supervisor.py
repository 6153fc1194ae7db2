"""Watch over the lab's processes: restart what ends or hangs, stop everything in order."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tools.console import say
from tools.errors import LabError
from tools.servers.process import ServerProcess
from tools.supervisor.pulse import Health, Pulse

POLL_INTERVAL_S = 0.1
START_POLL_INTERVAL_S = 0.02
FIRST_BACKOFF_S = 0.5
LONGEST_BACKOFF_S = 30.0
# A process that lived so long was healthy: the next restart waits the shortest time again. Longer
# than a start takes, and short enough that a few faults in a minute are no loop of restarts.
HEALTHY_AFTER_S = 20.0
# While the lab starts, a process may end so often before the start is given up.
MOST_ENDS_AT_START = 4


@dataclass
class Watched:
    """A process, how to start it, and when it may be started again."""

    process: ServerProcess
    spawn: Callable[[], None]
    pulse: Pulse | None = None
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
        self._tasks: list[tuple[ServerProcess, Callable[[int], None]]] = []
        self._on_change = on_change

    def start(
        self,
        process: ServerProcess,
        spawn: Callable[[], None] | None = None,
        health: Health | None = None,
    ) -> None:
        """Start a process and watch over it from now on. `spawn` must not wait. With `health` it
        is also started again when it does not answer.
        """
        pulse = None if health is None else Pulse(health)
        entry = Watched(process, spawn or process.spawn, pulse)
        self.watched.append(entry)
        self._spawn(entry)

    def restart_count(self) -> int:
        """How often anything was started again."""
        return sum(entry.restart_count for entry in self.watched)

    def watch_until(self, is_done: Callable[[], bool], what: str, timeout_s: float) -> None:
        """Watch until `is_done`. A process that keeps exiting meanwhile is an error, and so is the
        end of the time; `what` then names for the user what is not done.
        """
        deadline_s = time.monotonic() + timeout_s
        ends_before = {entry.name: entry.restart_count for entry in self.watched}
        while not is_done():
            self.poll(time.monotonic())
            for entry in self.watched:
                ends = entry.restart_count - ends_before[entry.name]
                if ends >= MOST_ENDS_AT_START:
                    raise LabError(
                        f"{entry.name} ended {ends} times while the lab started.\n"
                        f"{entry.process.log_tail()}"
                    )
            if time.monotonic() > deadline_s:
                tails = "\n".join(entry.process.log_tail() for entry in self.watched)
                raise LabError(f"{what} after {timeout_s:.0f} s.\n{tails}")
            time.sleep(START_POLL_INTERVAL_S)

    def pids(self) -> dict[str, int | None]:
        """Process ids by name; None for one that waits for its restart."""
        return {entry.name: entry.process.pid for entry in self.watched}

    def start_once(self, process: ServerProcess, on_end: Callable[[int], None]) -> None:
        """Start a process that ends by itself; `on_end` gets its exit code. The lab keeps running
        however it ends.
        """
        self._tasks.append((process, on_end))
        process.spawn()

    @property
    def is_idle(self) -> bool:
        """Whether nothing that ends by itself is being done."""
        return not self._tasks

    def run(self, on_round: Callable[[], None]) -> None:
        """Watch until an exception, such as a signal's, ends it. `on_round` is called each time and
        must not wait.
        """
        while True:
            self.poll(time.monotonic())
            on_round()
            time.sleep(POLL_INTERVAL_S)

    def poll(self, now_s: float) -> None:
        """One round: notice what ended, end what hangs, start again what has waited long enough."""
        for entry in self.watched:
            if entry.restart_at_s is not None:
                if now_s >= entry.restart_at_s:
                    self._spawn_again(entry, now_s)
                    self._on_change()
            elif (pid := entry.process.pid) is None:
                self._plan_restart(entry, now_s)
                self._on_change()
            elif entry.pulse is not None:
                self._feel(entry, entry.pulse, pid, now_s)
        for task in list(self._tasks):
            process, on_end = task
            if process.pid is None:
                self._tasks.remove(task)
                on_end(process.exit_code or 0)

    def stop(self) -> None:
        """Stop all: first those that use the servers, all at once; then the servers."""
        processes = [entry.process for entry in reversed(self.watched)]
        clients = [process for process, _on_end in self._tasks]
        clients += [process for process in processes if not process.is_server]
        for group in (clients, [process for process in processes if process.is_server]):
            for process in group:
                process.begin_stop()
            for process in group:
                process.stop()

    def _spawn(self, entry: Watched) -> None:
        entry.restart_at_s = None
        entry.started_at_s = time.monotonic()
        if entry.pulse is not None:
            entry.pulse.begin(entry.started_at_s)
        entry.spawn()

    def _feel(self, entry: Watched, pulse: Pulse, pid: int, now_s: float) -> None:
        """End a process that does not answer. The next round starts it again."""
        pulse.look(now_s, pid)
        if pulse.is_hung:
            say(
                f"{entry.name} is running but has not answered for {pulse.silent_s:.0f} s: "
                "ending it"
            )
            entry.process.kill_group()

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
