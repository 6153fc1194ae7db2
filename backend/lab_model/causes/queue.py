"""Where a flow's packets wait, who fills the queue, and what that does to what binds."""

from collections.abc import Mapping
from typing import Any, Final

from lab_model.algorithms import queue_traits
from lab_model.causes.claims import claim_of, filler_claims, loss_claims, queue_claims, rtt_claims
from lab_model.causes.delay_origin import (
    believed_base_rtt_s,
    knows_empty_path,
    unseen_base_rtt_s,
)
from lab_model.causes.facts import FlowCase, Held
from lab_model.causes.losses import (
    SMALL_DELAY,
    filtered_acks,
    is_notable,
    losses_sentence,
    lost_acks,
    needless_packets,
)
from lab_model.causes.marking_step import step_words
from lab_model.causes.network import LinkState
from lab_model.causes.rtt_record import (
    least_transmission_s,
    path_rtt_s,
    rtt_words,
    wait_s,
)
from lab_model.causes.schemas import CauseNumber
from lab_model.causes.stale import is_blind_for_a_time, stale_words
from lab_model.causes.traits import (
    gaps_words,
    has_own_queue,
    separates,
)
from lab_model.claim import Claim
from lab_model.english.names import listed
from lab_model.english.numbers import count_of, ms, percent, short
from lab_model.scenarios.links import BOTTLENECK_ID

DOMINATES: Final = 0.5
LEAST_BYTES: Final = 10
"""Mean queue below which it is stated as `less than`."""
AGREES: Final = 0.05
"""Shares of a queue and of the throughput that differ by no more are the same."""
SAME_BDP: Final = 1.01
NOTED: Final = 0.05
"""Share of a link's time from which the transmission of ACKs is mentioned."""
NOTED_REST: Final = 0.1
"""Share of the mean RTT from which a rest beside propagation and queues is explained."""

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
LOOKS_AT_RTT: Final = frozenset({"coefficient", "coefficient_rate", "delay_rule"})
CARRIES_LESS: Final = frozenset({"bdp", "receive_window", "minimum", "probe_rtt"})
FOLLOWS_DELAYS: Final = frozenset({"delay_rule", "utility_rate"})
MADE_BY_DELIVERY: Final = frozenset({"estimate"})


def shares_of_queue(case: FlowCase) -> dict[int, float]:
    """Each group's share of the bytes that waited at the bottleneck; empty where it is unknown."""
    held: dict[int, float] = {}
    for index, share in (case.network.queue_shares or {}).items():
        group = int(case.result["flows"][index]["group_index"])
        held[group] = held.get(group, 0.0) + share
    return held


def own_delay_s(case: FlowCase) -> float:
    """How long the flow's own packets wait on average, over all links of its way out.

    By the record of its RTT. Without one it is what the mean queue takes to drain, or, where a
    single queue has several inside, Little's law: the flow's mean bytes in the queue over the rate
    at which they leave it, to be sent or to be dropped.
    """
    way = case.network.way_out
    if case.rtt is not None or len(way) > 1 or not _separates(case, way[0]):
        return sum(wait_s(case, link) for link in way)
    leaving_bps = _leaving_bps(case, way[0])
    return float(case.flow["mean_queue_bytes"] or 0.0) * 8 / leaving_bps if leaving_bps else 0.0


def _leaving_bps(case: FlowCase, link: LinkState) -> float:
    """The rate at which its packets leave a queue; 0: none was ever in it."""
    return float(case.flow["throughput_bps"] or 0.0) + _dropped_later_bps(case, link)


def _dropped_later_bps(case: FlowCase, link: LinkState) -> float:
    """The rate of its packets that had waited in the queue and were then dropped from its head."""
    traits = queue_traits(link.queue["kind"])
    reasons = set(traits.early_drops) if traits.early_end == "head" else set()
    if traits.overflow_end == "head":
        reasons.add(traits.overflow)
    rows = [row for row in case.network.lost() if row.link == link.index and row.reason in reasons]
    active_s = float(case.flow["active_s"])
    bits = sum(row.count for row in rows) * case.packet_bytes * 8
    return bits / active_s if active_s > 0 else 0.0


def delay_s(case: FlowCase) -> float:
    """What the queues of its way out and back add to an RTT."""
    return own_delay_s(case) + sum(wait_s(case, link) for link in case.network.way_back)


def is_conclusive(case: FlowCase) -> bool:
    """Some group holds half of the queue, its shares are unknown, or it is too small."""
    return (
        _is_small(case)
        or case.network.queue_shares is None
        or max(shares_of_queue(case).values(), default=0.0) >= DOMINATES
    )


def _separates(case: FlowCase, link: LinkState) -> str | None:
    return separates(link.queue, _passing_count(case, link))


def _passing_count(case: FlowCase, link: LinkState) -> int:
    """Flows whose data or ACKs pass it."""
    return sum(flow["group_index"] in link.groups for flow in case.result["flows"])


def _is_small(case: FlowCase) -> bool:
    return delay_s(case) < SMALL_DELAY * path_rtt_s(case)


def queue_sentence(case: FlowCase, main: Held | None) -> str:
    """The queues, who fills them, and their effect on what binds (None: nothing dominates)."""
    step = step_words(case, _links_to_mention(case)[-1])
    sentence = f"{_waiting(case)}{step}{gaps_words(case)}{_fillers(case)}{_rest(case)}"
    variable = None if main is None else main.variable.name
    if variable is not None and variable not in MADE_BY_LOSSES:
        sentence += _effect(case, variable)
    losses = losses_sentence if _says_losses(case, main) else lost_acks
    return f"{sentence}{losses(case)}"


def _waiting(case: FlowCase) -> str:
    network = case.network
    parts = [_at_link(case, link) for link in _links_to_mention(case)]
    if not case.is_there_all_the_time:
        parts[0] = (
            f"Over the measurement window, of which it was active for "
            f"{short(case.under_way_s)} s: "
            f"{parts[0][0].lower()}{parts[0][1:]}"
        )
    back = network.main_back
    parts += [_share_of_acks(link) for link in network.way_out if (link.acks_ratio or 0) >= NOTED]
    return " ".join(parts if back is None else [*parts, _way_back(case, back)])


def _share_of_acks(link: LinkState) -> str:
    """What others' ACKs take of a link of its data."""
    opening = f"{link.said[0].upper()}{link.said[1:]}"
    return f"{opening} sends ACKs {percent(link.acks_ratio or 0)} of its time."


def _way_back(case: FlowCase, back: LinkState) -> str:
    """The link at which its ACKs wait longest."""
    waited_s = wait_s(case, back)
    queued = f"on average {_kilobytes(back.mean_queue_bytes)} are queued there"
    delay = f"{ms(waited_s)}, {_of_base(case, waited_s)}"
    wait = f" ({delay})" if case.rtt is None else f", and they wait {delay}"
    said = f"Its ACKs pass {back.said}, which {back.busy_words}: "
    said += f"{queued}{wait}.{filtered_acks(case)}"
    rtt_s = case.flow["mean_rtt_s"]
    if not rtt_s or waited_s <= max(own_delay_s(case), path_rtt_s(case)):
        return said
    if case.rtt is None:
        said += f" Its mean RTT is {ms(rtt_s)}."
    return f"{said} The longest wait is that of its ACKs, not of its data."


def _kilobytes(amount_bytes: float) -> str:
    """`7.95 kB`; less than a packet's header is next to nothing."""
    if 0 < amount_bytes < LEAST_BYTES:
        return f"less than {short(LEAST_BYTES / 1e3)} kB"
    return f"{short(amount_bytes / 1e3)} kB"


def _of_base(case: FlowCase, waited_s: float) -> str:
    """`77% of its base RTT`, `12 times its base RTT`."""
    ratio = waited_s / path_rtt_s(case)
    return (
        f"{percent(ratio)} of its base RTT" if ratio < 10 else f"{short(ratio)} times its base RTT"
    )


def _links_to_mention(case: FlowCase) -> list[LinkState]:
    """The one link, or those of several at which it waits, and the one at which it waits most."""
    network = case.network
    return [
        link
        for link in network.way_out
        if link is network.main or wait_s(case, link) >= SMALL_DELAY * path_rtt_s(case)
    ]


def _buffer_size(case: FlowCase, link: LinkState) -> str:
    """`2 BDP`; `100 packets (2.5 BDP of its path)` at a link that could send more than the path
    lets pass, whose own BDP a reader may have in mind.
    """
    whole = count_of(int(link.buffer_bytes // case.packet_bytes), "packet")
    size = case.in_bdp(link.buffer_bytes / case.packet_bytes)
    if size is None:
        return whole
    own_bdp_packets = link.rate_bps * case.base_rtt_s / 8 / case.packet_bytes
    if own_bdp_packets <= SAME_BDP * case.bdp_packets:
        return size
    return f"{whole} ({size} of its path)"


def _at_link(case: FlowCase, link: LinkState) -> str:
    buffer = f"in a buffer of {_buffer_size(case, link)}"
    queued = _kilobytes(link.mean_queue_bytes)
    separate = _separates(case, link)
    is_only = len(case.network.way_out) == 1
    is_obvious = is_only and link.link_id == BOTTLENECK_ID
    lead = "On average" if is_obvious else f"On {link.said}, which {link.busy_words}, on average"
    if case.rtt is not None:
        own_s = wait_s(case, link)
        why = "" if separate is None else f" {separate}."
        return (
            f"{lead} {queued} are queued {buffer}; its packets wait {ms(own_s)} there, "
            f"{_of_base(case, own_s)}.{why}"
        )
    if link.rate_bps <= 0:
        return f"{lead} {queued} are queued {buffer}, and nothing leaves."
    if separate is None:
        delay = f"{ms(link.wait_s)}, {_of_base(case, link.wait_s)}"
        return f"{lead} {queued} are queued ({delay}) {buffer}."
    lead = f"{lead} {queued} are queued, {buffer}. "
    if not is_only or not _leaving_bps(case, link):
        return f"{lead}{separate}."
    own_s = own_delay_s(case)
    delay = f"{ms(own_s)}, {_of_base(case, own_s)}"
    return f"{lead}Packets of {case.said.text} wait {delay}: {separate}."


def _fillers(case: FlowCase) -> str:
    if not _names_fillers(case):
        return ""
    shares = sorted(shares_of_queue(case).items(), key=lambda item: -item[1])
    if not shares:
        return " No packet waits."
    (first, most), *rest = shares
    name = case.said_groups[first]
    if most < DOMINATES:
        held = [f"{case.said_groups[group].text} {percent(share)}" for group, share in shares[:3]]
        return (
            f" No group holds more than half of the queued bytes: {listed(held)}{_others(shares)}."
        )
    bytes_of = f"{name.opening} {name.does('holds', 'hold')}"
    if not rest:
        return f" {bytes_of} all of the queued bytes."
    held = [f"{percent(most)} of the queued bytes"]
    held += [f"{case.said_groups[group].text} {percent(share)}" for group, share in rest[:2]]
    return f" {bytes_of} {listed(held)}{_others(shares)}."


def _names_fillers(case: FlowCase) -> bool:
    """Whether the filling groups are worth a sentence: not for a single group, nor for a nearly
    empty queue.
    """
    is_known = case.network.queue_shares is not None and len(case.said_groups) > 1
    return is_known and not 0 < case.network.main.mean_queue_bytes < LEAST_BYTES


def _others(shares: list[tuple[int, float]]) -> str:
    others = len(shares) - 3
    return "" if others < 1 else f" ({count_of(others, 'other group')} the rest)"


def _rest(case: FlowCase) -> str:
    """What of the mean RTT is neither propagation nor a queue, where that is much and the scenario
    has what makes it.
    """
    rtt_s = case.flow["mean_rtt_s"]
    if case.rtt is not None:
        return _recorded_rest(case, case.rtt)
    if not rtt_s or not case.is_there_all_the_time:
        return ""
    rate_bps = float(case.flow["throughput_bps"] or 0.0)
    if not rate_bps:
        return ""
    # Little's law: what its own packets meet, who may come when the queue is longer than its mean.
    wait_s = float(case.flow["mean_queue_bytes"] or 0.0) * 8 / rate_bps
    wait_s += sum(link.wait_s for link in case.network.way_back)
    rest_s = rtt_s - case.base_rtt_s - wait_s
    reasons = _other_delays(case, rest_s)
    if not reasons or rest_s < NOTED_REST * rtt_s:
        return ""
    return (
        f" Its mean RTT is {ms(rtt_s)}: {ms(case.base_rtt_s)} of propagation, {ms(wait_s)} "
        f"of queues, and {ms(rest_s)} that are neither. {' '.join(reasons)}"
    )


def _recorded_rest(case: FlowCase, rtt: Mapping[str, Any]) -> str:
    """The recorded RTT, and which parts of the scenario cause what is not queueing."""
    known = ("propagation", "queue_out", "queue_back", "unattributed")
    rest_s = sum(part["mean_s"] for part in rtt["parts"] if part["part"] not in known)
    reasons = _other_delays(case, rest_s) if rest_s >= NOTED_REST * rtt["mean_rtt_s"] else []
    return " ".join([rtt_words(case), *reasons])


def _other_delays(case: FlowCase, rest_s: float) -> list[str]:
    """The causes of delay other than queues, as the scenario has them. `rest_s`: their sum."""
    found = []
    receiver = case.group.get("receiver") or {}
    held_s = float(receiver.get("ack_aggregation_s") or 0.0)
    if held_s > 0:
        found.append(f"Its receiver collects ACKs and releases them every {ms(held_s)}.")
    jitter_s = {
        what: sum(float(link.settings["jitter_s"]) for link in way)
        for what, way in (("packets", case.network.way_out), ("ACKs", case.network.way_back))
    }
    delays = [f"its {what} by up to {ms(most_s)}" for what, most_s in jitter_s.items() if most_s]
    if delays:
        found.append(f"Jitter delays {listed(delays)}.")
    sent_s = least_transmission_s(case)
    if case.rtt is None and sent_s >= NOTED_REST / 2 * case.base_rtt_s:
        found.append(f"The transmission of a packet and its ACK takes {ms(sent_s)}.")
    if case.host_jitter_s >= NOTED_REST / 2 * case.base_rtt_s:
        found.append(f"Hosts take up to {ms(case.host_jitter_s)} for an ACK.")
    every = int(receiver.get("ack_every_packets") or 1)
    is_left = rest_s - sent_s - case.host_jitter_s > NOTED_REST * case.flow["mean_rtt_s"]
    if every > 1 and is_left and not held_s and not delays:
        timer_s = float(receiver["ack_timeout_s"])
        found.append(
            f"Its receiver acknowledges {every} packets together, and fewer after up to "
            f"{ms(timer_s)}."
        )
    return found


def _effect(case: FlowCase, variable: str) -> str:
    if variable == "application" or case.flow["mean_rtt_s"] is None:
        return ""
    # A rule that divides by the RTT sees the shortest wait.
    sees = variable in LOOKS_AT_RTT - {"delay_rule"} and "coefficient_applied" in case.decisions
    if _is_small(case) and not sees:
        return _short_wait_words(case, variable)
    rtt_s = case.flow["mean_rtt_s"]
    if case.rtt is not None:
        rtt_s = float(case.rtt["mean_rtt_s"])
    mean = "mean RTT" if case.rtt is not None else f"mean RTT of {ms(rtt_s)}"
    empty_s, of_empty = path_rtt_s(case), "its base RTT"
    if least_transmission_s(case) >= SMALL_DELAY * empty_s:
        empty_s, of_empty = empty_s + least_transmission_s(case), "that of the empty path"
    longer = f" Its {mean} is {short(rtt_s / empty_s)} times {of_empty}"
    if variable in LOOKS_AT_RTT:
        # Only a coefficient whose decisions are recorded is known to be minimum RTT over RTT.
        divides = "coefficient_applied" in case.decisions and variable != "delay_rule"
        unseen_s = unseen_base_rtt_s(case)
        rule = "the coefficient divides by the RTT" if divides else "its rule sees that"
        if unseen_s is not None and unseen_s > rtt_s and not divides:
            rule = "its rule sees what exceeds the RTT that it assumes for an empty path"
        elif unseen_s is not None and not divides:
            rule = (
                f"its rule sees what exceeds the {ms(unseen_s)} that it assumes for an empty path"
            )
        elif not knows_empty_path(case) and not divides:
            rule = "its rule sees how RTTs grow, not how long they are"
        elif is_blind_for_a_time(case) and not divides:
            rule = "its rule sees what exceeds the RTT that it assumes for an empty path"
        return f"{longer}, and {rule}."
    if variable in CARRIES_LESS and not case.is_read_slowly:
        return f"{longer}, and over a longer RTT a window carries less."
    return _of_delivery(case) if variable in MADE_BY_DELIVERY else ""


def _short_wait_words(case: FlowCase, variable: str) -> str:
    """What a short wait means for the variable: a rule that follows delays reacts even to a few
    packets in a fast link's queue.
    """
    if variable not in FOLLOWS_DELAYS:
        return "" if variable in LOOKS_AT_RTT else " So short a wait in queues does not limit it."
    if not knows_empty_path(case):
        return " Its rule sees how RTTs grow, not how long they are."
    believed_s = believed_base_rtt_s(case)
    empty_s = path_rtt_s(case) + least_transmission_s(case)
    if believed_s is None or stale_words(case) or abs(believed_s - empty_s) > delay_s(case) / 2:
        return ""
    return " Short as that wait is, its rule sees it."


def _of_delivery(case: FlowCase) -> str:
    if len(case.network.way_out) > 1:
        return ""
    if _separates(case, case.network.way_out[0]):
        link = case.network.way_out[0]
        if not has_own_queue(link.queue, _passing_count(case, link)):
            return ""
        return " Its bandwidth estimate follows the rate at which its own queue is served."
    own = (case.network.queue_shares or {}).get(case.index)
    total_bps = sum(flow["throughput_bps"] or 0.0 for flow in case.result["flows"])
    if own is None or not total_bps or len(case.result["flows"]) == 1:
        return ""
    got = case.flow["throughput_bps"] / total_bps
    if abs(got - own) > AGREES:
        length = "shorter" if own < got else "longer"
        steady = case.network.way_out[0].has_constant_rate
        takes = f"is {length}" if steady else f"takes {length} to drain"
        return (
            f" {case.said.opening} {case.said.does('has', 'have')} {percent(own)} of the queued "
            f"bytes and {percent(got)} of the throughput: {case.said.does('its', 'their')} "
            f"packets wait {length} than those of others, since they come when the queue {takes}."
        )
    return (
        f" A first-in first-out queue serves each flow by its share of the queue: {case.said.text} "
        f"{case.said.does('has', 'have')} {percent(own)} of the queued bytes and {percent(got)} of "
        "the throughput, and the bandwidth estimate follows the rate at which a flow is served."
    )


def claims_of(case: FlowCase, main: Held | None) -> list[Claim]:
    """What `queue_sentence` says."""
    links = _links_to_mention(case)
    back = case.network.main_back
    claims = queue_claims(case, links if back is None else [*links, back])
    claims += rtt_claims(case)
    if _names_fillers(case):
        claims += filler_claims(case, shares_of_queue(case))
    if _says_losses(case, main) and case.network.losses is not None:
        claims += loss_claims(case, case.network.lost())
    if _says_losses(case, main) and (again := needless_packets(case)):
        claims.append(claim_of(case, f"flow:{case.index}", "needless_packets", again, "count"))
    return claims


def _says_losses(case: FlowCase, main: Held | None) -> bool:
    return main is None or main.variable.name in MADE_BY_LOSSES or is_notable(case)


def queue_numbers(case: FlowCase) -> list[CauseNumber]:
    """The numbers of the sentence."""
    main = case.network.main
    is_separate = len(case.network.way_out) == 1 and _separates(case, main) is not None
    waited_s = main.wait_s if is_separate else wait_s(case, main)
    found = [
        CauseNumber(label="queue delay, mean", value=waited_s, unit="s"),
    ]
    if case.bdp_packets > 0:
        in_bdp = main.buffer_bytes / (case.bdp_packets * case.packet_bytes)
        found.append(CauseNumber(label="buffer in BDP", value=in_bdp, unit="ratio"))
    if is_separate and _leaving_bps(case, main):
        found.append(CauseNumber(label="own queue delay, mean", value=own_delay_s(case), unit="s"))
    for group, share in shares_of_queue(case).items() if _names_fillers(case) else ():
        found.append(
            CauseNumber(label=f"waiting bytes of {case.names[group]}", value=share, unit="ratio")
        )
    for row in case.network.lost():
        label = f"lost: {row.reason.replace('_', ' ')}"
        found.append(CauseNumber(label=label, value=row.count, unit="count"))
    return found
