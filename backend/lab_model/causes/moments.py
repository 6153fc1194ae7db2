"""When a link of a chain can be seen in the run: the longest time, and moments of decisions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from lab_model.causes.facts import Decision, Decisions, FlowCase
from lab_model.causes.schemas import CauseMoment
from lab_model.claim import CauseWindow
from lab_model.english.numbers import amount, mbit, ms, packets, short

MOST_MOMENTS: Final = 6


def stretch(case: FlowCase, bindings: Iterable[str]) -> list[CauseWindow]:
    """The longest time in which these rules hold at least half of every bucket; without one, the
    bucket that has most of them.
    """
    total = case.bucket_totals_s
    held = _seconds_of_any(case, bindings)
    if not held:
        return []
    most_held = sorted(
        [bucket for bucket, time_s in held.items() if time_s >= 0.5 * total[bucket] > 0]
    )
    best: tuple[int, int] | None = None
    begin = end = -1
    for bucket in most_held:
        begin, end = (begin if bucket == end else bucket), bucket + 1
        if best is None or end - begin > best[1] - best[0]:
            best = begin, end
    if best is None:
        most = max(sorted(held), key=lambda bucket: held[bucket])
        best = most, most + 1
    end_s = min(best[1] * case.bucket_s, float(case.result["window"]["end_s"]))
    return [CauseWindow(from_s=round(best[0] * case.bucket_s, 3), to_s=round(end_s, 3))]


def _seconds_of_any(case: FlowCase, bindings: Iterable[str]) -> Mapping[int, float]:
    """Seconds of each bucket that any of these rules holds."""
    times_of = case.bucket_times
    parts = [times_of[binding] for binding in dict.fromkeys(bindings) if binding in times_of]
    if len(parts) == 1:
        return parts[0]
    held: dict[int, float] = {}
    for part in parts:
        for bucket, time_s in part.items():
            held[bucket] = held.get(bucket, 0.0) + time_s
    return held


def moments(case: FlowCase, decisions: Decisions, kind: str) -> list[CauseMoment]:
    """Some of the decisions, first and last among them, with the numbers that decided."""
    return [
        CauseMoment(time_s=item.time_s, text=_MOMENT_TEXTS[kind](item.numbers, item))
        for item in shown(case, decisions)
    ]


def shown(case: FlowCase, decisions: Decisions) -> Sequence[Decision]:
    """The decisions whose moments a link gives: an even choice of the flow's window."""
    inside = [item for item in decisions.kept if case.start_s <= item.time_s <= case.end_s]
    if len(inside) <= MOST_MOMENTS:
        return inside
    step = (len(inside) - 1) / (MOST_MOMENTS - 1)
    return [inside[round(place * step)] for place in range(MOST_MOMENTS)]


def _set_text(numbers: Mapping[str, float], item: Decision) -> str:
    bound = f"bound {_from_to(numbers)}"
    if "lost_packets" not in numbers:
        return f"{bound}, at the end of Startup"
    return (
        f"{bound}: {amount(numbers['lost_packets'])} of {amount(numbers['flight_packets'])} in "
        f"flight lost{'' if item.reason == 'loss' else ' (or marked)'}"
    )


def _from_to(numbers: Mapping[str, float]) -> str:
    after = packets(numbers["after_packets"])
    before = numbers.get("before_packets")
    return f"set to {after}" if before is None else f"from {amount(before)} to {after}"


_REASONS: Final[Mapping[str, str]] = {
    "bandwidth_plateau": "bandwidth no longer grows",
    "delay": "delay",
    "drained": "queue drained",
    "ecn": "ECN mark",
    "expired": "the old one expired",
    "loss": "loss",
    "lower_rtt_seen": "a lower RTT was seen",
    "min_rtt_expired": "the minimum RTT expired",
    "probe_rtt_done": "ProbeRTT finished",
    "queue_built": "a queue built up",
    "recovered": "recovery finished",
    "rto": "timeout",
    "rtt_inflated": "the RTT was inflated",
    "slow_start_went_on": "slow start continued from it",
    "startup_ecn": "ECN marks in Startup",
    "startup_loss": "losses in Startup",
    "undo": "the loss was spurious",
    "upper_bound_reached": "the upper bound was reached",
}
"""The core's words for which rule decided, in English."""


def _reason(item: Decision) -> str:
    return _REASONS.get(item.reason, item.reason.replace("_", " "))


def _window_text(numbers: Mapping[str, float], item: Decision) -> str:
    if numbers.get("before_packets") == numbers["after_packets"]:
        return f"window left at {packets(numbers['after_packets'])} (reason: {_reason(item)})"
    return f"window {_from_to(numbers)} (reason: {_reason(item)})"


def _lower_text(numbers: Mapping[str, float], _item: Decision) -> str:
    rate = f" and {mbit(numbers['after_bps'])}" if "after_bps" in numbers else ""
    return f"short-term bounds set to {packets(numbers['after_packets'])}{rate}"


def _rtt_text(numbers: Mapping[str, float], item: Decision) -> str:
    before = f"from {ms(numbers['before_s'])} " if "before_s" in numbers else ""
    return f"minimum RTT {before}to {ms(numbers['after_s'])} (reason: {_reason(item)})"


def _coefficient_text(numbers: Mapping[str, float], _item: Decision) -> str:
    alpha = f", above {ms(numbers['alpha_s'])}" if "alpha_s" in numbers else ""
    return f"coefficient {short(numbers['coefficient_ratio'])}: RTT {ms(numbers['rtt_s'])}{alpha}"


def _policer_text(numbers: Mapping[str, float], _item: Decision) -> str:
    return (
        f"policer of {mbit(numbers['rate_bps'])} inferred: {amount(numbers['lost_packets'])} lost "
        f"for {amount(numbers['delivered_packets'])} delivered"
    )


def _estimate_text(numbers: Mapping[str, float], _item: Decision) -> str:
    return f"estimate from {mbit(numbers['before_bps'])} to {mbit(numbers['after_bps'])}"


def _full_text(numbers: Mapping[str, float], item: Decision) -> str:
    return f"pipe full at {mbit(numbers['bandwidth_bps'])} (reason: {_reason(item)})"


_MOMENT_TEXTS = {
    "inflight_hi_set": _set_text,
    "lower_bounds_set": _lower_text,
    "min_rtt_set": _rtt_text,
    "bandwidth_renewed": _estimate_text,
    "pipe_full": _full_text,
    "probe_rtt_entered": _window_text,
    "policer_detected": _policer_text,
    "coefficient_applied": _coefficient_text,
    "window_reduced": _window_text,
    "window_collapsed": _window_text,
    "window_restored": _window_text,
    "window_conserved": _window_text,
    "window_set": _window_text,
}
