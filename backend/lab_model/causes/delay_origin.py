"""What sets a window or a rate that follows delays: the rule of each algorithm, and whether the RTT
that it takes for the empty path is that of the path.
"""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Final

from lab_model.algorithms.declared import DelayRule, delay_rule_of
from lab_model.causes.facts import FlowCase
from lab_model.causes.rtt_record import least_transmission_s
from lab_model.causes.stale import stale_words
from lab_model.english.numbers import mbit, ms, packets, percent, short

STALE: Final = 0.05
"""Share of the base RTT from which an error of it matters, as for a queue (losses.SMALL_DELAY)."""


def believed_base_rtt_s(case: FlowCase) -> float | None:
    """What the algorithm takes for the RTT of the empty path, on average over the samples."""
    return case.states.get("base_rtt_s", case.states.get("min_rtt_s"))


def knows_empty_path(case: FlowCase) -> bool:
    """Whether the flow's rule compares RTTs with that of the empty path, not with one another."""
    rule = delay_rule_of(case.flow["algorithm"])
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
    """` It assumes 40 ms for the RTT of the empty path; the real one is 90 ms ...`; nothing if
    that is about right.
    """
    believed_s = believed_base_rtt_s(case)
    if believed_s is None or not knows_empty_path(case):
        return ""
    path_s = _empty_path_s(case)
    excess_s = believed_s - path_s
    lead = f" It assumes {ms(believed_s)} for the RTT of the empty path; the real one is "
    if stale_words(case):
        return f"{lead}{ms(path_s)} on average over this window."
    if excess_s < -STALE * path_s:
        return (
            f"{lead}{ms(path_s)} on average over this window, so it takes the difference for a "
            "queue."
        )
    if believed_s > (case.flow["mean_rtt_s"] or believed_s):
        # RTTs are averaged over packets, few of which came while it was so long.
        return (
            f" Averaged over time it assumes {ms(believed_s)} for the RTT of the empty path; the "
            f"real one is {ms(path_s)}. It took that RTT from packets that had waited, and does "
            "not see so long a wait."
        )
    # It may have waited for one other packet.
    if excess_s > STALE * path_s + least_transmission_s(case):
        return f"{lead}{ms(path_s)}, so it does not see {ms(excess_s)} of its delay."
    return f"{lead}{ms(path_s)}." if case.network.losses is not None else ""


def delay_rule(case: FlowCase) -> str:
    """A sentence or two; empty for an algorithm without a text, or a result without a parameter
    that it names.
    """
    rule = delay_rule_of(case.flow["algorithm"])
    if rule is None:
        return ""
    names = [name for _, name, _, _ in Formatter().parse(rule.words) if name]
    values = {name: case.parameter(name) for name in names}
    known = {name: _setting(name, value) for name, value in values.items() if value is not None}
    words = rule.words.format_map(known) + _seen(case, rule) if len(known) == len(names) else None
    return f"{'' if words is None else f'{words}.'}{base_rtt_words(case)}"


def _setting(name: str, value: float) -> str:
    """A parameter, in the unit that its last word names; a number of packets without the word."""
    say = _WITH_UNIT.get(name.rpartition("_")[2], short)
    return short(value) if say is packets else say(value)


def _seen(case: FlowCase, rule: DelayRule) -> str:
    series, words = rule.seen or ("", "")
    value = case.states.get(series)
    if value is None:
        return ""
    unit = series.rpartition("_")[2]
    return words.format(short(value) if unit == "ratio" else _WITH_UNIT[unit](value))


def rule_is_off_words(case: FlowCase) -> str:
    """When an algorithm does not follow its rule for delays; nothing of those that always do."""
    rule = delay_rule_of(case.flow["algorithm"])
    return "" if rule is None else rule.off_words


_WITH_UNIT: Final[Mapping[str, Callable[[float], str]]] = {
    "bps": mbit,
    "packets": packets,
    "ratio": percent,
    "s": ms,
}
