"""Places that a reader can check, in the order of the means.

Two algorithms under the same seeds are compared by Student's paired t test. All pairs of a ranking
together are wrong with a probability of at most 5% (Holm 1979: the smallest p value against
5% / m, the next against 5% / (m - 1), and so on until one fails).

The best mean has place 1 and shares it with those that follow it, down to the first that is
significantly worse than it; that one opens the next place, and so on. A place is one more than the
number of algorithms above it. So a better mean never has a worse place, and after a place that
three share, three numbers on is the next.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

ERROR_PROBABILITY: Final = 0.05

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Placed:
    """The place of a row, and the one comparison that decided it."""

    place: int
    against: int | None
    """The row that it was compared with: the first of its own place, or, for the first of a place,
    that of the place before; None: the best."""
    p: float | None
    """p-value of that comparison, corrected by Holm for all pairs: the place is shared where it is
    above `ERROR_PROBABILITY`."""


def places(values: Floats, *, higher_is_better: bool) -> list[int | None]:
    """The place of each row of (algorithms, seeds); None for a row with a number missing."""
    found = placed(values, higher_is_better=higher_is_better)
    return [None if each is None else each.place for each in found]


def placed(values: Floats, *, higher_is_better: bool) -> list[Placed | None]:
    """As `places`, each with the comparison that decided it."""
    is_known = np.isfinite(values).all(axis=1)
    rows = np.flatnonzero(is_known)
    found: list[Placed | None] = [None] * len(values)
    known = values[rows]
    p = pair_p_values(known)
    sign = -1.0 if higher_is_better else 1.0
    order = np.argsort(sign * known.mean(axis=1), kind="stable")
    for above, index in enumerate(order):
        if above == 0:
            first, place = int(index), 1
            found[rows[index]] = Placed(place=1, against=None, p=None)
            continue
        against, first_p = first, float(p[first, index])
        # The order is that of the means, so that what differs from the first is worse.
        if first_p <= ERROR_PROBABILITY:
            first, place = int(index), 1 + above
        found[rows[index]] = Placed(place, int(rows[against]), first_p)
    return found


def pair_p_values(values: Floats) -> Floats:
    """p-value of each pair of rows, corrected by Holm for all pairs; 1 for a row and itself."""
    count = len(values)
    first, second = np.triu_indices(count, k=1)
    table = np.ones((count, count))
    table[first, second] = corrected(p_values(values[first] - values[second]))
    return np.minimum(table, table.T)


def p_values(differences: Floats) -> Floats:
    """Two-sided, of each row of paired differences being zero on average."""
    seed_count = differences.shape[1]
    if seed_count < 2:
        return np.ones(len(differences))
    mean = differences.mean(axis=1)
    error = differences.std(axis=1, ddof=1) / np.sqrt(seed_count)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(mean) / error
    # Equal under every seed: no difference. The same difference under every seed: certain.
    t[(error == 0) & (mean == 0)] = 0.0
    return np.asarray(2.0 * stdtr(seed_count - 1, -t))


def corrected(p_values: Floats) -> Floats:
    """Holm's p values."""
    order = np.argsort(p_values, kind="stable")
    grown = p_values[order] * np.arange(len(p_values), 0, -1)
    found = np.empty(len(p_values))
    found[order] = np.minimum(np.maximum.accumulate(grown), 1.0)
    return found


def holm(p_values: Floats) -> Flags:
    """Which of these null hypotheses are rejected, all together with `ERROR_PROBABILITY`."""
    return corrected(p_values) <= ERROR_PROBABILITY
