"""What a flow asks of its path: as much as it can get, a rate of its own, or so many bytes.

Read from the parameters that its traffic and its receiver have, not from the names of kinds.
"""

import math
from dataclasses import dataclass
from typing import Final

from lab_model.scenarios.algorithm_choice import NO_ALGORITHM
from lab_model.scenarios.computed.path_delay import path_changes
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.scenario_fields import ScenarioFields

UNBOUNDED_BPS: Final = float("inf")


@dataclass(frozen=True)
class Demand:
    """The demand of one flow of a group, in bits on the wire."""

    rate_bps: float
    """The most that it can use: its application's rate, its receiver's, its window on an empty
    path."""
    transfer_bits: float | None = None
    """Bits of one transfer, with headers; None: it never runs out of data."""
    transfer_count: int = 1
    think_s: float = 0.0
    """Mean time from the end of a transfer to the next one."""
    is_random: bool = False
    """When it sends is drawn from the seed: no share can be known before the run."""
    is_of_receiver: bool = False
    """The rate is what its receiver takes, by its window or its reading."""
    room_bits: float = 0.0
    """What fits into the buffer of a receiver that reads no faster than the rate."""
    filling_bps: float = 0.0
    """What it asks for while there is room in that buffer."""
    window_bits: float = 0.0
    """Bits of its receive window, which passes once in a round trip, however long that is then; 0:
    it has none, or its path does not change."""


def demand_of(scenario: ScenarioFields, group: FlowGroup) -> Demand:
    """The demand of one flow of the group."""
    settings = group.traffic.parameters()
    payload_bytes = max(1, scenario.packet_bytes - scenario.header_bytes)
    on_wire = scenario.packet_bytes / payload_bytes
    window_bps, read_bps = _taken_bps(scenario, group)
    taken_bps = min(window_bps, read_bps)
    written_bps = _written_bps(scenario, group, settings)
    # On a path that changes the window counts by the path of each moment.
    changes = window_bps < UNBOUNDED_BPS and path_changes(scenario, group, 0.0, scenario.duration_s)
    rate_bps = min(written_bps, read_bps if changes else taken_bps)
    transfer_bits = None
    if "transfer_count" in settings:
        packets = -(-int(settings["size_bytes"]) // payload_bytes)
        transfer_bits = float(packets * scenario.packet_bytes * 8)
    if "on_s" in settings:
        on_s, off_s = float(settings["on_s"]), float(settings["off_s"])
        rate_bps = min(rate_bps, on_s / (on_s + off_s) * _narrowest_bps(scenario, group))
    if "arrival_rate_hz" in settings:
        mean_bits = _mean_size_bytes(settings) * 8 * on_wire
        rate_bps = min(rate_bps, float(settings["arrival_rate_hz"]) * mean_bits)
    is_read_slowly = rate_bps == read_bps < min(window_bps, written_bps)
    window_bytes = group.receiver.window_bytes or 0
    filling_bps = written_bps if changes else min(window_bps, written_bps)
    return Demand(
        window_bits=window_bps * group.rtt_s if changes else 0.0,
        rate_bps=rate_bps,
        room_bits=window_bytes * 8 * on_wire if is_read_slowly else 0.0,
        filling_bps=filling_bps if is_read_slowly else 0.0,
        transfer_bits=transfer_bits,
        transfer_count=int(settings.get("transfer_count", 1)),
        think_s=float(settings.get("think_s", 0.0)),
        is_random="on_s" in settings or "arrival_rate_hz" in settings,
        is_of_receiver=min(rate_bps, window_bps) == taken_bps < UNBOUNDED_BPS,
    )


def _written_bps(
    scenario: ScenarioFields, group: FlowGroup, settings: dict[str, bool | int | float | str]
) -> float:
    """What the application writes; payload becomes whole packets."""
    payload_bytes = max(1, scenario.packet_bytes - scenario.header_bytes)
    if "frame_bytes" in settings:
        packets = -(-int(settings["frame_bytes"]) // payload_bytes)
        return float(settings["frame_rate_hz"]) * packets * scenario.packet_bytes * 8
    if "rate_bps" in settings:
        rate_bps = float(settings["rate_bps"])
        is_payload = group.algorithm.name != NO_ALGORITHM
        return rate_bps * scenario.packet_bytes / payload_bytes if is_payload else rate_bps
    return UNBOUNDED_BPS


def _taken_bps(scenario: ScenarioFields, group: FlowGroup) -> tuple[float, float]:
    """What the receiver takes: a window per base RTT, and what its application reads once no more
    fits into its buffer.
    """
    receiver = group.receiver
    if group.algorithm.name == NO_ALGORITHM or receiver.window_bytes is None:
        return UNBOUNDED_BPS, UNBOUNDED_BPS
    if "arrival_rate_hz" in group.traffic.parameters():
        # Each transfer has a connection, and each connection a window.
        return UNBOUNDED_BPS, UNBOUNDED_BPS
    payload_bytes = max(1, scenario.packet_bytes - scenario.header_bytes)
    packets = max(1, receiver.window_bytes // payload_bytes)
    window_bps = packets * scenario.packet_bytes * 8 / group.rtt_s
    if receiver.read_rate_bps is None:
        return window_bps, UNBOUNDED_BPS
    return window_bps, receiver.read_rate_bps * scenario.packet_bytes / payload_bytes


def _narrowest_bps(scenario: ScenarioFields, group: FlowGroup) -> float:
    rates = {"bottleneck": scenario.bottleneck.rate_bps}
    rates.update({link.id: link.rate_bps for link in scenario.links})
    return float(min(rates[link_id] for link_id in group.path))


def _mean_size_bytes(settings: dict[str, bool | int | float | str]) -> float:
    """Mean of the distribution that transfers take their sizes from."""
    low, high = float(settings["smallest_bytes"]), float(settings["largest_bytes"])
    shape = float(settings["pareto_shape_ratio"])
    if settings["size_distribution"] != "bounded_pareto" or low >= high:
        sigma = float(settings["lognormal_sigma_ratio"])
        mean = float(settings["median_bytes"]) * math.exp(sigma * sigma / 2)
        return min(mean, high)
    if abs(shape - 1) < 1e-9:
        shape = 1 + 1e-9
    scale: float = low**shape / (1 - (low / high) ** shape) * shape / (shape - 1)
    mean_bytes: float = scale * (low ** (1 - shape) - high ** (1 - shape))
    return mean_bytes
