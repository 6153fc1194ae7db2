"""The results of several seeds of the same settings: for a sentence, bars, a picture, a strip."""

import math
from typing import Any

from lab_model.record import Record

Values = list[float | None]


class SeedResult(Record):
    """What one seed gave under one setting."""

    seed: int
    throughput_ratio: float | None
    """Of the first group over the second, as results have it; null where a flow got nothing."""
    throughputs_bps: list[float]
    """Of every group, its flows added up, over the measurement window."""
    mean_queue_bytes: float


class MeanCurve(Record):
    """A curve over the seeds: at each point their mean, and the lowest and highest of them."""

    mean: Values
    low: Values
    high: Values


class SeedCurves(Record):
    """Curves over all seeds of an answer. Point i covers (i * point_s, (i + 1) * point_s]."""

    point_s: float
    throughputs_bps: list[MeanCurve]
    """Of every group, its flows added up."""
    queue_bytes: MeanCurve


class SeedArm(Record):
    """One setting under all seeds of an answer."""

    scenario_digest: str
    buffer_bytes: int | None
    """null before any seed is known."""
    results: list[SeedResult]
    curves: SeedCurves | None
    """null before any seed is known."""


class SeedsTogether(Record):
    """Numbers and curves are of the same seeds: those that are known under every setting."""

    behaviour_version: int | None
    """null: no simulator has been here yet, and nothing of these settings is shipped."""
    core_version: str | None
    """Of the simulator that computed the first of them."""
    seeds: list[int]
    """Known under every setting, in order."""
    missing: list[int]
    """Asked for, and not known yet under every setting."""
    arms: list[SeedArm]
    """In the order of the question."""


def seed_result(document: dict[str, Any]) -> SeedResult:
    """What is kept of a result, as the core and the API give it."""
    summary, flows = document["summary"], document["flows"]
    group_count = 1 + max(flow["group_index"] for flow in flows)
    return SeedResult(
        seed=document["seed"],
        throughput_ratio=summary["throughput_ratio"],
        throughputs_bps=[
            math.fsum(flow["throughput_bps"] for flow in flows if flow["group_index"] == group)
            for group in range(group_count)
        ],
        mean_queue_bytes=summary["mean_queue_bytes"],
    )
