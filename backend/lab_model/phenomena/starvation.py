"""Flows that get next to nothing for a long time."""

import numpy as np

from lab_model.english.numbers import percent
from lab_model.phenomena.common_time import SETTLING_RTTS
from lab_model.phenomena.evidence import Evidence, FlowFacts, Values
from lab_model.phenomena.phenomenon import (
    Definition,
    Phenomenon,
    Window,
    claim,
    merged,
    names_of,
)

MAX_MEAN_RATIO = 0.10
"""A tenth of the mean: with shares in proportion to the RTT, a flow of two would need a partner
with 19 times its RTT to get so little."""
MIN_LENGTH_S = 5.0
"""Longer than a ProbeRTT, a loss episode or two timeouts in a row: a state, not an event."""

DEFINITION = Definition(
    kind="starvation",
    title="Starvation",
    text=(
        "One of several active flows on a link gets less than a tenth of their mean throughput, "
        "and of its fair share, for 5 s or longer, from 20 RTTs after its start on. Flows limited "
        "by their receiver or application do not count."
    ),
    source="Arun et al., Starvation in End-to-End Congestion Control, SIGCOMM 2022",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """One phenomenon for all flows that starve."""
    if evidence.bucket_s == 0:
        return []
    means = {links: _mean_bps(evidence, links) for links in {flow.links for flow in evidence.flows}}
    found = [
        (flow, windows)
        for flow in evidence.flows
        if flow.is_comparable and (windows := _windows(evidence, flow, means[flow.links]))
    ]
    if not found:
        return []
    flows = [flow for flow, _windows in found]
    windows = merged(window for _flow, its in found for window in its)
    total_s = sum(end_s - start_s for start_s, end_s in windows)
    worst, share_ratio = min(
        ((flow, _share(evidence, flow, its, means[flow.links])) for flow, its in found),
        key=lambda item: item[1],
    )
    who = names_of(flows)
    one = who.does("It gets", "They get")
    gets = f"{worst.said.opening} {worst.said.does('gets', 'get')}"
    least = one if len(flows) == 1 else gets
    sentence = (
        f"{who.opening} {who.does('starves', 'starve')} for {total_s:.0f} s. "
        f"{least} {percent(share_ratio)} of the mean throughput per flow in that time."
    )
    claims = [
        claim(
            [flow],
            "share_of_mean",
            _share(evidence, flow, [each], means[flow.links]),
            "ratio",
            each,
        )
        for flow, its in found
        for each in its
    ]
    return [Phenomenon(DEFINITION, sentence, [flow.index for flow in flows], windows, claims)]


def _mean_bps(evidence: Evidence, links: frozenset[str]) -> Values:
    """Throughput of the mean active flow that passes one of these links, bucket by bucket; 0 with
    fewer than two.
    """
    active = np.zeros(evidence.time_s.shape)
    total = np.zeros(evidence.time_s.shape)
    for flow in evidence.flows:
        rate_bps = evidence.throughput_bps.get(flow.index)
        if rate_bps is None or not flow.links & links:
            continue
        is_active = (evidence.time_s > flow.start_s) & (evidence.time_s <= flow.stop_s)
        active += is_active
        total += np.where(is_active, np.nan_to_num(rate_bps), 0.0)
    return np.where(active >= 2, total / np.maximum(active, 1), 0.0)


def _windows(evidence: Evidence, flow: FlowFacts, mean_bps: Values) -> list[Window]:
    rate_bps = evidence.throughput_bps.get(flow.index)
    if rate_bps is None:
        return []
    from_s = flow.start_s + SETTLING_RTTS * flow.base_rtt_s
    starts_s = evidence.time_s - evidence.bucket_s
    inside = (starts_s >= from_s - 1e-9) & (evidence.time_s <= flow.stop_s + 1e-9)
    first, end = _bounds(inside)
    length = int(np.ceil(MIN_LENGTH_S / evidence.bucket_s - 1e-9))
    if end - first < length:
        return []
    # Means over every 5 s, so that one packet more or less does not end a famine.
    ones = np.ones(length)
    got = np.convolve(np.nan_to_num(rate_bps[first:end]), ones, mode="valid")
    # What its path or its demand does not let it have is no famine.
    due_bps = np.minimum(mean_bps[first:end], flow.fair_share_bps)
    mean = np.convolve(due_bps, ones, mode="valid")
    low = _in_a_row(np.flatnonzero(got < MAX_MEAN_RATIO * mean), length)
    return merged(
        (float(starts_s[first + place]), float(evidence.time_s[first + place + length - 1]))
        for place in low
    )


def _in_a_row(low: np.ndarray, length: int) -> list[int]:
    """Those of the times that do not overlap: what holds for each then holds for all together."""
    kept: list[int] = []
    for place in low.tolist():
        if not kept or place >= kept[-1] + length:
            kept.append(place)
    return kept


def _bounds(mask: np.ndarray) -> tuple[int, int]:
    places = np.flatnonzero(mask)
    return (int(places[0]), int(places[-1]) + 1) if places.size else (0, 0)


def _share(evidence: Evidence, flow: FlowFacts, windows: list[Window], mean_bps: Values) -> float:
    """Of the mean flow, over all the flow's windows."""
    within = np.zeros(evidence.time_s.shape, dtype=bool)
    for start_s, end_s in windows:
        within |= (evidence.time_s > start_s + 1e-9) & (evidence.time_s <= end_s + 1e-9)
    got = float(np.nan_to_num(evidence.throughput_bps[flow.index][within]).sum())
    return got / float(mean_bps[within].sum())
