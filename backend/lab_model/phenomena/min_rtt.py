"""Flows that take a standing queue for the path."""

from lab_model.english.numbers import ms, percent, short
from lab_model.phenomena.evidence import Evidence, FlowFacts
from lab_model.phenomena.phenomenon import (
    Definition,
    Phenomenon,
    Window,
    claim,
    merged,
    names_of,
    places_in,
    stretches,
)

MIN_EXCESS_RATIO = 0.10
"""The window is gain x bandwidth x minimum RTT: a tenth too much is a window a tenth too large,
which is more than the estimate of an idle path ever wavers."""
MIN_LENGTH_S = 10.0
"""The length of BBR's window of the minimum (bbr_min_rtt_win_sec): what lasts longer has survived
a ProbeRTT, the state that is there to find the true minimum."""

DEFINITION = Definition(
    kind="inflated_min_rtt",
    title="Minimum RTT inflated by a standing queue",
    text=(
        "For 10 s or longer, a flow uses a minimum RTT that is more than 10 % and one packet time "
        "above the shortest possible RTT of that moment (propagation, transmission, and what "
        "jitter and held ACKs can add). BBR keeps a minimum for 10 s. The window is too large by "
        "the same factor: to the flow, a queue that never drains looks like a longer path."
    ),
    source="Ware et al., Modeling BBR's Interactions with Loss-Based Congestion Control, IMC 2019",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """One phenomenon for all flows whose minimum RTT is too long."""
    found = [
        (flow, windows)
        for flow in evidence.flows
        if flow.probes_rtt and (windows := _windows(evidence, flow))
    ]
    if not found:
        return []
    worst, excess_ratio, believed_s, least_s = max(
        ((flow, *_largest(evidence, flow, windows)) for flow, windows in found),
        key=lambda item: item[1],
    )
    flows = [flow for flow, _windows in found]
    all_windows = merged(window for _flow, windows in found for window in windows)
    total_s = sum(end_s - start_s for start_s, end_s in all_windows)
    who = names_of(flows)
    uses = who.does("uses a minimum RTT", "use minimum RTTs")
    whom = "" if len(flows) == 1 else f" for {worst.said.text}"
    sentence = (
        f"{who.opening} {uses} inflated by a standing queue for {total_s:.0f} s: up to "
        f"{ms(believed_s)}{whom}, where the shortest possible RTT is {ms(least_s)}: "
        f"{_as_much(excess_ratio)}."
    )
    whole = (all_windows[0][0], all_windows[-1][1])
    claims = [claim([worst], "highest_min_rtt_s", believed_s, "s", whole)]
    return [Phenomenon(DEFINITION, sentence, [flow.index for flow in flows], all_windows, claims)]


def _as_much(excess_ratio: float) -> str:
    """`24% more`, or `15 times as long` for more than twice as long."""
    if excess_ratio > 1:
        return f"{short(1 + excess_ratio)} times as long"
    return f"{percent(excess_ratio)} more"


def _least_rtt_s(evidence: Evidence, flow: FlowFacts) -> list[float]:
    """The shortest possible RTT over time, without any queue."""
    return [
        path_s + packet_s + flow.beside_queue_s
        for path_s, packet_s in zip(
            evidence.path_rtt_s[flow.group_index], evidence.packet_times_s, strict=True
        )
    ]


def _windows(evidence: Evidence, flow: FlowFacts) -> list[Window]:
    believed_s = evidence.min_rtt_s.get(flow.index)
    if believed_s is None:
        return []
    limits_s = [
        least_s * (1 + MIN_EXCESS_RATIO) + packet_s
        for least_s, packet_s in zip(
            _least_rtt_s(evidence, flow), evidence.packet_times_s, strict=True
        )
    ]
    # NaN is not above a limit.
    mask = [
        believed > limit_s and end_s <= flow.stop_s
        for end_s, believed, limit_s in zip(evidence.time_s, believed_s, limits_s, strict=True)
    ]
    return stretches(mask, evidence.time_s, evidence.bucket_s, MIN_LENGTH_S)


def _largest(
    evidence: Evidence, flow: FlowFacts, windows: list[Window]
) -> tuple[float, float, float]:
    """The largest excess over the shortest possible RTT as a ratio, the minimum RTT that it is of,
    and the shortest possible one at that moment.
    """
    within = places_in(windows, evidence.time_s)
    believed_s = evidence.min_rtt_s[flow.index]
    least_s = _least_rtt_s(evidence, flow)
    place = max(within, key=lambda each: believed_s[each] / least_s[each])
    return believed_s[place] / least_s[place] - 1, believed_s[place], least_s[place]
