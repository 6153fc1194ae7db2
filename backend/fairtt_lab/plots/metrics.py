"""The title and the unit of a metric in a figure."""

from collections.abc import Sequence
from typing import Final

TITLES: Final = {
    "throughput_bps": "Throughput per flow",
    "goodput_bps": "Goodput per flow",
    "rtt_s": "Round-trip time",
    "srtt_s": "Smoothed round-trip time",
    "min_rtt_s": "Minimum round-trip time",
    "cwnd_bytes": "Congestion window per flow",
    "inflight_bytes": "In flight per flow",
    "pacing_rate_bps": "Pacing rate per flow",
    "queue_bytes": "Queue at the bottleneck",
    "busy_ratio": "Share of time the link transmits",
}
QUEUE: Final = "queue_bytes"
QUEUE_BAND: Final = ("queue_min_bytes", "queue_max_bytes")
"""Drawn around the mean queue: least and most in each interval."""

# By the last word of a name: units from the smallest, with their size in SI base units.
_UNITS: Final[dict[str, tuple[tuple[float, str], ...]]] = {
    "bps": ((1.0, "bit/s"), (1e3, "kbit/s"), (1e6, "Mbit/s"), (1e9, "Gbit/s")),
    "s": ((1e-6, "µs"), (1e-3, "ms"), (1.0, "s")),
    "bytes": ((1.0, "bytes"), (1e3, "kB"), (1e6, "MB"), (1e9, "GB")),
    "packets": ((1.0, "packets"),),
}
# A unit is taken from so many of it on, so that axes do not read 0.0001.
_LEAST_IN_UNIT: Final = 2.0


def queried(metrics: Sequence[str]) -> tuple[str, ...]:
    """The series that drawing these metrics takes."""
    band = QUEUE_BAND if QUEUE in metrics else ()
    return (*dict.fromkeys((*metrics, *band)),)


def title_of(metric: str) -> str:
    """For people."""
    if metric in TITLES:
        return TITLES[metric]
    words = metric.rsplit("_", 1)[0] if metric.rsplit("_", 1)[-1] in _UNITS else metric
    return words.replace("_", " ").capitalize()


def unit_of(metric: str, largest: float) -> tuple[float, str]:
    """Size and name of the unit in which values up to `largest` are read; a plain number has 1."""
    units = _UNITS.get(metric.rsplit("_", 1)[-1])
    if units is None:
        return 1.0, ""
    fitting = [unit for unit in units if largest >= _LEAST_IN_UNIT * unit[0]]
    return fitting[-1] if fitting else units[0]
