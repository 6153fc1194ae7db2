"""Progress on stderr, for people only: nothing is shown where stderr is no terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def _progress(*columns: TextColumn | MofNCompleteColumn) -> Progress:
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
    with _progress(TextColumn("{task.completed:.0f} of {task.total:.0f} s")) as progress:
        task = progress.add_task("simulating", total=duration_s)
        yield lambda simulated_s: progress.update(task, completed=simulated_s)


@contextmanager
def run_count_progress(run_count: int) -> Iterator[Callable[[], None]]:
    """A bar over many runs; yields what to call after each."""
    with _progress(MofNCompleteColumn()) as progress:
        task = progress.add_task("runs", total=run_count)
        yield lambda: progress.advance(task)
