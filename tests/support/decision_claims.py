"""Claims about a sender's decisions, held against what its packets show."""

import numpy as np

from lab_model.causes import FlowCase
from lab_model.claim import Claim
from tests.support.oracle import Oracle, SenderEvents

MOMENTS = {"window_before", "window_after", "window_aim", "flight", "min_rtt_s"}
"""Claims about one moment, or a mean that packets bound."""
OF_CUT = ("window_after:window_reduced", "window_aim:window_reduced")
LONGEST_NOTICE_S = 10.0
"""From a loss to the cut that it makes, in any of these networks."""
RTO_SHARE = 0.9
"""Of the least timer: the last ACK may have armed it a host's jitter later."""


def holds_decision(oracle: Oracle, claim: Claim, case: FlowCase, sentence: str) -> None:
    """One claim of an origin."""
    flow = int(claim.subject.partition(":")[2])
    quantity, _, kind = claim.quantity.partition(":")
    events = oracle.at_sender(flow)
    message = f"flow {flow}: {claim}: {sentence}"
    if quantity == "undone_cuts":
        # What the sender concluded; that packets were not lost is said of who has lost none.
        _hold_undone(oracle, case, flow, "had not been lost" in sentence, message)
    elif quantity == "decisions":
        _hold_count(events, claim, kind, case, message)
    elif quantity == "most_in_flight":
        window = events.within(claim.window.from_s, claim.window.to_s)
        assert events.flight[window].max(initial=0) <= claim.value, message
    elif quantity == "sent_packets":
        window = events.within(claim.window.from_s + 1e-3, claim.window.to_s)
        assert np.isin(events.kind[window], ("sent",)).sum() == claim.value, message
    elif claim.quantity == "min_rtt_s":
        rtts_s = oracle.rtt_samples_s(flow)
        assert rtts_s.min() - 1e-4 <= claim.value <= rtts_s.max() + 1e-4, message
    elif quantity == "min_rtt_s":
        # It was measured before, up to a host's jitter.
        assert np.abs(oracle.rtt_samples_s(flow) - claim.value).min() < 1e-4, message
    elif quantity == "flight":
        before = events.within(claim.window.from_s - 3.0, claim.window.from_s)
        assert np.abs(events.flight[before] - claim.value).min() <= 1, message
    else:
        # A cut that is undone soon does not come to its end.
        rtt_s = float(rtts_of(events, until_s=claim.window.from_s)[-50:].max(initial=0.1))
        until_s = claim.window.from_s + 2 * rtt_s + case.min_rto_s
        is_undone = oracle.came_twice(flow, claim.window.from_s - rtt_s, until_s) > 0
        is_undone |= _was_repaired_by_nothing(events, claim.window.from_s)
        if not (is_undone and claim.quantity in OF_CUT):
            _hold_window(events, claim, quantity, kind, case, message)


def _hold_undone(oracle: Oracle, case: FlowCase, flow: int, says_none: bool, message: str) -> None:
    """Nothing was lost that the cuts may be about: a loss is seen a round trip later, or as its
    timer expires.
    """
    cuts = [
        case.decisions[kind]
        for kind in ("window_reduced", "window_collapsed")
        if kind in case.decisions
    ]
    is_known = all(each.count == len(each.kept) and not each.when for each in cuts)
    first_s = min(item.time_s for each in cuts for item in each.kept) if is_known else 0.0
    if says_none:
        assert oracle.lost_data(flow, first_s - float(case.group["rtt_s"])) == 0, message
    else:
        assert oracle.lost_data(flow, first_s - LONGEST_NOTICE_S) > 0, message


def _hold_count(
    events: SenderEvents, claim: Claim, kind: str, case: FlowCase, message: str
) -> None:
    """What packets say of how often it was: a timeout sends again what was sent long ago, and a
    recovery sends again, unless it was over before.
    """
    window = events.within(claim.window.from_s, claim.window.to_s)
    again = int((events.kind[window] == "retransmitted").sum())
    if kind in ("timeout", "window_collapsed"):
        assert claim.value <= late_repairs(events, case.min_rto_s, window), message
    elif kind == "recovery":
        restored = case.decisions.get("window_restored")
        assert claim.value <= again + (0 if restored is None else restored.run_count), message
    assert claim.value > 0, message


def late_repairs(events: SenderEvents, min_rto_s: float, window: slice | None = None) -> int:
    """Packets that were retransmitted after they had been under way for the least timer."""
    sent_s: dict[int, float] = {}
    count = 0
    window = window or slice(0, len(events.time_s))
    for place in range(window.stop):
        if events.kind[place] not in ("sent", "retransmitted"):
            continue
        sequence, time_s = int(events.sequence[place]), float(events.time_s[place])
        if events.kind[place] == "retransmitted" and place >= window.start:
            count += time_s - sent_s[sequence] >= RTO_SHARE * min_rto_s
        sent_s[sequence] = time_s
    return count


def _hold_window(
    events: SenderEvents, claim: Claim, quantity: str, kind: str, case: FlowCase, message: str
) -> None:
    at_s = claim.window.from_s
    if quantity == "window_before":
        if _is_within_recovery(events, at_s, claim.value):
            return
        # A recovery that the ACK of a cut ends sets what its own cut came to, unused.
        around = events.windows_around(at_s) | _left_by_cuts(case, at_s) | _restored_at(case, at_s)
        assert min(abs(each - claim.value) for each in around) <= 1, f"{around}: {message}"
        return
    # A window that a recovery reduces in steps is there after two RTTs with packets under way,
    # unless a timeout cut it, or when the next cut begins: behind a slow link RTTs grow meanwhile.
    rtt_s = float(rtts_of(events, until_s=at_s)[-50:].max(initial=0.1))
    after = events.windows_around(at_s)
    until_s = _busy_until_s(events, at_s, 2 * rtt_s + case.min_rto_s)
    window = events.within(at_s, max(until_s, _next_cut_s(case, at_s)))
    after |= {int(each) for each in events.window[window]}
    if kind == "window_restored":
        is_used = not _repairs_at(events, at_s)
        left = _cut_again_to(case, at_s, claim.value)
        # Which of the two was first the record tells not always; the packets show either.
        is_cut_again = left is not None and min(after) <= left + 1
        is_there = not is_used or max(after) >= claim.value - 1
        assert is_there or is_cut_again, f"{sorted(after)}: {message}"
    elif kind == "window_set":
        # The ACK that set it may raise it at once, by no more than it delivers.
        moment = events.within(at_s, at_s)
        around = events.window[moment]
        delivered = events.flight[moment.start - 1] - events.flight[moment].min()
        fits = (around >= claim.value - 1) & (around <= claim.value + 1 + max(delivered, 0))
        assert fits.any(), f"{around}: {message}"
    elif quantity == "window_aim" and _times_out_after(case, at_s):
        pass  # whether before it was there is not told
    elif window.stop < len(events.time_s):  # else it ended before it had reduced its window
        reaches = min(after) <= claim.value + 1 or _meets(events, at_s, claim.value)
        is_taken_back = _cut_reversed_at(case, at_s, claim.value)
        assert reaches or is_taken_back, f"{sorted(after)}: {message}"
    if kind == "window_collapsed":
        assert min(abs(each - claim.value) for each in after) <= 1, f"{sorted(after)}: {message}"


def _left_by_cuts(case: FlowCase, at_s: float) -> set[int]:
    cuts = case.decisions.get("window_reduced")
    before = [item for item in ([] if cuts is None else cuts.kept) if item.time_s < at_s]
    return {int(item.numbers["after_packets"]) for item in before[-1:]}


def _restored_at(case: FlowCase, at_s: float) -> set[int]:
    """What the same ACK had restored before: no packet left with it."""
    undos = case.decisions.get("window_restored")
    kept = [] if undos is None else undos.kept
    return {int(item.numbers["after_packets"]) for item in kept if item.time_s == at_s}


def _next_cut_s(case: FlowCase, at_s: float) -> float:
    """When the next loss or mark cut the window; the same moment if none did."""
    cuts = case.decisions.get("window_reduced")
    later = [item.time_s for item in ([] if cuts is None else cuts.kept) if item.time_s > at_s]
    # Before its own cut.
    return min(later) - 1e-6 if later else at_s


def _times_out_after(case: FlowCase, at_s: float) -> bool:
    """The next thing after a cut that cut the window was a timeout."""
    collapsed = case.decisions.get("window_collapsed")
    later = [item.time_s for item in ([] if collapsed is None else collapsed.kept)]
    first_s = min((time_s for time_s in later if time_s >= at_s), default=np.inf)
    cuts = case.decisions["window_reduced"].kept
    return bool(first_s < min((each.time_s for each in cuts if each.time_s > at_s), default=1e9))


def _cut_again_to(case: FlowCase, at_s: float, window_packets: float) -> float | None:
    """What a cut, or the end of a recovery, left at the moment of an undo, from the window that
    this restored: the ACK that undid the one began the other, and no packet left between. None:
    there was none.
    """
    for kind in ("window_reduced", "window_set"):
        cuts = case.decisions.get(kind)
        for item in () if cuts is None else cuts.kept:
            if item.time_s == at_s and item.numbers["before_packets"] == window_packets:
                return item.numbers["after_packets"]
    return None


def _cut_reversed_at(case: FlowCase, at_s: float, left_packets: float) -> bool:
    """The same ACK took the cut back; what it restored is a claim of its own."""
    restored = case.decisions.get("window_restored")
    return any(
        item.time_s == at_s and item.numbers["before_packets"] == left_packets
        for item in (() if restored is None else restored.kept)
    )


def _meets(events: SenderEvents, at_s: float, aim_packets: float) -> bool:
    """The window falls by at most a packet with each ACK, and what it falls to grows meanwhile by a
    packet for each window that is acknowledged: they meet.
    """
    begin = events.place(at_s)
    acked = int(events.sequence[:begin][events.kind[:begin] == "ack_received"].max(initial=0))
    is_ack = events.kind[begin:] == "ack_received"
    acks = np.flatnonzero(is_ack) + begin
    for sequence, window in zip(events.sequence[acks], events.window[acks], strict=True):
        aim_packets += max(int(sequence) - acked, 0) / aim_packets
        acked = max(acked, int(sequence))
        if window <= np.ceil(aim_packets):
            return True
    return False


def _was_repaired_by_nothing(events: SenderEvents, at_s: float) -> bool:
    """All that was under way at a cut was acknowledged although nothing was retransmitted from then
    on: it had not been lost, and the cut was undone.
    """
    begin = events.place(at_s)
    is_ack = events.kind == "ack_received"
    next_sequence = int(events.sequence[:begin][~is_ack[:begin]].max(initial=-1)) + 1
    ends = np.flatnonzero(is_ack[begin:] & (events.sequence[begin:] >= next_sequence))
    if not len(ends):
        return False
    return "retransmitted" not in events.kind[begin : begin + ends[0]]


def _repairs_at(events: SenderEvents, at_s: float) -> bool:
    """The ACK that undid a cut began the next recovery at once: no packet left with the window."""
    return "retransmitted" in events.kind[events.within(at_s - 1e-6, at_s + 1e-6)]


def _busy_until_s(events: SenderEvents, from_s: float, busy_s: float) -> float:
    """When so much time with packets under way has passed: a sender that waits for its application
    gets no ACKs, and a window that falls with each ACK stays.
    """
    time_s = from_s
    for place in range(events.within(from_s, np.inf).start, len(events.time_s)):
        passed_s = float(events.time_s[place]) - time_s
        if events.flight[place - 1] > 0:
            if passed_s >= busy_s:
                return time_s + busy_s
            busy_s -= passed_s
        time_s += passed_s
    return float(np.inf)


def _is_within_recovery(events: SenderEvents, at_s: float, window_packets: float) -> bool:
    """The ACK of a cut ended an earlier recovery first, at the window that this had set: no packet
    was sent with that window, which is none larger than those before.
    """
    # Behind a slow link a round trip takes seconds.
    rtt_s = float(rtts_of(events, until_s=at_s)[-50:].max(initial=0.1))
    before = events.within(at_s - max(2.0, 3 * rtt_s), at_s)
    has_repaired = "retransmitted" in events.kind[before]
    return bool(has_repaired and window_packets <= events.window[before].max(initial=0))


def rtts_of(events: SenderEvents, until_s: float = np.inf) -> np.ndarray:
    """RTTs of packets that were sent once, each until the first ACK beyond it."""
    sent_s: dict[int, float] = {}
    found: list[float] = []
    acked = 0
    for time_s, kind, sequence in zip(
        events.time_s.tolist(), events.kind.tolist(), events.sequence.tolist(), strict=True
    ):
        if time_s > until_s:
            break
        if kind == "sent":
            sent_s[sequence] = time_s
        elif kind == "retransmitted":
            sent_s.pop(sequence, None)
        elif kind == "ack_received" and sequence > acked:
            acked = sequence
            if sequence - 1 in sent_s:
                found.append(time_s - sent_s[sequence - 1])
    return np.array(found)
