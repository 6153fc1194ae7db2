"""Waiting for a lab: pauses that grow, and a progress bar, in a terminal and in a notebook by tqdm,
without it one line on stderr.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final

from fairtt_lab.errors import WaitTimeoutError

_GROWTH: Final = 1.4
_FORMAT: Final = (
    "{desc}: {percentage:3.0f}%|{bar}| {n:.4g}/{total:.4g} {unit} [{elapsed}<{remaining}]"
)


class Pauses:
    """Between two questions about a run or an experiment: longer each time, until a time-out."""

    def __init__(self, first_s: float, longest_s: float, timeout_s: float | None) -> None:
        self._pause_s, self._longest_s, self._timeout_s = first_s, longest_s, timeout_s
        self._begun_s = time.monotonic()

    def next_s(self, awaited: str) -> float:
        """How long to pause. Raises `WaitTimeoutError` where the time is over; `awaited` is named
        in its message.
        """
        if self._timeout_s is not None and time.monotonic() - self._begun_s >= self._timeout_s:
            raise WaitTimeoutError(f"The {awaited} is not over after {self._timeout_s:g} s.")
        pause_s = self._pause_s
        self._pause_s = min(pause_s * _GROWTH, self._longest_s)
        return pause_s


@contextmanager
def progress_bar(
    title: str, total: float, unit: str, *, shown: bool
) -> Iterator[Callable[[float], None]]:
    """Yields what takes the state: how much of `total` is done. Not shown: it does nothing."""
    if not shown:
        yield lambda _done: None
    elif find_spec("tqdm") is None:
        with _line(title, total, unit) as show:
            yield show
    else:
        with _bar(title, total, unit) as show:
            yield show


@contextmanager
def _bar(title: str, total: float, unit: str) -> Iterator[Callable[[float], None]]:
    from tqdm.auto import tqdm

    with tqdm(total=total, desc=title, unit=unit, bar_format=_FORMAT) as bar:

        def show(done: float) -> None:
            bar.n = min(done, total)
            bar.refresh()

        yield show


@contextmanager
def _line(title: str, total: float, unit: str) -> Iterator[Callable[[float], None]]:
    """Written over itself."""

    def show(done: float) -> None:
        sys.stderr.write(f"\r{title}: {min(done, total):.4g}/{total:.4g} {unit}")
        sys.stderr.flush()

    yield show
    sys.stderr.write("\n")
