"""Flows that have most of the link."""

import math
from collections import defaultdict
from dataclasses import dataclass

from lab_model.english.names import Name
from lab_model.english.numbers import mbit, percent
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
"""Of two flows one then has two thirds."""
MIN_SHARE = 0.25
"""Among a hundred flows, one that gets twice as much as others has 2 % and dominates no other."""

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


@dataclass(frozen=True)
class _Ahead:
    """A party that gets more than the others on its links."""

    party: list[FlowFacts]
    others: list[FlowFacts]
    window: Window
    own_bps: float
    other_bps: float
    """Like `own_bps`, the mean over the flows of that side."""
    ratio: float
    """In rates and in fair shares: the smaller of both."""
    share: float
    """The share of what all of them get."""

    @property
    def dominates(self) -> bool:
        return self.ratio >= MIN_RATIO and self.share >= MIN_SHARE


def detect(evidence: Evidence) -> list[Phenomenon]:
    """All that dominate, those furthest ahead first; those ahead of the same others in one."""
    flows = [flow for flow in examined(evidence) if flow.is_comparable]
    groups: dict[int, list[FlowFacts]] = defaultdict(list)
    for flow in flows:
        groups[flow.group_index].append(flow)
    # Equal settings may share unequally, too: then every flow counts by itself.
    parties = list(groups.values()) if len(groups) > 1 else [[flow] for flow in flows]
    found: dict[tuple[int | None, ...], list[_Ahead]] = defaultdict(list)
    for party in parties:
        links = frozenset().union(*(flow.links for flow in party))
        members = {flow.index for flow in party}
        others = [flow for flow in flows if flow.index not in members and flow.links & links]
        window = common_time(evidence, [*party, *others], MIN_COMMON_S) if others else None
        ahead = None if window is None else _compare(evidence, party, others, window)
        if ahead is not None and ahead.dominates:
            own = party[0].index if len(party) > 1 else None
            found[own, *(flow.index for flow in others)].append(ahead)
    found_ahead = [each for together in found.values() for each in _together(evidence, together)]
    found_ahead.sort(key=lambda each: -max(ahead.ratio for ahead in each))
    return [_phenomenon(evidence, each) for each in found_ahead]


def _together(evidence: Evidence, found: list[_Ahead]) -> list[list[_Ahead]]:
    """All in one, over the time that they share, if all of them dominate in that, too."""
    flows = [*found[0].others, *(flow for each in found for flow in each.party)]
    window = common_time(evidence, flows, MIN_COMMON_S)
    if window is None:
        return [[each] for each in found]
    again = [_compare(evidence, each.party, each.others, window) for each in found]
    return [again] if all(each.dominates for each in again) else [[each] for each in found]


def _compare(
    evidence: Evidence, party: list[FlowFacts], others: list[FlowFacts], window: Window
) -> _Ahead:
    own_bps, other_bps = (mean_bps(evidence, some, window) for some in (party, others))
    total_bps = own_bps * len(party) + other_bps * len(others)
    share = own_bps * len(party) / max(total_bps, 1.0)
    ratio = own_bps / max(other_bps, 1.0)
    own_fair_bps, other_fair_bps = (_fair_bps(evidence, some, window) for some in (party, others))
    ratio = min(ratio, ratio * other_fair_bps / max(own_fair_bps, 1.0))
    if other_fair_bps * (window[1] - window[0]) < MIN_DUE_PACKETS * evidence.packet_bytes * 8:
        ratio = 0.0  # a flow that asks for a packet now and then is not held down
    return _Ahead(party, others, window, own_bps, other_bps, ratio, share)


def _phenomenon(evidence: Evidence, found: list[_Ahead]) -> Phenomenon:
    """The phenomenon of one flow or group, or of several flows that are ahead of the same others at
    the same time.
    """
    first = found[0]
    winners = [flow for each in found for flow in each.party]
    winner, rest = names_of(winners, most=len(winners)), names_of(first.others)
    own, other = (
        rate_per_flow(bps, len(some))
        for bps, some in ((first.own_bps, first.party), (first.other_bps, first.others))
    )
    share, of_whom = percent(first.share), winner
    if len(found) > 1:
        of_whom = Name(f"each of {winner.text}", f"Each of {winner.text}")
        share = f"at least {percent(min(each.share for each in found))}"
        own = f"at least {mbit(min(each.own_bps for each in found))}"
    whole = "the throughput"
    if len(first.party) + len(first.others) < len(evidence.flows):
        whole = f"what {of_whom.does('it', 'they')} and {rest.text} get together"
    lead = opening_of(evidence, of_whom, first.window)
    sentence = (
        f"{lead} {of_whom.does('gets', 'get')} {share} of {whole}: "
        f"{own}, against {other} for {rest.text}."
    )
    indices = sorted(flow.index for flow in winners)
    parties = [(each.party, each.own_bps) for each in found]
    claims = rate_claims(first.window, *parties, (first.others, first.other_bps))
    return Phenomenon(DEFINITION, sentence, indices, [first.window], claims)


def _fair_bps(evidence: Evidence, flows: list[FlowFacts], window: Window) -> float:
    """The mean flow's over the time that is compared."""
    within = places_in([window], evidence.time_s)
    fair_bps = [evidence.fair_bps[flow.group_index] for flow in flows]
    total_bps = math.fsum(of_flow[place] for of_flow in fair_bps for place in within)
    return total_bps / max(len(flows) * len(within), 1)
