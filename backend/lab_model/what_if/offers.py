"""Which changes are worth asking for in a given scenario, before anybody chooses others."""

from typing import Final

from lab_model.scenarios import Scenario, derive, predicted_packet_count
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM, AlgorithmChoice
from lab_model.scenarios.bottleneck import QUEUES, Buffer
from lab_model.scenarios.fair_shares import passing_share_ratio
from lab_model.scenarios.flows import FlowGroup
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
from lab_model.what_if.network_alterations import (
    NEIGHBOURS,
    PLAIN,
    OtherEcn,
    OtherHandshake,
    OtherInitialWindow,
    OtherQueue,
    can_mark,
    uses_ecn,
)

MAX_GROUPS_LEFT_OUT: Final = 4
"""Beyond that the table is longer than anybody reads; more can be asked for one by one."""

SEED_COUNTS: Final = (20, 10, 5, 3)
MAX_OFFERED_PACKETS: Final = 60_000_000
"""What one click may compute: about a minute of two cores."""

_USUAL: Final = "cubic"
_OTHER: Final = "bbr2"
_FAIR: Final = "fq_codel"
_PLAIN_QUEUE: Final = "droptail"
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
    plain: tuple[Alteration, ...] = (NoRandomLoss(kind="no_random_loss"), *PLAIN)
    found += [change for change in plain if _applies(change, scenario)]
    found += _other_algorithm(scenario)
    found.append(OtherBuffer(kind="other_buffer", buffer=_other_buffer(scenario)))
    found += [*_other_queue(scenario), *_other_ecn(scenario), *_other_start(scenario)]
    return found[:MAX_ALTERATIONS]


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
    name = _OTHER if scenario.flows[index].algorithm.name == _USUAL else _USUAL
    choice = AlgorithmChoice(name=name)
    return [OtherAlgorithm(kind="other_algorithm", group_index=index, algorithm=choice)]


def offered_neighbours(scenario: Scenario) -> list[Alteration]:
    """Networks that are nearly the same, where seeds agree too well."""
    return [change for change in NEIGHBOURS if _applies(change, scenario)]


def _applies(change: Alteration, scenario: Scenario) -> bool:
    try:
        change.apply(scenario)
    except ImpossibleAlterationError:
        return False
    return True


def _other_queue(scenario: Scenario) -> list[OtherQueue]:
    """A queue for each flow in place of drop-tail, and drop-tail in place of anything else; a
    policer is left to its own question.
    """
    if passing_share_ratio(scenario.bottleneck) is not None:
        return []
    name = _FAIR if scenario.bottleneck.queue.kind == _PLAIN_QUEUE else _PLAIN_QUEUE
    return [OtherQueue(kind="other_queue", queue=QUEUES[name](kind=name))]


def _other_ecn(scenario: Scenario) -> list[OtherEcn]:
    """Of a queue that can mark and drop: the other of both."""
    if not can_mark(scenario) or "ecn" not in scenario.bottleneck.queue.parameters():
        return []
    change = OtherEcn(kind="other_ecn", is_on=not uses_ecn(scenario))
    return [change] if _applies(change, scenario) else []


def _other_start(scenario: Scenario) -> list[OtherInitialWindow | OtherHandshake]:
    """Of transfers, whose completion times are those of their first round trips."""
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
    """Of its largest transfer; 0 if it has none."""
    settings = group.traffic.parameters()
    return float(settings.get("size_bytes", settings.get("largest_bytes", 0)))


def _other_buffer(scenario: Scenario) -> Buffer:
    """One BDP where it is deep; four times as much where it is shallow. A trace sends at a rate of
    its own, and the BDP is of that one.
    """
    buffer = scenario.bottleneck.buffer
    derived = derive(scenario)
    if scenario.bottleneck.trace.opportunities_ms:
        bdp_bytes = derived.mean_rate_bps * derived.reference_rtt_s / 8
        packets = max(round(bdp_bytes / scenario.packet_bytes), 1)
        is_deep = derived.buffer_packets > _DEEP_BDP * packets
        amount = packets if is_deep else derived.buffer_packets * _DEEPER
        return Buffer(amount=amount, unit="packets")
    if derived.buffer_bdp > _DEEP_BDP:
        rtt_s = buffer.rtt_s if buffer.unit == "bdp" else None
        return Buffer(amount=1.0, unit="bdp", rtt_s=rtt_s)
    return Buffer(amount=buffer.amount * _DEEPER, unit=buffer.unit, rtt_s=buffer.rtt_s)
