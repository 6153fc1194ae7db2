"""What the title of a change claims of the packets of its runs, as data."""

from typing import Final, Literal

from lab_model.algorithms import find_algorithm, queue_traits
from lab_model.claim import CauseWindow, Claim, Unit
from lab_model.scenarios import Scenario, buffer_bytes, flow_count
from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.links import all_links
from lab_model.scenarios.transport import HANDSHAKE_ROUND_TRIPS, SENT_HANDSHAKES, Handshake
from lab_model.what_if.alterations import (
    Alteration,
    EqualRtts,
    NoRandomLoss,
    OtherBuffer,
    WithoutGroup,
)
from lab_model.what_if.neighbours import Neighbour
from lab_model.what_if.network_alterations import (
    FreeReturnPath,
    NoAckAggregation,
    NoJitter,
    NoOutage,
    NoPolicer,
    NoReordering,
    OtherEcn,
    OtherHandshake,
    OtherInitialWindow,
    OtherQueue,
)

RATE_BASED: Final = "utility"
"""The family of algorithms that set a rate and give the window room for it."""
_GONE: Final[dict[type, tuple[str, ...]]] = {
    NoRandomLoss: ("lost_packets:random", "lost_packets:burst"),
    NoPolicer: ("lost_packets:policer",),
    NoOutage: ("lost_packets:outage", "lost_acks:outage"),
    FreeReturnPath: ("lost_acks:buffer_full", "lost_acks:random"),
    OtherEcn: ("marked_packets",),
}


def arm_claims(change: Alteration, base: Scenario) -> list[Claim]:
    """Claims over the whole run. What packets cannot show, such as the name of an algorithm, is not
    among them.

    Raises `ImpossibleAlterationError`.
    """
    after = change.apply(base)
    match change:
        case WithoutGroup():
            found = [_of_run(after, "sending_flows", flow_count(after), "count", "at_most")]
        case EqualRtts() | Neighbour(quantity="rtt"):
            found = _base_rtts(after)
        case Neighbour(quantity="rate"):
            found = _rate(after, change.link_id)
        case Neighbour() | OtherBuffer():
            found = [_buffer(after, change.link_id)]
        case OtherQueue():
            found = [_drops(after, change)]
        case OtherInitialWindow():
            found = _first_flights(after, change.packets)
        case OtherHandshake():
            found = _opening(after, change.handshake)
        case NoAckAggregation():
            found = _holds(after)
        case _:
            found = [_of_run(after, name, 0, "count", "all_of") for name in _gone(change, after)]
    return found


def _opening(after: Scenario, handshake: Handshake) -> list[Claim]:
    """No data leaves sooner, and packets of a handshake only where it has some."""
    found = []
    if trips := HANDSHAKE_ROUND_TRIPS[handshake]:
        found.append(_of_run(after, "handshake_round_trips", trips, "ratio", "at_least"))
    if handshake not in SENT_HANDSHAKES:
        found.append(_of_run(after, "handshake_packets", 0, "count", "all_of"))
    return found


def _gone(change: Alteration, after: Scenario) -> tuple[str, ...]:
    """What no packet meets any more."""
    if isinstance(change, NoJitter | NoReordering):
        # A path that becomes shorter lets packets overtake too.
        is_steady = not any(link.delay_schedule for link in all_links(after).values())
        return ("overtaken_packets",) if is_steady else ()
    if isinstance(change, OtherEcn) and change.is_on:
        return ()
    gone = _GONE.get(type(change), ())
    if isinstance(change, FreeReturnPath) and any(map(_loses_acks, all_links(after).values())):
        # A link of the way out loses them, too: those of flows without a way back over links.
        return tuple(name for name in gone if name != "lost_acks:random")
    return gone


def _loses_acks(link: Bottleneck) -> bool:
    directions = [step.direction for step in link.loss_schedule if step.probability > 0]
    return any(each != "data" for each in [*directions, getattr(link.loss, "direction", "data")])


def _first_flights(after: Scenario, packets: int) -> list[Claim]:
    """No more leaves before the first ACK, unless a rate decides and its window has room for it."""
    infos = [find_algorithm(group.algorithm.name) for group in after.flows]
    if any(info is not None and info.family == RATE_BASED for info in infos):
        return []
    return [_of_run(after, "first_flight_packets", packets, "packets", "at_most")]


def _holds(after: Scenario) -> list[Claim]:
    """No longer than until the timer of delayed ACKs."""
    return [
        _claim(after, f"group:{index}", "ack_hold_s", group.receiver.ack_timeout_s, "s", "at_most")
        for index, group in enumerate(after.flows)
    ]


def _drops(after: Scenario, change: OtherQueue) -> Claim:
    """None for a reason that its discipline does not have."""
    traits = queue_traits(change.queue.kind)
    may = ",".join(sorted({*traits.early_drops, traits.overflow}))
    subject = _link(after, change.link_id)
    return _claim(after, subject, f"drops_beside:{may}", 0, "count", "all_of")


def _buffer(after: Scenario, link_id: str) -> Claim:
    size_bytes = buffer_bytes(after, link_id)
    return _claim(after, _link(after, link_id), "buffer_bytes", size_bytes, "bytes", "at_most")


def _base_rtts(after: Scenario) -> list[Claim]:
    """No packet and its ACK are faster, unless the path becomes shorter."""
    links = all_links(after)
    return [
        _claim(after, f"group:{index}", "base_rtt_s", group.rtt_s, "s", "at_least")
        for index, group in enumerate(after.flows)
        if not any(links[name].delay_schedule for name in (*group.path, *group.return_path))
    ]


def _rate(after: Scenario, link_id: str) -> list[Claim]:
    link = all_links(after)[link_id]
    highest_bps = max([link.rate_bps, *(step.rate_bps for step in link.rate_schedule)])
    return [_claim(after, _link(after, link_id), "rate_bps", highest_bps, "bps", "at_most")]


def _link(after: Scenario, link_id: str) -> str:
    return f"link:{list(all_links(after)).index(link_id)}"


def _of_run(
    after: Scenario,
    quantity: str,
    value: float,
    unit: Unit,
    relation: Literal["all_of", "at_most", "at_least"],
) -> Claim:
    return _claim(after, "run", quantity, value, unit, relation)


def _claim(
    after: Scenario,
    subject: str,
    quantity: str,
    value: float,
    unit: Unit,
    relation: Literal["all_of", "at_most", "at_least"],
) -> Claim:
    return Claim(
        subject=subject,
        quantity=quantity,
        relation=relation,
        value=value,
        unit=unit,
        window=CauseWindow(from_s=0.0, to_s=after.duration_s),
    )
