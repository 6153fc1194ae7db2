"""A scenario as the flat plan that the core's WebAssembly module reads.

The format is in sim-core/bindings/wasm/README.md; the page writes it in TypeScript
(frontend/src/core/plan.ts). This one is what the other is compared with.
"""

import struct
from collections.abc import Iterable, Mapping
from typing import Any, Final

from lab_model.algorithms import find_algorithm, registry
from lab_model.scenarios import Scenario, buffer_bytes
from lab_model.scenarios.bottleneck import NoLoss
from lab_model.scenarios.components import Component
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.links import Link, all_links
from lab_model.scenarios.transport import HANDSHAKE_ROUND_TRIPS, SENT_HANDSHAKES

PLAN_VERSION: Final = 1
UNLIMITED: Final = -1


def plan_bytes(scenario: Scenario) -> bytes:
    """The plan of a valid scenario."""
    return b"".join(_scenario(scenario))


def _scenario(scenario: Scenario) -> Iterable[bytes]:
    transport = scenario.transport
    yield _integers(PLAN_VERSION)
    yield _reals(scenario.duration_s, scenario.warmup_s, scenario.sample_interval_s)
    yield _integers(scenario.packet_bytes, scenario.header_bytes)
    yield _reals(scenario.start_jitter_s)
    yield _integers(transport.initial_window_packets) + _reals(transport.min_rto_s)
    yield _text(transport.send_quantum)
    yield _integers(transport.send_quantum_packets, transport.window_pacing)
    yield _reals(transport.host_jitter_s)
    round_trips = HANDSHAKE_ROUND_TRIPS[transport.handshake]
    yield _integers(-round_trips if transport.handshake in SENT_HANDSHAKES else round_trips)
    links = all_links(scenario)
    yield _list(_link(scenario, link_id) for link_id in links)
    yield _list(_group(group, list(links)) for group in scenario.flows)


def _link(scenario: Scenario, link_id: str) -> bytes:
    link = all_links(scenario)[link_id]
    parts = [
        _integers(link.rate_bps),
        _reals(link.delay_s),
        _integers(buffer_bytes(scenario, link_id)),
        _component(link.queue, _kinds("queues", link.queue.kind)),
    ]
    if isinstance(link.loss, NoLoss):
        parts.append(_text("") + _integers(0) + _text("after_queue") + _text("data"))
    else:
        parts += (
            _component(link.loss, _kinds("losses", link.loss.kind)),
            _text(link.loss.position) + _text(link.loss.direction),
        )
    parts += (
        _list(
            _reals(step.at_s) + _integers(step.rate_bps) + _reals(step.ramp_s)
            for step in link.rate_schedule
        ),
        _list(_integers(time_ms) for time_ms in link.trace.opportunities_ms),
        _integers(link.trace.after_end == "hold"),
        _list(_reals(step.at_s, step.delay_s, step.ramp_s) for step in link.delay_schedule),
        _list(_reals(item.at_s, item.duration_s) + _text(item.direction) for item in link.outages),
        _reals(link.jitter_s),
        _integers(link.jitter_reorders),
        _text(link.jitter_distribution),
        _reals(link.jitter_correlation_ratio),
        _list(
            _reals(step.at_s, step.probability) + _text(step.direction)
            for step in link.loss_schedule
        ),
        _integers(isinstance(link, Link) and link.ack_filter),
    )
    return b"".join(parts)


def _group(group: FlowGroup, link_ids: list[str]) -> bytes:
    receiver = group.receiver
    stops = group.stop_s is not None
    window_bytes = UNLIMITED if receiver.window_bytes is None else receiver.window_bytes
    algorithm = find_algorithm(group.algorithm.name)
    kinds = {} if algorithm is None else {item.name: item.kind for item in algorithm.parameters}
    return b"".join(
        [
            _integers(group.count),
            _reals(group.rtt_s, group.start_s),
            _integers(stops) + _reals(group.stop_s or 0.0),
            _text(group.algorithm.name),
            _parameters(group.algorithm.parameters, kinds),
            _component(group.traffic, _kinds("traffic", group.traffic.kind)),
            _integers(receiver.ack_every_packets) + _reals(receiver.ack_timeout_s),
            _integers(window_bytes) + _reals(receiver.ack_aggregation_s),
            _integers(receiver.quick_ack_packets, receiver.ack_pushed),
            _integers(receiver.read_rate_bps or 0),
            _list(_integers(link_ids.index(link_id)) for link_id in group.path),
            _list(_integers(link_ids.index(link_id)) for link_id in group.return_path),
            _text(group.ecn or ""),
        ]
    )


def _kinds(family: str, kind: str) -> dict[str, str]:
    """Of every parameter of a component, what kind it is."""
    entry = next(item for item in getattr(registry(), family) if item.name == kind)
    return {parameter.name: parameter.kind for parameter in entry.parameters}


def _component(component: Component, kinds: Mapping[str, str]) -> bytes:
    return _text(component.kind) + _parameters(component.parameters(), kinds)


def _parameters(given: Mapping[str, Any], kinds: Mapping[str, str]) -> bytes:
    return _list(
        _text(name) + _text(kinds[name]) + _value(value, kinds[name])
        for name, value in sorted(given.items())
    )


def _value(value: Any, kind: str) -> bytes:
    if kind == "number":
        return _reals(value)
    return _text(value) if kind == "choice" else _integers(value)


def _list(entries: Iterable[bytes]) -> bytes:
    written = list(entries)
    return _integers(len(written)) + b"".join(written)


def _integers(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}q", *values)


def _reals(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}d", *values)


def _text(value: str) -> bytes:
    encoded = value.encode()
    return _integers(len(encoded)) + encoded
