"""What moves along with an axis although it is not varied, such as a buffer in BDPs with the RTT.

A curve over such an axis shows two causes at once. Each follower is computed cell by cell, from the
scenarios that are simulated, and says how the base keeps still what follows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from lab_model.experiments.axes import ResolvedAxis
from lab_model.experiments.cells import Expansion
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.scenarios import Derived, Scenario, derive
from lab_model.scenarios.computed.derived import reference_rtt_s
from lab_model.scenarios.links import BOTTLENECK_ID, all_links

Quantity = Literal["buffer", "bdp", "fair_share"]

_MOST_WRITTEN: Final = 8
"""More values than these are said by their bounds."""
_CAUSES: Final = {
    "rtt_s": "the RTT",
    "rate_bps": "the rate",
    "packet_bytes": "the packet size",
    "count": "the number of flows",
}
_BDP_DIGITS: Final = 4


@dataclass(frozen=True)
class Repair:
    """A change of the base scenario after which the quantity stays the same."""

    title: str
    fields: Mapping[str, Any]
    """Values by dotted path."""


@dataclass(frozen=True)
class Follower:
    """A quantity that an axis moves along."""

    quantity: Quantity
    link: str
    """The link that it belongs to."""
    values: tuple[float, ...]
    """By point of the axis, the other axes at their first point."""
    unit: str
    sentence: str
    repairs: tuple[Repair, ...]
    """None where the quantity belongs to what is varied, as the fair share to the rate."""


def followers_of(definition: ExperimentDefinition) -> tuple[tuple[Follower, ...], ...]:
    """Axis by axis what follows it."""
    return _followers(definition.model_dump_json(by_alias=True))


@lru_cache(maxsize=32)
def _followers(definition_json: str) -> tuple[tuple[Follower, ...], ...]:
    # A page asks for its experiment again and again; ten thousand points take a second.
    expansion = Expansion(ExperimentDefinition.model_validate_json(definition_json))
    return tuple(tuple(_along(expansion, axis, index)) for index, axis in enumerate(expansion.axes))


def _along(expansion: Expansion, axis: ResolvedAxis, axis_index: int) -> Iterator[Follower]:
    first = [0] * len(expansion.axes)
    scenarios = [
        expansion.scenario(
            expansion.cell_index([*first[:axis_index], point, *first[axis_index + 1 :]])
        )
        for point in range(len(axis.points))
    ]
    base = expansion.definition.base
    ids = list(all_links(base))
    if any(list(all_links(scenario)) != ids for scenario in scenarios):
        return
    derived = [derive(scenario) for scenario in scenarios]
    cause = _cause_of(axis)
    for link_index, link_id in enumerate(ids):
        if _sets_buffer(axis.paths, link_index):
            continue
        packets = [
            _buffer_packets(*pair, link_index) for pair in zip(scenarios, derived, strict=True)
        ]
        name = "buffer" if link_index == 0 else f"buffer of {link_id}"
        repairs = tuple(_buffer_repairs(base, scenarios, link_index))
        yield from _follower("buffer", link_id, packets, "packets", (name, cause), repairs)
    bdps = [_rounded(each.bdp_packets) for each in derived]
    yield from _follower("bdp", BOTTLENECK_ID, bdps, "packets", ("BDP", cause))
    shares = [_rounded(each.fair_share_bps / 1e6) for each in derived]
    yield from _follower("fair_share", BOTTLENECK_ID, shares, "Mbit/s", ("fair share", cause))


def _follower(
    quantity: Quantity,
    link_id: str,
    values: Sequence[float],
    unit: str,
    words: tuple[str, str],
    repairs: tuple[Repair, ...] = (),
) -> Iterator[Follower]:
    if len(set(values)) < 2:
        return
    name, cause = words
    sentence = f"The {name} follows {cause}: {_listed(values)} {unit}."
    yield Follower(quantity, link_id, tuple(values), unit, sentence, repairs)


def _buffer_repairs(
    base: Scenario, scenarios: Sequence[Scenario], link_index: int
) -> Iterator[Repair]:
    path = "bottleneck.buffer" if link_index == 0 else f"links.{link_index - 1}.buffer"
    link = [base.bottleneck, *base.links][link_index]
    packets = _buffer_packets(base, derive(base), link_index)
    buffer = {"amount": packets, "unit": "packets"}
    yield Repair(f"Keep {packets:,} {'packet' if packets == 1 else 'packets'}", {path: buffer})
    rates = {[scenario.bottleneck, *scenario.links][link_index].rate_bps for scenario in scenarios}
    sizes = {scenario.packet_bytes for scenario in scenarios}
    if link.buffer.unit == "bdp" and link.buffer.rtt_s is None and len(rates) == len(sizes) == 1:
        rtt_s = reference_rtt_s(base, list(all_links(base))[link_index])
        title = f"Keep {link.buffer.amount:g} BDP of {rtt_s * 1e3:.6g} ms"
        yield Repair(title, {f"{path}.rtt_s": rtt_s})


def _buffer_packets(scenario: Scenario, derived: Derived, link_index: int) -> int:
    return derived.links[link_index].buffer_bytes // scenario.packet_bytes


def _sets_buffer(paths: Sequence[str], link_index: int) -> bool:
    """Whether the buffer is varied, by itself or with its link."""
    link = "bottleneck" if link_index == 0 else f"links.{link_index - 1}"
    places = {link, "links"} if link_index else {link}
    return any(path in places or path.startswith(f"{link}.buffer") for path in paths)


def _cause_of(axis: ResolvedAxis) -> str:
    fields = {path.rpartition(".")[2] for path in axis.paths}
    cause = _CAUSES.get(fields.pop()) if len(fields) == 1 else None
    return cause or f"“{axis.label}”"


def _listed(values: Sequence[float]) -> str:
    if len(values) > _MOST_WRITTEN:
        return f"{min(values):.6g} to {max(values):.6g}"
    return ", ".join(f"{value:.6g}" for value in values)


def _rounded(value: float) -> float:
    return float(f"{value:.{_BDP_DIGITS}g}")
