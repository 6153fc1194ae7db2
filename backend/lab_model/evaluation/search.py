"""The search: random situations first, then changes of the worst ones, then the way back to plain.

It is deterministic: what is tried depends on the seed and on results alone, never on how many
processes compute them or how fast. Nothing is believed of a situation before seeds that had no part
in its choice have confirmed it.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from lab_model.evaluation.space import SETTINGS, Candidate, changed, distance, drawn, simpler
from lab_model.experiments.estimates import student_t_quantiles

BATCH: Final = 16
"""Situations between two decisions."""
RANDOM_SHARE: Final = 0.4
"""Share of the tries that are drawn anew instead of changed from a bad one."""
MOST_DIFFERING: Final = 4
PARENTS: Final = 8
MARGIN: Final = 1.25
"""One seed must show more than the threshold, since others will show less."""
KEPT_MARGIN: Final = 1.1
"""A simpler situation must reach a little more, or it ends just where fresh seeds disagree."""
SHRINKING_SEEDS: Final = (2, 3, 4)
CONFIRMING_SEEDS: Final = tuple(range(1001, 1013))
"""Fresh ones: no decision of the search has seen them."""
MOST_CONFIRMATIONS: Final = 8

Measure = Callable[[Sequence[tuple[Candidate, int]]], list[float | None]]
"""Values of (candidate, seed) pairs; None: the scenario is refused or too large."""


@dataclass(frozen=True)
class Confirmed:
    """A situation, and what fresh seeds say of it."""

    candidate: Candidate
    values: tuple[float, ...]
    """One for each of `CONFIRMING_SEEDS`."""
    threshold: float

    @property
    def interval(self) -> tuple[float, float, float]:
        """Geometric mean with its 95% Student-t interval of logarithms: low, mean, high."""
        logs = [math.log(value) for value in self.values]
        mean = math.fsum(logs) / len(logs)
        variance = math.fsum((log - mean) ** 2 for log in logs) / (len(logs) - 1)
        half = float(student_t_quantiles(len(logs) - 1)) * math.sqrt(variance / len(logs))
        return math.exp(mean - half), math.exp(mean), math.exp(mean + half)

    @property
    def is_confirmed(self) -> bool:
        """The whole interval lies beyond the threshold."""
        return self.interval[0] >= self.threshold


@dataclass
class Found:
    """The end of a search."""

    best: Confirmed | None
    """None: nothing reached the threshold with one seed."""
    tried_count: int
    run_count: int


class Search:
    """One search for a situation whose value reaches `threshold`, over the settings in `free`."""

    def __init__(
        self,
        measure: Measure,
        threshold: float,
        seed: int,
        most_tries: int,
        free: Sequence[int] = range(len(SETTINGS)),
    ) -> None:
        self._measure = measure
        self._free = free
        self._threshold = threshold
        self._generator = random.Random(seed)  # noqa: S311  no secret
        self._most_tries = most_tries
        self._values: dict[Candidate, float | None] = {}
        self._run_count = 0

    @property
    def tried_count(self) -> int:
        """Situations so far."""
        return len(self._values)

    def run(self) -> Found:
        """The simplest confirmed situation found, or the nearest to one."""
        nearest: Confirmed | None = None
        confirmation_count = 0
        while len(self._values) < self._most_tries and confirmation_count < MOST_CONFIRMATIONS:
            if not self._try_batch():
                break
            bad = self._known(self._threshold * MARGIN)
            if not bad:
                continue
            confirmed = self._confirm(self._shrink(bad[0]))
            confirmation_count += 1
            if confirmed.is_confirmed:
                return Found(confirmed, len(self._values), self._run_count)
            # One seed was chance: the situation is excluded and the search continues.
            self._values[bad[0]] = None
            if nearest is None or confirmed.interval[0] > nearest.interval[0]:
                nearest = confirmed
        return Found(nearest, len(self._values), self._run_count)

    def _try_batch(self) -> bool:
        """Whether there was anything left to try."""
        batch: dict[Candidate, None] = {}
        parents = self._worst()[:PARENTS]
        # Where few settings are free, there may be nothing new to try.
        for _ in range(BATCH * 20):
            if len(batch) == BATCH:
                break
            if parents and self._generator.random() >= RANDOM_SHARE:
                candidate = changed(self._generator, self._free, self._generator.choice(parents))
            else:
                candidate = drawn(self._generator, self._free, MOST_DIFFERING)
            if candidate not in self._values:
                batch[candidate] = None
        for candidate, value in zip(batch, self._of(list(batch), (1,)), strict=True):
            self._values[candidate] = value[0]
        return bool(batch)

    def _worst(self) -> list[Candidate]:
        """The situations known so far, the worst first."""
        return sorted(self._known(0.0), key=lambda each: (-(self._values[each] or 0.0), each))

    def _known(self, least: float) -> list[Candidate]:
        """The candidates computed so far with at least this value, the simplest first."""
        known = [
            each for each, value in self._values.items() if value is not None and value >= least
        ]
        return sorted(known, key=lambda each: (*distance(each), each))

    def _shrink(self, candidate: Candidate) -> Candidate:
        """Nearer to plain as long as every seed still goes beyond the threshold."""
        least = self._threshold * KEPT_MARGIN
        while True:
            steps = sorted(simpler(candidate), key=lambda each: (*distance(each), each))
            values = self._of(steps, SHRINKING_SEEDS)
            kept = [
                step
                for step, found in zip(steps, values, strict=True)
                if all(value is not None and value >= least for value in found)
            ]
            if not kept:
                return candidate
            candidate = kept[0]

    def _confirm(self, candidate: Candidate) -> Confirmed:
        [values] = self._of([candidate], CONFIRMING_SEEDS)
        return Confirmed(
            candidate, tuple(value for value in values if value is not None), self._threshold
        )

    def _of(
        self, candidates: Sequence[Candidate], seeds: Sequence[int]
    ) -> list[list[float | None]]:
        pairs = [(candidate, seed) for candidate in candidates for seed in seeds]
        self._run_count += len(pairs)
        found = iter(self._measure(pairs))
        return [[next(found) for _ in seeds] for _ in candidates]
