"""Chooses, at each interval, the one process of a worker that does work for all of them."""

import multiprocessing
import time
from typing import Final

EARLY_RATIO: Final = 0.5
"""Share of an interval: a process that comes sooner after the last one does nothing. Clocks drift
apart."""


class Turn:
    """Made before the fork, and shared by all processes behind it. A process that ends leaves
    nothing held: the next one that comes has the turn.
    """

    def __init__(self) -> None:
        self._taken_at_s = multiprocessing.get_context("fork").Value("d", -1e9, lock=False)

    def take(self, interval_s: float) -> bool:
        """Whether no process has taken it lately; now this one has. Two may, rarely, at once."""
        now_s = time.monotonic()
        if now_s - self._taken_at_s.value < EARLY_RATIO * interval_s:
            return False
        self._taken_at_s.value = now_s
        return True
