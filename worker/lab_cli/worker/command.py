"""`worker`: compute experiments of a lab elsewhere, over HTTPS with a token."""

import argparse
import multiprocessing
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from lab_cli.kit.lab_connection import (
    Address,
    RefusedError,
    add_address_arguments,
    read_address,
    read_token,
)
from lab_cli.worker.loop import work
from lab_exec import behaviour_version, core_version
from lab_exec.errors import InputError, RunFailedError
from lab_exec.parallel import job_count

DONE: Final = 0
TICK_S: Final = 0.2
FIRST_RESTART_S: Final = 1.0
LONGEST_RESTART_S: Final = 30.0
END_S: Final = 30.0
"""For processes that were asked to stop: they send what they have."""

_context = multiprocessing.get_context("spawn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    add_address_arguments(parser)
    parser.add_argument(
        "--token",
        required=True,
        metavar="FILE|VARIABLE",
        help="a file with the token, or an environment variable that has it (./lab token create)",
    )
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")
    parser.add_argument(
        "--exit-when-idle",
        metavar="SECONDS",
        help="end after this many seconds without work, as a job of a cluster should",
    )


def run(arguments: argparse.Namespace) -> int:
    """Computes until Ctrl-C, or until the lab refuses it."""
    process_count = job_count(arguments.jobs)
    idle_exit_s = _seconds(arguments.exit_when_idle)
    token = read_token(arguments.token)
    address = read_address(arguments.url, token, arguments.ca, plain_http=arguments.plain_http)
    _say(
        f"Working for {address.url}: {process_count} processes, core {core_version()}, behaviour "
        f"{behaviour_version()}. Ctrl-C gives back what is not done, and ends."
    )
    crew = _Crew(address, idle_exit_s)
    with _stopped_by_signals(crew):
        crew.work(process_count)
    _say(f"{crew.sent_count():,} runs sent.")
    if refusal := crew.refusal():
        raise RunFailedError(f"The lab refuses this worker: {refusal}")
    return DONE


@dataclass
class _Place:
    """A process and its restarts."""

    process: SpawnProcess | None = None
    pause_s: float = FIRST_RESTART_S
    starts_at_s: float = 0.0
    is_over: bool = False


@dataclass
class _Crew:
    """All processes. One that dies (a run may end its process) is started again, later each time;
    the lab gives its batch to another worker.
    """

    address: Address
    idle_exit_s: float | None
    stop: Any = field(default_factory=_context.Event)
    sent: Any = field(default_factory=lambda: _context.Value("q", 0))
    refusals: Any = field(default_factory=_context.SimpleQueue)

    def work(self, count: int) -> None:
        """Until every process has ended for good."""
        places = [_Place() for _ in range(count)]
        while not all(place.is_over for place in places):
            for place in places:
                self._look_after(place)
            time.sleep(TICK_S)
        for place in places:
            self._end(place)

    def sent_count(self) -> int:
        """Runs that the lab has taken."""
        return int(self.sent.value)

    def refusal(self) -> str | None:
        """Why the lab does not want this worker."""
        return None if self.refusals.empty() else str(self.refusals.get())

    def _look_after(self, place: _Place) -> None:
        if place.is_over:
            return
        if self.stop.is_set():
            place.is_over = True
        elif place.process is None:
            if time.monotonic() >= place.starts_at_s:
                place.process = _context.Process(
                    target=_process,
                    args=(self.address, self.stop, self.sent, self.refusals, self.idle_exit_s),
                    daemon=True,
                )
                place.process.start()
        elif not place.process.is_alive():
            if place.process.exitcode == 0:
                place.is_over = True
                return
            _say(f"a process ended with {place.process.exitcode}; another one is started")
            place.process = None
            place.starts_at_s = time.monotonic() + place.pause_s
            place.pause_s = min(2 * place.pause_s, LONGEST_RESTART_S)

    def _end(self, place: _Place) -> None:
        if place.process is None:
            return
        place.process.join(END_S)
        if place.process.is_alive():
            place.process.kill()


def _process(
    address: Address, stop: Any, sent: Any, refusals: Any, idle_exit_s: float | None
) -> None:
    """The terminal sends Ctrl-C to all processes; the first one tells the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def count(units: int) -> None:
        with sent.get_lock():
            sent.value += units

    try:
        work(address, stop, say=_say, on_sent=count, idle_exit_s=idle_exit_s)
    except RefusedError as error:
        refusals.put(str(error))
        stop.set()


@contextmanager
def _stopped_by_signals(crew: _Crew) -> Iterator[None]:
    def stop(_number: int, _frame: object) -> None:
        crew.stop.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    if not text.isdigit():
        raise InputError(f"--exit-when-idle is '{text}'; it must be a whole number of seconds")
    return float(text)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
