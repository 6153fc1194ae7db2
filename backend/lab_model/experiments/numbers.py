"""The numbers of a unit: what an experiment keeps of a result.

Everything in `summary` under its own name, `mean_queue_s`, and of each flow group
`group_{g}_{metric}`. `lab_model.experiments.metrics` says what each name means.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

# Groups beyond these have no numbers of their own: ten thousand groups would make half a million.
MAX_GROUP_COUNT: Final = 16

_THROUGHPUT: Final = "throughput_bps"
_INDICES: Final = frozenset({"group_index", "flow_index"})

Result = dict[str, Any]
Numbers = dict[str, float | None]


def numbers_of(result: Result) -> Numbers:
    """All numbers of a result (docs/architecture.md, "Result JSON"), always in the same order.

    None where the result has no such number: a ratio with one group, an RTT without a sample.
    Sums are exactly rounded, so that equal results give equal bytes.
    """
    numbers: Numbers = {name: _number(value) for name, value in result["summary"].items()}
    queue_bytes = numbers["mean_queue_bytes"]
    rate_bps = result["link"]["rate_bps"]
    numbers["mean_queue_s"] = None if queue_bytes is None else queue_bytes * 8 / rate_bps
    flows: list[Result] = result["flows"]
    groups: dict[int, list[Result]] = {}
    for flow in flows:
        groups.setdefault(flow["group_index"], []).append(flow)
    all_bits = _bits(flows)
    all_mean_bps = _mean(flow[_THROUGHPUT] for flow in flows)
    for index in sorted(groups)[:MAX_GROUP_COUNT]:
        group = groups[index]
        own = _means_of(group)
        own["share_ratio"] = _ratio(_bits(group), all_bits)
        own["relative_share_ratio"] = _ratio(own[_THROUGHPUT], all_mean_bps)
        own["jain_index"] = jain_index([flow[_THROUGHPUT] for flow in group])
        numbers |= {f"group_{index}_{metric}": value for metric, value in own.items()}
    return numbers


def jain_index(rates: Sequence[float | None]) -> float | None:
    """(sum x)^2 / (n sum x^2) of the rates that exist; None if all of them are zero.

    Jain, Chiu, Hawe, A Quantitative Measure of Fairness, DEC TR-301, 1984.
    """
    known = [rate for rate in rates if rate is not None]
    squares = math.fsum(rate * rate for rate in known)
    return math.fsum(known) ** 2 / (len(known) * squares) if squares > 0 else None


def _means_of(group: list[Result]) -> Numbers:
    """The mean over the flows of every field that is a number."""
    names = [
        name
        for name, value in group[0].items()
        if name not in _INDICES and (value is None or _is_number(value))
    ]
    return {name: _mean(flow[name] for flow in group) for name in names}


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def _bits(flows: list[Result]) -> float:
    """Carried in the window. A flow that is active at no moment of it carries none."""
    return math.fsum(
        flow[_THROUGHPUT] * flow["active_s"] for flow in flows if flow[_THROUGHPUT] is not None
    )


def _ratio(above: float | None, below: float | None) -> float | None:
    return None if above is None or not below else above / below


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
