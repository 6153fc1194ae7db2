"""One phenomenon that was found, and how time and flows are told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lab_model.phenomena.evidence import FlowFacts

Kind = Literal[
    "synchronised_probe_rtt",
    "inflated_min_rtt",
    "small_buffer",
    "retransmission_timeout",
    "latecomer_advantage",
    "starvation",
    "dominance",
    "loss_blind",
    "rtt_bias",
    "window_cap",
    "other_bdp",
]
Window = tuple[float, float]
"""From and to, in seconds."""


@dataclass(frozen=True)
class Definition:
    """What a name stands for, whatever was found."""

    kind: Kind
    title: str
    text: str
    """When the name applies, with its thresholds and their reasons."""
    source: str
    """Who described it first, or best."""


@dataclass(frozen=True)
class Phenomenon:
    """A name that applies to a run."""

    definition: Definition
    sentence: str
    flow_indices: Sequence[int]
    windows: Sequence[Window]
    """In order, without overlap."""


def merged(windows: Iterable[Window], gap_s: float = 0.0) -> list[Window]:
    """Windows in order; those that overlap, or are at most `gap_s` apart, as one."""
    result: list[Window] = []
    for start_s, end_s in sorted(windows):
        if result and start_s <= result[-1][1] + gap_s:
            result[-1] = (result[-1][0], max(end_s, result[-1][1]))
        else:
            result.append((start_s, end_s))
    return result


def stretches(
    mask: NDArray[np.bool_], time_s: NDArray[np.float64], bucket_s: float, least_s: float
) -> list[Window]:
    """The times of at least `least_s` in which every bucket is true."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False])).astype(np.int8)))
    found = [
        (max(0.0, float(time_s[first]) - bucket_s), float(time_s[end - 1]))
        for first, end in zip(edges[::2], edges[1::2], strict=True)
    ]
    return [(start_s, end_s) for start_s, end_s in found if end_s - start_s >= least_s - 1e-9]


def names_of(flows: Sequence[FlowFacts], most: int = 3) -> str:
    """`elephant`, `elephant and mouse`, or `elephant 1, elephant 2, mouse and 17 others`."""
    names = [flow.name for flow in flows]
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} others"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def times(count: int) -> str:
    """`once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
