"""Seeds that agree too well: an interval over them says nothing of the network.

A simulation without much chance can lock its phases: the third mark of a queue falls before or
behind the moment at which a cut takes effect, in every seed alike, and a path 2% longer gives
another number. A narrow interval over seeds is no sign of that; neighbouring networks are.

It is said of a cell, not of one of its numbers: many numbers are the same in every run by nature,
such as the longest queue of a full buffer.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from lab_model.experiments.numbers import MAX_GROUP_COUNT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    Flags = NDArray[np.bool_]

LEAST_SEEDS: Final = 3
SPREAD: Final = 0.001
"""Largest spread of values that agree, from the least to the largest, as a share of the mean: less
than most numbers show."""
FULL: Final = 0.99
"""Utilisation from which on a link is full: a single group then gets the same in every network."""
SENTENCE: Final = "The seeds hardly differ here: the interval covers the seeds alone."

_OF_GROUPS: Final = ("throughput_bps", "mean_completion_s")
_UTILISATION: Final = "utilisation_ratio"


def numbers_compared(group_count: int, known: Sequence[str]) -> list[str]:
    """The numbers of units that decide whether seeds agree, of those that are known: first the
    utilisation, then what each group gets.
    """
    names = [
        f"group_{index}_{name}"
        for index in range(min(group_count, MAX_GROUP_COUNT))
        for name in _OF_GROUPS
    ]
    return [_UTILISATION, *(name for name in names if name in known)]


def seeds_agree(utilisation: Sequence[float], groups: Sequence[Sequence[float]]) -> bool:
    """What `agreeing_cells` finds of one cell, in plain Python: the service and a page without a
    server, which has no NumPy, run the same lines.
    """
    found = [each for each in map(_known, groups) if each]
    is_full = max(_known(utilisation), default=0.0) >= FULL
    if not found or (len(found) == 1 and is_full):
        return False
    return all(
        len(values) >= LEAST_SEEDS
        and (mean := abs(math.fsum(values) / len(values))) > 0
        and max(values) - min(values) <= SPREAD * mean
        for values in found
    )


def _known(values: Sequence[float]) -> list[float]:
    return [value for value in values if not math.isnan(value)]


def agreeing_cells(utilisation: "Values", groups: "Sequence[Values]") -> "Flags":
    """Flags of the cells in which seeds hardly differ, from the tables (cells, seeds; NaN: none) of
    `numbers_compared`. A number that a cell does not have decides nothing there.
    """
    import numpy as np

    if not groups:
        return np.zeros(len(utilisation), dtype=np.bool_)
    known = np.array([(~np.isnan(table)).any(axis=1) for table in groups])
    same = np.array([hardly_differ(table) for table in groups])
    is_full = np.nan_to_num(utilisation).max(axis=1, initial=0.0) >= FULL
    has_rivals = known.sum(axis=0) > 1
    found: Flags = known.any(axis=0) & (same | ~known).all(axis=0) & (has_rivals | ~is_full)
    return found


def hardly_differ(table: "Values") -> "Flags":
    """Flags of the rows whose values over the seeds (NaN: none) are the same but for noise."""
    import numpy as np

    known = ~np.isnan(table)
    count = known.sum(axis=1)
    least = np.where(known, table, np.inf).min(axis=1, initial=np.inf)
    most = np.where(known, table, -np.inf).max(axis=1, initial=-np.inf)
    mean = np.abs(np.where(known, table, 0.0).sum(axis=1) / np.maximum(count, 1))
    found: Flags = (count >= LEAST_SEEDS) & (mean > 0) & (most - least <= SPREAD * mean)
    return found
