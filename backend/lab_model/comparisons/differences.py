"""The difference of an item from the baseline in one metric: paired where it can be, else by Welch.

Random streams depend on the seed, not on what is compared, so that two items with common seeds
had the same random draws: their differences are taken seed by seed (`lab_model.comparisons.rows`).
Without enough common seeds the two means are independent, and Welch's interval is that of their
difference, with unequal variances:

    m1 - m2 +- t(0.975, f) sqrt(e1 + e2)        e = s^2 / n
    f = (e1 + e2)^2 / (e1^2 / (n1 - 1) + e2^2 / (n2 - 1))

B. L. Welch, "The generalization of Student's problem when several different population variances
are involved", Biometrika 34, 1947. Of ratios, both are of the logarithms, transformed back.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lab_model.comparisons.elementary import exp_of
from lab_model.comparisons.rows import EQUAL, known, pair_rows, variance_of
from lab_model.comparisons.student import student_t_quantile
from lab_model.experiments.metrics import DifferenceKind, Metric, kind_of

BySeed = Mapping[int, float]
"""Values of one metric; a seed without one is left out."""

LEAST_PAIRS: Final = 2
_LEAST_COMMON_SHARE: Final = 0.5


@dataclass(frozen=True)
class Difference:
    """The difference of one item from the baseline. None where there are too few values."""

    kind: DifferenceKind
    is_paired: bool
    count: int
    """Pairs, or values of the item that has fewer."""
    mean: float | None
    low: float | None
    high: float | None
    is_distinguishable: bool | None


def difference_from(baseline: BySeed, item: BySeed, metric: Metric) -> Difference:
    """What an item has more than the baseline, or of a ratio how many times as much."""
    common = sorted(baseline.keys() & item.keys())
    if _can_be_paired(len(common), min(len(baseline), len(item))):
        return _paired([baseline[seed] for seed in common], [item[seed] for seed in common], metric)
    return _unpaired(list(baseline.values()), list(item.values()), metric)


def _can_be_paired(common_count: int, smaller_count: int) -> bool:
    """Few common seeds among many would discard most of the data. One seed each is a
    pair as well: no interval, but the same random draws.
    """
    if common_count == smaller_count:
        return common_count > 0
    return common_count >= LEAST_PAIRS and common_count >= _LEAST_COMMON_SHARE * smaller_count


def _paired(baseline: list[float], item: list[float], metric: Metric) -> Difference:
    found = pair_rows(item, baseline, metric)
    return Difference(is_paired=True, **vars(found))


def _unpaired(baseline: list[float], item: list[float], metric: Metric) -> Difference:
    kind = kind_of(metric)
    count = min(len(baseline), len(item))
    nothing = Difference(
        kind=kind,
        is_paired=False,
        count=count,
        mean=None,
        low=None,
        high=None,
        is_distinguishable=None,
    )
    if count == 0:
        return nothing
    if kind == "difference":
        mean, low, high = _welch(baseline, item)
    elif min(baseline) <= 0:
        return nothing  # nothing is so many times as much as zero
    elif min(item) <= 0:
        mean, low, high = 0.0, math.nan, math.nan
    else:
        logs = [[math.log(value) for value in values] for values in (baseline, item)]
        mean, low, high = map(exp_of, _welch(*logs))
    return Difference(
        kind=kind,
        is_paired=False,
        count=count,
        mean=known(mean),
        low=known(low),
        high=known(high),
        is_distinguishable=None if math.isnan(low) else low > EQUAL[kind] or high < EQUAL[kind],
    )


def _welch(baseline: Sequence[float], item: Sequence[float]) -> tuple[float, float, float]:
    """Difference of the means and the ends of its interval; NaN with one value of either."""
    means = [math.fsum(values) / len(values) for values in (baseline, item)]
    mean = means[1] - means[0]
    if min(len(baseline), len(item)) < LEAST_PAIRS:
        return mean, math.nan, math.nan
    errors = [
        (variance_of(values, each) / len(values), len(values) - 1)
        for values, each in zip((baseline, item), means, strict=True)
    ]
    total = math.fsum(error for error, _ in errors)
    if total == 0:
        return mean, mean, mean
    freedom = total**2 / math.fsum(error**2 / own for error, own in errors)
    half = student_t_quantile(freedom) * math.sqrt(total)
    return mean, mean - half, mean + half
