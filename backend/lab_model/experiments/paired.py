"""Arms compared seed by seed: the differences under equal random draws.

Every cell has the same seeds, and the random streams of a run depend on the seed, not on the
algorithm. A pair is one seed in both arms; what both have in common cancels out, so that the
interval of the paired difference is narrower than those of the two means suggest.

- difference: arm - baseline, its mean with Student's t interval over the pairs.
- ratio, for metrics that are ratios: arm / baseline by logarithms, transformed back.

A factor of zero, or of a baseline of zero, has no logarithm: its cell has no interval. The seed is
not left out for being the most extreme one.

`is_distinguishable` is whether the 95 % interval leaves "equal" out (0, or 1 of a ratio). It is
unknown with fewer than two pairs. In one of twenty comparisons of equal arms it is wrong; who looks
at a thousand cells finds some fifty.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lab_model.experiments.estimates import (
    Counts,
    Flags,
    Floats,
    Values,
    as_table,
    estimate_cells,
)
from lab_model.experiments.metrics import DifferenceKind, Metric, kind_of

UNKNOWN: Final = -1
_EQUAL_RATIO: Final = 1.0


@dataclass(frozen=True, eq=False)
class Differences:
    """Differences by cell. NaN where there are too few pairs."""

    kind: DifferenceKind
    count: Counts
    """Pairs: seeds with a number in both arms."""
    mean: Floats
    low: Floats
    high: Floats
    is_distinguishable: Flags
    """False also where `is_known` is."""
    is_known: Flags
    """There is an interval to judge by."""
    nearer_fair_count: Counts
    """Pairs in which the arm is strictly nearer to fair than the baseline; -1 where the metric
    has no fair value."""


def compare_cells(arm: Values, baseline: Values, metric: Metric) -> Differences:
    """All rows of (cells, seeds) of an arm with the same rows of the baseline."""
    ours, theirs = as_table(arm), as_table(baseline)
    if ours.shape != theirs.shape:
        raise ValueError(f"arm {ours.shape} and baseline {theirs.shape} differ in shape")
    kind = kind_of(metric)
    pairs = pairs_of(ours, theirs, kind)
    unbounded = replace(metric, least=None, most=None)
    found = estimate_cells(pairs, unbounded)
    equal = _EQUAL_RATIO if kind == "ratio" else 0.0
    has_pairs_left_out = found.count < (~np.isnan(ours) & ~np.isnan(theirs)).sum(axis=1)
    low, high = (np.where(has_pairs_left_out, np.nan, end) for end in (found.low, found.high))
    is_known = ~np.isnan(low)
    with np.errstate(invalid="ignore"):
        leaves_out: NDArray[np.bool_] = (low > equal) | (high < equal)
    return Differences(
        kind=kind,
        count=found.count,
        mean=found.mean,
        low=low,
        high=high,
        is_distinguishable=is_known & leaves_out,
        is_known=is_known,
        nearer_fair_count=_nearer_fair(ours, theirs, metric),
    )


def pairs_of(ours: Floats, theirs: Floats, kind: DifferenceKind) -> Floats:
    """Seed by seed what the arm has more, or how many times as much; NaN without a pair."""
    if kind == "difference":
        return ours - theirs
    with np.errstate(divide="ignore", invalid="ignore"):
        # Nothing can be said as a factor of zero.
        ratios: Floats = np.where(theirs > 0, ours / theirs, np.nan)
    return ratios


def _nearer_fair(ours: Floats, theirs: Floats, metric: Metric) -> Counts:
    if metric.fair is None:
        return np.full(len(ours), UNKNOWN, dtype=np.int64)
    with np.errstate(invalid="ignore"):
        nearer = unfairness(ours, metric) < unfairness(theirs, metric)
    count: Counts = nearer.sum(axis=1)
    return count


def unfairness(values: Floats, metric: Metric) -> Floats:
    """Distance to the fair value; of a ratio that of the logarithms: 1/2 is as far off as 2.

    NaN where the metric has no fair value.
    """
    if metric.fair is None:
        return np.full(values.shape, np.nan)
    if metric.average == "geometric":
        with np.errstate(divide="ignore"):
            distance: Floats = np.abs(np.log(values / metric.fair))
        return distance
    return np.abs(values - metric.fair)
