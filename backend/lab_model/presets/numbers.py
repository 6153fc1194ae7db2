"""The numbers that a preset's sentence may use: where each one comes from and how it is written."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

Result = dict[str, Any]


@dataclass(frozen=True)
class Number:
    """One number of a result. NaN where the result has none."""

    label: str
    """In a table's head, with its unit."""
    of: Callable[[Result], float]
    text: Callable[[float], str]
    """The number's name in a sentence."""
    is_ratio: bool = False
    """Whether 1/2 is as far from 1 as 2 is: averaged over the seeds by logarithms."""


def times(value: float) -> str:
    """`1.44 times`; from ten on without decimals."""
    return f"{value:.2f} times" if value < 10 else f"{value:.0f} times"


def percent(value: float) -> str:
    """`31%`; below ten one decimal, below one two; 99.7% is not all, and `none` is exactly so."""
    if value == 0:
        return "none"
    scaled = value * 100
    if scaled < 0.005:
        return "under 0.01%"
    digits = 1 if 99 < scaled < 100 else 0 if scaled >= 9.95 else 1 if scaled >= 0.995 else 2
    return f"{scaled:.{digits}f}%"


def span(low: str, high: str) -> str:
    """`1.16 to 1.71 times`: a unit that both have is written once."""
    unit = low[low.rfind(" ") :] if " " in low else ""
    first = low.removesuffix(unit) if unit and high.endswith(unit) else low
    return f"{first} to {high}"


def milliseconds(value: float) -> str:
    """`539 ms`; below ten one decimal."""
    scaled = value * 1e3
    return f"{scaled:.0f} ms" if scaled >= 9.95 else f"{scaled:.1f} ms"


def index(value: float) -> str:
    """`0.98`, for Jain's index."""
    return f"{value:.2f}"


def _summary(key: str) -> Callable[[Result], float]:
    def read(result: Result) -> float:
        value = result["summary"][key]
        return math.nan if value is None else float(value)

    return read


def _share_of(group_index: int) -> Callable[[Result], float]:
    """A group of all throughput, flows of the group together."""

    def read(result: Result) -> float:
        by_group = group_throughputs_bps(result)
        return by_group[group_index] / math.fsum(by_group)

    return read


def _mean_queue_s(result: Result) -> float:
    queue_bytes = result["summary"]["mean_queue_bytes"]
    return float(queue_bytes) * 8 / float(result["link"]["rate_bps"])


def _mean_of_flows(key: str) -> Callable[[Result], float]:
    """Mean over the flows that have the number."""

    def read(result: Result) -> float:
        values = [flow.get(key) for flow in result["flows"]]
        known = [value for value in values if value is not None]
        return math.fsum(known) / len(known) if known else math.nan

    return read


def group_throughputs_bps(result: Result) -> list[float]:
    """Throughput of each group, its flows added up."""
    flows = result["flows"]
    count = 1 + max(flow["group_index"] for flow in flows)
    return [
        math.fsum(flow["throughput_bps"] for flow in flows if flow["group_index"] == group)
        for group in range(count)
    ]


NUMBERS: Final[dict[str, Number]] = {
    "throughput_ratio": Number("ratio", _summary("throughput_ratio"), times, is_ratio=True),
    "first_share_ratio": Number("share of the first, %", _share_of(0), percent),
    "second_share_ratio": Number("share of the second, %", _share_of(1), percent),
    "utilisation_ratio": Number("link busy, %", _summary("utilisation_ratio"), percent),
    "retransmit_ratio": Number("retransmitted, %", _summary("retransmit_ratio"), percent),
    "jain_index": Number("Jain's index", _summary("jain_index"), index),
    "mean_rtt_s": Number("mean RTT, ms", _mean_of_flows("mean_rtt_s"), milliseconds),
    "mean_queue_s": Number("mean queue, ms", _mean_queue_s, milliseconds),
    "limited_receive_window_ratio": Number(
        "limited by the receive window, %", _mean_of_flows("limited_receive_window_ratio"), percent
    ),
    "mean_completion_s": Number(
        "completion time, mean, ms", _mean_of_flows("mean_completion_s"), milliseconds
    ),
    "mean_small_completion_s": Number(
        "completion below 100 kB, mean, ms", _mean_of_flows("mean_small_completion_s"), milliseconds
    ),
    "p99_small_completion_s": Number(
        "completion below 100 kB, 99th, ms", _mean_of_flows("p99_small_completion_s"), milliseconds
    ),
    "late_frame_ratio": Number("deadlines missed, %", _mean_of_flows("late_frame_ratio"), percent),
    "p95_frame_delay_s": Number(
        "frame delay, 95th, ms", _mean_of_flows("p95_frame_delay_s"), milliseconds
    ),
}
