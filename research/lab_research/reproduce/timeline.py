"""Numbers off the phases and series of a run: `lab_model.papers.timeline_metrics` defines them."""

import math
from statistics import fmean
from typing import Any, Final

import numpy as np

from lab_exec import Chunk, Phase, run_scenario
from lab_exec.parallel import may_continue
from lab_model.papers.timeline_metrics import TIMELINE_NAMES
from lab_model.scenarios import Scenario

FIRST: Final = 0
SECOND: Final = 1
COEFFICIENT: Final = "fairtt_coefficient_ratio"

Interval = tuple[float, float]


class _Gatherer:
    """Takes from each chunk what the numbers are made of."""

    def __init__(self) -> None:
        self.phases: list[Phase] = []
        self.coefficients: dict[int, list[float]] = {FIRST: [], SECOND: []}

    def take(self, chunk: Chunk) -> None:
        self.phases += chunk.phases
        for subject in chunk.subjects:
            column = subject.columns.get(COEFFICIENT)
            if subject.subject == "flow" and column is not None:
                self.coefficients[subject.index] += column[np.isfinite(column)].tolist()

    def intervals(self, flow_index: int, name: str) -> list[Interval]:
        """When a flow was in a phase."""
        return [
            (phase.start_s, phase.end_s)
            for phase in self.phases
            if phase.flow_index == flow_index and phase.phase == name
        ]


def timeline_work(scenario: Scenario, seed: int) -> dict[str, Any]:
    """Runs the scenario with its series. For `run_all`."""
    gatherer = _Gatherer()
    result = run_scenario(scenario, seed, on_chunk=gatherer.take, on_progress=may_continue)
    numbers = _numbers(gatherer)
    return {
        "summary_digest": result["summary_digest"],
        "numbers": {name: numbers[name] for name in TIMELINE_NAMES},
    }


def _numbers(gatherer: _Gatherer) -> dict[str, float]:
    probes = [gatherer.intervals(flow, "probe_rtt") for flow in (FIRST, SECOND)]
    startups = [gatherer.intervals(flow, "startup") for flow in (FIRST, SECOND)]
    numbers = {
        "probe_rtt_overlap_ratio": _overlap(*probes),
        "short_leaves_first_ratio": _leaves_first(*probes),
        "startup_difference_s": _length(startups[SECOND]) - _length(startups[FIRST]),
    }
    for flow in (FIRST, SECOND):
        whole_s = math.fsum(
            phase.end_s - phase.start_s for phase in gatherer.phases if phase.flow_index == flow
        )
        down_s = _length(gatherer.intervals(flow, "probe_bw_down"))
        numbers[f"flow_{flow}_down_ratio"] = down_s / whole_s if whole_s > 0 else math.nan
    for flow, values in gatherer.coefficients.items():
        numbers[f"flow_{flow}_probe_rtt_count"] = float(len(probes[flow]))
        numbers[f"flow_{flow}_coefficient_ratio"] = fmean(values) if values else math.nan
        cuts = [value < 1 for value in values]
        numbers[f"flow_{flow}_cut_ratio"] = fmean(cuts) if cuts else math.nan
    return numbers


def _length(intervals: list[Interval]) -> float:
    return math.fsum(end - start for start, end in intervals)


def _common_s(one: Interval, other: Interval) -> float:
    return max(0.0, min(one[1], other[1]) - max(one[0], other[0]))


def _overlap(first: list[Interval], second: list[Interval]) -> float:
    length_s = _length(first)
    common_s = math.fsum(_common_s(one, other) for one in first for other in second)
    return common_s / length_s if length_s > 0 else math.nan


def _leaves_first(first: list[Interval], second: list[Interval]) -> float:
    leaves = [one[1] < other[1] for one in first for other in second if _common_s(one, other) > 0]
    return fmean(leaves) if leaves else math.nan
