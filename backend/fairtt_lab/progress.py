"""Progress bars: in a terminal and in a notebook, by tqdm."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fairtt_lab.packages import load

_FORMAT = "{desc}: {percentage:3.0f}%|{bar}| {n:.4g}/{total:.4g} {unit} [{elapsed}<{remaining}]"


@contextmanager
def progress_bar(
    title: str, total: float, unit: str, *, shown: bool
) -> Iterator[Callable[[float], None]]:
    """Yields what takes the state: how much of `total` is done. Not shown: it does nothing."""
    if not shown:
        yield lambda _done: None
        return
    tqdm = load("tqdm.auto", "A progress bar").tqdm
    with tqdm(total=total, desc=title, unit=unit, bar_format=_FORMAT) as bar:

        def show(done: float) -> None:
            bar.n = min(done, total)
            bar.refresh()

        yield show
