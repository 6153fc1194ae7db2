"""Where an arm is better than the baseline, where it is worse, and where that is inconclusive.

What better means is the metric's own word (`MetricDeclaration.direction`): nearer to fair, more
or less. Each cell is tested seed by seed with the paired t test of

- fair: the distance to the fair value, of a ratio that of the logarithms, so that a mean of 0.8
  says that the ratio, or its inverse if that is larger, is 0.8 times as large;
- more, less, or neither: the number itself, as in `lab_model.experiments.paired`.

A map asks as many questions as it has cells, and one of twenty would be answered wrongly by chance.
The p values of all cells together are therefore adjusted by Benjamini and Hochberg (Journal of the
Royal Statistical Society B 57, 1995): of the cells called better or worse at most one of twenty is
expected to be wrong. It holds for tests that are independent or depend positively on one another
(Benjamini and Yekutieli, Annals of Statistics 29, 2001), as cells with common seeds do.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from lab_model.comparisons.judged import FALSE_DISCOVERY_RATE, LEAST_PAIRS, CellVerdict
from lab_model.experiments.estimates import Counts, Flags, Floats, Values, as_table, estimate_cells
from lab_model.experiments.metrics import DifferenceKind, Metric, kind_of
from lab_model.experiments.paired import pairs_of, unfairness
from lab_model.metrics.declared import Direction


@dataclass(frozen=True, eq=False)
class Verdicts:
    """Verdicts by cell."""

    towards: Direction | None
    """What better means; None: neither way is."""
    kind: DifferenceKind
    count: Counts
    """Pairs that are compared."""
    mean: Floats
    """Change from baseline to arm: of the distance to fair, or of the number.
    NaN also where a seed has a ratio of zero, which has no logarithm."""
    low: Floats
    """Lower end of its 95 % interval, for this cell alone."""
    high: Floats
    adjusted_p: Floats
    """NaN with fewer than two pairs, and where a seed has a ratio of zero."""
    verdict: Sequence[CellVerdict | None]
    """None with fewer than two pairs. unclear, without a test, where a seed has a ratio of zero: to
    leave it out would drop the most extreme seed, and with it perhaps the answer."""


def judge_cells(arm: Values, baseline: Values, metric: Metric) -> Verdicts:
    """All rows of (cells, seeds) of an arm against the same rows of the baseline, as one family."""
    ours, theirs = as_table(arm), as_table(baseline)
    changes, kind = _changes(ours, theirs, metric)
    count = (~np.isnan(ours) & ~np.isnan(theirs)).sum(axis=1)
    has_zero = (~np.isnan(changes)).sum(axis=1) < count
    changes[has_zero] = np.nan
    plain = replace(metric, average="arithmetic", least=None, most=None)
    found = estimate_cells(changes, plain)
    p_values = _p_values(changes, found.mean, found.count)
    adjusted_p = adjusted_p_values(p_values)
    ends = (found.mean, found.low, found.high)
    if kind == "ratio":
        ends = (np.exp(found.mean), np.exp(found.low), np.exp(found.high))
    return Verdicts(
        towards=metric.better,
        kind=kind,
        count=count,
        mean=ends[0],
        low=ends[1],
        high=ends[2],
        adjusted_p=adjusted_p,
        verdict=_verdicts(found.mean, adjusted_p, has_zero & (count >= LEAST_PAIRS), metric.better),
    )


def _changes(ours: Floats, theirs: Floats, metric: Metric) -> tuple[Floats, DifferenceKind]:
    """The differences that are judged, seed by seed; for ratios those of the logarithms."""
    kind = kind_of(metric)
    if metric.better == "fair":
        with np.errstate(invalid="ignore"):
            changes = unfairness(ours, metric) - unfairness(theirs, metric)
    else:
        changes = pairs_of(ours, theirs, kind)
        if kind == "ratio":
            with np.errstate(divide="ignore"):
                changes = np.log(changes)
    # The logarithm of a ratio of zero is no number to compute with.
    finite: Floats = np.where(np.isfinite(changes), changes, np.nan)
    return finite, kind


def _p_values(changes: Floats, mean: Floats, count: Counts) -> Floats:
    """Two-sided, of the paired t test; NaN with fewer than two pairs."""
    # Imported late: SciPy takes longer to load than all the rest.
    from scipy.special import stdtr

    known: Flags = ~np.isnan(changes)
    some = np.maximum(count, LEAST_PAIRS)
    deviations = np.where(known, changes - mean[:, None], 0.0)
    error = np.sqrt((deviations * deviations).sum(axis=1) / (some - 1) / some)
    with np.errstate(divide="ignore", invalid="ignore"):
        # Equal changes of all seeds leave no doubt; no change in any of them leaves all of it.
        t = np.where(mean == 0, 0.0, np.abs(mean) / error)
    p_values: Floats = 2 * stdtr((some - 1).astype(np.float64), -t)
    return np.where(count >= LEAST_PAIRS, p_values, np.nan)


def adjusted_p_values(p_values: Floats) -> Floats:
    """p-values adjusted for a family of tests, by Benjamini and Hochberg; NaN stays NaN and is not
    a test.
    """
    from scipy.stats import false_discovery_control

    adjusted = np.full(p_values.shape, np.nan)
    known = ~np.isnan(p_values)
    if known.any():
        adjusted[known] = false_discovery_control(p_values[known], method="bh")
    return adjusted


def _verdicts(
    mean: Floats, adjusted_p: Floats, is_untestable: Flags, towards: Direction | None
) -> list[CellVerdict | None]:
    names: tuple[CellVerdict, CellVerdict] = ("less", "more")
    if towards is not None:
        names = ("worse", "better") if towards == "more" else ("better", "worse")
    is_significant: Flags = adjusted_p <= FALSE_DISCOVERY_RATE
    is_unclear = is_untestable | (adjusted_p > FALSE_DISCOVERY_RATE)
    return [
        names[int(change > 0)] if significant else "unclear" if unclear else None
        for change, significant, unclear in zip(mean, is_significant, is_unclear, strict=True)
    ]
