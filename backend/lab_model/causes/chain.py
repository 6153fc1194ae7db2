"""The chain of one flow: what it gets, what limits it, which variable, what set that, the queue."""

from dataclasses import replace
from typing import Final

from lab_model.causes import queue
from lab_model.causes.claims import limit_claims, variable_claims
from lab_model.causes.facts import FlowCase, Held
from lab_model.causes.loss_window import cut_words, loss_window_words
from lab_model.causes.moments import moments, stretch
from lab_model.causes.origin import origin_of
from lab_model.causes.rtt_record import carried_words
from lab_model.causes.schemas import (
    CauseLink,
    CauseNumber,
    CauseShare,
    FlowChain,
)
from lab_model.causes.share import share_link
from lab_model.causes.variables import LIMIT_WORDS, LIMITED_BY, OF_BINDING, Limit
from lab_model.claim import CauseWindow
from lab_model.english.names import listed
from lab_model.english.numbers import compared, mbit, packets, part_of_time, percent

DOMINATES: Final = 0.5
"""Share of the time from which a limit or variable decides the mean over that time."""
NOTED_NEXT: Final = 0.25
"""Share of the time from which a further variable is named beside the dominant one."""
LEAST_SHARE: Final = 0.01
"""Smaller shares are left out of a sentence, not out of the bar."""


def chain_of(case: FlowCase) -> FlowChain:
    """All five links of the chain; a link without the records that it needs says so."""
    held = case.held() if case.times and not case.is_sent_at_once else []
    # A flow that sent without any throughput has lost its packets somewhere.
    is_silent = not case.flow["throughput_bps"] and not case.flow["sent_packets"]
    links = [share_link(case)]
    if held:
        main = held[0] if held[0].share >= DOMINATES else None
        links += [_limit_link(case, held), _variable_link(case, held, main)]
        links += [_origin_link(case, held, main), _queue_link(case, main)]
    elif not is_silent:
        link = _unlimited_link(case)
        links += [link, _queue_link(case, None)]
    return FlowChain(
        flow_index=case.index,
        group_index=case.group_index,
        name=case.name,
        shares=[
            CauseShare(
                variable=item.variable.name,
                title=item.variable.title,
                limit=item.variable.limit,
                share_ratio=item.share,
            )
            for item in held
        ],
        links=links,
    )


def _unlimited_link(case: FlowCase) -> CauseLink:
    """The link `limit` of a flow without variables that bind it."""
    if not case.is_controlled:
        return _plain_limit(
            case,
            "It has no congestion control: it is sent at the rate of its application, whatever is "
            "lost.",
        )
    if case.is_sent_at_once:
        return _plain_limit(
            case, "All that it has to send fits into its first window, so no window limits it."
        )
    return _unrecorded_link(case)


def _plain_limit(case: FlowCase, sentence: str) -> CauseLink:
    return CauseLink(
        kind="limit",
        is_told=True,
        sentence=sentence,
        numbers=[],
        windows=[CauseWindow(from_s=round(case.start_s, 3), to_s=round(case.end_s, 3))],
        moments=[],
        moment_count=0,
        source="scenario",
    )


def _unrecorded_link(case: FlowCase) -> CauseLink:
    """The link `limit` of a flow whose transfers overlap, each over a connection of its own."""
    return CauseLink(
        kind="limit",
        is_told=False,
        sentence="Each of its transfers has a connection of its own; what limits them is not "
        "recorded.",
        numbers=[],
        windows=[CauseWindow(from_s=round(case.start_s, 3), to_s=round(case.end_s, 3))],
        moments=[],
        moment_count=0,
        source="scenario",
    )


def _limit_shares(held: list[Held]) -> list[tuple[Limit, float]]:
    shares: dict[Limit, float] = {}
    for item in held:
        limit = item.variable.limit
        shares[limit] = shares.get(limit, 0.0) + item.share
    return sorted(shares.items(), key=lambda pair: -pair[1])


def _limit_link(case: FlowCase, held: list[Held]) -> CauseLink:
    shares = _limit_shares(held)
    has_main_limit = shares[0][1] >= DOMINATES
    bindings = [name for name, variable in OF_BINDING.items() if variable.limit == shares[0][0]]
    return CauseLink(
        kind="limit",
        is_told=has_main_limit,
        sentence=_limit_sentence(case, shares, has_main_limit),
        numbers=[
            CauseNumber(label=LIMIT_WORDS[limit], value=share, unit="ratio")
            for limit, share in shares
        ],
        windows=stretch(case, bindings),
        moments=[],
        moment_count=0,
        source="every change of the sender's state, recorded",
        claims=limit_claims(case, shares),
    )


def _limit_sentence(case: FlowCase, shares: list[tuple[Limit, float]], has_main_limit: bool) -> str:
    """`It is limited by pacing 55% of the time and by its congestion window 45%.`"""
    # All that is left of its time may be without.
    is_busy = case.has_transfers and shares[0][0] != "application"
    subject = "While it has something to send, it" if is_busy else "It"
    shown = [(LIMITED_BY[limit], share) for limit, share in shares if share >= LEAST_SHARE]
    (first, most), *rest = shown
    if not has_main_limit:
        parts = [f"{words} {percent(share)}" for words, share in shown]
        said = f"No single limit holds for half of the time: {listed(parts)}."
        return f"{said}{_counted_as_pacing(case)}"
    parts = [f"{first} {part_of_time(most)}"]
    parts += [f"by {words} {percent(share)}" for words, share in rest]
    return f"{subject} is limited by {listed(parts)}.{_counted_as_pacing(case)}"


def _counted_as_pacing(case: FlowCase) -> str:
    """What bars of limits say otherwise. All that it sent may have waited for its pacer."""
    share = case.waits_s / sum(time_s for time_s, _value in case.busy_times.values())
    if share < LEAST_SHARE:
        return ""
    return (
        " Bars, series and the summary count its waits for an ACK after a timeout, at least "
        f"{percent(share)} of the time, as pacing."
    )


def _variable_link(case: FlowCase, held: list[Held], main: Held | None) -> CauseLink:
    source = "the rule that gave window or rate its value, recorded at every change"
    numbers = [
        CauseNumber(label=item.variable.title, value=item.share, unit="ratio") for item in held
    ]
    if main is None:
        parts = [
            f"{item.variable.title} {percent(item.share)}"
            for item in held
            if item.share >= LEAST_SHARE
        ]
        return CauseLink(
            kind="variable",
            is_told=False,
            sentence=f"No single variable is the limit for half of the time: {'; '.join(parts)}.",
            numbers=numbers,
            windows=stretch(case, held[0].variable.bindings),
            moments=[],
            moment_count=0,
            source=source,
            claims=variable_claims(case, held),
        )
    return CauseLink(
        kind="variable",
        is_told=True,
        sentence=_variable_sentence(case, main),
        numbers=numbers,
        windows=stretch(case, main.variable.bindings),
        moments=[],
        moment_count=0,
        source=source,
        claims=variable_claims(case, held),
    )


def _variable_sentence(case: FlowCase, main: Held) -> str:
    """`For 55% of the time its pacing rate (window / RTT) is the limit: ...`."""
    words = loss_window_words(case) if main.variable.name == "loss_window" else main.variable.words
    time = part_of_time(main.share)
    when = "All of the time" if time == "all of the time" else f"For {time}"
    binds = f"{when} {words} is the limit"
    if case.pauses and main.variable.limit != "application":
        binds = f"While it has something to send, {words} is the limit {time}"
    return f"{binds}{_value_words(case, main)}.{_next_words(case)}"


def _next_words(case: FlowCase) -> str:
    """The variable that comes next, where it binds for much of the time."""
    following = _following(case.held())
    return (
        ""
        if following is None
        else (f" Next: {following.variable.title}, {percent(following.share)} of the time.")
    )


def _following(held: list[Held]) -> Held | None:
    """The variable after the dominant one, if it binds for a notable part of the time."""
    return held[1] if len(held) > 1 and held[1].share >= NOTED_NEXT else None


def _value_words(case: FlowCase, main: Held) -> str:
    if main.variable.limit == "pacing":
        value = f": {mbit(main.mean_value)} on average"
        fair_bps = case.fair.share_bps
        # The fair share is a mean over all the time; this value is one over the time of the limit.
        if not fair_bps or case.has_transfers or not case.fair.is_constant:
            return value
        return f"{value}, {compared(main.mean_value / fair_bps, 'its fair share')}"
    if main.variable.limit == "window":
        in_bdp = case.in_bdp(main.mean_value)
        bdp = "" if in_bdp is None else f", {in_bdp}"
        return f": {packets(main.mean_value)} on average{bdp}{carried_words(case, main)}"
    return f", with {packets(main.mean_value)} in flight on average"


def _origin_link(case: FlowCase, held: list[Held], main: Held | None) -> CauseLink:
    """What set the variable that binds, or the two most frequent ones if none dominates."""
    if main is None:
        return _mixed_origin(case, held[:2])
    origin = origin_of(case, main.variable.name)
    following = _following(held)
    if following is not None and origin.sentence:
        other = origin_of(case, following.variable.name)
        # A cause that the first sentence already has is not repeated.
        if other.sentence not in origin.sentence:
            origin = replace(
                origin,
                sentence=_once(
                    case, f"{origin.sentence} {following.variable.title}: {other.sentence}"
                ),
                claims=[*origin.claims, *other.claims],
            )
    decisions = None if origin.kind is None else case.decisions.get(origin.kind)
    return CauseLink(
        kind="origin",
        is_told=origin.sentence != "",
        sentence=origin.sentence or "No decision that set it was recorded.",
        numbers=origin.numbers,
        windows=[],
        moments=[]
        if decisions is None or origin.kind is None
        else moments(case, decisions, origin.kind),
        moment_count=0 if decisions is None else decisions.count,
        source=origin.source,
        claims=origin.claims,
    )


def _once(case: FlowCase, sentence: str) -> str:
    """Remove the cuts of a window from all but the first of the origins that name them."""
    cuts = cut_words(case)
    if not cuts:
        return sentence
    first, found, rest = sentence.partition(cuts.strip())
    return f"{first}{found}{rest.replace(cuts, '')}"


def _mixed_origin(case: FlowCase, held: list[Held]) -> CauseLink:
    found = [(item, origin_of(case, item.variable.name)) for item in held]
    titles: dict[str, list[str]] = {}
    for item, origin in found:
        if origin.sentence:
            texts = (each.sentence for _item, each in found if origin.sentence in each.sentence)
            titles.setdefault(max(texts, key=len), []).append(item.variable.title)
    parts = [f"{listed(names)}: {text}" for text, names in titles.items()]
    sentence = "No single variable dominates, so there is no single origin."
    if parts:
        sentence += f" {_once(case, ' '.join(parts))}"
    return CauseLink(
        kind="origin",
        is_told=False,
        sentence=sentence,
        numbers=[],
        windows=[],
        moments=[],
        moment_count=0,
        source="recorded decisions",
        claims=[claim for _item, origin in found for claim in origin.claims],
    )


def _queue_link(case: FlowCase, main: Held | None) -> CauseLink:
    return CauseLink(
        kind="queue",
        is_told=queue.is_conclusive(case),
        sentence=queue.queue_sentence(case, main),
        numbers=queue.queue_numbers(case),
        windows=[],
        moments=[],
        moment_count=0,
        source="summary of the run: queues as means over time, losses with their reasons",
        claims=queue.claims_of(case, main),
    )
