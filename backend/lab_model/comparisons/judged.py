"""Verdicts of `lab_model.experiments.verdicts` and medians over seeds in plain Python, for files:
the service and a page without a server, which has no NumPy, run the same lines.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from lab_model.comparisons.elementary import exp_of, log_of
from lab_model.comparisons.rows import known, mean_and_ends, variance_of
from lab_model.comparisons.student import tail_of
from lab_model.experiments.metrics import DifferenceKind, Metric, kind_of

FALSE_DISCOVERY_RATE: Final = 0.05
CONTROL: Final = "Benjamini-Hochberg"
LEAST_PAIRS: Final = 2

CellVerdict = Literal["better", "worse", "more", "less", "unclear"]
"""more, less: they differ, and neither is better. unclear: the interval leaves it open."""

Pairs = Sequence[tuple[float, float]]
"""The arm's and the baseline's values in one cell, seed by seed; both exist."""


@dataclass(frozen=True)
class Judged:
    """The verdict on one cell, as `Verdicts` has it. None where there are too few pairs."""

    mean: float | None
    low: float | None
    high: float | None
    adjusted_p: float | None
    verdict: CellVerdict | None


@dataclass(frozen=True)
class _Tested:
    mean: float
    low: float
    high: float
    p_value: float
    is_untestable: bool


def judge_rows(cells: Sequence[Pairs], metric: Metric) -> list[Judged]:
    """All cells of an arm against the baseline, as one family."""
    kind = kind_of(metric)
    tested = [_test(pairs, metric, kind) for pairs in cells]
    adjusted = adjusted_p_values([each.p_value for each in tested])
    return [_judge(each, p, metric, kind) for each, p in zip(tested, adjusted, strict=True)]


def adjusted_p_values(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted for a family of tests, by Benjamini and Hochberg; NaN stays NaN and is not
    a test.
    """
    adjusted = [math.nan] * len(p_values)
    places = sorted(
        (place for place, p in enumerate(p_values) if not math.isnan(p)), key=p_values.__getitem__
    )
    least = 1.0
    for rank in range(len(places), 0, -1):
        place = places[rank - 1]
        least = min(least, p_values[place] * (len(places) / rank))
        adjusted[place] = least
    return adjusted


def median_of(values: Sequence[float]) -> float | None:
    """None without a value."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[(len(ordered) - 1) // 2] / 2 + ordered[len(ordered) // 2] / 2


def nearer_fair_count(pairs: Pairs, metric: Metric) -> int | None:
    """In how many pairs the arm is strictly nearer to fair; None where the metric has no fair
    value.
    """
    fair = metric.fair
    if fair is None:
        return None
    return sum(
        _unfairness(ours, metric, fair) < _unfairness(theirs, metric, fair)
        for ours, theirs in pairs
    )


def _test(pairs: Pairs, metric: Metric, kind: DifferenceKind) -> _Tested:
    changes = [_change(ours, theirs, metric, kind) for ours, theirs in pairs]
    if not all(map(math.isfinite, changes)):
        # A ratio of zero has no logarithm; its seed is not left out for being the most extreme.
        nothing = math.nan
        return _Tested(nothing, nothing, nothing, nothing, len(pairs) >= LEAST_PAIRS)
    mean, low, high = mean_and_ends(changes)
    return _Tested(mean, low, high, _p_value(changes, mean), is_untestable=False)


def _change(ours: float, theirs: float, metric: Metric, kind: DifferenceKind) -> float:
    if metric.better == "fair":
        fair = math.nan if metric.fair is None else metric.fair
        return _unfairness(ours, metric, fair) - _unfairness(theirs, metric, fair)
    if kind == "difference":
        return ours - theirs
    ratio = ours / theirs if theirs > 0 else math.nan
    return log_of(ratio) if ratio > 0 else math.nan


def _unfairness(value: float, metric: Metric, fair: float) -> float:
    if metric.average != "geometric":
        return abs(value - fair)
    share = value / fair
    if share > 0:
        return abs(log_of(share))
    return math.inf if share == 0 else math.nan


def _p_value(changes: Sequence[float], mean: float) -> float:
    """Two-sided, of the paired t test; NaN with fewer than two pairs."""
    count = len(changes)
    if count < LEAST_PAIRS:
        return math.nan
    error = math.sqrt(variance_of(changes, mean) / count)
    # Equal changes of all seeds leave no doubt; no change in any of them leaves all of it.
    if mean == 0:
        return 1.0
    return tail_of(abs(mean) / error if error > 0 else math.inf, count - 1)


def _judge(tested: _Tested, p: float, metric: Metric, kind: DifferenceKind) -> Judged:
    ends = (tested.mean, tested.low, tested.high)
    mean, low, high = map(exp_of, ends) if kind == "ratio" else ends
    names: tuple[CellVerdict, CellVerdict] = ("less", "more")
    if metric.better is not None:
        names = ("worse", "better") if metric.better == "more" else ("better", "worse")
    verdict: CellVerdict | None = None
    if p <= FALSE_DISCOVERY_RATE:
        verdict = names[int(tested.mean > 0)]
    elif tested.is_untestable or p > FALSE_DISCOVERY_RATE:
        verdict = "unclear"
    return Judged(known(mean), known(low), known(high), known(p), verdict)
