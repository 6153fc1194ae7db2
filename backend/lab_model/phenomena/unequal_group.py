"""Equal flows that get unequal shares."""

from collections import defaultdict

from lab_model.english import numbers
from lab_model.phenomena.common_time import common_time, examined, mean_bps
from lab_model.phenomena.evidence import Evidence, FlowFacts
from lab_model.phenomena.phenomenon import (
    Definition,
    Phenomenon,
    Window,
    names_of,
    opening_of,
    rate_claims,
)

MIN_PROBING_S = 10.0
"""One cycle of ProbeRTT: over less than that the phases decide."""
MIN_COMMON_S = 3.0
"""For flows that do not probe the RTT: longer than a loss episode or three timeouts in a row."""
MIN_RATIO = 2.0
"""As for dominant flows: of two flows one then has two thirds."""

DEFINITION = Definition(
    kind="unequal_group",
    title="Unequal shares of equal flows",
    text=(
        "The flows of one group have the same algorithm, settings, path and base RTT, and yet the "
        "one with most gets at least twice as much as the one with least, on average over the time "
        "they share: at least 3 s, or 10 s with ProbeRTT, from 20 RTTs after the last start on. "
        "Flows limited by their receiver or application do not count."
    ),
    source="RFC 5166 2.3, fairness and convergence; the factor is ours",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """One phenomenon for every group in which it is so."""
    groups: dict[int, list[FlowFacts]] = defaultdict(list)
    for flow in examined(evidence):
        if flow.is_comparable:
            groups[flow.group_index].append(flow)
    found = []
    for flows in groups.values():
        least_s = MIN_PROBING_S if flows[0].probes_rtt else MIN_COMMON_S
        window = common_time(evidence, flows, least_s) if len(flows) > 1 else None
        if window is not None:
            found += _compare(evidence, flows, window)
    return found


def _compare(evidence: Evidence, flows: list[FlowFacts], window: Window) -> list[Phenomenon]:
    rates = sorted(
        ((mean_bps(evidence, [flow], window), flow) for flow in flows),
        key=lambda item: (item[0], item[1].index),
    )
    (least_bps, last), (most_bps, first) = rates[0], rates[-1]
    if most_bps <= 0 or most_bps < MIN_RATIO * least_bps:
        return []
    ratio = f" ({numbers.short(most_bps / least_bps)} to 1)" if least_bps > 0 else ""
    lead = opening_of(evidence, names_of(flows), window)
    sentence = (
        f"{lead} have the same settings, and yet {first.said.text} gets "
        f"{numbers.mbit(most_bps)} and {last.said.text} {numbers.mbit(least_bps)}{ratio}."
    )
    claims = rate_claims(window, ([first], most_bps), ([last], least_bps))
    indices = sorted(flow.index for flow in flows)
    return [Phenomenon(DEFINITION, sentence, indices, [window], claims)]
