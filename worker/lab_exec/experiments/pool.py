"""Processes that stay from one round of a sweep to the next: each loads once."""

from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any

from lab_exec.parallel import Processes, simulating_processes


class Pool:
    """Opens processes when they are asked for, and new ones after `close`."""

    def __init__(self, prepare: Callable[..., object], *arguments: Any) -> None:
        self._prepare = prepare
        self._arguments = arguments
        self._opened = ExitStack()
        self._processes: Processes | None = None
        self._count = 0

    def processes(self, count: int) -> Processes:
        """At least so many, prepared."""
        if self._processes is None or self._count < count:
            self.close()
            opened = simulating_processes(count, self._prepare, *self._arguments)
            self._processes = self._opened.enter_context(opened)
            self._count = count
        return self._processes

    def close(self) -> None:
        """Ends the processes, and their runs with them."""
        self._processes = None
        self._opened.close()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()
