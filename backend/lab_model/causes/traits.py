"""What the explanation has to know of a queue discipline, from what the registry says of it. Known
by name here are only those that mark from a certain wait on.
"""

from collections.abc import Mapping
from typing import Any, Final

from lab_model.algorithms import queue_traits, registry

_SEPARATE: Final = {
    "class": "keeps L4S and classic packets in two queues",
    "flow": "keeps a queue for each flow",
}
"""By the order of service in which not all packets wait equally long (QueueTraits), and why."""

_ENOUGH: Final = 10
"""Queues for each flow, from which on two flows hardly ever share one."""


def queue_title(kind: str) -> str:
    """As people say it: `FQ-CoDel`."""
    return next((entry.title for entry in registry().queues if entry.name == kind), kind)


def separates(queue: Mapping[str, Any], flow_count: int) -> str | None:
    """Why flows wait differently long in it: `FQ-CoDel keeps a queue for each flow`; None: they
    wait in one line.
    """
    why = _SEPARATE.get(queue_traits(queue["kind"]).order)
    count = queue.get("queue_count")
    if why is None or count == 1:
        return None
    title = queue_title(queue["kind"])
    if count is not None and count < _ENOUGH * flow_count:
        return f"{title} sorts the flows into {count:,} queues"
    return f"{title} {why}"


def marking_step_s(queue: Mapping[str, Any], *, is_l4s: bool) -> float | None:
    """From which wait on every packet is marked; None: by no such rule."""
    if queue["kind"] == "dualpi2":
        return float(queue["step_s"]) if is_l4s else None
    if queue["kind"] == "step" and queue["threshold"] == "sojourn":
        return float(queue["threshold_s"])
    return None
