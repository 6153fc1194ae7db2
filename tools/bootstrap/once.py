"""Build something once for given inputs, also when two commands want it at the same time."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tools.bootstrap.stamp import Stamp
from tools.console import say
from tools.paths import BUILD_DIR

_held_locks = 0


def build_once(stamp: Stamp, digest: Callable[[], str], build: Callable[[], None]) -> None:
    """Call `build` unless the stamp says that it was done for these inputs.

    The stamp is taken away first and written last: an interrupted build is begun again.
    """
    if stamp.matches(digest()):
        return
    with _build_lock():
        # Another command may have built it while we waited. What changes while we build is
        # noticed at the next call, because the digest is from before.
        current = digest()
        if stamp.matches(current):
            return
        stamp.clear()
        build()
        stamp.write(current)


@contextmanager
def _build_lock() -> Iterator[None]:
    """One builder at a time in this project; a build may ask for another one."""
    global _held_locks  # noqa: PLW0603  one process holds it at most once
    if _held_locks == 0:
        BUILD_DIR.mkdir(parents=True, exist_ok=True)
        file = (BUILD_DIR / "build.lock").open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("  … waiting for another ./lab command that is building")
            fcntl.flock(file, fcntl.LOCK_EX)
    else:
        file = None
    _held_locks += 1
    try:
        yield
    finally:
        _held_locks -= 1
        if file is not None:
            file.close()
