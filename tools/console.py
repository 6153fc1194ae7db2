"""Output for people goes to stderr, so that stdout carries only results."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


def say(message: str) -> None:
    """One line of progress."""
    print(message, file=sys.stderr, flush=True)


@contextmanager
def step(label: str) -> Iterator[None]:
    """Say what begins, and when it ended how long it took."""
    started_s = time.monotonic()
    say(f"  … {label}")
    yield
    say(f"  {mark()} {label} ({time.monotonic() - started_s:.1f} s)")


def mark() -> str:
    """A tick, in green where a person watches."""
    colourful = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    return "\033[32m✓\033[0m" if colourful else "✓"
