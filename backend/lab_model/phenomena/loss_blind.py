"""Flows that keep their rate at losses which stop the others."""

from lab_model.algorithms.declared import LOSS_BLIND
from lab_model.english.numbers import percent, short
from lab_model.phenomena.common_time import common_time, examined, mean_bps
from lab_model.phenomena.evidence import Evidence, FlowFacts
from lab_model.phenomena.phenomenon import (
    DIFFERS_RATIO,
    Definition,
    Phenomenon,
    claim,
    names_of,
    opening_of,
    rate_claims,
    rate_per_flow,
)
from lab_model.scenarios.links import BOTTLENECK_ID

MIN_LOSS_RATIO = 0.01
MIN_RATIO = DIFFERS_RATIO
MIN_COMMON_S = 1.0

DEFINITION = Definition(
    kind="loss_blind",
    title="Loss-blind flow in a shallow buffer",
    text=(
        "Flows that do not slow down at losses (BBRv1) share a buffer below one BDP of their "
        "own, which packets find full, with flows that do, at least 1 % of the others' packets "
        "are dropped there, and the others get on average at most 1/1.25 of what the loss-blind "
        "ones get. BBRv1 keeps up to two BDP in flight: what exceeds one BDP must fit into the "
        "buffer, or it is dropped, its own packets and those of others. At 1 % a Reno flow has 12 "
        "packets per round trip."
    ),
    source="Cao et al., When to Use and When Not to Use BBR, IMC 2019",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """One phenomenon for all loss-blind flows together."""
    flows = [
        flow for flow in examined(evidence) if flow.is_comparable and BOTTLENECK_ID in flow.links
    ]
    blind = [
        flow
        for flow in flows
        if flow.algorithm in LOSS_BLIND
        # Sizes are rounded down to whole packets, so that one BDP may be short of a part of one.
        and evidence.buffer_bytes + evidence.packet_bytes <= _bdp_bytes(evidence, flow)
    ]
    others = [flow for flow in flows if flow.algorithm not in LOSS_BLIND]
    if not blind or not others or evidence.full_packets == 0:
        return []
    lost = max(flow.loss_ratio for flow in others)
    full = max(flow.loss_ratio if flow.full_ratio is None else flow.full_ratio for flow in others)
    window = common_time(evidence, [*blind, *others], MIN_COMMON_S)
    if full < MIN_LOSS_RATIO or window is None:
        return []
    blind_bps, other_bps = (mean_bps(evidence, some, window) for some in (blind, others))
    if blind_bps < MIN_RATIO * other_bps:
        return []
    own_bdp = evidence.buffer_bytes / _bdp_bytes(evidence, blind[0])
    at_most = "at most " if evidence.least_rate_bps < evidence.rate_bps else ""
    ahead, behind = names_of(blind), names_of(others)
    up_to = "up to " if len(others) > 1 else ""
    most_blind = max(blind, key=lambda flow: flow.loss_ratio)
    of_blind = f"{'up to ' if len(blind) > 1 else ''}{percent(most_blind.loss_ratio)}"
    lead = opening_of(evidence, ahead, window)
    sentence = (
        f"{lead} {ahead.does('does', 'do')} not slow down at a loss "
        f"({of_blind} of packets lost) and {ahead.does('gets', 'get')} "
        f"{rate_per_flow(blind_bps, len(blind))}; {behind.text}, with {up_to}{percent(lost)} lost, "
        f"{behind.does('gets', 'get')} {rate_per_flow(other_bps, len(others))}. "
        f"The buffer is {at_most}{short(own_bdp)} BDP of {blind[0].said.text}."
    )
    measured = (evidence.window_start_s, evidence.window_end_s)
    most = max(others, key=lambda flow: flow.loss_ratio)
    claims = [
        *rate_claims(window, (blind, blind_bps), (others, other_bps)),
        claim([most_blind], "loss_ratio", most_blind.loss_ratio, "ratio", measured),
        claim([most], "loss_ratio", lost, "ratio", measured),
    ]
    indices = [flow.index for flow in flows]
    return [Phenomenon(DEFINITION, sentence, indices, [window], claims)]


def _bdp_bytes(evidence: Evidence, flow: FlowFacts) -> float:
    """One BDP of the flow's mean path at the lowest rate of the bottleneck."""
    rtt_s = evidence.mean_path_rtt_s(flow, evidence.window_start_s, evidence.duration_s)
    return evidence.least_rate_bps * rtt_s / 8
