"""A comparison of two arms in words, with its numbers."""

import re
from typing import Final

import numpy as np

from lab_model.english.names import Name, flow_name, possessive
from lab_model.english.numbers import count_of, short
from lab_model.experiments.metrics import Metric
from lab_model.experiments.paired import Differences

_BETWEEN: Final = " / "
_GROUP: Final = re.compile(r"(.+?): (.+)")
_STATISTIC: Final = re.compile(
    r"(.+), (mean|median|lowest|highest|last|\d+th percentile)(?: bytes)?"
)
_COUNTED: Final = re.compile(
    r"(?:(?:unique )?packets|acks|timeouts|recoveries|tail loss probes|spurious retransmissions|"
    r"(?:(?:small|medium|large) )?transfers|frames|deadlines|seconds)\b",
    re.IGNORECASE,
)


def difference_sentence(
    differences: Differences, cell: int, metric: Metric, arm: str, baseline: str
) -> str:
    """What the paired seeds say of one row of `differences`.

    "FaiRTT and BBRv2 do not differ significantly in the throughput ratio: 1.02 times (95 %
    interval 0.95 to 1.1, 20 paired seeds)."
    """
    count = int(differences.count[cell])
    what = metric_in_sentence(metric)
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


def metric_in_sentence(metric: Metric) -> str:
    """A metric as the subject of a sentence, always one thing: `the throughput ratio`, `the mean
    RTT of the elephant`, `the number of timeouts of CUBIC`.
    """
    is_share = metric.display_unit == "%"
    parts = [_of_group(part, is_share) for part in metric.label.split(_BETWEEN)]
    if len(parts) == 1:
        what, group = parts[0]
        return what + (f" of {group}" if group else "")
    (first, one), (second, other) = parts
    if not one or not other:
        return f"the ratio {metric.label}"
    return f"the ratio of {first} of {one} to {'that' if first == second else second} of {other}"


def _of_group(label: str, is_share: bool) -> tuple[str, str]:
    found = _GROUP.fullmatch(label)
    if found is None:
        return _quantity(label, is_share), ""
    return _quantity(found[2], is_share), flow_name(found[1], 0).text


def _quantity(heading: str, is_share: bool) -> str:
    """Headings are said differently: what is counted, shares, what is measured at a percentile."""
    title = heading.removesuffix(", all flows")
    of_all = " of all flows" if title != heading else ""
    is_name = title.split(maxsplit=1)[0] in ("Jain's", "STDR")
    found = _STATISTIC.fullmatch(title)
    if found is not None:
        return _statistic(found[1] if is_name else _lowered(found[1]), found[2], is_name=is_name)
    said = title if is_name else _lowered(title)
    if _COUNTED.match(title):
        said = f"the {'share' if is_share else 'number'} of {said}"
    elif said == "link busy":
        said = "the utilisation of the link"
    elif said in ("retransmitted", "lost", "marked"):
        said = f"the share {said}"
    elif said.startswith("limited by "):
        said = f"the share of time {said}"
    elif not is_name:
        said = f"the {said}"
    return said + of_all


def _statistic(quantity: str, statistic: str, *, is_name: bool) -> str:
    if is_name or statistic.endswith("percentile"):
        value = "lowest value" if statistic == "lowest" else statistic
        return f"the {value} of {'' if is_name else 'the '}{quantity}"
    if quantity == "in flight":
        return f"the {statistic} amount in flight"
    if quantity.startswith("bytes "):
        return f"the {statistic} number of {quantity}"
    return f"the {statistic} {quantity}"


def _lowered(text: str) -> str:
    """Without the capital of a heading; names and abbreviations keep theirs."""
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


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
    text = metric.shown(difference)
    return f"{text.removesuffix('%')}percentage points" if metric.display_unit == "%" else text


def _factor(ratio: float) -> str:
    """With as many digits as tell it from 1, if it is not."""
    text = short(ratio)
    return f"{ratio:.7g}" if text == "1" else text
