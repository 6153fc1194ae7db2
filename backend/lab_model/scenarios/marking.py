"""Which flows use ECN, and which queues mark their packets."""

from lab_model.algorithms import find_algorithm, registry
from lab_model.scenarios.bottleneck import Queue
from lab_model.scenarios.flows import FlowGroup


def asks_for_ecn(group: FlowGroup) -> bool:
    """As it is set; else as its algorithm asks: all that go by marks, and those whose parameter
    says so.
    """
    if group.ecn is not None:
        return group.ecn != "off"
    known = find_algorithm(group.algorithm.name)
    reacts = group.algorithm.parameters.get("ecn") is True
    return known is not None and (known.family == "marks" or reacts)


def can_mark(queue: Queue) -> bool:
    """It can mark packets instead of dropping them."""
    return any(each.name == queue.kind and each.can_mark for each in registry().queues)


def marks(queue: Queue) -> bool:
    """It marks packets of flows that use ECN."""
    return can_mark(queue) and queue.parameters().get("ecn") is not False
