"""What sets a window or a rate that follows delays: where the RTT goes, the rule of each algorithm,
and whether the RTT that it takes for the empty path is that of the path.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from lab_model.causes.facts import FlowCase
from lab_model.english.names import listed
from lab_model.english.numbers import mbit, ms, packets, percent, short

STALE: Final = 0.05
"""Of the base RTT: the same bound below which a queue moves no rule."""

LEAST_PART: Final = 0.02
"""Of the mean RTT: smaller parts are told together."""
PART_WORDS: Final[Mapping[str, str]] = {
    "propagation": "propagation",
    "transmission": "transmission",
    "jitter": "jitter of the path",
    "receiver_hold": "the receiver's hold before it sends an ACK",
    "lost_acks": "the wait for an ACK after those that are lost or filtered",
    "host": "the hosts' own time",
    "unattributed": "samples of retransmitted data, which belong to no single transmission",
}


def told_rtt_parts(case: FlowCase) -> list[Mapping[str, Any]]:
    """The parts of its mean RTT that a sentence names, largest first; empty if there is no record
    of them.
    """
    if case.rtt is None:
        return []
    parts = sorted(case.rtt["parts"], key=lambda part: -part["mean_s"])
    return [part for part in parts if part["mean_s"] >= LEAST_PART * case.rtt["mean_rtt_s"]]


def rtt_words(case: FlowCase) -> str:
    """` Of its mean RTT of 2,354 ms, 2,310 ms are its ACKs' wait in the queue of link up, ...`"""
    told = told_rtt_parts(case)
    if case.rtt is None or not told:
        return ""
    mean_s = float(case.rtt["mean_rtt_s"])
    rest_s = mean_s - sum(float(part["mean_s"]) for part in told)
    words = [f"{ms(part['mean_s'])} are {_part_words(case, part)}" for part in told]
    words = [words[0], *(word.replace(" are ", " ", 1) for word in words[1:])]
    if rest_s > 0 and ms(rest_s) != ms(0):
        words.append(f"{ms(rest_s)} the rest")
    return f" Of its mean RTT of {ms(mean_s)}, {listed(words)}."


def _part_words(case: FlowCase, part: Mapping[str, Any]) -> str:
    if part["link_index"] is None:
        return PART_WORDS[part["part"]]
    is_back = part["part"] == "queue_back"
    way = case.network.way_back if is_back else case.network.way_out
    said = next(link.said for link in way if link.index == part["link_index"])
    where = "of the bottleneck" if said == "the bottleneck" else f"of {said}"
    return f"its ACKs' wait in the queue {where}" if is_back else f"waiting in the queue {where}"


def believed_base_rtt_s(case: FlowCase) -> float | None:
    """What the algorithm takes for the RTT of the empty path, on average over the samples."""
    return case.states.get("base_rtt_s", case.states.get("min_rtt_s"))


def knows_empty_path(case: FlowCase) -> bool:
    """Its rule compares RTTs with that of the empty path, and not with one another."""
    rule = _RULES.get(case.flow["algorithm"])
    return rule is None or rule.knows_empty_path


def base_rtt_words(case: FlowCase) -> str:
    """` It takes 40 ms for the RTT of the empty path, which is 90 ms long ...`; nothing if that is
    about right.
    """
    believed_s = believed_base_rtt_s(case)
    if believed_s is None or not knows_empty_path(case):
        return ""
    packet_s = case.packet_bytes * 8 / case.network.narrowest.rate_bps
    excess_s = believed_s - case.base_rtt_s
    told = f" It takes {ms(believed_s)} for the RTT of the empty path, which is "
    if excess_s < -STALE * case.base_rtt_s:
        return (
            f"{told}{ms(case.base_rtt_s)} on average over this window: the difference it takes for "
            "a queue."
        )
    if excess_s > STALE * case.base_rtt_s + 2 * packet_s:
        return f"{told}{ms(case.base_rtt_s)}: so much of its delay it does not see."
    return f"{told}{ms(case.base_rtt_s)}." if case.network.losses is not None else ""


def delay_rule(case: FlowCase) -> str:
    """A sentence or two; empty for an algorithm without a text here."""
    rule = _RULES.get(case.flow["algorithm"])
    return "" if rule is None else f"{rule.words(case)}{base_rtt_words(case)}"


def rule_is_off_words(case: FlowCase) -> str:
    """When an algorithm does not follow its rule for delays; nothing of those that always do."""
    rule = _RULES.get(case.flow["algorithm"])
    return "" if rule is None else rule.off_words


def _vegas(case: FlowCase) -> str:
    low, high = case.parameter("alpha_packets"), case.parameter("beta_packets")
    if low is None or high is None:
        return ""
    diff = case.states.get("diff_packets")
    seen = "" if diff is None else f"; on average it counts {packets(diff)}"
    return (
        "Once per round trip it takes window x (RTT / base RTT - 1) for the number of its packets "
        f"in the queue, and adds a packet below {short(low)}, takes one off above {short(high)}"
        f"{seen}."
    )


def _copa(case: FlowCase) -> str:
    rate_bps = case.states.get("target_rate_bps")
    seen = "" if rate_bps is None else f", {mbit(rate_bps)} on average"
    return (
        f"It moves its window towards a target rate of one packet per delta x queueing delay{seen}."
    )


def _ledbatpp(case: FlowCase) -> str:
    target_s = case.parameter("target_s")
    delay_s = case.states.get("queueing_delay_s")
    if target_s is None:
        return ""
    seen = "" if delay_s is None else f"; on average it measures {ms(delay_s)}"
    return (
        f"It grows while it measures a queueing delay below its target of {ms(target_s)} and gives "
        f"way above it{seen}."
    )


def _cdg(case: FlowCase) -> str:
    factor = case.parameter("backoff_beta_ratio")
    if factor is None:
        return ""
    return (
        "Once per round trip it reduces its window to "
        f"{percent(factor)}, with a probability that rises with the growth of its RTTs."
    )


def _vivace(_case: FlowCase) -> str:
    return (
        "It tries rates around the one that it has, and moves to where its utility is highest: "
        "more throughput counts for it, a growing RTT and losses against it."
    )


class _Rule(NamedTuple):
    """The text of an algorithm's rule."""

    words: Callable[[FlowCase], str]
    knows_empty_path: bool = True
    """It compares RTTs with that of the empty path; else with one another."""
    off_words: str = ""
    """When it is off, as a sentence behind a space."""


_VEGAS_OFF: Final = (
    " While packets are lost or come out of order, and in rounds with few samples, its rule for "
    "delays is off: it then grows as Reno does."
)
_RULES: Final[Mapping[str, _Rule]] = {
    "cdg": _Rule(_cdg, knows_empty_path=False),
    "copa": _Rule(_copa),
    "ledbatpp": _Rule(_ledbatpp),
    "vegas": _Rule(_vegas, off_words=_VEGAS_OFF),
    "vivace": _Rule(_vivace, knows_empty_path=False),
}
"""By the name of the algorithm; the only place of this folder that has a text for one."""
