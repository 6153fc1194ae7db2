"""Progress on stderr, for people only: nothing is shown where stderr is no terminal.

rich draws it. It is loaded when there is something to draw: a short run would wait for it.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import MofNCompleteColumn, Progress, TextColumn

# Before that a rate is chance: the first pieces of work are the largest ones.
_LEAST_ELAPSED_S: Final = 2.0


# A computation that is over by then needs no bar.
_SHOWN_AFTER_S: Final = 0.5


def _progress(*columns: "TextColumn | MofNCompleteColumn") -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


@contextmanager
def simulated_time_progress(duration_s: float) -> Iterator[Callable[[float], None]]:
    """A bar over the simulated time of one run; yields what to call with it."""
    if not sys.stderr.isatty():
        yield lambda _simulated_s: None
        return
    began_s = time.monotonic()
    update: Callable[[float], None] | None = None
    with ExitStack() as stack:

        def begin() -> Callable[[float], None]:
            from rich.progress import TextColumn

            text = TextColumn("{task.completed:.0f} of {task.total:.0f} s")
            progress = stack.enter_context(_progress(text))
            task = progress.add_task("simulating", total=duration_s)
            return lambda simulated_s: progress.update(task, completed=simulated_s)

        def show(simulated_s: float) -> None:
            nonlocal update
            if update is None and time.monotonic() - began_s >= _SHOWN_AFTER_S:
                update = begin()
            if update is not None:
                update(simulated_s)

        yield show


@contextmanager
def run_count_progress(run_count: int) -> Iterator[Callable[[], None]]:
    """A bar over many runs; yields what to call after each."""
    from rich.progress import MofNCompleteColumn

    with _progress(MofNCompleteColumn()) as progress:
        task = progress.add_task("runs", total=run_count)
        yield lambda: progress.advance(task)


class Pace:
    """How fast work of known size goes, from its first piece on: processes take time to start."""

    def __init__(self, whole: float) -> None:
        self._whole = whole
        self._done = 0.0
        self._first_at_s = 0.0
        self._first = 0.0

    def seconds_left(self, now_s: float, done: float) -> float | None:
        """`done` is what was finished just now; None while it is unknown."""
        if self._done == 0:
            self._first_at_s, self._first = now_s, done
        self._done += done
        elapsed_s, since_first = now_s - self._first_at_s, self._done - self._first
        if elapsed_s < _LEAST_ELAPSED_S or since_first <= 0:
            return None
        return max(0.0, elapsed_s * (self._whole - self._done) / since_first)


@contextmanager
def work_progress(
    unit_count: int, expected_s: float, stored_count: int
) -> Iterator[Callable[[int, float], None]]:
    """A bar over units of different size; yields what to call with those that are done.

    They are weighed by their expected seconds, of which only the proportions count: the time left
    comes from what this machine has taken so far. `stored_count` others need not be computed.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True)
    stored = f", {stored_count} were stored" if stored_count else ""
    columns = (
        TextColumn("runs"),
        BarColumn(),
        TextColumn(f"{{task.fields[done]}} of {unit_count}{stored}"),
        TextColumn("{task.fields[left]}"),
    )
    pace = Pace(expected_s)
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task("", total=expected_s, done=0, left="")
        done_count, done_s = 0, 0.0

        def advance(units: int, seconds: float) -> None:
            nonlocal done_count, done_s
            done_count, done_s = done_count + units, done_s + seconds
            left_s = pace.seconds_left(time.monotonic(), seconds)
            bar.update(task, completed=done_s, done=done_count, left=time_left_text(left_s))

        yield advance


def time_left_text(left_s: float | None) -> str:
    """`about 4 s left`, `about 3 min left`; empty if it is not known."""
    if left_s is None:
        return ""
    if left_s < 90:
        return f"about {left_s:.0f} s left"
    minutes = left_s / 60
    if minutes < 90:
        return f"about {minutes:.0f} min left"
    return f"about {minutes / 60:.1f} h left"
