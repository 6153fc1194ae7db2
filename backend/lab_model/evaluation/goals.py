"""What a situation is searched for: a number of a result, and where it begins to be bad."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from lab_model.english.numbers import short
from lab_model.experiments import numbers_of

Result = dict[str, Any]

CHANGE: Final = "change"
"""Searched in the place of a goal: where two versions of one algorithm differ most."""
CHANGE_FACTOR: Final = 2.0
"""The factor from which on two values count as different, unless the user sets another."""


@dataclass(frozen=True)
class Goal:
    """A way in which a situation is bad."""

    name: str
    title: str
    unit: str
    """What the number counts, as the end of a sentence."""
    threshold: float
    """The value from which on a situation is bad, unless the user sets another."""
    most: float | None
    """The largest possible value, if there is a bound."""
    measure: Callable[[Result], float]
    """Above zero; the larger, the worse."""


def _starved(result: Result) -> float:
    """A flow of A over a flow of B, of mean throughputs in the measurement window. A flow that got
    nothing counts as if it had got one packet, so that the ratio stays a number.
    """
    window_s = result["window"]["end_s"] - result["window"]["start_s"]
    one_packet_bps = 8 * 1500 / window_s
    first, second = (
        [flow["throughput_bps"] or 0.0 for flow in result["flows"] if flow["group_index"] == group]
        for group in (0, 1)
    )
    mean_first, mean_second = sum(first) / len(first), sum(second) / len(second)
    return float(max(mean_first, one_packet_bps) / max(mean_second, one_packet_bps))


def _idle(result: Result) -> float:
    """The part of the measurement window in which the link sends nothing."""
    used = numbers_of(result)["utilisation_ratio"]
    return max(1.0 - (0.0 if used is None else used), 1e-6)


def _queued(result: Result) -> float:
    """The mean queueing delay over the smallest base RTT of the flows."""
    queue_s = numbers_of(result)["mean_queue_s"] or 0.0
    base_rtt_s: float = min(flow["base_rtt_s"] for flow in result["flows"])
    return max(queue_s / base_rtt_s, 1e-6)


GOALS: Final = {
    goal.name: goal
    for goal in (
        Goal(
            "starve",
            "a flow of A gets more than a flow of B",
            "times as much",
            10.0,
            None,
            _starved,
        ),
        Goal("idle", "the link is idle", "of the time", 0.5, 1.0, _idle),
        Goal("queue", "the queue stands", "times the smallest base RTT", 2.0, None, _queued),
    )
}


def verdict(said: dict[str, Any]) -> str:
    """The sentence on what was found, with its number; `said` has `goal`, `threshold` and
    `situation`.
    """
    situation = said["situation"]
    if situation is None:
        return f"Nothing reached the threshold of {said['threshold']:g} with one seed."
    low, high = situation["interval"]
    seed_count = len(situation["seeds"])
    value = (
        f"{short(situation['mean'])} ({short(low)} to {short(high)}, 95%, {seed_count} fresh seeds)"
    )
    found = []
    if not situation["is_confirmed"]:
        found.append(f"No situation was confirmed beyond {said['threshold']:g}. The nearest to it:")
    if said["goal"] == CHANGE:
        found.append(f"Before and after differ by a factor of {value}.")
    else:
        chosen = GOALS[said["goal"]]
        found.append(f"{chosen.title[0].upper()}{chosen.title[1:]}: {value} {chosen.unit}.")
    if not situation["settings"]:
        found.append("In the plain situation, with no setting changed.")
    return "\n".join(found)
