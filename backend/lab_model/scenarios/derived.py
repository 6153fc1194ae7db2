"""What follows from a scenario before anything runs: buffer, BDP, fair share."""

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from lab_model.scenarios.cost import sample_count_per_subject
from lab_model.scenarios.exact import exact
from lab_model.scenarios.link_rate import mean_rate_bps, rate_bounds_bps

if TYPE_CHECKING:
    from lab_model.scenarios.scenario import Scenario


class DerivedGroup(BaseModel):
    """Of one flow group."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    base_rtt_s: float
    """Propagation only."""
    bdp_bytes: float
    """Link rate x base RTT / 8: the whole link's, not a share of it."""
    bdp_packets: float


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
    """Mean link rate / number of flows."""
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


def flow_count(scenario: "Scenario") -> int:
    """Flows of all groups together."""
    return sum(group.count for group in scenario.flows)


def reference_rtt_s(scenario: "Scenario") -> float:
    """The RTT of one BDP: the buffer's own, else the smallest base RTT of the flows.

    The smallest is the strictest: the buffer that a name like "2 BDP" promises is then at least
    so deep for every flow, and adding a long flow does not silently deepen it.
    """
    if scenario.bottleneck.buffer.rtt_s is not None:
        return scenario.bottleneck.buffer.rtt_s
    return min(group.rtt_s for group in scenario.flows)


def buffer_packets(scenario: "Scenario") -> int:
    """Whole packets that may wait, at least one. Computed exactly, rounded down."""
    bottleneck = scenario.bottleneck
    amount = exact(bottleneck.buffer.amount)
    bytes_per_second = exact(bottleneck.rate_bps) / 8
    match bottleneck.buffer.unit:
        case "packets":
            size_bytes = amount * scenario.packet_bytes
        case "bytes":
            size_bytes = amount
        case "seconds":
            size_bytes = amount * bytes_per_second
        case "bdp":
            size_bytes = amount * bytes_per_second * exact(reference_rtt_s(scenario))
    return max(1, int(size_bytes // scenario.packet_bytes))


def buffer_bytes(scenario: "Scenario") -> int:
    """Waiting bytes that fit, as the core gets them: a multiple of `packet_bytes`."""
    return buffer_packets(scenario) * scenario.packet_bytes


def bdp_bytes(scenario: "Scenario", rtt_s: float) -> float:
    """Link rate x RTT / 8."""
    return float(exact(scenario.bottleneck.rate_bps) * exact(rtt_s) / 8)


def derive(scenario: "Scenario") -> Derived:
    """Everything that follows from a valid scenario."""
    rate_bps = scenario.bottleneck.rate_bps
    mean_bps = mean_rate_bps(scenario.bottleneck, scenario.warmup_s, scenario.duration_s)
    lowest_bps, highest_bps = rate_bounds_bps(scenario.bottleneck, scenario.duration_s)
    packet_bytes = scenario.packet_bytes
    rtt_s = reference_rtt_s(scenario)
    one_bdp_bytes = bdp_bytes(scenario, rtt_s)
    size_bytes = buffer_bytes(scenario)
    return Derived(
        flow_count=flow_count(scenario),
        mean_rate_bps=mean_bps,
        lowest_rate_bps=lowest_bps,
        highest_rate_bps=highest_bps,
        fair_share_bps=mean_bps / flow_count(scenario),
        packet_time_s=packet_bytes * 8 / rate_bps,
        reference_rtt_s=rtt_s,
        bdp_packets=one_bdp_bytes / packet_bytes,
        buffer_bytes=size_bytes,
        buffer_packets=size_bytes // packet_bytes,
        buffer_s=size_bytes * 8 / rate_bps,
        buffer_bdp=size_bytes / one_bdp_bytes,
        sample_count=sample_count_per_subject(scenario),
        groups=[
            DerivedGroup(
                base_rtt_s=group.rtt_s,
                bdp_bytes=bdp_bytes(scenario, group.rtt_s),
                bdp_packets=bdp_bytes(scenario, group.rtt_s) / packet_bytes,
            )
            for group in scenario.flows
        ],
    )
