"""What a scenario will cost, known before it runs: packets to simulate and samples to keep."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

from lab_model.algorithms import traffic_kinds
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM
from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.computed.link_rate import capacity_bits, is_constant
from lab_model.scenarios.exact import exact
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.links import all_links
from lab_model.scenarios.scenario_fields import ScenarioFields

QueueName = Literal["interactive", "batch"]

# Linux' TCP_RTO_MAX, which the core has as well.
LONGEST_RTO_S: Final = 120

PACKETS_PER_SAMPLE: Final = 14
"""A sample of one flow or link takes a worker as long as so many packets: it is measured, encoded
and stored (3.4 µs of a processor, a packet 0.25 µs).
"""


def sample_count_per_subject(scenario: ScenarioFields) -> int:
    """Samples of each flow and link: the whole intervals that fit into the duration."""
    return int(exact(scenario.duration_s) // exact(scenario.sample_interval_s))


def kept_sample_count(scenario: ScenarioFields) -> int:
    """Samples of all flows and links together."""
    subject_count = sum(group.count for group in scenario.flows) + 1 + len(scenario.links)
    return subject_count * sample_count_per_subject(scenario)


def predicted_packet_count(scenario: ScenarioFields) -> int:
    """Upper bound of the packets that the links transmit, ACKs on links included.

    A link carries at most its rate while any of its flows may send. A flow with a receive window
    carries at most one window per base RTT, and one whose application writes or sends at a rate no
    more than that. There is no more than one ACK for each packet. The true number is lower where
    algorithms leave links idle.
    """
    data = {
        link_id: _data_packets(scenario, link, [g for g in scenario.flows if link_id in g.path])
        for link_id, link in all_links(scenario).items()
    }
    ack_paths = {
        (tuple(group.path), tuple(group.return_path))
        for group in scenario.flows
        if group.return_path
    }
    acks = sum(len(back) * min(data[link_id] for link_id in path) for path, back in ack_paths)
    return _rounded_up(sum(data.values(), Fraction(0)) + acks)


def _data_packets(
    scenario: ScenarioFields, link: Bottleneck, groups: Sequence[FlowGroup]
) -> Fraction:
    capacity = _link_bits(scenario, link, groups) / (scenario.packet_bytes * 8)
    demand = Fraction(0)
    for group in groups:
        rate = _packets_per_second_limit(scenario, group)
        if rate is None:
            return capacity
        demand += rate * _active_s(scenario, group) * group.count
    return min(capacity, demand)


def _link_bits(scenario: ScenarioFields, link: Bottleneck, groups: Sequence[FlowGroup]) -> Fraction:
    """What the link can send while any flow may; of one that changes, in the whole run."""
    if not groups:
        return Fraction(0)
    if is_constant(link):
        return exact(link.rate_bps) * _busy_s(scenario, groups)
    return capacity_bits(link, scenario.duration_s)


def simulated_packet_count(scenario: ScenarioFields) -> int:
    """What the run costs: the packets that the bottleneck transmits, and those that many flows
    send into a link which has no room for them. Each sends its initial window, and one packet
    more at every timeout.
    """
    lost = sum(
        group.count * (scenario.transport.initial_window_packets + _timeouts(scenario, group))
        for group in scenario.flows
    )
    return max(predicted_packet_count(scenario), _datagram_count(scenario)) + lost


def transfer_count(scenario: ScenarioFields, group: FlowGroup) -> int:
    """Transfers of a group that are expected to begin at random, each with a connection."""
    rate_hz = group.traffic.parameters().get("arrival_rate_hz")
    if rate_hz is None:
        return 0
    return _rounded_up(exact(float(rate_hz)) * _active_s(scenario, group) * group.count)


def _datagram_count(scenario: ScenarioFields) -> int:
    """What nothing controls is sent, whether the link has room for it or not."""
    sent = Fraction(0)
    for group in scenario.flows:
        if group.algorithm.name == NO_ALGORITHM:
            rate = _written_packets_per_second(scenario, group) or Fraction(0)
            sent += rate * _active_s(scenario, group) * group.count
    return _rounded_up(sent)


def _timeouts(scenario: ScenarioFields, group: FlowGroup) -> int:
    """Timeouts of a flow that never gets an answer: they double up to the longest one (RFC 6298,
    5.5).
    """
    shortest_s = scenario.transport.min_rto_s
    doublings = max(0, math.ceil(math.log2(LONGEST_RTO_S / shortest_s)))
    return doublings + int(_active_s(scenario, group) / LONGEST_RTO_S)


def work_packet_count(scenario: ScenarioFields) -> int:
    """What the run costs a worker in packets: those that are simulated, and its samples at
    PACKETS_PER_SAMPLE each.
    """
    return simulated_packet_count(scenario) + PACKETS_PER_SAMPLE * kept_sample_count(scenario)


def queue_for(scenario: ScenarioFields) -> QueueName:
    """The queue that a run of this size belongs to, if no other is asked for."""
    if work_packet_count(scenario) <= LIMITS.max_interactive_packet_count:
        return "interactive"
    return "batch"


def _rounded_up(value: Fraction) -> int:
    return -(-value.numerator // value.denominator)


def _end_s(scenario: ScenarioFields, group: FlowGroup) -> float:
    if group.stop_s is None:
        return scenario.duration_s
    return min(group.stop_s, scenario.duration_s)


def _active_s(scenario: ScenarioFields, group: FlowGroup) -> Fraction:
    return max(Fraction(0), exact(_end_s(scenario, group)) - exact(group.start_s))


def _busy_s(scenario: ScenarioFields, groups: Sequence[FlowGroup]) -> Fraction:
    """Length of the union of the groups' active times."""
    spans = sorted((group.start_s, _end_s(scenario, group)) for group in groups)
    total = Fraction(0)
    reached_s = 0.0
    for start_s, end_s in spans:
        from_s = max(start_s, reached_s)
        if end_s > from_s:
            total += exact(end_s) - exact(from_s)
            reached_s = end_s
    return total


def _packets_per_second_limit(scenario: ScenarioFields, group: FlowGroup) -> Fraction | None:
    """The limit of one flow by its receive window or its application; None if there is none."""
    window = _window_packets_per_second(scenario, group)
    written = _written_packets_per_second(scenario, group)
    if window is None or written is None:
        return written if window is None else window
    return min(window, written)


def _written_packets_per_second(scenario: ScenarioFields, group: FlowGroup) -> Fraction | None:
    settings = group.traffic.parameters()
    payload_bytes = max(1, scenario.packet_bytes - scenario.header_bytes)
    if "rate_bps" in settings:
        # Datagrams are sent at a rate on the wire, an application writes payload.
        sends_datagrams = group.algorithm.name == NO_ALGORITHM
        unit_bytes = scenario.packet_bytes if sends_datagrams else payload_bytes
        return exact(float(settings["rate_bps"])) / (unit_bytes * 8)
    if "frame_bytes" in settings:
        packets = -(-int(settings["frame_bytes"]) // payload_bytes)
        return exact(float(settings["frame_rate_hz"])) * packets
    return None


def _window_packets_per_second(scenario: ScenarioFields, group: FlowGroup) -> Fraction | None:
    window_bytes = group.receiver.window_bytes
    has_one_window = group.traffic.kind in traffic_kinds("connection")
    if window_bytes is None or not has_one_window:
        return None
    payload_bytes = scenario.packet_bytes - scenario.header_bytes
    # A window that does not hold a whole number of packets still lets the whole ones go.
    window_packets = max(1, window_bytes // max(1, payload_bytes))
    return Fraction(window_packets) / exact(group.rtt_s)
