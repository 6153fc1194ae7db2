"""Values of a series as plain numbers, NaN where there is none: what explanations compute with,
also in Python of a page, which has no numpy.
"""

import math
from collections.abc import Iterable, Sequence

KnownValues = Sequence[float]


def mean_of_known(values: Iterable[float]) -> float:
    """The mean of the known values, rounded once; NaN if none is known."""
    known = [value for value in values if not math.isnan(value)]
    return math.fsum(known) / len(known) if known else math.nan


def known_or_zero(value: float) -> float:
    """The value; 0 if it is missing."""
    return 0.0 if math.isnan(value) else value
