"""Flows that differ in nothing but their RTT, and in what they get."""

import math
from collections import defaultdict
from collections.abc import Sequence

from lab_model.english import numbers
from lab_model.english.names import Name
from lab_model.phenomena.common_time import common_time, examined, mean_bps
from lab_model.phenomena.evidence import Evidence, FlowFacts
from lab_model.phenomena.phenomenon import (
    DIFFERS_RATIO,
    Definition,
    Phenomenon,
    names_of,
    opening_of,
    rate_claims,
)

MIN_RTT_RATIO = 1.1
MIN_RATIO = DIFFERS_RATIO
MIN_COMMON_S = 10.0

DEFINITION = Definition(
    kind="rtt_bias",
    title="RTT bias",
    text=(
        "Flows with the same algorithm, settings and path have base RTTs that differ by a tenth "
        "or more, and those with the longest get at least 1.25 times, or at most 1/1.25 of, what "
        "those with the shortest get, on average over the time they share: at least 10 s, from 20 "
        "RTTs after the last start on. The exponent says how the ratio of throughputs follows "
        "that of RTTs: -1 is inversely, +1 in proportion."
    ),
    source=(
        "Lakshman, Madhow, The Performance of TCP/IP for Networks with High Bandwidth-Delay "
        "Products and Random Loss, IEEE/ACM ToN 5(3), 1997; for BBR: Hock, Bless, Zitterbart, "
        "ICNP 2017"
    ),
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """One phenomenon for every set of flows that are equal but for their RTT."""
    alike: dict[tuple[object, ...], list[FlowFacts]] = defaultdict(list)
    for flow in examined(evidence):
        if flow.is_comparable:
            alike[flow.likeness].append(flow)
    return [found for flows in alike.values() if (found := _compare(evidence, flows)) is not None]


def _compare(evidence: Evidence, flows: Sequence[FlowFacts]) -> Phenomenon | None:
    shortest_s = min(flow.base_rtt_s for flow in flows)
    longest_s = max(flow.base_rtt_s for flow in flows)
    short = [flow for flow in flows if flow.base_rtt_s == shortest_s]
    long = [flow for flow in flows if flow.base_rtt_s == longest_s]
    window = common_time(evidence, [*short, *long], MIN_COMMON_S)
    if window is None:
        return None
    # As long as their paths are in that time.
    shortest_s, longest_s = (evidence.mean_path_rtt_s(some[0], *window) for some in (short, long))
    if longest_s < MIN_RTT_RATIO * shortest_s:
        return None
    short_bps, long_bps = (mean_bps(evidence, some, window) for some in (short, long))
    if min(short_bps, long_bps) <= 0 or 1 / MIN_RATIO < long_bps / short_bps < MIN_RATIO:
        return None
    exponent = math.log(long_bps / short_bps) / math.log(longest_s / shortest_s)
    ahead, behind = (long, short) if long_bps > short_bps else (short, long)
    ratio = max(long_bps, short_bps) / min(long_bps, short_bps)
    is_long = ahead is long
    side = "longer" if is_long else "shorter"
    rtt = Name(f"the {side} RTT", f"The {side} RTT")
    ahead_s, behind_s = (longest_s, shortest_s) if is_long else (shortest_s, longest_s)
    winner, loser = names_of(ahead), names_of(behind)
    sentence = (
        f"{opening_of(evidence, rtt, window)} wins: {winner.text} ({numbers.ms(ahead_s)}) "
        f"{winner.does('gets', 'get')} {numbers.short(ratio)} times as much as {loser.text} "
        f"({numbers.ms(behind_s)}), {numbers.mbit(max(long_bps, short_bps))} against "
        f"{numbers.mbit(min(long_bps, short_bps))}"
        f"{' per flow' if len(ahead) + len(behind) > 2 else ''}. "
        f"Throughput varies as the RTT to the power of {numbers.rough(exponent)}."
    )
    indices = [flow.index for flow in [*short, *long]]
    claims = rate_claims(window, (short, short_bps), (long, long_bps))
    return Phenomenon(DEFINITION, sentence, sorted(indices), [window], claims)
