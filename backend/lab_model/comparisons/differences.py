"""An item held against the baseline, in one metric: paired where it can be, else by Welch.

Random streams depend on the seed, not on what is compared, so that two items with common seeds
met the same luck: their differences are taken seed by seed (`lab_model.experiments.paired`).
Without enough common seeds the two means are independent, and Welch's interval is that of their
difference, with unequal variances:

    m1 - m2 +- t(0.975, f) sqrt(e1 + e2)        e = s^2 / n
    f = (e1 + e2)^2 / (e1^2 / (n1 - 1) + e2^2 / (n2 - 1))

B. L. Welch, "The generalization of Student's problem when several different population variances
are involved", Biometrika 34, 1947. Of ratios, both are of the logarithms, transformed back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from lab_model.experiments.estimates import Floats, student_t_quantiles
from lab_model.experiments.metrics import Metric
from lab_model.experiments.paired import DifferenceKind, compare_cells, kind_of

BySeed = Mapping[int, float]
"""Values of one metric; a seed without one is left out."""

LEAST_PAIRS: Final = 2
_LEAST_COMMON_SHARE: Final = 0.5


@dataclass(frozen=True)
class Difference:
    """Of one item from the baseline. None where there are too few values."""

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
    return _unpaired(np.array(list(baseline.values())), np.array(list(item.values())), metric)


def _can_be_paired(common_count: int, smaller_count: int) -> bool:
    """Few common seeds among many would throw most of what is known away. One seed each is a
    pair as well: no interval, but the same luck.
    """
    if common_count == smaller_count:
        return common_count > 0
    return common_count >= LEAST_PAIRS and common_count >= _LEAST_COMMON_SHARE * smaller_count


def _paired(baseline: list[float], item: list[float], metric: Metric) -> Difference:
    found = compare_cells([item], [baseline], metric)
    return Difference(
        kind=found.kind,
        is_paired=True,
        count=int(found.count[0]),
        mean=_plain(found.mean[0]),
        low=_plain(found.low[0]),
        high=_plain(found.high[0]),
        is_distinguishable=bool(found.is_distinguishable[0]) if found.is_known[0] else None,
    )


def _unpaired(baseline: Floats, item: Floats, metric: Metric) -> Difference:
    kind = kind_of(metric)
    count = min(len(baseline), len(item))
    nothing = Difference(kind, False, count, None, None, None, None)
    if count == 0:
        return nothing
    if kind == "difference":
        mean, half_width = _welch(baseline, item)
        low, high, equal = mean - half_width, mean + half_width, 0.0
    elif (baseline <= 0).any():
        return nothing  # nothing is so many times as much as zero
    elif (item <= 0).any():
        mean, low, high, equal = 0.0, np.nan, np.nan, 1.0
    else:
        log_mean, half_width = _welch(np.log(baseline), np.log(item))
        mean, equal = float(np.exp(log_mean)), 1.0
        low, high = float(np.exp(log_mean - half_width)), float(np.exp(log_mean + half_width))
    is_known = not np.isnan(low)
    return Difference(
        kind=kind,
        is_paired=False,
        count=count,
        mean=mean,
        low=_plain(low),
        high=_plain(high),
        is_distinguishable=bool(low > equal or high < equal) if is_known else None,
    )


def _welch(baseline: Floats, item: Floats) -> tuple[float, float]:
    """Difference of the means and half of the interval's width; NaN with one value of either."""
    mean = float(item.mean() - baseline.mean())
    if min(len(baseline), len(item)) < LEAST_PAIRS:
        return mean, np.nan
    errors = np.array([values.var(ddof=1) / len(values) for values in (baseline, item)])
    total = errors.sum()
    if total == 0:
        return mean, 0.0
    freedom = total**2 / (errors**2 / [len(baseline) - 1, len(item) - 1]).sum()
    return mean, float(student_t_quantiles([freedom])[0] * np.sqrt(total))


def _plain(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
