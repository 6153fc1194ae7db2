"""Checks across fields, which no field can make alone."""

from typing import Final

from lab_model.algorithms import traffic_kinds
from lab_model.modules import MOST_FLOWS, is_module_name
from lab_model.scenarios.base import Refusal
from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.computed.cost import (
    kept_sample_count,
    predicted_packet_count,
    transfer_count,
)
from lab_model.scenarios.computed.derived import flow_count, link_buffer_packets
from lab_model.scenarios.computed.link_rate import rate_bounds_bps
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.links import BOTTLENECK_ID, all_links
from lab_model.scenarios.scenario_fields import ScenarioFields

_MANY_CONNECTIONS: Final = traffic_kinds("many_connections")


def refusals_of(scenario: ScenarioFields) -> list[Refusal]:
    """Everything wrong with how the parts of a scenario fit together; empty if nothing is."""
    refusals = _times(scenario) + _packet(scenario) + _links(scenario)
    for index, group in enumerate(scenario.flows):
        refusals += _group(scenario, index, group)
    refusals += _modules(scenario)
    # The cost of a scenario that is wrong already would only repeat the mistake in other words.
    return refusals or _cost(scenario)


def _times(scenario: ScenarioFields) -> list[Refusal]:
    duration_s = scenario.duration_s
    refusals = []
    if scenario.warmup_s >= duration_s:
        requirement = f"must be below duration_s ({duration_s:.12g} s)"
        refusals.append(Refusal(("warmup_s",), scenario.warmup_s, requirement, duration_s))
    if scenario.sample_interval_s > duration_s:
        requirement = f"must be at most duration_s ({duration_s:.12g} s)"
        value = scenario.sample_interval_s
        refusals.append(Refusal(("sample_interval_s",), value, requirement, duration_s))
    return refusals


def _packet(scenario: ScenarioFields) -> list[Refusal]:
    if scenario.header_bytes < scenario.packet_bytes:
        return []
    requirement = f"must be below packet_bytes ({scenario.packet_bytes})"
    value = scenario.header_bytes
    return [Refusal(("header_bytes",), value, requirement, scenario.packet_bytes)]


def _links(scenario: ScenarioFields) -> list[Refusal]:
    """What is wrong with the links' names and the paths over them."""
    refusals = []
    seen = {BOTTLENECK_ID}
    for index, link in enumerate(scenario.links):
        if link.id in seen:
            requirement = "must be a name that no other link has"
            refusals.append(Refusal(("links", index, "id"), link.id, requirement, sorted(seen)))
        seen.add(link.id)
    for index, group in enumerate(scenario.flows):
        refusals += _path_refusals(index, "path", group.path, seen)
        refusals += _path_refusals(index, "return_path", group.return_path, seen)
    return refusals or _delays(scenario)


def _path_refusals(index: int, name: str, path: list[str], known: set[str]) -> list[Refusal]:
    refusals = []
    for place, link_id in enumerate(path):
        location: tuple[str | int, ...] = ("flows", index, name, place)
        if link_id not in known:
            requirement = f"must be one of the links: {', '.join(sorted(known))}"
            refusals.append(Refusal(location, link_id, requirement, sorted(known)))
        elif link_id in path[:place]:
            requirement = "must be in the path once only"
            refusals.append(Refusal(location, link_id, requirement, None))
    return refusals


def _delays(scenario: ScenarioFields) -> list[Refusal]:
    """Half of a flow's RTT lies on either way; the delays of the links are a part of it."""
    links = all_links(scenario)
    refusals = []
    for index, group in enumerate(scenario.flows):
        for name, path in (("path", group.path), ("return_path", group.return_path)):
            least_rtt_s = 2 * sum(links[link_id].delay_s for link_id in path)
            if group.rtt_s >= least_rtt_s:
                continue
            what = "bottleneck.delay_s" if path == [BOTTLENECK_ID] else f"the delays of its {name}"
            requirement = f"must be at least twice {what} ({least_rtt_s:.12g} s)"
            location = ("flows", index, "rtt_s")
            refusals.append(Refusal(location, group.rtt_s, requirement, least_rtt_s))
            break
    return refusals


def _group(scenario: ScenarioFields, index: int, group: FlowGroup) -> list[Refusal]:
    refusals = []
    latest_start_s = group.start_s + scenario.start_jitter_s
    location: tuple[str | int, ...] = ("flows", index, "start_s")
    if latest_start_s >= scenario.duration_s:
        requirement = (
            f"plus start_jitter_s ({scenario.start_jitter_s:.12g} s) must be below duration_s "
            f"({scenario.duration_s:.12g} s)"
        )
        refusals.append(Refusal(location, group.start_s, requirement, scenario.duration_s))
    elif group.stop_s is not None and group.stop_s <= latest_start_s:
        requirement = (
            "must be later than start_s plus start_jitter_s "
            f"({latest_start_s:.12g} s), or the flow may never start"
        )
        location = ("flows", index, "stop_s")
        refusals.append(Refusal(location, group.stop_s, requirement, latest_start_s))
    refusals += _receive_window(scenario, index, group)
    return refusals


def _modules(scenario: ScenarioFields) -> list[Refusal]:
    """Each flow of a module has an instance of it, with a memory of its own."""
    refusals = []
    count = 0
    for index, group in enumerate(scenario.flows):
        if not is_module_name(group.algorithm.name):
            continue
        count += group.count
        if group.traffic.kind in _MANY_CONNECTIONS:
            requirement = (
                f"must not be a module with traffic '{group.traffic.kind}', which opens a "
                "connection for each transfer"
            )
            location = ("flows", index, "algorithm", "name")
            refusals.append(Refusal(location, group.algorithm.name, requirement))
    if count > MOST_FLOWS:
        requirement = f"have {count} flows that run modules; there may be at most {MOST_FLOWS}"
        refusals.append(Refusal(("flows",), None, requirement, MOST_FLOWS))
    return refusals


def _receive_window(scenario: ScenarioFields, index: int, group: FlowGroup) -> list[Refusal]:
    window_bytes = group.receiver.window_bytes
    payload_bytes = scenario.packet_bytes - scenario.header_bytes
    location = ("flows", index, "receiver", "window_bytes")
    if group.receiver.read_rate_bps is not None:
        most_bytes = LIMITS.max_read_buffer_packets * payload_bytes
        if window_bytes is None:
            requirement = "must be given with read_rate_bps: it is the buffer that is read from"
            return [Refusal(location, None, requirement, most_bytes)]
        if window_bytes > most_bytes:
            requirement = (
                f"may have room for {LIMITS.max_read_buffer_packets} packets with read_rate_bps, "
                f"{most_bytes} bytes"
            )
            return [Refusal(location, window_bytes, requirement, most_bytes)]
    if window_bytes is None or window_bytes >= payload_bytes:
        return []
    requirement = f"must be at least the payload of one packet ({payload_bytes} bytes)"
    return [Refusal(location, window_bytes, requirement, payload_bytes)]


def _cost(scenario: ScenarioFields) -> list[Refusal]:
    flows = flow_count(scenario)
    if flows > LIMITS.max_flow_count:
        requirement = f"have {flows} flows together; there may be at most {LIMITS.max_flow_count}"
        return [Refusal(("flows",), None, requirement, LIMITS.max_flow_count)]
    refusals = []
    samples = kept_sample_count(scenario)
    if samples > LIMITS.max_sample_count:
        requirement = (
            f"makes {samples} samples of all flows and links; at most "
            f"{LIMITS.max_sample_count} are kept: take a longer interval"
        )
        value = scenario.sample_interval_s
        refusals.append(
            Refusal(("sample_interval_s",), value, requirement, LIMITS.max_sample_count)
        )
    refusals += _transfers(scenario)
    packets = predicted_packet_count(scenario)
    if packets > LIMITS.max_batch_packet_count:
        requirement = (
            f"lets the bottleneck transmit {packets} packets; at most "
            f"{LIMITS.max_batch_packet_count} are simulated: take less time or a lower rate"
        )
        value = scenario.duration_s
        refusals.append(Refusal(("duration_s",), value, requirement, LIMITS.max_batch_packet_count))
    return refusals + _memory(scenario, packets)


def _transfers(scenario: ScenarioFields) -> list[Refusal]:
    begun = 0
    for index, group in enumerate(scenario.flows):
        begun += transfer_count(scenario, group)
        if begun > LIMITS.max_transfer_count:
            requirement = (
                f"lets about {begun} transfers begin; at most {LIMITS.max_transfer_count} "
                "transfers of all flows are simulated: take less time or fewer per second"
            )
            value = group.traffic.parameters()["arrival_rate_hz"]
            location = ("flows", index, "traffic", "arrival_rate_hz")
            return [Refusal(location, value, requirement, LIMITS.max_transfer_count)]
    return []


def _memory(scenario: ScenarioFields, predicted_packets: int) -> list[Refusal]:
    longest_rtt_s = max(group.rtt_s for group in scenario.flows)
    held = sum(
        _in_flight_packets(scenario, link, longest_rtt_s) + link_buffer_packets(scenario, link_id)
        for link_id, link in all_links(scenario).items()
    )
    # No more can be under way than is ever sent.
    held = min(held, predicted_packets)
    if held <= LIMITS.max_in_flight_packet_count:
        return []
    requirement = (
        f"lets {held} packets be under way at once (buffer and path); at most "
        f"{LIMITS.max_in_flight_packet_count} fit into memory"
    )
    value = scenario.bottleneck.buffer.amount
    location = ("bottleneck", "buffer", "amount")
    return [Refusal(location, value, requirement, LIMITS.max_in_flight_packet_count)]


def _in_flight_packets(scenario: ScenarioFields, link: Bottleneck, longest_rtt_s: float) -> int:
    """Packets in flight on a link and the path around it, at highest rate and longest delay."""
    _, highest_bps = rate_bounds_bps(link, scenario.duration_s)
    slowest_s = max((step.delay_s for step in link.delay_schedule), default=0.0)
    longest_rtt_s += max(0.0, slowest_s - link.delay_s) + link.jitter_s
    return int(max(highest_bps, link.rate_bps) * longest_rtt_s / 8 / scenario.packet_bytes)
