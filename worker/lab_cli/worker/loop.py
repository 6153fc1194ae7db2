"""One process of a worker: asks for batches and runs and computes them until it is stopped."""

import random
import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from lab_cli.kit.lab_connection import Address, LabConnection, RefusedError, UnreachableError
from lab_cli.worker.batch import BatchRun, Expansions
from lab_cli.worker.modules import FetchedModules
from lab_cli.worker.run import SingleRun
from lab_exec import behaviour_version, core_version

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 30.0


class Stop(Protocol):
    """`threading.Event`, or that of multiprocessing."""

    def is_set(self) -> bool:
        """Whether the worker is being stopped."""

    def wait(self, timeout: float | None = None) -> bool:
        """The same after so many seconds, or sooner."""


def work(
    address: Address,
    stop: Stop,
    *,
    say: Callable[[str], object],
    on_sent: Callable[[int], object],
    idle_exit_s: float | None = None,
) -> None:
    """Until `stop`, or nothing waits for `idle_exit_s`. Raises RefusedError: the lab does not want
    this worker, and says why. A lab that does not answer is waited for.
    """
    asked = {
        "core_version": core_version(),
        "behaviour_version": behaviour_version(),
        "takes_runs": True,
    }
    expansions = Expansions()
    modules = FetchedModules()
    pause_s = FIRST_PAUSE_S
    idle_since_s = time.monotonic()
    with LabConnection(address) as connection:
        while not stop.is_set():
            try:
                offer = connection.post("claims", asked)
            except UnreachableError as error:
                if pause_s == FIRST_PAUSE_S:
                    say(f"{address.url} does not answer ({error}); trying again")
                stop.wait(_around(max(pause_s, error.retry_after_s or 0.0)))
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
                continue
            if pause_s > FIRST_PAUSE_S:
                say(f"{address.url} answers again")
            pause_s = FIRST_PAUSE_S
            batch, single = offer["batch"], offer.get("run")
            if single is not None:
                of_run = SingleRun(
                    address, connection, single, modules, pause=stop.wait, is_stopped=stop.is_set
                )
                on_sent(of_run.run())
                idle_since_s = time.monotonic()
                continue
            if batch is None:
                idle_s = time.monotonic() - idle_since_s
                if idle_exit_s is not None and idle_s >= idle_exit_s:
                    return
                stop.wait(_around(offer["ask_again_s"]))
                continue
            run = BatchRun(
                address, connection, batch, modules, pause=stop.wait, is_stopped=stop.is_set
            )
            run.run(expansions)
            on_sent(run.sent_count)
            idle_since_s = time.monotonic()


def _around(seconds: float) -> float:
    """Many workers that were refused together must not come back together."""
    return seconds * random.uniform(0.7, 1.3)  # noqa: S311  no secret


def never() -> threading.Event:
    """For a worker that is never stopped."""
    return threading.Event()


__all__ = ["RefusedError", "Stop", "never", "work"]
