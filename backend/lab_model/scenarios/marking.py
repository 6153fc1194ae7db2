"""Which flows use ECN, and which queues mark their packets."""

from lab_model.algorithms import find_algorithm, registry
from lab_model.scenarios.bottleneck import Queue
from lab_model.scenarios.flows import FlowGroup


def asks_for_ecn(group: FlowGroup) -> bool:
    """Whether the group uses ECN: its setting, or else what its algorithm asks for, by its rule or
    by a parameter.
    """
    if group.ecn is not None:
        return group.ecn != "off"
    known = find_algorithm(group.algorithm.name)
    reacts = group.algorithm.parameters.get("ecn") is True
    return known is not None and (known.family == "marks" or reacts)


def can_mark(queue: Queue) -> bool:
    """Whether the discipline can mark packets instead of dropping them."""
    return any(each.name == queue.kind and each.can_mark for each in registry().queues)


def marks(queue: Queue) -> bool:
    """Whether the discipline marks packets of flows that use ECN."""
    return can_mark(queue) and queue.parameters().get("ecn") is not False
