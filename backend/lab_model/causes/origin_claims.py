"""The claims of sentences about decisions: how often a sender decided, and from what to what."""

from typing import Final, Literal

from lab_model.causes.claims import claim_of
from lab_model.causes.facts import Decision, FlowCase
from lab_model.causes.moments import shown
from lab_model.claim import CauseWindow, Claim, Unit

_NUMBERS: Final[dict[str, tuple[tuple[str, str, Unit], ...]]] = {
    "inflight_hi_set": (("flight_packets", "flight", "packets"),),
    "lower_bounds_set": (),
    "min_rtt_set": (("after_s", "min_rtt_s", "s"),),
    "pipe_full": (),
    "policer_detected": (),
    "probe_rtt_entered": (("after_packets", "window_after", "packets"),),
    "slow_start_left": (("window_packets", "window_before", "packets"),),
    "window_collapsed": (
        ("before_packets", "window_before", "packets"),
        ("after_packets", "window_after", "packets"),
    ),
    "window_conserved": (),
    "window_reduced": (
        ("before_packets", "window_before", "packets"),
        ("after_packets", "window_after", "packets"),
    ),
    "window_restored": (("after_packets", "window_after", "packets"),),
    "window_set": (("after_packets", "window_after", "packets"),),
}
"""For each kind of decision what packets show: the number in the record, the claim's quantity and
its unit."""


def decision_claims(case: FlowCase, *kinds: str) -> list[Claim]:
    """How often decisions of these kinds were made, and what they did at the moments shown."""
    return [claim for kind in kinds if kind in case.decisions for claim in _of_kind(case, kind)]


def _of_kind(case: FlowCase, kind: str) -> list[Claim]:
    decisions = case.decisions[kind]
    subject = f"flow:{case.index}"
    count = claim_of(case, subject, f"decisions:{kind}", decisions.count, "count")
    if decisions.when or float(case.flow["start_s"]) >= case.start_s:
        # Decisions of the whole run, or of a flow that began within its measurement window.
        whole = CauseWindow(from_s=0.0, to_s=float(case.result["window"]["end_s"]))
        count = count.model_copy(update={"window": whole})
    return [count, *(claim for item in shown(case, decisions) for claim in _at(case, kind, item))]


def _at(case: FlowCase, kind: str, item: Decision) -> list[Claim]:
    """The effect of one decision, at its moment."""
    moment = CauseWindow(from_s=item.time_s, to_s=item.time_s)
    return [
        claim_of(
            case, f"flow:{case.index}", f"{quantity}:{kind}", item.numbers[number], unit
        ).model_copy(update={"window": moment})
        for number, quantity, unit in _NUMBERS[kind]
        if number in item.numbers
    ]


def slow_start_claims(case: FlowCase) -> list[Claim]:
    """Slow start ended with so large a window, then: the first time, whenever that was."""
    left = case.decisions.get("slow_start_left")
    return [] if left is None or not left.kept else _at(case, "slow_start_left", left.kept[0])


def flow_claim(
    case: FlowCase,
    quantity: str,
    value: float,
    unit: Unit,
    relation: Literal["is", "all_of"] = "is",
) -> Claim:
    """A claim about the flow over its window."""
    return claim_of(case, f"flow:{case.index}", quantity, value, unit, relation)
