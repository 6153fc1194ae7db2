"""What sets a window or a rate that follows delays: the rule of each algorithm, and whether the RTT
that it takes for the empty path is that of the path.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from lab_model.causes.facts import FlowCase
from lab_model.causes.rtt_record import least_transmission_s
from lab_model.causes.stale import stale_words
from lab_model.english.numbers import mbit, ms, packets, percent, short

STALE: Final = 0.05
"""Of the base RTT: the same bound below which a queue moves no rule."""


def believed_base_rtt_s(case: FlowCase) -> float | None:
    """What the algorithm takes for the RTT of the empty path, on average over the samples."""
    return case.states.get("base_rtt_s", case.states.get("min_rtt_s"))


def knows_empty_path(case: FlowCase) -> bool:
    """Its rule compares RTTs with that of the empty path, and not with one another."""
    rule = _RULES.get(case.flow["algorithm"])
    return rule is None or rule.knows_empty_path


def unseen_base_rtt_s(case: FlowCase) -> float | None:
    """What it takes for the RTT of the empty path, where that is longer than the path, so that its
    rule misses part of the wait. None: it misses none, or compares RTTs with one another.
    """
    believed_s = believed_base_rtt_s(case)
    if believed_s is None or not knows_empty_path(case):
        return None
    longest_s = (1 + STALE) * _empty_path_s(case) + least_transmission_s(case)
    return believed_s if believed_s > longest_s else None


def _empty_path_s(case: FlowCase) -> float:
    """The RTT of the empty path, as a sender can measure it: a packet and its ACK are sent too."""
    return case.base_rtt_s + least_transmission_s(case)


def base_rtt_words(case: FlowCase) -> str:
    """` It takes 40 ms for the RTT of the empty path, which is 90 ms long ...`; nothing if that is
    about right.
    """
    believed_s = believed_base_rtt_s(case)
    if believed_s is None or not knows_empty_path(case):
        return ""
    path_s = _empty_path_s(case)
    excess_s = believed_s - path_s
    told = f" It takes {ms(believed_s)} for the RTT of the empty path, which is "
    if stale_words(case):
        return f"{told}{ms(path_s)} on average over this window."
    if excess_s < -STALE * path_s:
        return (
            f"{told}{ms(path_s)} on average over this window: the difference it takes for a queue."
        )
    # It may have waited for one other packet.
    if excess_s > STALE * path_s + least_transmission_s(case):
        return f"{told}{ms(path_s)}: {ms(excess_s)} of its delay it does not see."
    return f"{told}{ms(path_s)}." if case.network.losses is not None else ""


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
    seen = "" if delay_s is None else f"; averaged over time it measures {ms(delay_s)}"
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
