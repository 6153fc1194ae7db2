"""What a flow lost and why, in words. Only what was recorded: without a reason none is given."""

from typing import Final

from lab_model.causes.facts import FlowCase
from lab_model.causes.network import LinkState, Lost
from lab_model.causes.rtt_record import recorded_wait_s
from lab_model.causes.traits import queue_title
from lab_model.english.names import listed
from lab_model.english.numbers import count_of, ms, packets, percent
from lab_model.scenarios.links import BOTTLENECK_ID

SMALL_DELAY: Final = 0.05
"""Share of the base RTT. A smaller queueing delay affects no rule: the nearest, FaiRTT's
coefficient, has a gamma of 0.99, and BBR probes by a quarter."""
NOTED: Final = 0.01
"""Share of a flow's packets from which its losses are stated, whatever limits it."""

NEEDLESS: Final = 0.1
"""Share of the retransmissions: if fewer were needless, their number is about that of losses."""

_OF_QUEUE: Final = {
    "buffer_full": "because the buffer{where} was full",
    "early": "dropped early by {queue}{where}, before the buffer was full",
    "delay": "dropped by {queue}{where} because packets had waited too long",
    "step": "dropped by {queue}{where} above its threshold",
    "flow_overflow": "from the longest queue of {queue}{where}, whose buffer was full",
    "blue": "dropped early by BLUE of {queue}{where}, which had been full before",
    "policer": "dropped by a policer{where} that had no tokens for them",
}
_OF_PATH: Final = {
    "random": "at random{at}",
    "burst": "in bursts by the loss model{at}",
    "outage": "in an outage{at}",
}
_MOST: Final = 0.505
"""Share of the queued bytes from which a flow has most of them: less rounds to a half."""
_AT_RANDOM: Final = frozenset({"random", "burst"})
_MARKED: Final = {
    "early": "from {queue}{where} with its marking probability",
    "delay": "from {queue}{where} because packets had waited too long",
    "step": "from {queue}{where} above its threshold",
    "blue": "from BLUE of {queue}{where}",
}


def data_losses(case: FlowCase) -> list[Lost]:
    """Data packets by reason and link, most first."""
    return case.network.lost()


def lost_count(case: FlowCase) -> int:
    """Data packets that were lost, by the table or, without one, by the summary."""
    if case.network.losses is not None:
        return sum(row.count for row in data_losses(case))
    return int(case.flow["dropped_packets"] + case.flow["randomly_lost_packets"])


def has_lost_data(case: FlowCase, since_s: float) -> bool:
    """Whether it lost data packets in its window or after `since_s`: what a sender does in the
    window may be about packets sent earlier.
    """
    rows = case.network.losses or ()
    return lost_count(case) > 0 or any(
        row.run_count > 0 and row.last_s >= since_s
        for row in rows
        if not row.is_ack and not row.is_mark
    )


def lost_count_since(case: FlowCase, since_s: float) -> int:
    """Data packets of which `has_lost_data` knows: at most so many were lost since then."""
    return sum(
        row.run_count
        for row in case.network.losses or ()
        if not row.is_ack and not row.is_mark and (row.count or row.last_s >= since_s)
    )


def is_notable(case: FlowCase) -> bool:
    """Whether so many packets were lost, marked or needlessly retransmitted that the chain has to
    mention it.
    """
    marked = int(case.flow.get("marked_packets") or 0)
    count = max(lost_count(case), marked, needless_packets(case))
    return count >= NOTED * max(int(case.flow["sent_packets"]), 1)


def losses_sentence(case: FlowCase) -> str:
    """` It lost 25 packets (0.1%), all of them ...`, the marks and the ACKs that were lost."""
    return f"{_of_data(case)}{_needless(case)}{lost_acks(case)}"


def needless_packets(case: FlowCase) -> int:
    """Packets retransmitted although they had arrived, where they are a notable part of all
    retransmissions: losses do not explain those. Probes send them where a handshake knew only the
    empty path (RFC 8985 7). Reports of duplicates miss those of connections that have closed.
    """
    again = int(case.flow.get("retransmitted_packets") or 0)
    twice = int(case.flow["received_packets"] or 0) - int(case.flow["unique_packets"] or 0)
    return twice if again and twice >= NEEDLESS * again else 0


def _needless(case: FlowCase) -> str:
    twice = needless_packets(case)
    if not twice:
        return ""
    again = count_of(int(case.flow["retransmitted_packets"]), "packet")
    probes = int(case.flow.get("tail_loss_probe_count") or 0)
    probed = f"; it sent {count_of(probes, 'tail loss probe')}" if probes >= twice / 2 else ""
    return (
        f" It sent {again} again, and {count_of(twice, 'packet')} arrived that its receiver "
        f"already had{probed}."
    )


def lost_acks(case: FlowCase) -> str:
    """A sentence about lost ACKs, if there were many or a timer expired; else empty."""
    rows = lost_ack_rows(case)
    count = sum(row.count for row in rows)
    few = NOTED * max(int(case.flow["received_packets"] or 0), 1)
    if not count or (count < few and not case.flow["rto_count"]):
        return ""
    lead = f" {count_of(count, 'ACK')} {'was' if count == 1 else 'were'} lost on the return path"
    if len(rows) == 1:
        why = _words(case, rows[0])
        return f"{lead}{',' if why.startswith('dropped') else ''} {why}."
    return f"{lead}, {_reasons(case, rows, count)}."


def lost_ack_rows(case: FlowCase) -> list[Lost]:
    """Lost ACKs by reason and link. A filter that lets a newer ACK replace an older one loses
    nothing.
    """
    return [row for row in case.network.lost(is_ack=True) if row.reason != "ack_filter"]


def filtered_acks(case: FlowCase) -> str:
    """What ACK filters left out: nothing is lost by that, but the sender gets fewer ACKs."""
    rows = [row for row in case.network.lost(is_ack=True) if row.reason == "ack_filter"]
    if not rows:
        return ""
    filtering = [link.said for link in case.network.way_back if link.settings.get("ack_filter")]
    count = sum(row.count for row in rows)
    return f" The filter of {listed(filtering)} left out {count:,} of its ACKs for newer ones."


def _of_data(case: FlowCase) -> str:
    total = lost_count(case)
    if total == 0:
        what = "no data" if lost_acks(case) else "nothing"
        lead = f" It lost {what} within the measurement window"
        return f"{lead}, and {_marks(case)}.{_unheeded(case)}" if _marks(case) else f"{lead}."
    lead = f" It lost {count_of(total, 'packet')}"
    # Packets that left before the window may be lost in it, and are no part of those sent in it.
    if total <= case.flow["sent_packets"]:
        lead += f" ({percent(total / case.flow['sent_packets'])})"
    if case.network.losses is None:
        return f"{lead}; this result has no record of why."
    rows = data_losses(case)
    sentence = f"{lead}, {_reasons(case, rows, total)}{_judged(case, rows, total)}."
    marks = _marks(case)
    return f"{sentence} In addition {marks}.{_unheeded(case)}" if marks else sentence


def _unheeded(case: FlowCase) -> str:
    """A sentence if the flow's parameters make its rules ignore marks; else empty."""
    reacts = case.flow["parameters"].get("ecn")
    if reacts is False:
        return " Its parameter ecn is off: its rules do not look at marks."
    most_s = case.parameter("ecn_max_rtt_s") or 0.0
    least_s = min(float(case.flow["min_rtt_s"] or 0.0), float(case.group["rtt_s"]))
    if reacts is not True or not 0 < most_s < least_s:
        return ""
    return f" Its rules look at marks only once its minimum RTT is at most {ms(most_s)}."


def _reasons(case: FlowCase, rows: list[Lost], total: int) -> str:
    if len(rows) == 1:
        return f"{'' if total == 1 else 'all of them '}{_words(case, rows[0])}"
    (first, *rest) = rows
    parts = [f"{first.count:,} of them {_words(case, first)}"]
    parts += [f"{row.count:,} {_words(case, row)}" for row in rest]
    return listed(parts)


def _words(case: FlowCase, row: Lost) -> str:
    known = _OF_QUEUE | _OF_PATH
    if row.reason == "random" and (certain := _by_certain_loss(case, row)):
        return certain.format(where=_where(case, row))
    if row.reason not in known:
        return f"by a rule called {row.reason.replace('_', ' ')}"
    where = _where(case, row)
    at = where.replace(" of ", " at ", 1)
    words = known[row.reason].format(queue=_queue(case, row), where=where, at=at)
    return f"{words}{_bucket_words(case, row)}"


def _bucket_words(case: FlowCase, row: Lost) -> str:
    """Words on a policer whose bucket holds less than a window that fills the path: then bursts are
    dropped although few tokens are used.
    """
    link = _link_of(case, row)
    if row.reason != "policer" or link is None or not link.queue.get("bucket_s"):
        return ""
    token_bps = float(link.settings["rate_bps"]) * float(link.queue["token_rate_ratio"])
    # No bucket is smaller than a packet.
    held = max(token_bps * float(link.queue["bucket_s"]) / 8 / case.packet_bytes, 1.0)
    in_bdp = case.in_bdp(held)
    if in_bdp is None or held >= case.bdp_packets:
        return ""
    return f" (its bucket holds {packets(held)}, {in_bdp})"


def _by_certain_loss(case: FlowCase, row: Lost) -> str | None:
    """Words on a link that loses every packet, always or during part of its schedule: such a loss
    is not random.
    """
    link = _link_of(case, row)
    settings = {} if link is None else link.settings
    if (settings.get("loss") or {}).get("probability", 0) >= 1:
        return "by the loss{where}, which takes every packet"
    if not any(step["probability"] >= 1 for step in settings.get("loss_schedule") or ()):
        return None
    loses_beside = (settings.get("loss") or {}).get("kind", "none") != "none"
    chance = "at random or " if loses_beside else ""
    return f"{chance}by the loss schedule{{where}}, which loses every packet for a time"


def _links(case: FlowCase) -> tuple[LinkState, ...]:
    return (*case.network.way_out, *case.network.way_back)


def _link_of(case: FlowCase, row: Lost) -> LinkState | None:
    """None: of an ACK that meets no link."""
    return next((link for link in _links(case) if link.index == row.link), None)


def _judged(case: FlowCase, rows: list[Lost], total: int) -> str:
    """What most of the losses have to do with the queue."""
    if all(row.reason in _AT_RANDOM for row in rows):
        wait_s = max(sum(link.wait_s for link in _links(case)), recorded_wait_s(case))
        short_wait = wait_s < SMALL_DELAY * case.base_rtt_s
        return ": the queue is not what limits it" if short_wait else ": no queue dropped them"
    full = [row for row in rows if row.reason == "buffer_full" and row.link == 0]
    if not full or full[0].count <= total / 2:
        return ""
    return _filler(case)


def _filler(case: FlowCase) -> str:
    """Whose packets fill the buffer of the bottleneck, if one group of several has half of it."""
    if len(case.said_groups) == 1:
        return ""
    held: dict[int, float] = {}
    for index, share in (case.network.queue_shares or {}).items():
        group = case.result["flows"][index]["group_index"]
        held[group] = held.get(group, 0.0) + share
    filler = max(held, key=lambda group: held[group], default=None)
    if filler is None or held[filler] < _MOST:
        return ""
    own_words = "its own" if case.said.text == case.said_groups[filler].text else "its own group's"
    whose = own_words if filler == case.group_index else f"those of {case.said_groups[filler].text}"
    return f"; most of the queued packets are {whose}"


def _marks(case: FlowCase) -> str:
    marked = int(case.flow.get("marked_packets") or 0)
    if not marked:
        return ""
    rows = case.network.lost(is_mark=True)
    said = f"{count_of(marked, 'packet')} got an ECN mark"
    whole = sum(row.count for row in rows)
    if not rows or whole != marked or any(row.reason not in _MARKED for row in rows):
        return said
    words = [
        _MARKED[row.reason].format(queue=_queue(case, row), where=_where(case, row)) for row in rows
    ]
    if len(rows) == 1:
        return f"{said} {words[0]}"
    parts = [f"{row.count:,} {text}" for row, text in zip(rows, words, strict=True)]
    return f"{said}: {listed(parts)}"


def _queue(case: FlowCase, row: Lost) -> str:
    link = _link_of(case, row)
    return "the queue" if link is None else queue_title(str(link.queue["kind"]))


def _where(case: FlowCase, row: Lost) -> str:
    """` of link narrow`, on a path of several, or of one that is not the bottleneck."""
    link = _link_of(case, row)
    if link is None or (len(_links(case)) < 2 and link.link_id == BOTTLENECK_ID):
        return ""
    return f" of {link.said}"
