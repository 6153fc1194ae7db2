"""Which changes are worth asking for in a given scenario, before anybody chooses others."""

from typing import Final

from lab_model.scenarios import Scenario, derive, predicted_packet_count
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM, AlgorithmChoice
from lab_model.scenarios.bottleneck import Buffer
from lab_model.what_if.alterations import (
    Alteration,
    EqualRtts,
    NoRandomLoss,
    OtherAlgorithm,
    OtherBuffer,
    WithoutGroup,
)

MAX_GROUPS_LEFT_OUT: Final = 4
"""Beyond that the table is longer than anybody reads; more can be asked for one by one."""

SEED_COUNTS: Final = (20, 10, 5, 3)
MAX_OFFERED_PACKETS: Final = 60_000_000
"""What one click may compute: about a minute of two cores."""

_USUAL: Final = "cubic"
_OTHER: Final = "bbr2"
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
    if scenario.bottleneck.loss.kind != "none" and not scenario.bottleneck.loss_schedule:
        found.append(NoRandomLoss(kind="no_random_loss"))
    found += _other_algorithm(scenario)
    found.append(OtherBuffer(kind="other_buffer", buffer=_other_buffer(scenario)))
    return found


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


def _other_buffer(scenario: Scenario) -> Buffer:
    """One BDP where it is deep; four times as much where it is shallow."""
    buffer = scenario.bottleneck.buffer
    if derive(scenario).buffer_bdp > _DEEP_BDP:
        rtt_s = buffer.rtt_s if buffer.unit == "bdp" else None
        return Buffer(amount=1.0, unit="bdp", rtt_s=rtt_s)
    return Buffer(amount=buffer.amount * _DEEPER, unit=buffer.unit, rtt_s=buffer.rtt_s)
