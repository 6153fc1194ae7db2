"""Flows that get next to nothing for a long time."""

import itertools
import math
from collections.abc import Sequence

from lab_model.english.numbers import percent
from lab_model.phenomena.common_time import SETTLING_RTTS
from lab_model.phenomena.evidence import MOST_IDLE, Evidence, FlowFacts
from lab_model.phenomena.phenomenon import (
    Definition,
    Phenomenon,
    Window,
    claim,
    merged,
    names_of,
    places_in,
)
from lab_model.series.known import KnownValues, known_or_zero

MAX_MEAN_RATIO = 0.10
"""A tenth of the mean: with shares in proportion to the RTT, a flow of two would need a partner
with 19 times its RTT to get so little."""
MIN_LENGTH_S = 5.0
"""Longer than a ProbeRTT, a loss episode or two timeouts in a row: a state, not an event."""
MIN_SILENCE_S = 3.0
"""Without a single packet: four timeouts of 200, 400, 800 and 1600 ms in a row."""
MIN_SILENCE_RTTS = 20
"""On a longer path timeouts take longer, too."""
MIN_DUE_PACKETS = 10
"""Packets due in a silence: one packet less now and then is no starvation."""

DEFINITION = Definition(
    kind="starvation",
    title="Starvation",
    text=(
        "From 20 RTTs after its start on, one of several active flows on a link gets less than a "
        "tenth of their mean throughput, and of its fair share, for 5 s or longer; or nothing of "
        "at least 10 packets for 3 s and 20 RTTs. Flows limited by their receiver or application "
        "do not count."
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
        if flow.is_comparable
        and (windows := _windows(evidence, flow, means[flow.links]))
        # Or it may have had nothing to send in just these times.
        and _idle_s(evidence, flow) <= MOST_IDLE * _length_s(windows)
    ]
    if not found:
        return []
    flows = [flow for flow, _windows in found]
    windows = merged(window for _flow, its in found for window in its)
    lengths_s = [_length_s(its) for _flow, its in found]
    worst, share_ratio = min(
        ((flow, _share(evidence, flow, its, means[flow.links])) for flow, its in found),
        key=lambda item: item[1],
    )
    who = names_of(flows)
    one = who.does("It gets", "They get")
    gets = f"{worst.said.opening} {worst.said.does('gets', 'get')}"
    least = one if len(flows) == 1 else gets
    sentence = (
        f"{who.opening} {who.does('starves', 'starve')} for {_from_to(lengths_s)} s. "
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


def _from_to(lengths_s: Sequence[float]) -> str:
    """`5`, or `3 to 5` where they starve for unequal times."""
    least, most = f"{min(lengths_s):.0f}", f"{max(lengths_s):.0f}"
    return least if least == most else f"{least} to {most}"


def _length_s(windows: Sequence[Window]) -> float:
    return sum(end_s - start_s for start_s, end_s in windows)


def _idle_s(evidence: Evidence, flow: FlowFacts) -> float:
    """How long it had nothing to send within the measurement window."""
    begin_s = max(flow.start_s, evidence.window_start_s)
    return flow.idle_ratio * max(0.0, min(flow.stop_s, evidence.window_end_s) - begin_s)


def _mean_bps(evidence: Evidence, links: frozenset[str]) -> KnownValues:
    """Throughput of the mean active flow that passes one of these links, bucket by bucket; 0 with
    fewer than two.
    """
    active = [0] * len(evidence.time_s)
    total = [0.0] * len(evidence.time_s)
    for flow in evidence.flows:
        rate_bps = evidence.throughput_bps.get(flow.index)
        if rate_bps is None or not flow.links & links:
            continue
        for place, end_s in enumerate(evidence.time_s):
            if flow.start_s < end_s <= flow.stop_s:
                active[place] += 1
                total[place] += known_or_zero(rate_bps[place])
    return [
        of_all / count if count >= 2 else 0.0 for of_all, count in zip(total, active, strict=True)
    ]


def _windows(evidence: Evidence, flow: FlowFacts, mean_bps: KnownValues) -> list[Window]:
    rate_bps = evidence.throughput_bps.get(flow.index)
    if rate_bps is None:
        return []
    from_s = flow.start_s + SETTLING_RTTS * flow.base_rtt_s
    starts_s = [end_s - evidence.bucket_s for end_s in evidence.time_s]
    inside = [
        place
        for place, end_s in enumerate(evidence.time_s)
        if starts_s[place] >= from_s - 1e-9 and end_s <= flow.stop_s + 1e-9
    ]
    if not inside:
        return []
    within = slice(inside[0], inside[-1] + 1)
    got_bps = [known_or_zero(value) for value in rate_bps[within]]
    # A flow whose path or demand does not let it have more is not starved.
    fair_bps = evidence.fair_bps[flow.group_index][within]
    due_bps = [min(*pair) for pair in zip(mean_bps[within], fair_bps, strict=True)]
    silence_s = max(MIN_SILENCE_S, MIN_SILENCE_RTTS * flow.base_rtt_s)
    least_bps = MIN_DUE_PACKETS * evidence.packet_bytes * 8 / evidence.bucket_s
    found = []
    for least_s, is_silent in ((MIN_LENGTH_S, False), (silence_s, True)):
        length = math.ceil(least_s / evidence.bucket_s - 1e-9)
        # Means over all this time, so that one packet more or less does not end a famine.
        sums = zip(_sums(got_bps, length), _sums(due_bps, length), strict=True)
        low = [
            place
            for place, (got, due) in enumerate(sums)
            if (got == 0 and due >= least_bps if is_silent else got < MAX_MEAN_RATIO * due)
            # Nor is it starved if its path lets nothing pass for a part of that time.
            and all(fair_bps[place : place + length])
        ]
        found += [
            (starts_s[inside[place]], evidence.time_s[inside[place] + length - 1])
            # Where nothing comes in two times, nothing does in both together.
            for place in (low if is_silent else _without_overlap(low, length))
        ]
    return merged(found)


def _sums(values: KnownValues, length: int) -> list[float]:
    """The sum of every `length` consecutive values."""
    so_far = list(itertools.accumulate(values, initial=0.0))
    return [after - before for before, after in zip(so_far, so_far[length:], strict=False)]


def _without_overlap(low: Sequence[int], length: int) -> list[int]:
    """A choice of the times that do not overlap: what holds for each of them then holds for their
    union.
    """
    kept: list[int] = []
    for place in low:
        if not kept or place >= kept[-1] + length:
            kept.append(place)
    return kept


def _share(
    evidence: Evidence, flow: FlowFacts, windows: list[Window], mean_bps: KnownValues
) -> float:
    """The flow's part of what the mean flow gets, over all the flow's windows."""
    within = places_in(windows, evidence.time_s)
    rate_bps = evidence.throughput_bps[flow.index]
    got = math.fsum(known_or_zero(rate_bps[place]) for place in within)
    return got / math.fsum(mean_bps[place] for place in within)
