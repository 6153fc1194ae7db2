"""What flows get over the time in which all of them are active."""

from collections.abc import Sequence

from lab_model.phenomena.evidence import Evidence, FlowFacts
from lab_model.phenomena.phenomenon import Window
from lab_model.series.known import mean_of_known

SETTLING_RTTS = 20
"""Slow start doubles once per round: 17 rounds reach 10^5 packets, and the overshoot drains."""


def common_time(evidence: Evidence, flows: Sequence[FlowFacts], least_s: float) -> Window | None:
    """The time from 20 of the longest RTTs after the last start to the first stop, in whole
    buckets; None if shorter than `least_s`.
    """
    settling_s = SETTLING_RTTS * max(flow.base_rtt_s for flow in flows)
    from_s = max(evidence.window_start_s, max(flow.start_s for flow in flows) + settling_s)
    to_s = min(*(flow.stop_s for flow in flows), evidence.duration_s)
    return whole_buckets(evidence, from_s, to_s) if to_s - from_s >= least_s else None


def whole_buckets(evidence: Evidence, from_s: float, to_s: float) -> Window | None:
    """The part of a time of which means are known: that of the buckets within it. None: none is."""
    within = _within(evidence, (from_s, to_s))
    if not within:
        return None
    ends_s = evidence.time_s
    return max(from_s, ends_s[within[0]] - evidence.bucket_s), min(to_s, ends_s[within[-1]])


def mean_bps(evidence: Evidence, flows: Sequence[FlowFacts], window: Window) -> float:
    """Mean of the flows over the buckets that lie within the time."""
    within = _within(evidence, window)
    if not within:
        return 0.0
    rates_bps = [evidence.throughput_bps[flow.index] for flow in flows]
    means = [mean_of_known(of_flow[place] for place in within) for of_flow in rates_bps]
    return sum(means) / len(means)


def _within(evidence: Evidence, window: Window) -> list[int]:
    return [
        place
        for place, end_s in enumerate(evidence.time_s)
        if end_s - evidence.bucket_s >= window[0] - 1e-9 and end_s <= window[1] + 1e-9
    ]


def examined(evidence: Evidence) -> list[FlowFacts]:
    """Flows that started, whose series were read, and whose transfers did not all arrive within the
    first half of the measurement window.
    """
    middle_s = (evidence.window_start_s + evidence.window_end_s) / 2
    return [
        flow
        for flow in evidence.flows
        if flow.index in evidence.throughput_bps
        and flow.start_s < evidence.duration_s
        and not (flow.has_transfers and flow.stop_s < middle_s)
    ]
