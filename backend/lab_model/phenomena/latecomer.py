"""Flows that get more because they came later."""

from collections import defaultdict
from collections.abc import Sequence

from lab_model.english.numbers import mbit, short
from lab_model.phenomena.common_time import SETTLING_RTTS, examined, mean_bps, whole_buckets
from lab_model.phenomena.evidence import Evidence, FlowFacts
from lab_model.phenomena.phenomenon import (
    DIFFERS_RATIO,
    Definition,
    Phenomenon,
    names_of,
    rate_claims,
)

MIN_LATER_S = 1.0
"""More than any start jitter (0.1 s unless set), which is no coming late."""
MIN_COMMON_S = 10.0
"""One cycle of ProbeRTT: over less than that the phases decide, not the order."""
MIN_RATIO = DIFFERS_RATIO

DEFINITION = Definition(
    kind="latecomer_advantage",
    title="Late-comer advantage",
    text=(
        "Flows with the same algorithm, settings, path and base RTT start at least 1 s apart, and "
        "the last to start get at least 1.25 times the throughput of the first, on average over "
        "the time they share: at least 10 s, from 20 RTTs after the last start on."
    ),
    source="Hock, Bless, Zitterbart, Experimental Evaluation of BBR Congestion Control, ICNP 2017",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """One phenomenon for every set of equal flows in which it is so."""
    alike: dict[tuple[object, ...], list[FlowFacts]] = defaultdict(list)
    for flow in examined(evidence):
        if flow.is_comparable:
            alike[*flow.likeness, flow.base_rtt_s].append(flow)
    return [found for flows in alike.values() if (found := _compare(evidence, flows)) is not None]


def _compare(evidence: Evidence, flows: Sequence[FlowFacts]) -> Phenomenon | None:
    first_s = min(flow.start_s for flow in flows)
    last_s = max(flow.start_s for flow in flows)
    if last_s - first_s < MIN_LATER_S:
        return None
    early = [flow for flow in flows if flow.start_s < first_s + MIN_LATER_S]
    late = [flow for flow in flows if flow.start_s > last_s - MIN_LATER_S]
    from_s = last_s + SETTLING_RTTS * flows[0].base_rtt_s
    to_s = min(flow.stop_s for flow in [*early, *late])
    window = whole_buckets(evidence, from_s, to_s)
    if to_s - from_s < MIN_COMMON_S or window is None:
        return None
    early_bps, late_bps = (mean_bps(evidence, some, window) for some in (early, late))
    if not late_bps >= MIN_RATIO * early_bps > 0:
        return None
    later, earlier = names_of(late), names_of(early)
    sentence = (
        f"{later.opening}, which started {last_s - first_s:.1f} s later, "
        f"{later.does('gets', 'get')} {short(late_bps / early_bps)} times as much as "
        f"{earlier.text}: {mbit(late_bps)} against {mbit(early_bps)}"
        f"{' per flow' if len(late) + len(early) > 2 else ''}."
    )
    indices = [flow.index for flow in [*early, *late]]
    claims = rate_claims(window, (early, early_bps), (late, late_bps))
    return Phenomenon(DEFINITION, sentence, indices, [window], claims)
