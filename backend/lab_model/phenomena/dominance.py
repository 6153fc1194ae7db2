"""Flows that have most of the link."""

import math
from collections import defaultdict

from lab_model.english.numbers import percent
from lab_model.phenomena.common_time import common_time, examined, mean_bps
from lab_model.phenomena.evidence import Evidence, FlowFacts
from lab_model.phenomena.phenomenon import (
    Definition,
    Phenomenon,
    Window,
    names_of,
    opening_of,
    places_in,
    rate_claims,
    rate_per_flow,
)

MIN_DUE_PACKETS = 10
MIN_COMMON_S = 1.0
"""More than a ProbeRTT of 0.2 s and the recovery from it."""
MIN_RATIO = 2.0
"""Of two flows, the one with two thirds."""
MIN_SHARE = 0.25
"""Of a hundred flows, one that gets twice as much as others has 2 % and dominates nobody."""

DEFINITION = Definition(
    kind="dominance",
    title="Dominant flows",
    text=(
        "Over the time they share, from 20 RTTs after the last start on and for at least 1 s, the "
        "flows of one group get a quarter of the throughput or more, and on average at least twice "
        "what all others on their links get, in rates and in fair shares. Of two flows, one has "
        "two thirds. Flows limited by their receiver or application do not count, nor do others "
        "that are due fewer than 10 packets."
    ),
    source="RFC 5166 2.3, fairness and convergence; the factor is ours",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """The group that is furthest ahead of the others."""
    flows = [flow for flow in examined(evidence) if flow.is_comparable]
    groups: dict[int, list[FlowFacts]] = defaultdict(list)
    for flow in flows:
        groups[flow.group_index].append(flow)
    # Equal settings may share unequally, too: then every flow counts by itself.
    parties = list(groups.values()) if len(groups) > 1 else [[flow] for flow in flows]
    found = []
    for party in parties:
        links = frozenset().union(*(flow.links for flow in party))
        members = {flow.index for flow in party}
        others = [flow for flow in flows if flow.index not in members and flow.links & links]
        window = common_time(evidence, [*party, *others], MIN_COMMON_S) if others else None
        if window is not None:
            found.append(_compare(evidence, party, others, window))
    far = [each for each in found if each[0] >= MIN_RATIO and each[1] >= MIN_SHARE]
    return [max(far, key=lambda item: item[0])[2]] if far else []


def _compare(
    evidence: Evidence, party: list[FlowFacts], others: list[FlowFacts], window: Window
) -> tuple[float, float, Phenomenon]:
    """How far ahead it is, in rates and in fair shares: the smaller of both ratios. Then its share
    of the throughput.
    """
    own_bps, other_bps = (mean_bps(evidence, some, window) for some in (party, others))
    total_bps = own_bps * len(party) + other_bps * len(others)
    share = own_bps * len(party) / max(total_bps, 1.0)
    ratio = own_bps / max(other_bps, 1.0)
    own_fair_bps, other_fair_bps = (_fair_bps(evidence, some, window) for some in (party, others))
    ratio = min(ratio, ratio * other_fair_bps / max(own_fair_bps, 1.0))
    if other_fair_bps * (window[1] - window[0]) < MIN_DUE_PACKETS * evidence.packet_bytes * 8:
        ratio = 0.0  # who asks for next to nothing, a packet now and then, is not held down
    winner, rest = names_of(party), names_of(others)
    own, other = rate_per_flow(own_bps, len(party)), rate_per_flow(other_bps, len(others))
    whole = "the throughput"
    if len(party) + len(others) < len(evidence.flows):
        whole = f"what {winner.does('it', 'they')} and {rest.text} get together"
    lead = opening_of(evidence, winner, window)
    sentence = (
        f"{lead} {winner.does('gets', 'get')} {percent(share)} of {whole}: "
        f"{own}, against {other} for {rest.text}."
    )
    indices = sorted(flow.index for flow in party)
    claims = rate_claims(window, (party, own_bps), (others, other_bps))
    return ratio, share, Phenomenon(DEFINITION, sentence, indices, [window], claims)


def _fair_bps(evidence: Evidence, flows: list[FlowFacts], window: Window) -> float:
    """The mean flow's over the time that is compared."""
    within = places_in([window], evidence.time_s)
    fair_bps = [evidence.fair_bps[flow.group_index] for flow in flows]
    total_bps = math.fsum(of_flow[place] for of_flow in fair_bps for place in within)
    return total_bps / max(len(flows) * len(within), 1)
