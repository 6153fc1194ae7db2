"""Estimates of one metric over the seeds of one item, and of its pairs with a baseline, in plain
Python: the service and a page without a server, which has no NumPy, run the same lines.

What is computed is what `lab_model.experiments.estimates` and `paired` compute of ten thousand
cells at once; tests/model/comparisons holds them together.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from lab_model.comparisons.elementary import exp_of, log_of
from lab_model.comparisons.student import student_t_quantile
from lab_model.experiments.metrics import DifferenceKind, Metric, kind_of

EQUAL: Final[dict[DifferenceKind, float]] = {"difference": 0.0, "ratio": 1.0}
_DIGITS: Final = 7


@dataclass(frozen=True)
class RowEstimate:
    """The estimate of one metric over seeds. None where there are too few values."""

    count: int
    mean: float | None
    """Arithmetic or geometric, as the metric says."""
    low: float | None
    """Lower end of the 95 % interval of the mean."""
    high: float | None
    is_clipped: bool
    """An end of the interval lay outside of the metric's range."""


@dataclass(frozen=True)
class PairedRow:
    """An item compared with the baseline seed by seed. None where there are too few pairs."""

    kind: DifferenceKind
    count: int
    mean: float | None
    low: float | None
    high: float | None
    is_distinguishable: bool | None


def estimate_row(values: Sequence[float], metric: Metric) -> RowEstimate:
    """Mean and interval of the values that exist, none of them NaN."""
    if metric.average == "geometric" and 0 in values:
        # Zero has no logarithm.
        return RowEstimate(len(values), mean=0.0, low=None, high=None, is_clipped=False)
    if metric.average == "geometric":
        logs = [log_of(value) for value in values if value > 0]
        count, (mean, low, high) = len(logs), map(exp_of, mean_and_ends(logs))
    else:
        count, (mean, low, high) = len(values), mean_and_ends(values)
    ends = [_clipped(end, metric) for end in (low, high)]
    is_clipped = ends[0] > low or ends[1] < high
    return RowEstimate(count, known(mean), known(ends[0]), known(ends[1]), is_clipped)


def pair_rows(item: Sequence[float], baseline: Sequence[float], metric: Metric) -> PairedRow:
    """The difference of an item from the baseline, or their ratio, seed by seed."""
    kind = kind_of(metric)
    pairs = [
        ours - theirs if kind == "difference" else ours / theirs
        for ours, theirs in zip(item, baseline, strict=True)
        # Nothing can be said as a factor of zero.
        if kind == "difference" or theirs > 0
    ]
    found = estimate_row(pairs, replace(metric, least=None, most=None))
    low, high = found.low, found.high
    # A pair is not left out for being the most extreme one.
    if low is None or high is None or found.count < len(item):
        low = high = None
    return PairedRow(
        kind=kind,
        count=found.count,
        mean=found.mean,
        low=low,
        high=high,
        is_distinguishable=_leaves_out(low, high, EQUAL[kind]),
    )


def _leaves_out(low: float | None, high: float | None, equal: float) -> bool | None:
    """Whether the interval excludes the value of two equal items; None: there is no interval."""
    return None if low is None or high is None else low > equal or high < equal


def mean_and_ends(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean, and the ends of Student's 95 % interval; NaN where there are too few values."""
    count = len(values)
    if count == 0:
        return math.nan, math.nan, math.nan
    # Rounding must not take the mean of equal values away from them.
    mean = min(max(math.fsum(values) / count, min(values)), max(values))
    if count == 1:
        return mean, math.nan, math.nan
    half = student_t_quantile(count - 1) * math.sqrt(variance_of(values, mean) / count)
    return mean, mean - half, mean + half


def variance_of(values: Sequence[float], mean: float) -> float:
    """The variance of a sample of two values or more."""
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def known(value: float) -> float | None:
    """The value; None if it is not a number."""
    return value if math.isfinite(value) else None


def significant_digits(value: float | None) -> float | None:
    """Rounded as `lab_model.experiments.json_lists` does: a screen shows four digits."""
    return None if value is None else float(f"{value:.{_DIGITS}g}")


def _clipped(end: float, metric: Metric) -> float:
    """NaN stays."""
    if metric.least is not None and end < metric.least:
        return metric.least
    return metric.most if metric.most is not None and end > metric.most else end
