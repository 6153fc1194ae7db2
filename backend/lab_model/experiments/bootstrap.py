"""Bootstrap intervals of means, for one sample or for a hundred of equal length at once.

Efron, Better Bootstrap Confidence Intervals, JASA 82, 1987: bias-corrected and accelerated (BCa).
The mean of a resample is linear in how often it has each value, so that one matrix of these counts
serves all samples: a hundred metrics of a cell cost little more than one. What scipy.stats
computes is the same, one sample at a time.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

CONFIDENCE: Final = 0.95
RESAMPLE_COUNT: Final = 9_999
# Draws are random; with one seed the same numbers have the same interval for ever.
_SEED: Final = 20260101
_COUNTS_AT_ONCE: Final = 4_000_000
_ROUNDING: Final = 1e-12

Floats = NDArray[np.float64]


def bootstrap_means(samples: Floats) -> tuple[Floats, Floats]:
    """Ends of the 95 % interval of each row's mean. Rows have two values or more and no NaN."""
    centre = samples.mean(axis=1)
    deviations = samples - centre[:, None]
    # Equal values vary by nothing but rounding.
    is_constant = samples.min(axis=1) == samples.max(axis=1)
    deviations[is_constant] = 0.0
    means = np.sort(_resampled_means(deviations), axis=1)
    tail = (1 - CONFIDENCE) / 2
    low_part, high_part = _bca_parts(means, deviations, tail)
    # BCa has no answer for some small samples; the percentiles always have.
    low_part = np.where(np.isfinite(low_part), low_part, tail)
    high_part = np.where(np.isfinite(high_part), high_part, 1 - tail)
    # Rounding must not lead out of the range of the values.
    least, most = samples.min(axis=1), samples.max(axis=1)
    low = np.clip(centre + _quantiles(means, low_part), least, most)
    high = np.clip(centre + _quantiles(means, high_part), least, most)
    return low, high


def _resampled_means(deviations: Floats) -> Floats:
    """The mean of every resample (columns) of every sample (rows)."""
    count = deviations.shape[1]
    random = np.random.default_rng(_SEED)
    rows_at_once = max(1, _COUNTS_AT_ONCE // count)
    parts = []
    for first in range(0, RESAMPLE_COUNT, rows_at_once):
        rows = min(rows_at_once, RESAMPLE_COUNT - first)
        picks = random.integers(0, count, (rows, count))
        picks += np.arange(rows)[:, None] * count
        often = np.bincount(picks.ravel(), minlength=rows * count).reshape(rows, count)
        parts.append(deviations @ often.T.astype(np.float64))
    means: Floats = np.concatenate(parts, axis=1) / count
    return means


def _bca_parts(means: Floats, deviations: Floats, tail: float) -> tuple[Floats, Floats]:
    """Which quantiles of the sorted means the ends are. Means are less that of the sample."""
    # Imported late: SciPy takes longer to load than all the rest.
    from scipy.special import ndtr, ndtri

    count = deviations.shape[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        # Values that differ by rounding only are equal: resamples of counts often have the mean
        # itself.
        equal = _ROUNDING * np.abs(deviations).max(axis=1, keepdims=True)
        below = ((means < -equal).mean(axis=1) + (means <= equal).mean(axis=1)) / 2
        bias = ndtri(below)
        cubes = (deviations**3).sum(axis=1) / count**3
        squares = (deviations**2).sum(axis=1) / count**2
        acceleration = cubes / (6 * squares**1.5)

        def part(normal_quantile: float) -> Floats:
            moved = bias + normal_quantile
            found: Floats = ndtr(bias + moved / (1 - acceleration * moved))
            return found

        return part(float(ndtri(tail))), part(float(ndtri(1 - tail)))


def _quantiles(ordered: Floats, parts: Floats) -> Floats:
    """One quantile of each sorted row, linear between neighbours."""
    place = parts * (ordered.shape[1] - 1)
    lower = np.clip(np.floor(place).astype(np.int64), 0, ordered.shape[1] - 2)
    rows = np.arange(len(ordered))
    left, right = ordered[rows, lower], ordered[rows, lower + 1]
    found: Floats = left + (right - left) * (place - lower)
    return found
