"""Progress bars: in a terminal and in a notebook, by tqdm; without it one line on stderr."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

_FORMAT = "{desc}: {percentage:3.0f}%|{bar}| {n:.4g}/{total:.4g} {unit} [{elapsed}<{remaining}]"


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
