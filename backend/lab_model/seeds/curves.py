"""Curves over several seeds: every seed thinned to the same points, then mean and extremes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lab_model.scenarios import Scenario, scenario_digest
from lab_model.seeds.schemas import MeanCurve, SeedArm, SeedCurves, Values, seed_result

POINT_S: Final = 1.0
"""A point is the mean over so long, and over longer where a run would have more points."""
MOST_POINTS: Final = 240
DIGITS: Final = 4
"""A picture of 240 points shows no more of a number."""

Samples = NDArray[np.float64]


@dataclass(frozen=True)
class SeedSeries:
    """The thinned series of one seed: a row for every group, and the queue."""

    throughputs_bps: Samples
    queue_bytes: Samples


def point_samples(duration_s: float, sample_interval_s: float) -> int:
    """How many samples one point stands for."""
    point_s = max(POINT_S, duration_s / MOST_POINTS)
    return max(1, math.ceil(point_s / sample_interval_s - 1e-9))


def thinned(samples: Samples, per_point: int) -> Samples:
    """The mean of every `per_point` samples of the last axis; NaN where none of them is known."""
    count = samples.shape[-1]
    point_count = -(-count // per_point)
    rest = point_count * per_point - count
    padding = [(0, 0)] * (samples.ndim - 1) + [(0, rest)]
    padded = np.pad(samples, padding, constant_values=np.nan)
    parts = padded.reshape(*samples.shape[:-1], point_count, per_point)
    return _mean(parts, axis=-1)


def seed_arm(
    scenario: Scenario, documents: Sequence[dict[str, Any]], series: Sequence[SeedSeries]
) -> SeedArm:
    """One setting under these seeds: what shipped files and answers of a lab are made of alike.

    `documents` are results as the core and the API give them; `series` are of the same seeds.
    """
    point_s = (
        point_samples(scenario.duration_s, scenario.sample_interval_s) * scenario.sample_interval_s
    )
    return SeedArm(
        scenario_digest=scenario_digest(scenario),
        buffer_bytes=documents[0]["link"]["buffer_bytes"] if documents else None,
        results=[seed_result(document) for document in documents],
        curves=curves_over(series, point_s) if series else None,
    )


def curves_over(series: Sequence[SeedSeries], point_s: float) -> SeedCurves:
    """Mean, lowest and highest of the seeds at every point."""
    groups = np.stack([each.throughputs_bps for each in series])
    queues = np.stack([each.queue_bytes for each in series])
    return SeedCurves(
        point_s=point_s,
        throughputs_bps=[_curve(groups[:, index]) for index in range(groups.shape[1])],
        queue_bytes=_curve(queues),
    )


def _curve(by_seed: Samples) -> MeanCurve:
    known = np.isfinite(by_seed)
    low = np.where(known, by_seed, np.inf).min(axis=0)
    high = np.where(known, by_seed, -np.inf).max(axis=0)
    return MeanCurve(mean=_values(_mean(by_seed, axis=0)), low=_values(low), high=_values(high))


def _mean(values: Samples, axis: int) -> Samples:
    """The mean of the known values; NaN without a warning where there is none."""
    known = np.isfinite(values)
    counts = known.sum(axis=axis)
    sums = np.where(known, values, 0.0).sum(axis=axis)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def _values(values: Samples) -> Values:
    return [
        float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None for value in values.tolist()
    ]
