"""Which runs cost about the same per packet: those of one class."""

from typing import Final, NamedTuple

from lab_model.scenarios import Scenario
from lab_model.scenarios.computed.link_rate import is_constant
from lab_model.scenarios.links import all_links

MOST_ALGORITHMS: Final = 3
"""Sets of more are one kind: there are too many for each to be met twice."""


class UnitClass(NamedTuple):
    """What decides a run's computing time besides its predicted packets."""

    kind: str
    """Algorithms, and what of queues, traffic, loss and links is not the plain case."""
    flow_octave: int
    """The flows are 2 to the power of this, or up to twice as many."""
    packet_octave: int
    """The octave of the predicted packets: a large run has a smaller share of start and end."""


def unit_class(scenario: Scenario, predicted_packets: int) -> UnitClass:
    """The class of one run of a scenario."""
    flow_count = sum(group.count for group in scenario.flows)
    return UnitClass(
        _kind(scenario), flow_count.bit_length() - 1, max(1, predicted_packets).bit_length() - 1
    )


def _kind(scenario: Scenario) -> str:
    algorithms = sorted({group.algorithm.name for group in scenario.flows})
    named = "+".join(algorithms) if len(algorithms) <= MOST_ALGORITHMS else "several"
    links = all_links(scenario).values()
    marks = {link.queue.kind for link in links} - {"droptail"}
    marks |= {group.traffic.kind for group in scenario.flows} - {"bulk"}
    # Lost packets leave links idle: fewer are simulated than predicted.
    marks |= {"loss" for link in links if link.loss.kind != "none" or link.loss_schedule}
    marks |= {"links" for _ in links if len(links) > 1}
    marks |= {"changing" for link in links if not is_constant(link)}
    return " ".join([named, *sorted(marks)])
