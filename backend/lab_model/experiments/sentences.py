"""A comparison of two arms in words, with its numbers."""

from dataclasses import replace

import numpy as np

from lab_model.english.names import Name, possessive
from lab_model.english.numbers import count_of, short
from lab_model.experiments.metrics import Metric
from lab_model.experiments.paired import Differences


def difference_sentence(
    differences: Differences, cell: int, metric: Metric, arm: str, baseline: str
) -> str:
    """What the paired seeds say of one row of `differences`.

    "FaiRTT and BBRv2 do not differ significantly in the throughput ratio: 1.02 times (95 %
    interval 0.95 to 1.1, 20 paired seeds)."
    """
    count = int(differences.count[cell])
    what = metric.phrase
    if count == 0:
        return f"{arm} and {baseline} have no seed in common with a number for {what}."
    mean = float(differences.mean[cell])
    if not differences.is_known[cell]:
        why = _why_unknown(count)
        against = _against(differences, mean, metric, baseline)
        return f"With {arm}, {what} is {against} ({why})."
    interval = _interval(differences, cell, metric)
    numbers = f"95 % interval {interval}, {count_of(count, 'paired seed')}"
    if not differences.is_distinguishable[cell]:
        size = _size(differences, mean, metric)
        return f"{arm} and {baseline} do not differ significantly in {what}: {size} ({numbers})."
    nearer = int(differences.nearer_fair_count[cell])
    end = "" if nearer < 0 else f"; nearer to fair in {nearer} of {count}"
    against = _against(differences, mean, metric, baseline)
    return f"With {arm}, {what} is {against} ({numbers}{end})."


def _why_unknown(count: int) -> str:
    if count == 1:
        return "one paired seed: no interval; run more seeds"
    return f"{count_of(count, 'paired seed')}, some with a ratio of zero: no interval"


def _against(differences: Differences, mean: float, metric: Metric, baseline: str) -> str:
    whose = possessive(Name(baseline, baseline))
    if differences.kind == "ratio":
        return f"{_factor(mean)} times {whose}"
    if mean == 0:
        return f"the same as {whose}"
    word = "above" if mean > 0 else "below"
    return f"{_shown(abs(mean), metric)} {word} {whose}"


def _size(differences: Differences, mean: float, metric: Metric) -> str:
    return f"{_factor(mean)} times" if differences.kind == "ratio" else _shown(mean, metric)


def _interval(differences: Differences, cell: int, metric: Metric) -> str:
    low, high = float(differences.low[cell]), float(differences.high[cell])
    if not np.isfinite(low + high):
        raise AssertionError("a known interval is finite")
    if differences.kind == "ratio":
        return f"{_factor(low)} to {_factor(high)}"
    return f"{_shown(low, metric)} to {_shown(high, metric)}"


def _shown(difference: float, metric: Metric) -> str:
    """A difference of percentages is one of percentage points."""
    unit = metric.display_unit
    return replace(metric, display_unit="percentage points" if unit == "%" else unit).shown(
        difference
    )


def _factor(ratio: float) -> str:
    """A ratio with enough digits to differ from 1, unless it is 1."""
    text = short(ratio)
    return f"{ratio:.7g}" if text == "1" else text
