"""Signs of life while a batch or a run is computed, in a thread with a connection of its own."""

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final

from lab_cli.kit.lab_connection import Address, LabConnection, RefusedError, UnreachableError

LONGEST_SILENCE_S: Final = 600.0
"""Of a simulation, between two callbacks: it hangs, and the lab may give its batch to another."""
END_TIMEOUT_S: Final = 25.0


class Beats:
    """Whether to go on is the lab's word; times are those of its clock, never of this machine's.

    `said` gives the body of each sign of life, for the operation at `path`.
    """

    def __init__(
        self,
        address: Address,
        path: str,
        said: Callable[[], dict[str, Any]],
        *,
        interval_s: float,
        is_stopped: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connection = LabConnection(address)
        self._path = path
        self._said = said
        self._interval_s = interval_s
        self._is_stopped = is_stopped
        self._clock = clock
        self._heard_at_s = clock()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="beats", daemon=True)
        self._lab_continues = True
        self.is_lost = False
        """The work is another worker's, or over."""

    def may_continue(self) -> bool:
        """The simulation has called; whether it should continue."""
        self._heard_at_s = self._clock()
        return self._lab_continues and not self.is_lost and not self._is_stopped()

    def has_answered(self, *, may_continue: bool) -> None:
        """The lab said so in the answer to a report."""
        self._lab_continues = self._lab_continues and may_continue

    def __enter__(self) -> "Beats":
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._ending.set()
        self._thread.join(END_TIMEOUT_S)
        self._connection.close()

    def _run(self) -> None:
        while not self._ending.wait(self._interval_s):
            if self._clock() - self._heard_at_s > LONGEST_SILENCE_S:
                return
            try:
                answer = self._connection.post(self._path, self._said())
            except UnreachableError:
                continue
            except RefusedError:
                self.is_lost = True
                return
            self.has_answered(may_continue=bool(answer["goes_on"]))
