"""Counts what event streams do while nothing happens, whatever the load of the machine."""

import inspect
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from sqlalchemy import event
from sqlalchemy.pool import Pool

import lab

_LAB = str(Path(lab.__file__).parent)
_IS_ASYNC = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class Turns:
    """Passes of the loops in the lab's coroutines, by the function that they are in, and
    connections to the database that were asked for.
    """

    def __init__(self) -> None:
        self.by_function: Counter[str] = Counter()
        self.read_count = 0

    def forget(self) -> None:
        """Count from here on."""
        self.by_function.clear()
        self.read_count = 0

    def trace(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        """For `threading.settrace`: follows the lab's coroutines, and nothing else."""
        code = frame.f_code
        if not code.co_flags & _IS_ASYNC or not code.co_filename.startswith(_LAB):
            return None
        name = f"{Path(code.co_filename).relative_to(_LAB)}: {code.co_qualname}"
        last_line = frame.f_lineno

        def follow(frame: FrameType, event: str, _argument: Any) -> Any:
            nonlocal last_line
            # A loop is the only way back to an earlier line.
            if event == "line" and frame.f_lineno < last_line:
                self.by_function[name] += 1
            last_line = frame.f_lineno
            return follow

        return follow

    def read(self, *_arguments: Any) -> None:
        """For the pool's event `checkout`."""
        self.read_count += 1


@contextmanager
def counted_turns() -> Iterator[Turns]:
    """Of what runs in threads that are started in here: an API that is served."""
    turns = Turns()
    event.listen(Pool, "checkout", turns.read)
    threading.settrace(turns.trace)
    try:
        yield turns
    finally:
        threading.settrace(None)  # type: ignore[arg-type]
        event.remove(Pool, "checkout", turns.read)
