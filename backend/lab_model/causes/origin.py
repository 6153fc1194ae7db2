"""What set the variable that binds: a sentence for each variable, from recorded decisions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from lab_model.causes.facts import Decisions, FlowCase
from lab_model.causes.schemas import CauseNumber
from lab_model.english.names import capital, listed
from lab_model.english.numbers import (
    amount,
    compared,
    mbit,
    ms,
    packets,
    part_of_time,
    percent,
    rough,
    short,
    times,
)


@dataclass(frozen=True)
class Origin:
    """What is known of where a variable's value comes from. An empty sentence: nothing."""

    sentence: str
    source: str
    kind: str | None = None
    """Of the decisions whose moments are shown."""
    numbers: list[CauseNumber] = field(default_factory=list)


def origin_of(case: FlowCase, variable: str) -> Origin:
    """Empty if nothing was recorded that could have set it."""
    return _ORIGINS[variable](case)


def _number(label: str, value: float, unit: str) -> CauseNumber:
    return CauseNumber.model_validate({"label": label, "value": value, "unit": unit})


def _nothing(source: str) -> Origin:
    return Origin("", source)


_BBR3_RULES: Final = {
    "draft": {"loss_threshold_ratio": 0.02, "headroom_ratio": 0.15},
    "linux": {"loss_threshold_ratio": 5 / 256, "headroom_ratio": 38 / 256},
}
"""What BBRv3 takes where a number is left to its `rules`."""


def _by_rules(case: FlowCase, name: str) -> float:
    """A number of BBRv2, or of BBRv3, where 0 leaves it to the rules."""
    given = case.parameter(name) or 0.0
    rules = case.choice("rules")
    return given if given > 0 or rules is None else _BBR3_RULES[rules][name]


def _bbr_source(case: FlowCase, in_bbr2: str, in_bbr3: str) -> str:
    if case.choice("rules") is None:
        return f"recorded decisions; google/bbr v2alpha, {in_bbr2}"
    return f"recorded decisions; draft-ietf-ccwg-bbr-06, {in_bbr3}"


def _inflight_hi(case: FlowCase) -> Origin:
    source = _bbr_source(case, "bbr2_handle_inflight_too_high()", "HandleInflightTooHigh()")
    found = case.decisions.get("inflight_hi_set")
    if found is None:
        return _nothing(source)
    after = found.means["after_packets"]
    numbers = [
        _number("times set", found.count, "count"),
        _number("bound, mean", after, "packets"),
    ]
    lost, flight = found.means.get("lost_packets"), found.means.get("flight_packets")
    if lost is None or flight is None:
        sentence = (
            f"It was set at the end of Startup, to {packets(after)}; no later probe lost too much."
        )
        return Origin(sentence, source, "inflight_hi_set", numbers)
    numbers += [
        _number("lost at that moment, mean", lost, "packets"),
        _number("in flight, mean", flight, "packets"),
    ]
    sentence = (
        f"It was set {times(found.count)}, to {packets(after)} on average, because a probe "
        f"lost too much: {amount(lost)} of {packets(flight)} in flight on average. "
        f"{_limit_words(case, flight)}.{_other_reasons(found)}{_headroom(case)}"
    )
    return Origin(sentence, source, "inflight_hi_set", numbers)


def _limit_words(case: FlowCase, flight_packets: float) -> str:
    threshold = _by_rules(case, "loss_threshold_ratio")
    whole = int(threshold * flight_packets)
    limit = f"The limit is {percent(threshold)}"
    if whole == 0:
        return f"{limit}, less than one packet of so many, so a single loss is too much"
    return f"{limit}, {packets(whole)} of so many"


def _other_reasons(found: Decisions) -> str:
    by_loss = found.share_of("loss", "startup_loss")
    if by_loss == 1:
        return ""
    return f" {percent(1 - by_loss)} of these decisions followed ECN marks, not losses."


def _headroom(case: FlowCase) -> str:
    cruising = case.share_of("inflight_headroom")
    if cruising <= case.share_of("inflight_hi"):
        return ""
    free = _by_rules(case, "headroom_ratio")
    return (
        f" For {percent(cruising)} of the time it cruises and leaves {percent(free)} of the bound "
        "free for other flows."
    )


def _lower_bounds(case: FlowCase) -> Origin:
    source = _bbr_source(case, "bbr2_adapt_lower_bounds()", "AdaptLowerBoundsFromCongestion()")
    found = case.decisions.get("lower_bounds_set")
    if found is None:
        return _nothing(source)
    after, rate = found.means["after_packets"], found.means.get("after_bps")
    reset = case.decisions.get("lower_bounds_reset")
    lifted = f"; the next probe or ProbeRTT lifted them {times(reset.count)}" if reset else ""
    at_rate = "" if rate is None else f" and {mbit(rate)}"
    sentence = (
        f"Losses between its probes set its short-term bounds {times(found.count)}, to "
        f"{packets(after)}{at_rate} on average{lifted}."
    )
    numbers = [
        _number("times set", found.count, "count"),
        _number("inflight_lo, mean", after, "packets"),
    ]
    return Origin(sentence, source, "lower_bounds_set", numbers)


def _min_rtt_words(case: FlowCase) -> str:
    min_rtt_s = case.states.get("min_rtt_s")
    if min_rtt_s is None:
        return ""
    return (
        f"its minimum RTT is {ms(min_rtt_s)} ({short(min_rtt_s / case.base_rtt_s)} times its base "
        "RTT)"
    )


def _estimate_words(case: FlowCase) -> str:
    estimate_bps = case.states.get("bandwidth_estimate_bps")
    if estimate_bps is None:
        return ""
    ratio = estimate_bps / max(case.flow["throughput_bps"], 1.0)
    return f"its bandwidth estimate is {mbit(estimate_bps)} ({compared(ratio, 'its throughput')})"


def _bdp(case: FlowCase) -> Origin:
    source = "means of the stored series; recorded decisions about the minimum RTT"
    parts = [part for part in (_estimate_words(case), _min_rtt_words(case)) if part]
    if not parts:
        return _nothing(source)
    gain = case.parameter("cwnd_gain_ratio")
    found = case.decisions.get("min_rtt_set")
    renewed = "" if found is None else f" It took a new minimum RTT {times(found.count)}."
    lead = "" if gain is None else f"The gain is {short(gain)}. "
    sentence = f"{lead}On average {listed(parts)}.{renewed}"
    return Origin(sentence, source, None if found is None else "min_rtt_set")


def _estimate(case: FlowCase) -> Origin:
    found = case.decisions.get("bandwidth_renewed")
    words = _estimate_words(case)
    if found is None:
        rounds = case.parameter("bandwidth_window_rounds")
        source = "means of the stored series; Linux net/ipv4/tcp_bbr.c, bbr_update_bw()"
        if not words or rounds is None:
            return _nothing(source)
        sentence = (
            f"The estimate is the highest delivery rate of the last {short(rounds)} rounds. "
            f"On average {words}."
        )
        return Origin(sentence, source, "pipe_full" if "pipe_full" in case.decisions else None)
    kept = [item.numbers["after_bps"] for item in found.kept]
    spread = (
        f" on average, between {mbit(min(kept))} and {mbit(max(kept))}" if len(kept) > 1 else ""
    )
    sentence = (
        "The estimate is the highest delivery rate of the last two probing cycles. A cycle ended "
        f"{times(found.count)}, with an estimate of {mbit(found.means['after_bps'])}{spread}."
    )
    numbers = [
        _number("cycles", found.count, "count"),
        _number("estimate after a cycle, mean", found.means["after_bps"], "bps"),
    ]
    source = _bbr_source(case, "bbr2_advance_max_bw_filter()", "AdvanceMaxBwFilter()")
    return Origin(sentence, source, "bandwidth_renewed", numbers)


def _coefficient(case: FlowCase, what: str) -> Origin:
    source = "recorded decisions; arXiv 2403.19973, Algorithm 1 and equation 5"
    found = case.decisions.get("coefficient_applied")
    if found is None:
        return _nothing(source)
    alpha_s = found.means.get("alpha_s")
    threshold = "" if alpha_s is None else f" of {ms(alpha_s)}"
    mean = case.states.get("fairtt_coefficient_ratio")
    over_run = "" if mean is None else f", and {short(mean)} on average over the measurement window"
    sentence = (
        f"It began to reduce its {what} {times(found.count)} while in ProbeBW, when the RTT "
        f"({ms(found.means['rtt_s'])} on average) was above its threshold{threshold}. The "
        f"coefficient, minimum RTT x gamma / RTT, was then "
        f"{short(found.means['coefficient_ratio'])}{over_run}."
    )
    numbers = [
        _number("coefficient when it began, mean", found.means["coefficient_ratio"], "ratio")
    ]
    if mean is not None:
        numbers.append(_number("coefficient, mean of samples", mean, "ratio"))
    return Origin(sentence, source, "coefficient_applied", numbers)


def _loss_window(case: FlowCase) -> Origin:
    source = "recorded decisions; RFC 5681, RFC 9438"
    reduced = case.decisions.get("window_reduced")
    collapsed = case.decisions.get("window_collapsed")
    if reduced is None and collapsed is None:
        left = case.decisions.get("slow_start_left")
        if left is None:
            return Origin(
                f"No loss has reduced the window: it is still in slow start.{_growth_words(case)}",
                source,
            )
        at = packets(left.means["window_packets"])
        return Origin(
            f"No loss has reduced the window; slow start ended at {at}.{_growth_words(case)}",
            source,
        )
    parts = []
    numbers = []
    if reduced is not None:
        before, after = reduced.means["before_packets"], reduced.means["after_packets"]
        every_s = (case.end_s - case.start_s) / reduced.count
        several = reduced.count > 1
        every = f", about every {rough(every_s)} s" if several else ""
        mean = " on average" if several else ""
        parts.append(
            f"{_signals(case)} cut the window {times(reduced.count)}{every}, from "
            f"{amount(before)} to {packets(after)}{mean}"
        )
        numbers.append(_number("cuts", reduced.count, "count"))
    if collapsed is not None:
        least = packets(collapsed.means["after_packets"])
        parts.append(f"timeouts cut it to {least} {times(collapsed.count)}")
        numbers.append(_number("timeouts", collapsed.count, "count"))
    sentence = f"{capital(listed(parts))}.{_growth_words(case)}"
    kind = "window_collapsed" if reduced is None else "window_reduced"
    return Origin(sentence, source, kind, numbers)


def _signals(case: FlowCase) -> str:
    """What makes it reduce its window."""
    if not case.flow.get("marked_packets"):
        return "losses"
    return "losses and ECN marks" if case.flow["recovery_count"] else "ECN marks"


_GROWTH_WORDS: Final = {
    "slow_start": "in slow start",
    "search_drain": "draining what slow start had queued",
    "additive_increase": "adding a packet per round trip",
    "cubic_below": "below the window of its last loss",
    "cubic_beyond": "beyond it",
    "reno_friendly": "growing as Reno would",
}


def _growth_words(case: FlowCase) -> str:
    shares = [(case.share_of(binding), words) for binding, words in _GROWTH_WORDS.items()]
    parts = [(share, words) for share, words in shares if share >= 0.01]
    if len(parts) < 2:
        return ""
    (first, state), *rest = parts
    said = [f"{part_of_time(first)} {state}", *(f"{percent(share)} {its}" for share, its in rest)]
    return f" It spends {listed(said)}."


def _counted(kind: str, said: str, source: str) -> Callable[[FlowCase], Origin]:
    """A decision that is told by its number. `said` has a place for how often."""

    def origin(case: FlowCase) -> Origin:
        found = case.decisions.get(kind)
        if found is None:
            return _nothing(source)
        numbers = [_number("times", found.count, "count")]
        return Origin(said.format(times(found.count)), source, kind, numbers)

    return origin


def _policed(case: FlowCase) -> Origin:
    source = "recorded decisions; Linux net/ipv4/tcp_bbr.c, bbr_lt_bw_sampling()"
    found = case.decisions.get("policer_detected")
    if found is None:
        return _nothing(source)
    means = found.means
    sentence = (
        f"From its losses it inferred a policer {times(found.count)}: two intervals in a row had "
        f"the same rate, {mbit(means['rate_bps'])} on average, with "
        f"{packets(means['lost_packets'])} lost for {amount(means['delivered_packets'])} delivered."
        f"{'' if case.has_policer else ' There is no policer in this network.'}"
    )
    return Origin(sentence, source, "policer_detected")


def _recovery(case: FlowCase) -> Origin:
    recoveries, timeouts = case.flow["recovery_count"], case.flow["rto_count"]
    parts = []
    if recoveries:
        parts.append(f"it recovered from losses {times(recoveries)}")
    if timeouts:
        parts.append(f"its retransmission timer expired {times(timeouts)}")
    source = "summary of the run"
    if not parts:
        return _nothing(source)
    kind = next(
        (
            name
            for name in ("window_collapsed", "window_reduced", "window_conserved")
            if name in case.decisions
        ),
        None,
    )
    return Origin(f"{capital(listed(parts))}.", source, kind)


def _receive_window(case: FlowCase) -> Origin:
    window_bytes = (case.group.get("receiver") or {}).get("window_bytes")
    if not window_bytes:
        return _nothing("scenario")
    most = max(window_bytes // (case.packet_bytes - case.header_bytes), 1)
    rtt_s = case.flow["mean_rtt_s"] or case.base_rtt_s
    rate_bps = most * case.packet_bytes * 8 / rtt_s
    sentence = (
        f"The scenario gives its receiver {short(window_bytes / 1e3)} kB ({packets(most)}): over a "
        f"mean RTT of {ms(rtt_s)} that is at most {mbit(rate_bps)}."
    )
    return Origin(sentence, "scenario and summary of the run")


def _application(case: FlowCase) -> Origin:
    kind = (case.group.get("traffic") or {}).get("kind", "bulk")
    stop_s = case.group.get("stop_s")
    until = "" if stop_s is None else f", and it stops at {short(stop_s)} s"
    return Origin(f"Its traffic is {_TRAFFIC_WORDS.get(kind, kind)}{until}.", "scenario")


def _minimum(case: FlowCase) -> Origin:
    least = case.parameter("minimum_cwnd_packets")
    if least is None:
        return _nothing("parameters of the algorithm")
    sentence = (
        f"Its algorithm never goes below {packets(least)}, {short(least / case.bdp_packets)} BDP "
        "of its path: its rules ask for less."
    )
    return Origin(sentence, "parameters of the algorithm")


_TRAFFIC_WORDS: Final = {
    "barrier_transfers": "transfers that its group starts together",
    "bulk": "a bulk transfer",
    "media": "media",
    "on_off": "on and off",
    "poisson_transfers": "transfers that start at random times",
    "rate_limited": "limited to a rate of its own",
    "transfer": "a transfer of fixed size",
    "udp": "UDP",
}

_LINUX_BBR: Final = "recorded decisions; Linux net/ipv4/tcp_bbr.c"

_ORIGINS: Final[Mapping[str, Callable[[FlowCase], Origin]]] = {
    "application": _application,
    "receive_window": _receive_window,
    "recovery": _recovery,
    "inflight_hi": _inflight_hi,
    "inflight_lo": _lower_bounds,
    "bandwidth_lo": _lower_bounds,
    "bdp_lo": _lower_bounds,
    "bdp": _bdp,
    "coefficient": partial(_coefficient, what="window"),
    "coefficient_rate": partial(_coefficient, what="rate"),
    "estimate": _estimate,
    "policed": _policed,
    "policed_bdp": _policed,
    "loss_window": _loss_window,
    "window_rate": _loss_window,
    "delay_rule": lambda _case: _nothing("the rule decides anew every round trip"),
    "utility_rate": lambda _case: _nothing("it compares utilities anew every two round trips"),
    "room_for_rate": lambda _case: _nothing("it follows from the rate"),
    "minimum": _minimum,
    "probe_rtt": _counted("probe_rtt_entered", "It entered ProbeRTT {}.", _LINUX_BBR),
    "conserved": _counted(
        "window_conserved",
        "Recovery began {} and cut the window to what was in flight, for one round.",
        f"{_LINUX_BBR}, bbr_set_cwnd_to_recover_or_restore()",
    ),
    "regrowing": _counted(
        "window_restored",
        "Recovery or ProbeRTT ended {}, and the window grows back from there.",
        _LINUX_BBR,
    ),
    "startup": _counted("pipe_full", "Startup found the pipe full {}.", _LINUX_BBR),
    "startup_rate": _counted("pipe_full", "Startup found the pipe full {}.", _LINUX_BBR),
    "bandwidth_hi": lambda _case: _nothing("marks are not recorded"),
    "window_unknown": lambda _case: _nothing("its algorithm reports no rule"),
    "rate_unknown": lambda _case: _nothing("its algorithm reports no rule"),
}
