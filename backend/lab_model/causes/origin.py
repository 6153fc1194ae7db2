"""What set the variable that binds: a sentence for each variable, from recorded decisions."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from lab_model.algorithms import registry
from lab_model.causes.by_rules import number_by_rules
from lab_model.causes.delay_origin import delay_rule, knows_empty_path
from lab_model.causes.facts import Decisions, FlowCase
from lab_model.causes.loss_window import cut_claims, cut_words, loss_window, were_losses
from lab_model.causes.of_algorithm import own_ratio_words, rule_words
from lab_model.causes.origin_claims import decision_claims, flow_claim
from lab_model.causes.origins import Origin
from lab_model.causes.schemas import CauseNumber
from lab_model.causes.stale import stale_words
from lab_model.causes.variables import VARIABLES
from lab_model.claim import CauseWindow, Claim
from lab_model.english.names import capital, listed
from lab_model.english.numbers import (
    amount,
    compared,
    mbit,
    ms,
    packets,
    percent,
    short,
    times,
)

NOTED_SILENCE: Final = 0.1
"""Share of the time without data to send above which estimate and throughput are not compared."""
RAISED: Final = 1.05
"""Times the bound as it was set: a larger mean shows that it has grown since."""


def origin_of(case: FlowCase, variable: str) -> Origin:
    """Empty if nothing was recorded that could have set it."""
    return _ORIGINS[variable](case)


def _number(label: str, value: float, unit: str) -> CauseNumber:
    return CauseNumber.model_validate({"label": label, "value": value, "unit": unit})


def _nothing(source: str) -> Origin:
    return Origin("", source)


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
        # Only probes raise the bound.
        held = next((item for item in case.held() if item.variable.name == "inflight_hi"), None)
        is_raised = held is not None and held.mean_value > RAISED * after
        raised = ", and probes have raised it since" if is_raised else ""
        sentence = (
            f"It was set at the end of Startup, to {packets(after)}; no later probe lost too "
            f"much{raised}."
        )
        return Origin(
            sentence, source, "inflight_hi_set", numbers, decision_claims(case, "inflight_hi_set")
        )
    numbers += [
        _number("lost at that moment, mean", lost, "packets"),
        _number("in flight, mean", flight, "packets"),
    ]
    mean = _mean_words(found)
    sentence = (
        f"It was set {times(found.count)}{found.when}, to {packets(after)}{mean}, because a "
        f"probe {_too_much_words(case, found, lost, flight)}{_headroom(case)}"
    )
    claims = decision_claims(case, "inflight_hi_set")
    return Origin(sentence, source, "inflight_hi_set", numbers, claims)


def _mean_words(found: Decisions) -> str:
    return "" if found.count == 1 else " on average"


def _limit_words(case: FlowCase, flight_packets: float) -> str:
    threshold = number_by_rules(case, "loss_threshold_ratio")
    if threshold is None:
        return "The limit is that of its rules"
    whole = int(threshold * flight_packets)
    # Not rounded to whole percent: which of two counts is too much may hang on it.
    limit = f"The limit is {short(threshold * 100)}%"
    if whole == 0:
        return f"{limit}, less than one packet of so many, so a single loss is too much"
    return f"{limit}, {packets(whole)} of so many"


def _too_much_words(case: FlowCase, found: Decisions, lost: float, flight: float) -> str:
    """`lost too much: 2 of 40 packets in flight. The limit is ...`; by what the bound was set."""
    by_loss = found.share_of("loss", "startup_loss")
    mean = _mean_words(found)
    if by_loss == 0:
        return f"got too many ECN marks, with {packets(flight)} in flight{mean}."
    too_much = "lost too much" if case.may_have_lost else "took too much for lost"
    limit = _limit_words(case, flight)
    if by_loss == 1:
        return f"{too_much}: {amount(lost)} of {packets(flight)} in flight{mean}. {limit}."
    return (
        f"{too_much} or got too many ECN marks, with {packets(flight)} in flight{mean}. For losses "
        f"{limit[0].lower()}{limit[1:]}. {percent(1 - by_loss)} of these decisions followed ECN "
        "marks, not losses."
    )


def _headroom(case: FlowCase) -> str:
    cruising = case.share_of("inflight_headroom")
    if cruising <= case.share_of("inflight_hi"):
        return ""
    free = number_by_rules(case, "headroom_ratio")
    if free is None:
        return ""
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
    lifted = (
        f"; the next probe or ProbeRTT lifted them {times(reset.count)}{reset.when}"
        if reset
        else ""
    )
    at_rate = "" if rate is None else f" and {mbit(rate)}"
    sentence = (
        f"{capital(case.signals_of('lower_bounds_set'))} between its probes set its short-term "
        f"bounds {times(found.count)}{found.when}, to {packets(after)}{at_rate}"
        f"{_mean_words(found)}{lifted}."
    )
    numbers = [
        _number("times set", found.count, "count"),
        _number("inflight_lo, mean", after, "packets"),
    ]
    claims = decision_claims(case, "lower_bounds_set")
    return Origin(sentence, source, "lower_bounds_set", numbers, claims)


def _min_rtt_words(case: FlowCase) -> str:
    min_rtt_s = case.states.get("min_rtt_s")
    if min_rtt_s is None:
        return ""
    ratio = short(min_rtt_s / case.base_rtt_s)
    than = "its base RTT" if ratio == "1" else f"{ratio} times its base RTT"
    return f"its minimum RTT is {ms(min_rtt_s)} ({than})"


def _min_rtt_claims(case: FlowCase) -> list[Claim]:
    mean_s = case.states.get("min_rtt_s")
    return [] if mean_s is None else [flow_claim(case, "min_rtt_s", mean_s, "s")]


def _estimate_words(case: FlowCase) -> str:
    estimate_bps = case.states.get("bandwidth_estimate_bps")
    if estimate_bps is None:
        return ""
    if case.share_of("application") >= NOTED_SILENCE:
        return f"its bandwidth estimate is {mbit(estimate_bps)}"
    ratio = estimate_bps / max(case.flow["throughput_bps"], 1.0)
    return f"its bandwidth estimate is {mbit(estimate_bps)} ({compared(ratio, 'its throughput')})"


def _bdp(case: FlowCase) -> Origin:
    source = "means of the stored series; recorded decisions about the minimum RTT"
    parts = [part for part in (_estimate_words(case), _min_rtt_words(case)) if part]
    gain = case.parameter("cwnd_gain_ratio")
    if not parts:
        return _nothing(source) if gain is None else Origin(f"The gain is {short(gain)}.", source)
    found = case.decisions.get("min_rtt_set")
    renewed = (
        "" if found is None else f" It took a new minimum RTT {times(found.count)}{found.when}."
    )
    lead = "" if gain is None else f"The gain is {short(gain)}. "
    sentence = f"{lead}On average {listed(parts)}.{renewed}{stale_words(case)}"
    kind = None if found is None else "min_rtt_set"
    claims = decision_claims(case, "min_rtt_set") + _min_rtt_claims(case)
    return Origin(sentence, source, kind, claims=claims)


def _estimate(case: FlowCase) -> Origin:
    found = case.decisions.get("bandwidth_renewed")
    words = _estimate_words(case)
    if found is None:
        rounds = case.parameter("bandwidth_window_rounds")
        source = "means of the stored series; Linux net/ipv4/tcp_bbr.c, bbr_update_bw()"
        if rounds is None:
            return _nothing(source)
        average = f" On average {words}." if words else ""
        sentence = (
            f"The estimate is the highest delivery rate of the last {short(rounds)} rounds."
            f"{average}{_held_words(case)}"
        )
        return Origin(sentence, source, "pipe_full" if "pipe_full" in case.decisions else None)
    kept = [item.numbers["after_bps"] for item in found.kept]
    least, most = mbit(min(kept)), mbit(max(kept))
    spread = f" on average, between {least} and {most}" if least != most else ""
    sentence = (
        "The estimate is the highest delivery rate of the last two probing cycles. A cycle ended "
        f"{times(found.count)}{found.when}, with an estimate of {mbit(found.means['after_bps'])}"
        f"{spread}.{_held_words(case)}"
    )
    numbers = [
        _number("cycles", found.count, "count"),
        _number("estimate after a cycle, mean", found.means["after_bps"], "bps"),
    ]
    source = _bbr_source(case, "bbr2_advance_max_bw_filter()", "AdvanceMaxBwFilter()")
    return Origin(sentence, source, "bandwidth_renewed", numbers)


def _held_words(case: FlowCase) -> str:
    """ACKs that are held for longer than the minimum RTT: what a window then brings."""
    held_s = float((case.group.get("receiver") or {}).get("ack_aggregation_s") or 0.0)
    min_rtt_s = case.states.get("min_rtt_s")
    gain = case.parameter("cwnd_gain_ratio")
    if min_rtt_s is None or gain is None or held_s <= min_rtt_s:
        return ""
    said = (
        f" It measures over held ACKs: its receiver releases them every {ms(held_s)}, and its "
        f"minimum RTT is {ms(min_rtt_s)} on average."
    )
    part = gain * min_rtt_s / held_s
    if part >= 1 or case.flow["parameters"].get("extra_acked") is not False:
        return said
    return (
        f"{said} Its window of {short(gain)} x estimate x minimum RTT lets out at most "
        f"{percent(part)} of the estimate in that time, so the estimate falls."
    )


def _coefficient(case: FlowCase, what: str) -> Origin:
    source = "recorded decisions; arXiv 2403.19973, Algorithm 1 and equation 5"
    found = case.decisions.get("coefficient_applied")
    if found is None:
        return _by_its_rule(case)
    alpha_s = found.means.get("alpha_s")
    threshold = "" if alpha_s is None else f" of {ms(alpha_s)}"
    mean = case.states.get("fairtt_coefficient_ratio")
    over_run = "" if mean is None else f", and {short(mean)} on average over the measurement window"
    sentence = (
        f"It began to reduce its {what} {times(found.count)}{found.when} while in ProbeBW, when "
        f"the RTT ({ms(found.means['rtt_s'])}{_mean_words(found)}) was above its "
        f"threshold{threshold}. The coefficient, minimum RTT x gamma / RTT, was then "
        f"{short(found.means['coefficient_ratio'])}{over_run}."
    )
    numbers = [
        _number("coefficient when it began, mean", found.means["coefficient_ratio"], "ratio")
    ]
    if mean is not None:
        numbers.append(_number("coefficient, mean of samples", mean, "ratio"))
    return Origin(sentence, source, "coefficient_applied", numbers)


def _by_its_rule(case: FlowCase) -> Origin:
    """The origin where no decision is recorded: the algorithm's own description and series."""
    rule, means = rule_words(case), own_ratio_words(case)
    if not rule and not means:
        return _nothing("its algorithm reports no rule")
    follows = f"; it follows from the rule. {rule}" if rule else "."
    said_by = "registry of algorithms" if case.declared is None else "description of the module"
    return Origin(f"No decision that set it is recorded{follows}{means}", f"{said_by}; {_DELAYS}")


def _delay_rule(case: FlowCase) -> Origin:
    """The rule, and cuts for losses and marks, which a rule that follows delays has, too."""
    words = delay_rule(case)
    if not words:
        return _by_its_rule(case)
    cuts = cut_words(case)
    kind = "window_reduced" if "window_reduced" in case.decisions else "window_collapsed"
    stale = stale_words(case) if knows_empty_path(case) else ""
    claims = cut_claims(case) if cuts else []
    return Origin(f"{words}{stale}{cuts}", _DELAYS, kind if cuts else None, claims=claims)


def _window_rate(case: FlowCase) -> Origin:
    """What sets the window that the rate follows: the rule for delays where that holds it at least
    as long as losses do.
    """
    after_losses = case.share_of(*VARIABLES["loss_window"].bindings)
    follows_delays = bool(delay_rule(case)) and case.share_of("delay_rule") >= after_losses
    return _delay_rule(case) if follows_delays else loss_window(case)


def _counted(kind: str, said: str, source: str) -> Callable[[FlowCase], Origin]:
    """A decision that is described by how often it was made. `said` has a place for that count."""

    def origin(case: FlowCase) -> Origin:
        found = case.decisions.get(kind)
        if found is None:
            return _nothing(source)
        numbers = [_number("times", found.count, "count")]
        sentence = said.format(f"{times(found.count)}{found.when}")
        return Origin(sentence, source, kind, numbers, decision_claims(case, kind))

    return origin


def _regrowing(case: FlowCase) -> Origin:
    """What the window grows back from: what recovery left of it, or its end, whichever was within
    the flow's time.
    """
    restarts = {
        kind: found
        for kind in ("window_conserved", "window_restored")
        if (found := case.decisions.get(kind)) is not None
    }
    recent = {kind: found for kind, found in restarts.items() if "before" not in found.when}
    parts = []
    for kind, found in (recent or restarts).items():
        said = "recovery cut the window to what was in flight"
        if kind == "window_restored":
            undone = found.share_of("undo") > 0
            spurious = ", or the sender took losses for spurious," if undone else ""
            said = f"recovery or ProbeRTT ended{spurious}"
        parts.append(f"{said} {times(found.count)}{found.when}")
    if not parts:
        return _nothing(_LINUX_BBR)
    kind = next(reversed(recent or restarts))
    window = "it" if "window_conserved" in (recent or restarts) else "the window"
    sentence = f"{capital(listed(parts))}, and {window} grows back from there."
    numbers = [_number("times", restarts[kind].count, "count")]
    return Origin(sentence, _LINUX_BBR, kind, numbers, decision_claims(case, *(recent or restarts)))


def _policed(case: FlowCase) -> Origin:
    source = "recorded decisions; Linux net/ipv4/tcp_bbr.c, bbr_lt_bw_sampling()"
    found = case.decisions.get("policer_detected")
    if found is None:
        return _nothing(source)
    means = found.means
    sentence = (
        f"From its losses it inferred a policer {times(found.count)}{found.when}: two intervals in "
        f"a row had the same rate, {mbit(means['rate_bps'])} on average, with "
        f"{packets(means['lost_packets'])} lost for {amount(means['delivered_packets'])} delivered."
        f"{'' if case.has_policer else ' There is no policer in this network.'}"
    )
    claims = decision_claims(case, "policer_detected")
    return Origin(sentence, source, "policer_detected", claims=claims)


def _recovery(case: FlowCase) -> Origin:
    recoveries, timeouts = case.flow["recovery_count"], case.flow["rto_count"]
    parts = []
    if recoveries:
        losses = "losses" if were_losses(case) else "what it took for losses"
        parts.append(f"it recovered from {losses} {times(recoveries)}")
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
    claims = [
        flow_claim(case, f"decisions:{name}", count, "count")
        for name, count in (("recovery", recoveries), ("timeout", timeouts))
        if count
    ]
    return Origin(f"{capital(listed(parts))}.", source, kind, claims=claims)


def _receive_window(case: FlowCase) -> Origin:
    receiver = case.group.get("receiver") or {}
    window_bytes, read_bps = receiver.get("window_bytes"), receiver.get("read_rate_bps")
    if not window_bytes:
        return _nothing("scenario")
    if read_bps and case.is_read_slowly:
        sentence = (
            f"The application of its receiver reads {mbit(read_bps)} of payload, and "
            f"{short(window_bytes / 1e3)} kB that it has not read fit into its buffer: once that "
            "is full, the sender gets no more than is read."
        )
        return Origin(sentence, "scenario", claims=_received_claims(case, window_bytes))
    most = max(window_bytes // (case.packet_bytes - case.header_bytes), 1)
    rtt_s = case.flow["mean_rtt_s"] or case.base_rtt_s
    rate_bps = most * case.packet_bytes * 8 / rtt_s
    reads = f" Its application reads faster than that ({mbit(read_bps)})." if read_bps else ""
    sentence = (
        f"The scenario gives its receiver {short(window_bytes / 1e3)} kB ({packets(most)}): over a "
        f"mean RTT of {ms(rtt_s)} that is at most {mbit(rate_bps)}.{reads}"
    )
    source = "scenario and summary of the run"
    return Origin(sentence, source, claims=_received_claims(case, window_bytes))


def _received_claims(case: FlowCase, window_bytes: float) -> list[Claim]:
    most = max(window_bytes // (case.packet_bytes - case.header_bytes), 1)
    return [flow_claim(case, "most_in_flight", most, "packets")]


def _application(case: FlowCase) -> Origin:
    kind = (case.group.get("traffic") or {}).get("kind")
    stop_s = case.group.get("stop_s")
    until = "" if stop_s is None else f", and it stops at {short(stop_s)} s"
    done = " All of it has arrived, so it has nothing more to send." if case.has_sent_all else ""
    claims = []
    if case.has_sent_all:
        # The time at which its last data arrived.
        done_s = case.start_s + case.under_way_s
        rest = CauseWindow(from_s=done_s, to_s=float(case.result["window"]["end_s"]))
        claims = [
            flow_claim(case, "sent_packets", 0, "count", "all_of").model_copy(
                update={"window": rest}
            )
        ]
    sentence = f"Its traffic is {_traffic_words(kind)}{until}.{done}"
    return Origin(sentence, "scenario", claims=claims)


def _traffic_words(kind: str | None) -> str:
    """`"Limited rate" (writes ...)`, as the registry describes it."""
    for entry in registry().traffic:
        if entry.name == kind:
            return f'"{entry.title}" ({entry.summary[0].lower()}{entry.summary[1:]})'
    return "not described"


def _minimum(case: FlowCase) -> Origin:
    least = case.parameter("minimum_cwnd_packets")
    if least is None:
        return _nothing("parameters of the algorithm")
    in_bdp = case.in_bdp(least)
    bdp = "" if in_bdp is None else f", {in_bdp} of its path"
    sentence = f"Its algorithm never goes below {packets(least)}{bdp}: its rules ask for less."
    return Origin(sentence, "parameters of the algorithm")


_DELAYS: Final = "the rule of the algorithm, which decides anew all the time; means of the series"
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
    "loss_window": loss_window,
    "window_rate": _window_rate,
    "delay_rule": _delay_rule,
    "utility_rate": _delay_rule,
    "room_for_rate": _by_its_rule,
    "minimum": _minimum,
    "probe_rtt": _counted("probe_rtt_entered", "It entered ProbeRTT {}.", _LINUX_BBR),
    "conserved": _counted(
        "window_conserved",
        "Recovery began {} and cut the window to what was in flight, for one round.",
        f"{_LINUX_BBR}, bbr_set_cwnd_to_recover_or_restore()",
    ),
    "regrowing": _regrowing,
    "startup": _counted("pipe_full", "Startup found the pipe full {}.", _LINUX_BBR),
    "startup_rate": _counted("pipe_full", "Startup found the pipe full {}.", _LINUX_BBR),
    "bandwidth_hi": _by_its_rule,
    "window_unknown": _by_its_rule,
    "rate_unknown": _by_its_rule,
}
