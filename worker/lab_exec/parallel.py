"""Many runs on all cores, in processes: a crash of one does not take the command down silently.

Ctrl-C asks every process to stop; a run notices it at its next progress callback. If this process
is killed, its children end by themselves.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from typing import Any, Generic, ParamSpec, TypeVar

from lab_exec import run_scenario
from lab_exec.errors import InputError, RunFailedError
from lab_model.scenarios import Scenario

Key = TypeVar("Key")
Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")
Result = dict[str, Any]
Work = Callable[[Scenario, int], Result]

_stop: Event | None = None


@dataclass(frozen=True)
class Job(Generic[Key]):
    """One run, and the caller's key of it."""

    key: Key
    scenario: Scenario
    seed: int


def job_count(text: str | None) -> int:
    """How many processes: as many as requested, else one per usable core."""
    if text is None:
        return len(os.sched_getaffinity(0))
    return whole_number("--jobs", text, 1, 1024)


def whole_number(option: str, text: str, least: int, most: int) -> int:
    """What an option of the command line says. Raises `InputError`."""
    if not text.isdigit() or not least <= int(text) <= most:
        raise InputError(f"{option} is '{text}'; it must be a whole number from {least} to {most}")
    return int(text)


def run_all(
    jobs: list[Job[Key]],
    process_count: int,
    on_done: Callable[[], object],
    work: Work | None = None,
) -> list[tuple[Job[Key], Result]]:
    """Results in the order of the jobs, `on_done` is called after each.

    They are results without series, or what `work` makes of scenario and seed: a function of a
    module, called in another process, with `may_continue` for its progress callback.
    """
    results: dict[int, Result] = {}
    for position, result in _completed(jobs, process_count, work or _run):
        results[position] = result
        on_done()
    return [(job, results[position]) for position, job in enumerate(jobs)]


def _completed(
    jobs: list[Job[Key]], process_count: int, work: Work
) -> Iterator[tuple[int, Result]]:
    count = min(process_count, max(1, len(jobs)))
    with simulating_processes(count) as processes:
        positions: dict[Future[Result], int] = {
            processes.submit(work, job.scenario, job.seed): position
            for position, job in enumerate(jobs)
        }
        try:
            for future in as_completed(positions):
                yield positions[future], future.result()
        except BrokenProcessPool:
            message = "A simulating process died; the core says why above, if it could"
            raise RunFailedError(message) from None


class Processes:
    """Processes that simulate. Their runs end soon after `stop`."""

    def __init__(self, executor: ProcessPoolExecutor, stop: Event) -> None:
        self._executor = executor
        self._stop = stop

    def submit(
        self,
        function: Callable[Parameters, Returned],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> "Future[Returned]":
        """Has a function of a module called in one of the processes."""
        with _without_interrupts():
            return self._executor.submit(function, *arguments, **named)

    def stop(self) -> None:
        """Asks all runs to end: `may_continue` is False from now on."""
        self._stop.set()


@contextmanager
def simulating_processes(
    count: int, prepare: Callable[..., object] | None = None, *arguments: Any
) -> Iterator[Processes]:
    """`count` processes until the end of the block. Each calls `prepare(*arguments)` first."""
    # Spawned, not forked: a progress bar has a thread, and a fork would copy its locks.
    context = multiprocessing.get_context("spawn")
    # The first event starts Python's resource tracker, which lets interrupts through again.
    stop = context.Event()
    executor = ProcessPoolExecutor(count, context, _begin_process, (stop, prepare, arguments))
    try:
        yield Processes(executor, stop)
    finally:
        stop.set()
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def interrupts_noticed() -> Iterator[Callable[[], bool]]:
    """Yields whether Ctrl-C was pressed. The first one only says so; a second one interrupts."""
    noticed = False
    before = signal.getsignal(signal.SIGINT)

    def notice(_signal_number: int, _frame: object) -> None:
        nonlocal noticed
        noticed = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, notice)
    try:
        yield lambda: noticed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Holds Ctrl-C back until the end of the block; a process started in it never gets one.

    Ctrl-C reaches the whole group, a child perhaps in the middle of its imports. The parent
    decides and sets the event.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_process(
    stop: Event, prepare: Callable[..., object] | None, arguments: tuple[Any, ...]
) -> None:
    global _stop  # noqa: PLW0603  # one per process, set once before its first run
    _stop = stop
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare(*arguments)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _run(scenario: Scenario, seed: int) -> Result:
    return run_scenario(scenario, seed, series=False, on_progress=may_continue)


def may_continue(_simulated_s: float) -> bool:
    """Whether the runs were not asked to stop: the progress callback of a run in a process."""
    return _stop is None or not _stop.is_set()
