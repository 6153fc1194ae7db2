"""How numbers, times and lists are said in a chain."""

from collections.abc import Iterable, Mapping, Sequence

from lab_model.causes.facts import Decision, Decisions, FlowCase
from lab_model.causes.schemas import CauseMoment, CauseWindow
from lab_model.phenomena.phenomenon import times

MOST_MOMENTS = 6


def short(value: float) -> str:
    """Three significant digits, never as a power of ten."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) >= 0.001 else f"{value:.6f}".rstrip("0")


def percent(ratio: float) -> str:
    """`76%`; a tenth of a percent below ten."""
    if 0 < ratio < 0.001:
        return "less than 0.1%"
    return f"{ratio:.0%}" if ratio >= 0.1 or ratio == 0 else f"{ratio:.1%}"


def mbit(rate_bps: float) -> str:
    """`6.1 Mbit/s`."""
    return f"{short(rate_bps / 1e6)} Mbit/s"


def ms(duration_s: float) -> str:
    """`20.4 ms`."""
    return f"{short(duration_s * 1e3)} ms"


def packets(amount: float) -> str:
    """`14.3 packets`."""
    return f"{short(amount)} packet{'' if amount == 1 else 's'}"


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def how_often(count: int) -> str:
    """`once`, `twice`, `3 times`."""
    return times(count)


def stretch(case: FlowCase, bindings: Iterable[str]) -> list[CauseWindow]:
    """The longest time in which these rules hold at least half of every bucket; without one, the
    bucket that has most of them.
    """
    total = case.bucket_totals_s
    held = _held_together(case, bindings)
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


def _held_together(case: FlowCase, bindings: Iterable[str]) -> Mapping[int, float]:
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
    inside = [item for item in decisions.kept if case.start_s <= item.time_s <= case.end_s]
    chosen = inside
    if len(inside) > MOST_MOMENTS:
        step = (len(inside) - 1) / (MOST_MOMENTS - 1)
        chosen = [inside[round(place * step)] for place in range(MOST_MOMENTS)]
    return [
        CauseMoment(time_s=item.time_s, text=_MOMENT_TEXTS[kind](item.numbers, item))
        for item in chosen
    ]


def _set_text(numbers: Mapping[str, float], item: Decision) -> str:
    bound = f"bound {_from_to(numbers)} packets"
    if "lost_packets" not in numbers:
        return f"{bound}, at the end of Startup"
    return (
        f"{bound}: {short(numbers['lost_packets'])} lost of {short(numbers['flight_packets'])} "
        f"in flight{'' if item.reason == 'loss' else ' (marked)'}"
    )


def _from_to(numbers: Mapping[str, float]) -> str:
    after = short(numbers["after_packets"])
    before = numbers.get("before_packets")
    return f"set to {after}" if before is None else f"from {short(before)} to {after}"


def _window_text(numbers: Mapping[str, float], item: Decision) -> str:
    return f"window {_from_to(numbers)} packets ({item.reason.replace('_', ' ')})"


def _lower_text(numbers: Mapping[str, float], _item: Decision) -> str:
    rate = f", {mbit(numbers['after_bps'])}" if "after_bps" in numbers else ""
    return f"short-term bounds set to {short(numbers['after_packets'])} packets{rate}"


def _rtt_text(numbers: Mapping[str, float], item: Decision) -> str:
    reason = item.reason.replace("_", " ")
    before = f"from {ms(numbers['before_s'])} " if "before_s" in numbers else ""
    return f"minimum RTT {before}to {ms(numbers['after_s'])} ({reason})"


def _coefficient_text(numbers: Mapping[str, float], _item: Decision) -> str:
    alpha = f" above {ms(numbers['alpha_s'])}" if "alpha_s" in numbers else ""
    return f"coefficient {short(numbers['coefficient_ratio'])}: RTT {ms(numbers['rtt_s'])}{alpha}"


def _policer_text(numbers: Mapping[str, float], _item: Decision) -> str:
    return (
        f"policer of {mbit(numbers['rate_bps'])}: {short(numbers['lost_packets'])} lost of "
        f"{short(numbers['delivered_packets'])} delivered"
    )


def _estimate_text(numbers: Mapping[str, float], _item: Decision) -> str:
    return f"estimate {mbit(numbers['before_bps'])} to {mbit(numbers['after_bps'])}"


def _full_text(numbers: Mapping[str, float], item: Decision) -> str:
    return f"pipe full at {mbit(numbers['bandwidth_bps'])} ({item.reason.replace('_', ' ')})"


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
}
