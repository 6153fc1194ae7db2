"""Which changes are worth asking for in a given scenario, before a user chooses others."""

from typing import Final

from pydantic import ValidationError

from lab_model.algorithms import registry
from lab_model.algorithms.declared import BESIDE_MOST_USED, MOST_USED
from lab_model.scenarios import Scenario, predicted_packet_count
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM, AlgorithmChoice
from lab_model.scenarios.bottleneck import QUEUES, USUAL_QUEUE, Buffer
from lab_model.scenarios.computed.derived import bdp_bytes, link_buffer_packets, reference_rtt_s
from lab_model.scenarios.computed.fair_shares import passing_share_ratio
from lab_model.scenarios.computed.link_rate import mean_rate_bps
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.links import all_links
from lab_model.scenarios.marking import can_mark, marks
from lab_model.scenarios.transport import Handshake
from lab_model.what_if.alterations import (
    MAX_ALTERATIONS,
    Alteration,
    EqualRtts,
    NoRandomLoss,
    OtherAlgorithm,
    OtherBuffer,
    WithoutGroup,
)
from lab_model.what_if.altered import ImpossibleAlterationError
from lab_model.what_if.links import binding_links
from lab_model.what_if.neighbours import neighbours
from lab_model.what_if.network_alterations import (
    PLAIN,
    OtherEcn,
    OtherHandshake,
    OtherInitialWindow,
    OtherQueue,
    uses_ecn,
)

MAX_LINKS_NEAR: Final = 2
"""Whose neighbours fit into one table."""
MAX_GROUPS_LEFT_OUT: Final = 4
"""Beyond that the table is too long to read; more can be asked for one by one."""

SEED_COUNTS: Final = (20, 10, 5, 3)
MAX_OFFERED_PACKETS: Final = 60_000_000
"""What one click may compute: about a minute of two cores."""

_FAIR: Final = next(entry.name for entry in registry().queues if entry.traits.order == "flow")
_NO_WAIT: Final = "quic_0rtt"
_USUAL_PACKETS: Final = 10
_WIDE_PACKETS: Final = 32
_DEEP_BDP: Final = 2.0
_DEEPER: Final = 4.0


def offered_alterations(scenario: Scenario) -> list[Alteration]:
    """The usual questions about this scenario, in the order of the table."""
    found: list[Alteration] = []
    if 1 < len(scenario.flows) <= MAX_GROUPS_LEFT_OUT:
        found += [
            WithoutGroup(kind="without_group", group_index=index)
            for index in range(len(scenario.flows))
        ]
    if len({group.rtt_s for group in scenario.flows}) > 1:
        found.append(EqualRtts(kind="equal_rtts"))
    found += [NoRandomLoss(kind="no_random_loss"), *PLAIN]
    found += _other_algorithm(scenario)
    first, *others = binding_links(scenario)
    found += _of_link(scenario, first)
    found += [*_other_ecn(scenario, first), *_other_start(scenario)]
    for link_id in others:
        found += _of_link(scenario, link_id)
    return [change for change in found if _applies(change, scenario)][:MAX_ALTERATIONS]


def offered_seed_count(scenario: Scenario, alteration_count: int) -> int:
    """As many seeds as one click may compute, at least three."""
    packets = predicted_packet_count(scenario) * (alteration_count + 1)
    return next(
        (count for count in SEED_COUNTS if packets * count <= MAX_OFFERED_PACKETS),
        SEED_COUNTS[-1],
    )


def _other_algorithm(scenario: Scenario) -> list[OtherAlgorithm]:
    """The last group that has an algorithm, under what most of the Internet sends by, or else under
    BBRv2.
    """
    controlled = [
        index for index, group in enumerate(scenario.flows) if group.algorithm.name != NO_ALGORITHM
    ]
    if not controlled:
        return []
    index = controlled[-1]
    name = BESIDE_MOST_USED if scenario.flows[index].algorithm.name == MOST_USED else MOST_USED
    choice = AlgorithmChoice(name=name)
    return [OtherAlgorithm(kind="other_algorithm", group_index=index, algorithm=choice)]


def offered_neighbours(scenario: Scenario) -> list[Alteration]:
    """Networks that are nearly the same, where seeds agree too well."""
    near = neighbours(binding_links(scenario)[:MAX_LINKS_NEAR])
    return [change for change in near if _applies(change, scenario)]


def _applies(change: Alteration, scenario: Scenario) -> bool:
    """What it makes is a scenario: an RTT may be too short for delays, a buffer too large."""
    try:
        change.apply(scenario)
    except (ImpossibleAlterationError, ValidationError):
        return False
    return True


def _of_link(scenario: Scenario, link_id: str) -> list[OtherBuffer | OtherQueue]:
    buffer = _other_buffer(scenario, link_id)
    change = OtherBuffer(kind="other_buffer", buffer=buffer, link_id=link_id)
    return [change, *_other_queue(scenario, link_id)]


def _other_queue(scenario: Scenario, link_id: str) -> list[OtherQueue]:
    """A queue for each flow in place of drop-tail, and drop-tail in place of anything else; a
    policer is left to its own question.
    """
    link = all_links(scenario)[link_id]
    if passing_share_ratio(link) is not None:
        return []
    name = _FAIR if link.queue.kind == USUAL_QUEUE else USUAL_QUEUE
    return [OtherQueue(kind="other_queue", queue=QUEUES[name](kind=name), link_id=link_id)]


def _other_ecn(scenario: Scenario, link_id: str) -> list[OtherEcn]:
    """None at all where a queue that could drop instead marks; else marks at the link, if it can do
    both.
    """
    links = all_links(scenario)
    if uses_ecn(scenario):
        passed = {passed_id for group in scenario.flows for passed_id in group.path}
        queues = [links[passed_id].queue for passed_id in passed]
        is_choice = any(marks(queue) and "ecn" in queue.parameters() for queue in queues)
        return [OtherEcn(kind="other_ecn", is_on=False)] if is_choice else []
    queue = links[link_id].queue
    if not can_mark(queue) or "ecn" not in queue.parameters():
        return []
    return [OtherEcn(kind="other_ecn", is_on=True, link_id=link_id)]


def _other_start(scenario: Scenario) -> list[OtherInitialWindow | OtherHandshake]:
    """Other initial windows and handshakes for transfers, whose completion times depend on the
    first round trips.
    """
    sizes = [_size_bytes(group) for group in scenario.flows]
    if not any(sizes):
        return []
    is_wide = scenario.transport.initial_window_packets >= _WIDE_PACKETS
    packets = _USUAL_PACKETS if is_wide else _WIDE_PACKETS
    handshake: Handshake = "tcp" if scenario.transport.handshake == _NO_WAIT else _NO_WAIT
    found: list[OtherInitialWindow | OtherHandshake] = []
    narrow = min(packets, scenario.transport.initial_window_packets)
    if max(sizes) > narrow * (scenario.packet_bytes - scenario.header_bytes):
        # Else everything fits into either window.
        found.append(OtherInitialWindow(kind="other_initial_window", packets=packets))
    return [*found, OtherHandshake(kind="other_handshake", handshake=handshake)]


def _size_bytes(group: FlowGroup) -> float:
    """The size of the group's largest transfer; 0 if it has none."""
    settings = group.traffic.parameters()
    return float(settings.get("size_bytes", settings.get("largest_bytes", 0)))


def _other_buffer(scenario: Scenario, link_id: str) -> Buffer:
    """One BDP where it is deep; four times as much where it is shallow. A trace sends at a rate of
    its own, and the BDP is of that one.
    """
    link = all_links(scenario)[link_id]
    buffer = link.buffer
    packets = link_buffer_packets(scenario, link_id)
    rtt_s = reference_rtt_s(scenario, link_id)
    if link.trace.opportunities_ms:
        rate_bps = mean_rate_bps(link, scenario.warmup_s, scenario.duration_s)
        bdp_packets = max(round(rate_bps * rtt_s / 8 / scenario.packet_bytes), 1)
        amount = bdp_packets if packets > _DEEP_BDP * bdp_packets else packets * _DEEPER
        return Buffer(amount=amount, unit="packets")
    bdp = bdp_bytes(link, rtt_s)
    if packets > max(_DEEP_BDP * bdp / scenario.packet_bytes, 1):
        return Buffer(amount=1.0, unit="bdp", rtt_s=buffer.rtt_s if buffer.unit == "bdp" else None)
    if packets == 1:
        # Four times a part of a packet may be less than one.
        return Buffer(amount=_DEEPER, unit="packets")
    return Buffer(amount=buffer.amount * _DEEPER, unit=buffer.unit, rtt_s=buffer.rtt_s)
