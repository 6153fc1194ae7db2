"""The overview of a run, gathered from its chunks as they pass."""

import math
from typing import Any

import numpy as np

from lab_exec.chunk import Chunk, FloatArray
from lab_model.results.overview import MAX_GROUPS, MAX_POINTS, Overview
from lab_model.scenarios import Scenario

RATE = "throughput_bps"


class OverviewGatherer:
    """Adds the rates of each group up, sample by sample, into at most `MAX_POINTS` parts."""

    def __init__(self, scenario: Scenario) -> None:
        counts = [group.count for group in scenario.flows]
        sample_count = math.ceil(scenario.duration_s / scenario.sample_interval_s - 1e-9)
        self._window_s = scenario.duration_s - scenario.warmup_s
        self._interval_s = scenario.sample_interval_s
        self._part_samples = max(1, -(-sample_count // MAX_POINTS))
        self._row_of_group = [min(index, MAX_GROUPS) for index in range(len(counts))]
        self._row_of_flow = np.repeat(self._row_of_group, counts)
        rows = min(len(counts), MAX_GROUPS + 1)
        self._flow_counts = np.bincount(self._row_of_flow, minlength=rows)
        self._sums = np.zeros((rows, MAX_POINTS))
        self._sample_counts = np.zeros(MAX_POINTS)

    def add(self, chunk: Chunk) -> None:
        """Takes the next chunk. A flow that is silent or absent adds nothing."""
        samples = np.arange(chunk.first_sample, chunk.first_sample + chunk.sample_count)
        parts = np.minimum(samples // self._part_samples, MAX_POINTS - 1)
        self._sample_counts += np.bincount(parts, minlength=MAX_POINTS)
        for series in chunk.subjects:
            if series.subject == "flow":
                sums = self._sums[self._row_of_flow[series.index]]
                sums += _summed(series.columns[RATE], parts)

    def overview(self, result: dict[str, Any]) -> Overview:
        """The gathered numbers, with the means of the finished result."""
        rates_bps = self._window_rates_bps(result)
        total_bps = math.fsum(rates_bps)
        point_count = int(np.count_nonzero(self._sample_counts))
        means = self._sums[:, :point_count] / self._sample_counts[:point_count]
        return {
            "point_s": round(self._part_samples * self._interval_s, 9),
            "groups": [
                {
                    "group_index": row if row < MAX_GROUPS else None,
                    "flow_count": int(self._flow_counts[row]),
                    "throughput_bps": rate_bps,
                    "share_ratio": rate_bps / total_bps if total_bps > 0 else None,
                    "sparkline_bps": [_rounded(value) for value in means[row].tolist()],
                }
                for row, rate_bps in enumerate(rates_bps)
            ],
        }

    def _window_rates_bps(self, result: dict[str, Any]) -> list[float]:
        """Bits of a group in the measurement window over the length of that window."""
        bits: list[list[float]] = [[] for _ in self._flow_counts]
        for flow in result["flows"]:
            if flow[RATE] is not None:
                bits[self._row_of_group[flow["group_index"]]].append(flow[RATE] * flow["active_s"])
        return [math.fsum(row) / self._window_s for row in bits]


def _summed(values: FloatArray, parts: np.ndarray[Any, np.dtype[np.int64]]) -> FloatArray:
    sums: FloatArray = np.bincount(parts, np.nan_to_num(values), MAX_POINTS).astype(np.float64)
    return sums


def _rounded(value_bps: float) -> float:
    """Four digits: a thumbnail is some dozen pixels high."""
    return float(f"{value_bps:.4g}")
