"""Who fills the queue, and what that does to what binds."""

from typing import Final

from lab_model.causes.facts import FlowCase, Held
from lab_model.causes.schemas import CauseNumber
from lab_model.english.names import listed
from lab_model.english.numbers import count_of, mbit, ms, percent, short

DOMINATES: Final = 0.5
SMALL_DELAY: Final = 0.05
"""Of the base RTT. A queue that adds less moves no rule: the nearest, FaiRTT's coefficient, has a
gamma of 0.99, and BBR probes by a quarter."""

MADE_BY_LOSSES: Final = frozenset(
    {
        "inflight_hi",
        "inflight_lo",
        "bandwidth_lo",
        "bdp_lo",
        "loss_window",
        "window_rate",
        "conserved",
        "policed",
        "policed_bdp",
        "recovery",
        "regrowing",
    }
)
LOOKS_AT_RTT: Final = {
    "coefficient": "the coefficient divides by the RTT",
    "coefficient_rate": "the coefficient divides by the RTT",
    "delay_rule": "its rule sees that",
}
CARRIES_LESS: Final = frozenset({"bdp", "receive_window", "minimum", "probe_rtt"})
MADE_BY_DELIVERY: Final = frozenset({"estimate"})

SEPARATE: Final = {
    "dualpi2": "DualPI2 keeps L4S and classic packets in two queues",
    "fq_codel": "FQ-CoDel keeps a queue for each flow",
}
"""Queues in which not everybody waits equally long, and why."""


def shares_of_queue(case: FlowCase) -> dict[int, float]:
    """Each group's share of the bytes that waited, over the flows' windows."""
    held: dict[int, float] = {}
    for flow in case.result["flows"]:
        amount = (flow["mean_queue_bytes"] or 0.0) * flow["active_s"]
        held[flow["group_index"]] = held.get(flow["group_index"], 0.0) + amount
    total = sum(held.values())
    return {} if total == 0 else {group: amount / total for group, amount in held.items()}


def delay_s(case: FlowCase) -> float:
    """What the mean queue of the whole link adds to an RTT."""
    queue_bytes = case.result["summary"]["mean_queue_bytes"] or 0.0
    return float(queue_bytes) * 8 / float(case.result["link"]["rate_bps"])


def own_delay_s(case: FlowCase) -> float:
    """How long the flow's own packets wait on average.

    In a first-in first-out queue that is the delay of the link. Where a queue has several inside,
    it is Little's law: the flow's mean bytes in the queue over its throughput.
    """
    rate_bps = case.flow["throughput_bps"]
    if case.queue_kind not in SEPARATE or not rate_bps:
        return delay_s(case)
    return float(case.flow["mean_queue_bytes"] or 0.0) * 8 / float(rate_bps)


def is_told(case: FlowCase) -> bool:
    """Some group holds half of the queue, or the queue is too small to matter."""
    return _is_small(case) or max(shares_of_queue(case).values(), default=1.0) >= DOMINATES


def _is_small(case: FlowCase) -> bool:
    return own_delay_s(case) < SMALL_DELAY * case.base_rtt_s


def carried_words(case: FlowCase, window_packets: float) -> str:
    """What a window brings at the mean RTT, to be compared with what the flow gets."""
    rtt_s = case.flow["mean_rtt_s"]
    if not rtt_s:
        return ""
    rate_bps = window_packets * case.packet_bytes * 8 / rtt_s
    return f", which over its mean RTT of {ms(rtt_s)} carries {mbit(rate_bps)}"


def queue_sentence(case: FlowCase, main: Held | None) -> str:
    """The queue, who fills it, and its effect on what binds (None: nothing dominates)."""
    sentence = f"{_waiting(case)}{_step(case)}{_fillers(case)}"
    return sentence if main is None else f"{sentence}{_effect(case, main.variable.name)}"


def _waiting(case: FlowCase) -> str:
    queue_bytes = float(case.result["summary"]["mean_queue_bytes"] or 0.0)
    buffer_bdp = case.result["link"]["buffer_bytes"] / case.flow["bdp_bytes"]
    buffer = f"in a buffer of {short(buffer_bdp)} BDP"
    queued = f"{short(queue_bytes / 1e3)} kB"
    own_s = own_delay_s(case)
    delay = f"{ms(own_s)}, {percent(own_s / case.base_rtt_s)} of its base RTT"
    if case.queue_kind not in SEPARATE:
        return f"On average {queued} are queued ({delay}) {buffer}."
    whose = case.said.text
    return (
        f"On average {queued} are queued on the link, {buffer}. Packets of {whose} wait {delay}: "
        f"{SEPARATE[case.queue_kind]}."
    )


def _step(case: FlowCase) -> str:
    """What a step shorter than a packet does to a flow that it marks."""
    step_s = _step_s(case)
    if step_s is None or step_s >= case.packet_time_s or not case.flow.get("marked_packets"):
        return ""
    return (
        f" The step of {ms(step_s)} is shorter than the transmission of one packet "
        f"({ms(case.packet_time_s)}), so that every packet that waits behind another is marked."
    )


def _step_s(case: FlowCase) -> float | None:
    """From which wait on every packet is marked; None: by no such rule."""
    if case.queue_kind == "dualpi2":
        return float(case.queue["step_s"]) if _is_l4s(case) else None
    if case.queue_kind == "step" and case.queue["threshold"] == "sojourn":
        return float(case.queue["threshold_s"])
    return None


def _is_l4s(case: FlowCase) -> bool:
    """Its packets leave as ECT(1)."""
    asks = case.flow["algorithm"] == "prague" or bool(case.parameter("ecn_ect1"))
    return asks and case.group.get("ecn") in (None, "accurate")


def _fillers(case: FlowCase) -> str:
    shares = sorted(shares_of_queue(case).items(), key=lambda item: -item[1])
    if not shares:
        return " No packet waits."
    (first, most), *rest = shares
    name = case.said_groups[first]
    if most < DOMINATES:
        held = [f"{case.said_groups[group].text} {percent(share)}" for group, share in shares[:3]]
        return f" No group holds half of the queued bytes: {listed(held)}{_others(shares)}."
    bytes_of = f"{name.opening} {name.does('holds', 'hold')}"
    if most == 1:
        return f" {bytes_of} all of the queued bytes."
    held = [f"{percent(most)} of the queued bytes"]
    held += [f"{case.said_groups[group].text} {percent(share)}" for group, share in rest[:2]]
    return f" {bytes_of} {listed(held)}{_others(shares)}."


def _others(shares: list[tuple[int, float]]) -> str:
    others = len(shares) - 3
    return "" if others < 1 else f" ({count_of(others, 'other group')} the rest)"


def _effect(case: FlowCase, variable: str) -> str:
    if variable in MADE_BY_LOSSES:
        return _of_losses(case)
    if _is_small(case):
        return " So short a wait does not limit it."
    rtt_s = case.flow["mean_rtt_s"] or case.base_rtt_s
    longer = f"its mean RTT is {ms(rtt_s)}, {short(rtt_s / case.base_rtt_s)} times its base RTT"
    if variable in LOOKS_AT_RTT:
        return f" So {longer}, and {LOOKS_AT_RTT[variable]}."
    if variable in CARRIES_LESS:
        return f" So {longer}, and over a longer RTT a window carries less."
    return _of_delivery(case) if variable in MADE_BY_DELIVERY else ""


def _of_delivery(case: FlowCase) -> str:
    if case.queue_kind in SEPARATE:
        return " Its bandwidth estimate is the rate at which its own queue is served."
    own = shares_of_queue(case).get(case.group_index, 0.0)
    name = case.said_groups[case.group_index]
    return (
        f" A first-in first-out queue serves each flow by its share of the queue: {name.text} "
        f"{name.does('has', 'have')} {percent(own)} of the queued bytes and "
        f"{percent(_share_of_rate(case))} of the throughput, and the bandwidth estimate is the "
        "rate at which a flow is served."
    )


def _share_of_rate(case: FlowCase) -> float:
    rates: dict[int, float] = {}
    for flow in case.result["flows"]:
        amount = (flow["throughput_bps"] or 0.0) * flow["active_s"]
        rates[flow["group_index"]] = rates.get(flow["group_index"], 0.0) + amount
    return rates[case.group_index] / max(sum(rates.values()), 1.0)


def _of_losses(case: FlowCase) -> str:
    marked = case.flow.get("marked_packets") or 0
    dropped, random = case.flow["dropped_packets"], case.flow["randomly_lost_packets"]
    total = dropped + random
    if total == 0:
        if marked:
            return f" It lost nothing, and {count_of(marked, 'packet')} got an ECN mark."
        return " It lost nothing within the measurement window."
    ratio = percent(total / max(case.flow["sent_packets"], 1))
    if random > dropped:
        return (
            f" It lost {count_of(total, 'packet')} ({ratio}), {random:,} of them at random: the "
            "queue is not what limits it."
        )
    shares = shares_of_queue(case)
    filler = max(shares, key=lambda group: shares[group], default=case.group_index)
    lead = f" It lost {count_of(total, 'packet')} ({ratio}), {_dropped(case, dropped, total)}"
    if shares.get(filler, 0.0) < DOMINATES or case.queue_kind in SEPARATE:
        return f"{lead}."
    own_words = "its own" if case.said.text == case.said_groups[filler].text else "its own group's"
    whose = own_words if filler == case.group_index else f"those of {case.said_groups[filler].text}"
    return f"{lead}; most of the queued packets are {whose}."


def _dropped(case: FlowCase, dropped: int, total: int) -> str:
    """Which of the losses were drops, and why."""
    all_of_them = "" if total == 1 else "all of them "
    which = all_of_them if dropped == total else f"{dropped:,} of them "
    if case.queue_kind == "droptail":
        return f"{which}because the buffer was full"
    by = "a policer" if case.queue_kind == "policer" else "the queue"
    return f"{which}dropped by {by}"


def queue_numbers(case: FlowCase) -> list[CauseNumber]:
    """The numbers of the sentence."""
    found = [
        CauseNumber(label="queue delay, mean", value=delay_s(case), unit="s"),
        CauseNumber(
            label="buffer in its BDP",
            value=case.result["link"]["buffer_bytes"] / case.flow["bdp_bytes"],
            unit="ratio",
        ),
    ]
    if case.queue_kind in SEPARATE:
        found.append(CauseNumber(label="own queue delay, mean", value=own_delay_s(case), unit="s"))
    for group, share in shares_of_queue(case).items():
        found.append(
            CauseNumber(label=f"waiting bytes of {case.names[group]}", value=share, unit="ratio")
        )
    return found
