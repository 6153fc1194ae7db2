"""Seeds that agree too well: an interval over them then says nothing about the network.

A simulation without much chance can lock its phases: the third mark of a queue falls before or
behind the moment at which a cut takes effect, in every seed alike, and a path 2% longer gives
another number. A narrow interval over seeds is no sign of that; neighbouring networks are.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

LEAST_SEEDS: Final = 3
SPREAD: Final = 0.001
"""Of the mean, from the least to the largest value: a tenth of a per cent, less than is shown of
most numbers."""


def hardly_differ(values: NDArray[np.float64]) -> bool:
    """Whether the values of one cell over its seeds (NaN: none) are the same but for noise."""
    known = values[~np.isnan(values)]
    if known.size < LEAST_SEEDS:
        return False
    mean = abs(float(known.mean()))
    return mean > 0 and float(np.ptp(known)) <= SPREAD * mean
