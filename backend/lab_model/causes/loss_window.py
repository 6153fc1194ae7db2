"""What set a window that is cut at losses and marks: how often, by what, and what was undone."""

import math
from itertools import pairwise
from typing import Final, NamedTuple

from lab_model.causes.delay_origin import rule_is_off_words
from lab_model.causes.facts import Decision, Decisions, FlowCase
from lab_model.causes.losses import has_lost_data, lost_ack_rows, lost_count_since
from lab_model.causes.of_algorithm import rule_words
from lab_model.causes.origin_claims import decision_claims, slow_start_claims
from lab_model.causes.origins import Origin
from lab_model.causes.own_series import has_own_series
from lab_model.causes.schemas import CauseNumber
from lab_model.causes.variables import OF_BINDING
from lab_model.claim import Claim
from lab_model.english.names import capital, listed
from lab_model.english.numbers import (
    amount,
    count_of,
    ms,
    packets,
    part_of_time,
    percent,
    rough,
    short,
    times,
)

_SOURCE: Final = "recorded decisions; RFC 5681, RFC 9438"
_BY_DELAY: Final = {
    "hystart_ack_train": "because its ACKs came close together for half an RTT (HyStart)",
    "hystart_delay": "because its RTTs rose (HyStart)",
    "hystart_css_rounds": "because its RTTs stayed higher for some rounds (HyStart++)",
    "search": "because deliveries no longer kept up with what it sent (SEARCH)",
}
"""Reasons for which slow start ends without a loss."""
_OF_AIM: Final = {"window_after:window_reduced": "window_aim:window_reduced"}
REGULAR: Final = 4
"""Fewer cuts have no interval that says anything."""
TOGETHER: Final = 0.5
"""Share of the time that the cuts must span for their mean interval to be stated."""
_SHORT_S: Final = 0.01
"""A shorter interval is stated in milliseconds."""
_NOTICED_RTTS: Final = 3
"""Round trips within which a sender notices a loss, beside the least timer."""
_BEYOND: Final = 1.2
"""Times the windows recorded before cuts: a larger mean window contradicts them."""
_TIMER_RTTS: Final = 10
"""Round trips from a cut on: ACKs bring the window down within the first two, and a timer that
begins with the last of them takes at most five (RFC 6298: the smoothed RTT and four deviations)."""
NOTED_GROWTH: Final = 0.1
"""Share of the time from which growth before the first cut is mentioned."""


def loss_window_words(case: FlowCase) -> str:
    """The window, as the subject of a sentence: what its cuts were for."""
    if not case.has_reduced_window:
        by = "loss or mark" if _has_unrecorded_cuts(case) else "loss, mark or timeout"
        return f"its window, which no {by} has cut,"
    cuts = sum(each.count for each in _cut_decisions(case))
    if undone_count(case) + _overtaken_count(case) >= cuts:
        often = "once and restored" if cuts == 1 else "and restored again and again"
        return f"its window, which it cut {often},"
    if _before_first_cut(case) >= NOTED_GROWTH:
        by = "losses" if _signals(case) == "losses" else f"cuts ({_signals(case)})"
        return f"its window, growing until its first cut and then what its {by} left,"
    if _signals(case) == "losses":
        return "the window that its losses left, with what it has added since,"
    return f"the window that its cuts ({_signals(case)}) left, with what it has added since,"


def _before_first_cut(case: FlowCase) -> float:
    """Share of the time under way that passed before anything cut the window; 0 where the flow
    began before the measurement window and was cut there.
    """
    cuts = _cut_decisions(case)
    if float(case.flow["start_s"]) < case.start_s and any(
        each.when or each.run_count > each.count for each in cuts
    ):
        return 0.0
    firsts = [min(item.time_s for item in each.kept) for each in cuts if each.kept]
    busy_s = sum(time_s for time_s, _value in case.busy_times.values())
    if not firsts or busy_s <= 0:
        return 0.0
    return (min(firsts) - case.start_s) / busy_s


def loss_window(case: FlowCase) -> Origin:
    """The flow's cuts and timeouts, how slow start ended, and where it spends its time."""
    reduced = case.decisions.get("window_reduced")
    collapsed = case.decisions.get("window_collapsed")
    if reduced is None and collapsed is None:
        return Origin(
            f"{_never_cut(case)}{_growth_words(case)}{_own_rule(case)}",
            _SOURCE,
            claims=slow_start_claims(case),
        )
    parts, numbers = [], []
    if reduced is not None:
        parts.append(_cuts(case, reduced))
        numbers.append(CauseNumber(label="cuts", value=reduced.count, unit="count"))
    if collapsed is not None:
        parts.append(_timeouts(collapsed, "it" if parts else "the window"))
        numbers.append(CauseNumber(label="timeouts", value=collapsed.count, unit="count"))
    undone = undone_count(case)
    if undone:
        numbers.append(CauseNumber(label="cuts undone", value=undone, unit="count"))
    sentence = (
        f"{capital(listed(parts))}.{_undo_words(case, undone)}{_overtaken_words(case)}"
        f"{_left_early(case)}"
        f"{_growth_words(case)}{_own_rule(case)}"
    )
    kind = "window_collapsed" if reduced is None else "window_reduced"
    claims = cut_claims(case) + (slow_start_claims(case) if _left_early(case) else [])
    return Origin(sentence, _SOURCE, kind, numbers, claims)


def cut_words(case: FlowCase) -> str:
    """A sentence on cuts next to another rule, ` Losses cut the window 4 times ...`; empty without
    cuts.
    """
    reduced = case.decisions.get("window_reduced")
    collapsed = case.decisions.get("window_collapsed")
    parts = [] if reduced is None else [_cuts(case, reduced)]
    if collapsed is not None:
        parts.append(_timeouts(collapsed, "it" if parts else "the window"))
    if not parts:
        return ""
    return f" {capital(listed(parts))}.{_undo_words(case, undone_count(case))}"


def cut_claims(case: FlowCase) -> list[Claim]:
    """The number of the flow's cuts and timeouts, and how many of them were undone."""
    claims = [
        claim
        for claim in decision_claims(case, "window_reduced", "window_collapsed")
        if claim.quantity != "window_after:window_reduced" or _set_at_the_end(case) is None
    ]
    if claims and _set_at_the_end(case) is not None:
        claims += decision_claims(case, "window_set")
    reduced = case.decisions.get("window_reduced")
    aim = None if reduced is None else _aim(case, reduced)
    if aim is not None:
        claims = [
            claim.model_copy(update={"quantity": _OF_AIM.get(claim.quantity, claim.quantity)})
            for claim in claims
            if aim.tells_before or claim.quantity != "window_before:window_reduced"
        ]
    undone = undone_count(case)
    if undone:
        claims.append(claims[0].model_copy(update={"quantity": "undone_cuts", "value": undone}))
    if undone or _overtaken_count(case):
        claims += decision_claims(case, "window_restored")
    return claims


def _cut_decisions(case: FlowCase) -> list[Decisions]:
    """The decisions that cut the window: for losses, marks, delays and timeouts."""
    kinds = ("window_reduced", "window_collapsed")
    return [case.decisions[kind] for kind in kinds if kind in case.decisions]


def _noticed_since_s(case: FlowCase) -> float:
    """Losses of before are not what the cuts that a sentence counts are about: a sender notices one
    after a round trip or when its timer expires (RFC 6298: the smoothed RTT and four deviations).
    """
    cuts = _cut_decisions(case)
    if any(each.when or each.count > len(each.kept) for each in cuts):
        return 0.0
    first_s = min(item.time_s for each in cuts for item in each.kept)
    rtt_s = float(case.flow["mean_rtt_s"] or case.base_rtt_s)
    return first_s - _NOTICED_RTTS * rtt_s - case.min_rto_s


def _timeouts(collapsed: Decisions, what: str) -> str:
    """`what`: the window, or it where it is named before."""
    least = packets(collapsed.means["after_packets"])
    by = "a timeout" if collapsed.count == 1 else "timeouts"
    return f"{by} cut {what} to {least} {times(collapsed.count)}{collapsed.when}"


def _never_cut(case: FlowCase) -> str:
    left = case.decisions.get("slow_start_left")
    # An idle time may have reduced it, and so may a rule that follows delays.
    nothing = "No loss, mark or timeout has cut the window"
    if _has_unrecorded_cuts(case):
        nothing = (
            "No loss or mark has cut the window, and what it was after the retransmission timer "
            f"had expired ({times(int(case.flow['rto_count']))}) is not recorded"
        )
    if left is None:
        return f"{nothing}: it is still in slow start."
    at = packets(left.means["window_packets"])
    return f"{nothing}; slow start ended at {at}{_exit_words(left)}."


def _has_unrecorded_cuts(case: FlowCase) -> bool:
    """Whether the flow's algorithm records no cut at a timeout."""
    return bool(case.flow["rto_count"]) and not case.has_reduced_window


def _set_at_the_end(case: FlowCase) -> Decisions | None:
    """What the ends of recoveries set the window to, where a rule does: what the cuts came to. The
    window that a cut aims at is then one of the recovery alone. None: no such rule, or of none of
    the cuts that a sentence counts.
    """
    found, reduced = case.decisions.get("window_set"), case.decisions.get("window_reduced")
    if found is None or reduced is None or found.when != reduced.when:
        return None
    return found


def _cuts(case: FlowCase, reduced: Decisions) -> str:
    set_at_the_end = _set_at_the_end(case)
    before = reduced.means["before_packets"]
    after = (set_at_the_end or reduced).means["after_packets"]
    several = reduced.count > 1
    every = _interval_words(case, reduced)
    mean = " on average" if several else ""
    end = "" if set_at_the_end is None else " as recovery ended"
    aim = _aim(case, reduced)
    if aim is not None:
        done, end = "cut", ""
        change = f"{f'from {amount(before)} ' if aim.tells_before else ''}towards {packets(after)}"
    elif amount(before) == amount(after):
        # At the least window there is nothing to take away.
        done, change = "set", f"and left it at {packets(after)}"
    elif before < after:
        # Two packets are the least that a loss leaves; after a timeout it had one.
        done, change = "set", f"from {amount(before)} to {packets(after)}"
    else:
        done, change = "cut", f"from {amount(before)} to {packets(after)}"
    often = f"{times(reduced.count)}{reduced.when}{every}"
    by = _signals(case, has_timeouts=False)
    return f"{by} {done} the window {often}, {change}{mean}{end}"


class _Aim(NamedTuple):
    """A window that cuts aim at, and that the window in use may not have come down to."""

    tells_before: bool
    """The recorded window of before the cut was in use."""


def _aim(case: FlowCase, reduced: Decisions) -> _Aim | None:
    """The window that cuts aim at. None: the window in use, which falls as ACKs arrive, has come
    down to the recorded one, or the end of a recovery has set it.
    """
    if _set_at_the_end(case) is not None:
        return None
    used_s = used_packets = 0.0
    for binding, (time_s, value) in case.times.items():
        if OF_BINDING[binding].name == "loss_window":
            used_s, used_packets = used_s + time_s, used_packets + time_s * value
    is_regular = not reduced.when and "every" in _interval_words(case, reduced)
    most_packets = max(map(_before, reduced.kept), default=0.0)
    if is_regular and used_packets > _BEYOND * most_packets * used_s:
        # The ACK of a mark ends the reduction of the mark before and begins the next at the window
        # that the first was to come to.
        return _Aim(tells_before=False)
    return _Aim(tells_before=True) if _may_expire_before(case, reduced) else None


def _may_expire_before(case: FlowCase, reduced: Decisions) -> bool:
    """A timer may have expired before the window had come down to what a cut aims at: nothing
    recorded distinguishes that from a window that had grown again.
    """
    collapsed = case.decisions.get("window_collapsed")
    if collapsed is None:
        return False
    is_whole = not reduced.when or collapsed.count == collapsed.run_count
    if not is_whole or any(each.count > len(each.kept) for each in (reduced, collapsed)):
        return True
    longest_s = _TIMER_RTTS * (case.flow["max_rtt_s"] or math.inf) + 2 * case.min_rto_s
    cuts = sorted(reduced.kept, key=lambda item: item.time_s)
    ends_s = [*(item.time_s for item in cuts[1:]), math.inf]
    return any(
        cut.numbers["after_packets"] < later.numbers["before_packets"] <= _before(cut)
        and cut.time_s <= later.time_s < min(end_s, cut.time_s + longest_s)
        for cut, end_s in zip(cuts, ends_s, strict=True)
        for later in collapsed.kept
    )


def _before(cut: Decision) -> float:
    return cut.numbers["before_packets"]


def _interval_words(case: FlowCase, reduced: Decisions) -> str:
    """`, about every 0.5 s`; where the cuts come together, between which moments they all are."""
    if reduced.count < REGULAR or "before" in reduced.when or case.has_transfers:
        return ""
    from_s, end_s = float(case.flow["start_s"]) if reduced.when else case.start_s, case.end_s
    length_s = end_s - from_s
    every_s = length_s / reduced.count
    about = f", about every {f'{rough(every_s)} s' if every_s >= _SHORT_S else ms(every_s)}"
    if len(reduced.kept) < reduced.count:
        return about
    moments_s = sorted(item.time_s for item in reduced.kept)
    first_s, last_s = moments_s[0], moments_s[-1]
    if last_s - first_s < TOGETHER * length_s:
        return f", all of them between {short(first_s)} and {short(last_s)} s"
    ends = pairwise([from_s, *moments_s, end_s])
    longest_s = max(after_s - before_s for before_s, after_s in ends)
    # The longest of n gaps at random is about ln n times their mean.
    return about if longest_s < max(5.0, 2 * math.log(reduced.count)) * every_s else ""


def _signals(case: FlowCase, *, has_timeouts: bool = True) -> str:
    """What made it reduce its window, by the recorded reasons; what only looked like a loss is
    said so. Without timeouts: of its cuts alone.
    """
    reduced = case.decisions.get("window_reduced")
    if reduced is None:
        return "losses"
    reasons = {item.reason for item in reduced.kept}
    if has_timeouts and "window_collapsed" in case.decisions:
        reasons.add("loss")
    loss = "losses" if were_losses(case) else "packets taken for lost"
    words = {"loss": loss, "ecn": "ECN marks", "delay": "rising delays"}
    return listed([words[name] for name in words if name in reasons]) or "losses"


def were_losses(case: FlowCase) -> bool:
    """What it took for lost was so: the sender undid no more than half of its cuts, and half of
    those for losses may each have one of its own.
    """
    undone = undone_count(case)
    if case.network.losses is None or (not undone and not case.may_have_lost):
        return case.may_have_lost
    if lost_ack_rows(case):
        return undone <= sum(each.count for each in _cut_decisions(case)) / 2
    if not undone and any(row.is_ack for row in case.network.losses):
        return True
    lost = lost_count_since(case, _noticed_since_s(case) if undone else 0.0)
    cuts = sum(each.count for each in _cut_decisions(case))
    reduced = case.decisions.get("window_reduced")
    for_losses = 0.0 if reduced is None else reduced.count * reduced.share_of("loss")
    return lost > 0 and undone <= cuts / 2 and lost >= for_losses / 2


def undone_count(case: FlowCase) -> int:
    """How many of the cuts that a sentence counts were undone: of the same time as they are."""
    restored = _undos(case)
    if restored is None:
        return 0
    cuts = _cut_decisions(case)
    total = sum(each.count for each in cuts)
    if any(each.when == restored.when for each in cuts):
        return min(restored.count, total)
    is_whole = any(each.count == each.run_count for each in cuts)
    return min(restored.run_count, total) if is_whole else 0


def _overtaken_count(case: FlowCase) -> int:
    """How many of the cuts had no effect, because slow start continued from the window in use."""
    restored = case.decisions.get("window_restored")
    overtaken = None if restored is None else restored.made_for("slow_start_went_on")
    reduced = case.decisions.get("window_reduced")
    if overtaken is None or reduced is None or overtaken.when != reduced.when:
        return 0
    return min(overtaken.count, reduced.count)


def _overtaken_words(case: FlowCase) -> str:
    overtaken = _overtaken_count(case)
    if not overtaken:
        return ""
    count = case.decisions["window_reduced"].count
    which = "That cut" if count == 1 else f"{overtaken:,} of these {count_of(count, 'cut')}"
    if overtaken == 1 < count:
        which = f"One of these {count_of(count, 'cut')}"
    return (
        f" {which} had no effect: its recovery was over with the same ACK, and slow start "
        "continued from the window in use."
    )


def _undos(case: FlowCase) -> Decisions | None:
    """What restored the window because packets were not lost after all; the end of a recovery or of
    ProbeRTT restores it, too.
    """
    restored = case.decisions.get("window_restored")
    return None if restored is None else restored.made_for("undo")


def _undo_words(case: FlowCase, undone: int) -> str:
    if not undone:
        return ""
    cuts = sum(each.count for each in _cut_decisions(case))
    which = "It was" if cuts == 1 else f"{undone:,} of these {count_of(cuts, 'cut')} were"
    if undone == 1 and cuts > 1:
        which = f"One of these {count_of(cuts, 'cut')} was"
    elif undone == cuts > 1:
        which = "All of these cuts were" if cuts > 2 else "Both cuts were"
    has_lost_acks = bool(lost_ack_rows(case))
    # The sender may be wrong: by F-RTO (RFC 5682) an ACK of anything that it had not retransmitted
    # shows the timeout to be spurious, although other packets were lost.
    if has_lost_data(case, _noticed_since_s(case)):
        why = "had only been late or out of order"
        if has_lost_acks:
            why = "or their ACKs had only been late, or the ACKs were lost"
        elif _may_hold_acks(case):
            why = "or their ACKs had only been late, or out of order"
        return (
            f" {which} undone: from the ACKs that followed, the sender concluded that the packets "
            f"{why}."
        )
    why = "they arrived late or out of order"
    if has_lost_acks:
        why = "they or their ACKs were late, or the ACKs were lost"
    elif _may_hold_acks(case):
        why = "they or their ACKs were late, or out of order"
    return f" {which} undone: the packets had not been lost, {why}."


def _may_hold_acks(case: FlowCase) -> bool:
    """ACKs may be late where the packets are not: a receiver collects them, or they pass a link."""
    receiver = case.group.get("receiver") or {}
    collects = float(receiver.get("ack_aggregation_s") or 0.0) > 0
    waits = int(receiver.get("ack_every_packets") or 1) > 1
    holds = waits and float(receiver.get("ack_timeout_s") or 0.0) >= case.min_rto_s
    return collects or holds or bool(case.network.way_back)


def _own_rule(case: FlowCase) -> str:
    """How it cuts and grows, where that is no plain NewReno and no rule of its growth is recorded
    by name.
    """
    if not has_own_series(case.flow["algorithm"]) or not case.share_of("additive_increase"):
        return ""
    return rule_is_off_words(case) or f" {rule_words(case)}"


def _left_early(case: FlowCase) -> str:
    """How slow start ended, if it was not by a loss: the first thing that held the window down."""
    left = case.decisions.get("slow_start_left")
    words = "" if left is None else _exit_words(left)
    if left is None or not words or not left.kept:
        return ""
    first = left.kept[0]
    window = first.numbers["window_packets"]
    in_bdp = case.in_bdp(window) if case.has_constant_bdp else None
    bdp = "" if in_bdp is None else f" ({in_bdp})"
    return f" Slow start ended at {short(first.time_s)} s with {packets(window)}{bdp}{words}."


def _exit_words(left: Decisions) -> str:
    reason = left.kept[0].reason if left.kept else ""
    return f" {_BY_DELAY[reason]}" if reason in _BY_DELAY else ""


_OF_CUT: Final = "of its last cut"
_OF_SLOW_START: Final = "at which slow start ended"
_GROWTH_WORDS: Final = {
    "slow_start": "in slow start",
    "search_drain": "draining what slow start had queued",
    "additive_increase": "in congestion avoidance",
    "cubic_below": f"below the window {_OF_CUT}",
    "cubic_beyond": f"beyond the window {_OF_CUT}",
    "reno_friendly": "growing as Reno would",
}


def _growth_words(case: FlowCase) -> str:
    shares = [(case.share_of(binding), words) for binding, words in _GROWTH_WORDS.items()]
    parts = [(share, words) for share, words in shares if share >= 0.01]
    if len(parts) < 2:
        return ""
    if not _cut_decisions(case):
        parts = [(share, state.replace(_OF_CUT, _OF_SLOW_START)) for share, state in parts]
    # Named once, where both sides of it are.
    words = [state for _, state in parts]
    if any(state.startswith("below the window") for state in words):
        parts = [
            (share, "beyond it" if state.startswith("beyond the window") else state)
            for share, state in parts
        ]
    (first, state), *rest = parts
    said = [f"{part_of_time(first)} {state}", *(f"{percent(share)} {its}" for share, its in rest)]
    return f" It spends {listed(said)}."
