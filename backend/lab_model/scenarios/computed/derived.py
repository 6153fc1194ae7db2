"""What follows from a scenario before anything runs: buffer, BDP, fair share."""

from typing import Final

from pydantic import BaseModel, ConfigDict

from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.computed.cost import sample_count_per_subject
from lab_model.scenarios.computed.fair_shares import FairShares, fair_shares, passing_share_ratio
from lab_model.scenarios.computed.link_rate import mean_rate_bps, rate_bounds_bps
from lab_model.scenarios.exact import exact
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.links import BOTTLENECK_ID, all_links, passes
from lab_model.scenarios.scenario_fields import ScenarioFields

MOST_STEPS: Final = 1_000
"""Steps of a changing fair share that are listed: enough for a picture."""


class ShareStep(BaseModel):
    """From when on a fair share holds."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    from_s: float
    fair_share_bps: float


class DerivedGroup(BaseModel):
    """Of one flow group."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    base_rtt_s: float
    """Propagation only."""
    bdp_bytes: float
    """Link rate x base RTT / 8: the whole link's, not a share of it, or what its policer lets pass;
    of the slowest link of its path."""
    bdp_packets: float
    fair_share_bps: float
    """Of one flow over the part of the measurement window in which its group is active: max-min
    over its path, with what it and the others ask for and when (docs/metrics.md)."""
    fair_share_steps: list["ShareStep"]
    """The same as it changes within the run: so much from each time on."""


class DerivedLink(BaseModel):
    """Of one link."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    id: str
    """Its name in paths."""
    rate_bps: float
    buffer_bytes: int
    """Waiting bytes that fit, in whole packets."""
    buffer_s: float
    """Time to drain a full buffer."""
    buffer_bdp: float
    """Buffer in BDPs of the link's own reference RTT."""
    flow_count: int
    """Flows whose data passes it."""
    ack_flow_count: int
    """Flows whose ACKs pass it."""


class Derived(BaseModel):
    """Quantities that the interface draws beside the results."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    flow_count: int
    mean_rate_bps: float
    """Of the link from the end of the warm-up on; `rate_bps` if it is constant."""
    lowest_rate_bps: float
    """Of the link within the run; of a trace over 100 ms each."""
    highest_rate_bps: float
    """Of the link within the run; of a trace over 100 ms each."""
    fair_share_bps: float
    """Of a flow over the bottleneck that is there for the whole measurement window and asks for all
    that it can have: max-min, with what the others ask for and when (docs/metrics.md)."""
    equal_share_bps: float
    """Bottleneck's mean rate / number of flows whose data passes it; of none: its whole rate. It
    asks neither who is active nor who wants so much."""
    packet_time_s: float
    """Transmission time of one packet at the bottleneck."""
    reference_rtt_s: float
    """The RTT of one BDP: the buffer's `rtt_s`, else the smallest base RTT of the flows."""
    bdp_packets: float
    """Link rate x `reference_rtt_s`, in packets."""
    buffer_bytes: int
    """Waiting bytes that fit, in whole packets."""
    buffer_packets: int
    buffer_s: float
    """Time to drain a full buffer."""
    buffer_bdp: float
    """Buffer in BDPs of `reference_rtt_s`."""
    sample_count: int
    """Samples per flow and link."""
    groups: list[DerivedGroup]
    links: list[DerivedLink]
    """The bottleneck first, then `links` in their order."""


def flow_count(scenario: ScenarioFields) -> int:
    """Flows of all groups together."""
    return sum(group.count for group in scenario.flows)


def reference_rtt_s(scenario: ScenarioFields, link_id: str = BOTTLENECK_ID) -> float:
    """The RTT of one BDP of a link: its buffer's own, else the smallest base RTT of its flows.

    The smallest is the strictest: the buffer that a name like "2 BDP" promises is then at least
    so deep for every flow, and adding a long flow does not silently deepen it. A link that no flow
    passes takes all flows.
    """
    own_s = all_links(scenario)[link_id].buffer.rtt_s
    if own_s is not None:
        return own_s
    passing = [group.rtt_s for group in scenario.flows if passes(group, link_id)]
    return min(passing or [group.rtt_s for group in scenario.flows])


def link_buffer_packets(scenario: ScenarioFields, link_id: str) -> int:
    """Whole packets that may wait at a link, at least one. Computed exactly, rounded down."""
    link = all_links(scenario)[link_id]
    amount = exact(link.buffer.amount)
    bytes_per_second = exact(link.rate_bps) / 8
    match link.buffer.unit:
        case "packets":
            size_bytes = amount * scenario.packet_bytes
        case "bytes":
            size_bytes = amount
        case "seconds":
            size_bytes = amount * bytes_per_second
        case "bdp":
            size_bytes = amount * bytes_per_second * exact(reference_rtt_s(scenario, link_id))
    return max(1, int(size_bytes // scenario.packet_bytes))


def buffer_bytes(scenario: ScenarioFields, link_id: str = BOTTLENECK_ID) -> int:
    """Waiting bytes that fit, as the core gets them: a multiple of `packet_bytes`."""
    return link_buffer_packets(scenario, link_id) * scenario.packet_bytes


def bdp_bytes(link: Bottleneck, rtt_s: float) -> float:
    """Link rate x RTT / 8."""
    return float(exact(link.rate_bps) * exact(rtt_s) / 8)


def flow_bdp_bytes(scenario: ScenarioFields, group: FlowGroup) -> float:
    """BDP of a flow's base RTT and the slowest link that its data passes: of a policer what it lets
    pass.
    """
    links = [all_links(scenario)[link_id] for link_id in group.path]
    return min(bdp_bytes(link, group.rtt_s) * (passing_share_ratio(link) or 1.0) for link in links)


def derive(scenario: ScenarioFields) -> Derived:
    """Everything that follows from a valid scenario."""
    links = [_derived_link(scenario, link_id) for link_id in all_links(scenario)]
    bottleneck = links[0]
    mean_bps = _mean_bps(scenario, scenario.bottleneck)
    lowest_bps, highest_bps = rate_bounds_bps(scenario.bottleneck, scenario.duration_s)
    packet_bytes = scenario.packet_bytes
    rtt_s = reference_rtt_s(scenario)
    shares = fair_shares(scenario)
    return Derived(
        flow_count=flow_count(scenario),
        mean_rate_bps=mean_bps,
        lowest_rate_bps=lowest_bps,
        highest_rate_bps=highest_bps,
        fair_share_bps=shares.level_bps(scenario.warmup_s, scenario.duration_s),
        equal_share_bps=mean_bps / max(1, bottleneck.flow_count),
        packet_time_s=packet_bytes * 8 / bottleneck.rate_bps,
        reference_rtt_s=rtt_s,
        bdp_packets=bdp_bytes(scenario.bottleneck, rtt_s) / packet_bytes,
        buffer_bytes=bottleneck.buffer_bytes,
        buffer_packets=bottleneck.buffer_bytes // packet_bytes,
        buffer_s=bottleneck.buffer_s,
        buffer_bdp=bottleneck.buffer_bdp,
        sample_count=sample_count_per_subject(scenario),
        groups=[_derived_group(scenario, index, shares) for index in range(len(scenario.flows))],
        links=links,
    )


def _derived_group(scenario: ScenarioFields, index: int, shares: FairShares) -> DerivedGroup:
    group = scenario.flows[index]
    one_bdp_bytes = flow_bdp_bytes(scenario, group)
    stop_s = scenario.duration_s if group.stop_s is None else group.stop_s
    from_s = min(max(group.start_s, scenario.warmup_s), scenario.duration_s)
    to_s = max(min(stop_s, scenario.duration_s), from_s)
    return DerivedGroup(
        base_rtt_s=group.rtt_s,
        bdp_bytes=one_bdp_bytes,
        bdp_packets=one_bdp_bytes / scenario.packet_bytes,
        fair_share_bps=shares.mean_bps(index, from_s, to_s),
        fair_share_steps=[
            ShareStep(from_s=at_s, fair_share_bps=share_bps)
            for at_s, share_bps in shares.steps(index)[:MOST_STEPS]
        ],
    )


def _mean_bps(scenario: ScenarioFields, link: Bottleneck) -> float:
    return mean_rate_bps(link, scenario.warmup_s, scenario.duration_s)


def _derived_link(scenario: ScenarioFields, link_id: str) -> DerivedLink:
    link = all_links(scenario)[link_id]
    size_bytes = buffer_bytes(scenario, link_id)
    return DerivedLink(
        id=link_id,
        rate_bps=link.rate_bps,
        buffer_bytes=size_bytes,
        buffer_s=size_bytes * 8 / link.rate_bps,
        buffer_bdp=size_bytes / bdp_bytes(link, reference_rtt_s(scenario, link_id)),
        flow_count=sum(group.count for group in scenario.flows if link_id in group.path),
        ack_flow_count=sum(group.count for group in scenario.flows if link_id in group.return_path),
    )
