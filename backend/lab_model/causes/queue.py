"""Who fills the queue, and what that does to what binds."""

from typing import Final

from lab_model.causes.facts import FlowCase, Held
from lab_model.causes.schemas import CauseNumber
from lab_model.causes.words import mbit, ms, percent, short

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


def shares_of_queue(case: FlowCase) -> dict[int, float]:
    """Each group's share of the bytes that waited, over the flows' windows."""
    held: dict[int, float] = {}
    for flow in case.result["flows"]:
        amount = (flow["mean_queue_bytes"] or 0.0) * flow["active_s"]
        held[flow["group_index"]] = held.get(flow["group_index"], 0.0) + amount
    total = sum(held.values())
    return {} if total == 0 else {group: amount / total for group, amount in held.items()}


def delay_s(case: FlowCase) -> float:
    """What the mean queue adds to an RTT."""
    queue_bytes = case.result["summary"]["mean_queue_bytes"] or 0.0
    return float(queue_bytes) * 8 / float(case.result["link"]["rate_bps"])


def is_told(case: FlowCase) -> bool:
    """Some group holds half of the queue, or the queue is too small to matter."""
    return _is_small(case) or max(shares_of_queue(case).values(), default=1.0) >= DOMINATES


def _is_small(case: FlowCase) -> bool:
    return delay_s(case) < SMALL_DELAY * case.base_rtt_s


def carried_words(case: FlowCase, window_packets: float) -> str:
    """What a window brings at the mean RTT, to be compared with what the flow gets."""
    rtt_s = case.flow["mean_rtt_s"]
    if not rtt_s:
        return ""
    rate_bps = window_packets * case.packet_bytes * 8 / rtt_s
    return f"; over its mean RTT of {ms(rtt_s)} that carries {mbit(rate_bps)}"


def queue_sentence(case: FlowCase, main: Held | None) -> str:
    """The queue, who fills it, and its effect on what binds (None: nothing dominates)."""
    delay = delay_s(case)
    inflation = delay / case.base_rtt_s
    buffer_bdp = case.result["link"]["buffer_bytes"] / case.flow["bdp_bytes"]
    sentence = (
        f"On average {short((case.result['summary']['mean_queue_bytes'] or 0) / 1e3)} kB wait, "
        f"{ms(delay)} or {percent(inflation)} of its base RTT, in a buffer of {short(buffer_bdp)} "
        f"of its BDP.{_fillers(case)}"
    )
    return sentence if main is None else f"{sentence}{_effect(case, main.variable.name)}"


def _fillers(case: FlowCase) -> str:
    shares = sorted(shares_of_queue(case).items(), key=lambda item: -item[1])
    if not shares:
        return " Nobody fills it."
    said = [f"{case.names[group]} {percent(share)}" for group, share in shares[:3]]
    if shares[0][1] < DOMINATES:
        return (
            " Who fills it cannot be told: nobody holds half of the waiting bytes "
            f"({', '.join(said)})."
        )
    return f" Of the waiting bytes are {' and '.join(said)}."


def _effect(case: FlowCase, variable: str) -> str:
    if variable in MADE_BY_LOSSES:
        return _of_losses(case)
    if _is_small(case):
        return " So little delay does not bind it."
    rtt_s = case.flow["mean_rtt_s"] or case.base_rtt_s
    longer = f"its mean RTT is {ms(rtt_s)}, {short(rtt_s / case.base_rtt_s)} times its base RTT"
    if variable in LOOKS_AT_RTT:
        return f" So {longer}, and {LOOKS_AT_RTT[variable]}."
    if variable in CARRIES_LESS:
        return f" So {longer}, and a window carries the less the longer the RTT."
    if variable in MADE_BY_DELIVERY:
        own = shares_of_queue(case).get(case.group_index, 0.0)
        return (
            f" A first-in first-out queue serves whoever fills it: {case.names[case.group_index]} "
            f"has {percent(own)} of the waiting bytes and {percent(_share_of_rate(case))} of the "
            "throughput, and its estimate is what it is served."
        )
    return ""


def _share_of_rate(case: FlowCase) -> float:
    rates: dict[int, float] = {}
    for flow in case.result["flows"]:
        amount = (flow["throughput_bps"] or 0.0) * flow["active_s"]
        rates[flow["group_index"]] = rates.get(flow["group_index"], 0.0) + amount
    return rates[case.group_index] / max(sum(rates.values()), 1.0)


def _of_losses(case: FlowCase) -> str:
    dropped, random = case.flow["dropped_packets"], case.flow["randomly_lost_packets"]
    total = dropped + random
    if total == 0:
        return " It lost nothing within the measurement window."
    ratio = percent(total / max(case.flow["sent_packets"], 1))
    if random > dropped:
        return (
            f" Of the {total:,} packets that it lost ({ratio}), {random:,} were lost at random: it "
            "is not the queue that binds it."
        )
    shares = shares_of_queue(case)
    filler = max(shares, key=lambda group: shares[group], default=case.group_index)
    full = "all" if dropped == total else f"{dropped:,}"
    lead = f" It lost {total:,} packets ({ratio}), {full} of them because the buffer was full"
    if shares.get(filler, 0.0) < DOMINATES:
        return f"{lead}."
    whose = "its own group" if filler == case.group_index else case.names[filler]
    return f"{lead}, with packets of {whose} for the most part."


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
    for group, share in shares_of_queue(case).items():
        found.append(
            CauseNumber(label=f"waiting bytes of {case.names[group]}", value=share, unit="ratio")
        )
    return found
