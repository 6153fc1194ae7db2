"""What the explanation has to know of a queue discipline, from what the registry says of it, and of
a link that follows a trace.
"""

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from lab_model.algorithms import queue_traits, registry
from lab_model.english.numbers import ms

if TYPE_CHECKING:
    from lab_model.causes.facts import FlowCase
    from lab_model.causes.network import LinkState

_SEPARATE: Final = {
    "class": "keeps L4S and classic packets in two queues",
    "flow": "keeps a queue for each flow",
}
"""Reasons why not all packets wait equally long, by the order of service (QueueTraits)."""

_STEPS: Final = ("step_s", "ce_threshold_s", "threshold_s")
"""The parameters of queues that mark beyond a wait, and what one that can measure something else
is set to."""
_BY_WAIT: Final = "sojourn"

_ENOUGH: Final = 10
"""Queues for each flow, from which on two flows hardly ever share one."""


def queue_title(kind: str) -> str:
    """The discipline's title for readers: `FQ-CoDel`."""
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
        # Which flows share a queue follows from the core's hash, which no result has.
        share = "some share one" if count < flow_count else "some may share one"
        return f"{title} sorts the flows into {count:,} queues by a hash, so that {share}"
    return f"{title} {why}"


def has_own_queue(queue: Mapping[str, Any], flow_count: int) -> bool:
    """Whether hardly any flow shares its queue with another one."""
    count = queue.get("queue_count", 0)
    if flow_count == 1:
        return True
    return queue_traits(queue["kind"]).order == "flow" and count >= _ENOUGH * flow_count


def marking_step_s(queue: Mapping[str, Any]) -> float | None:
    """The wait from which on every ECN-capable packet is marked; None: the discipline has no such
    rule.
    """
    is_of_wait = queue.get("threshold", _BY_WAIT) == _BY_WAIT
    if "step" not in queue_traits(queue["kind"]).marks or not is_of_wait:
        return None
    step_s: float = next((queue[name] for name in _STEPS if name in queue), 0.0)
    return step_s if step_s > 0 else None


def longest_gap_s(link: "LinkState", until_s: float = math.inf) -> float | None:
    """Between two times at which a trace lets it send, of those before a time; None: it follows
    none.
    """
    times_ms = link.settings["trace"]["opportunities_ms"]
    if not times_ms:
        return None
    until_ms = until_s * 1e3
    gaps_ms = [
        min(after, until_ms) - before for before, after in pairwise(times_ms) if before < until_ms
    ]
    # The last time is the end, where it or its last second begins again: no longer gap than these.
    longest_ms: float = max([times_ms[0], *gaps_ms])
    return longest_ms / 1e3


def gaps_words(case: "FlowCase") -> str:
    """Words on traces and rates of 0 that stop a link for longer than the minimum RTO."""
    found = []
    for link in (*case.network.way_out, *case.network.way_back):
        gap_s = longest_gap_s(link, float(case.result["window"]["end_s"]))
        if gap_s is not None and gap_s >= case.min_rto_s:
            found.append(f" The trace of {link.said} lets it send nothing for up to {ms(gap_s)}.")
        stop_s = link.longest_stop_s(case.start_s, case.end_s)
        if stop_s >= case.min_rto_s:
            found.append(f" The rate of {link.said} is 0 for up to {ms(stop_s)}.")
    return "".join(found)
