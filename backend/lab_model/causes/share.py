"""A flow's throughput compared with its fair share, or how long its transfer takes."""

from typing import Final

from lab_model.causes.claims import throughput_claims
from lab_model.causes.facts import FlowCase
from lab_model.causes.fair import Bound
from lab_model.causes.losses import lost_count
from lab_model.causes.schemas import CauseLink, CauseNumber
from lab_model.causes.traits import longest_gap_s
from lab_model.causes.transfer_time import (
    handshake_s,
    least_handshake_s,
    parts_words,
    transfer_parts,
)
from lab_model.claim import CauseWindow
from lab_model.english.numbers import compared, count_of, mbit, ms, short, times
from lab_model.results.shown import never_starts
from lab_model.scenarios.links import BOTTLENECK_ID

NOTED_BEYOND: Final = 1.01
"""Times a demand or fair share: a smaller excess may come from the edges of the window."""


def share_link(case: FlowCase) -> CauseLink:
    """The first link of a chain."""
    got_bps = case.flow["throughput_bps"]
    if got_bps is None or case.flow["active_s"] <= 0:
        return _silent(case)
    if case.is_done:
        return _of_transfers(case, got_bps)
    if case.has_transfers and int(case.flow["transfer_count"]) > 1:
        return _of_many_transfers(case, got_bps)
    subject = f"{case.said.opening} {case.said.does('gets', 'get')}"
    if case.has_transfers and not case.is_under_way_throughout and not case.flow["transfer_count"]:
        return _of_older_transfer(case, subject, got_bps)
    fair_bps = case.fair.share_bps
    numbers = [CauseNumber(label="throughput", value=got_bps, unit="bps")]
    got = mbit(got_bps) if got_bps else "nothing"
    if fair_bps is None:
        sentence = (
            f"{subject} {got}. No fair share can be given: it depends on which flows have "
            "something to send at each moment."
        )
    elif fair_bps == 0:
        sentence = f"{subject} {got}, and its path lets nothing pass."
    elif _is_on_its_way(case):
        sentence = f"{subject} nothing{_on_its_way(case)}."
    else:
        share = compared(got_bps / fair_bps, f"{case.said.does('its', 'their')} fair share")
        sentence = f"{subject} {got}, {share} ({mbit(fair_bps)}{_why_fair(case)})."
        numbers.append(CauseNumber(label="fair share", value=fair_bps, unit="bps"))
        sentence += _as_started(case, got_bps)
    return _link(case, f"{sentence}{_frames(case)}", numbers)


def _is_on_its_way(case: FlowCase) -> bool:
    """Whether it sent something, lost none of it, and yet none of it arrived: the time was too
    short.
    """
    began_before = float(case.flow["start_s"]) < case.start_s
    is_sent = not case.flow["throughput_bps"] and int(case.flow["sent_packets"]) > 0
    return is_sent and not began_before and lost_count(case) == 0


def _on_its_way(case: FlowCase) -> str:
    """Why nothing has arrived yet: that is no question of shares."""
    count = int(case.flow["sent_packets"])
    its, it = case.said.does("its", "their"), case.said.does("it", "they")
    sent = f"none of the {count:,} packets that {it} sent had arrived"
    if count == 1:
        sent = f"the one packet that {it} sent had not arrived"
    return (
        f": {sent} when {its} time ended, {ms(case.end_s - case.start_s)} after {it} could send; "
        f"the way to the receiver alone takes {ms(case.base_rtt_s / 2)}"
    )


def _as_started(case: FlowCase, got_bps: float) -> str:
    """The share counted from when flows could send, if the usual share counts some that could not
    yet.
    """
    started_bps = case.fair.as_started_bps
    if not started_bps:
        return ""
    it = case.said.does("it", "they")
    return (
        f" That counts flows from their starts on, their jitter and handshakes included; counted "
        f"from when they could send, {it} would be due {mbit(started_bps)}, and "
        f"{it} {case.said.does('gets', 'get')} {compared(got_bps / started_bps, 'that')}."
    )


def _frames(case: FlowCase) -> str:
    """How many media frames missed their deadline: they may at any throughput."""
    count = int(case.flow.get("frame_count") or 0)
    if not count:
        return ""
    late, its = int(case.flow["late_frame_count"]), case.said.does("its", "their")
    deadline = f"the deadline of {ms(float(case.group['traffic']['deadline_s']))}"
    if not late:
        return f" None of {its} {count_of(count, 'frame')} missed {deadline}."
    delay_s = case.flow.get("mean_frame_delay_s")
    took = "none arrived" if delay_s is None else f"a frame took {ms(delay_s)} on average"
    return f" {late:,} of {its} {count_of(count, 'frame')} missed {deadline}; {took}."


def _of_older_transfer(case: FlowCase, subject: str, got_bps: float) -> CauseLink:
    """Under way as the measurement window begins, and done within it: a mean over the window says
    nothing of how fast it was.
    """
    got = mbit(got_bps) if got_bps else "nothing"
    its = case.said.does("its", "their")
    if not case.flow["sent_packets"] and not got_bps:
        ended = f"{subject} {got} over the measurement window: {its} transfer had ended before it."
        return _link(case, ended, [])
    sentence = (
        f"{subject} {got} over the measurement window: {its} transfer began before it, and there "
        "is nothing to send for a part of it."
    )
    return _link(case, sentence, [CauseNumber(label="throughput", value=got_bps, unit="bps")])


def _why_fair(case: FlowCase) -> str:
    if case.fair.bound == "demand":
        return f", all that {case.said.does('it asks', 'they ask')} for{_beyond_demand(case)}"
    if case.fair.bound == "receiver":
        return _receiver_words(case)
    is_first = case.fair.link_id == BOTTLENECK_ID
    policer = "the policer" if is_first else f"the policer of link {case.fair.link_id}"
    link = "the bottleneck" if is_first else f"link {case.fair.link_id}"
    its = case.said.does("its", "their")
    said: dict[Bound, str] = {
        "tokens": f", what {policer} lets pass",
        "link": f", what {link} can carry",
        "shared_tokens": f", {its} share of what {policer} lets pass",
        "shared_link": f", {its} share of {link}",
    }
    return said.get(case.fair.bound, "") or _delayed_by_path(case)


def _receiver_words(case: FlowCase) -> str:
    """What bounds it at its receiver: the rate of reading, or the window over the empty path."""
    its, receiver = case.said.does("its", "their"), case.group["receiver"]
    read_bps, window_bytes = receiver.get("read_rate_bps"), receiver.get("window_bytes")
    if read_bps and float(read_bps) * case.base_rtt_s < float(window_bytes) * 8:
        return f", all that {case.said.does('its receiver takes', 'their receivers take')}"
    lets = case.said.does("receive window lets", "receive windows let")
    return f", all that {its} {lets} out over {its} base RTT"


def _delayed_by_path(case: FlowCase) -> str:
    """Words on data delayed while the path let less pass than the application asked for."""
    got_bps, fair_bps = float(case.flow["throughput_bps"]), case.fair.share_bps or 0.0
    asked_bps = case.fair.asked_bps
    if asked_bps is None or got_bps <= NOTED_BEYOND * fair_bps:
        return ""
    # Data requested before the measurement window may arrive in it.
    all_bits = asked_bps * (case.end_s - float(case.group["start_s"]))
    if got_bps * (case.end_s - case.start_s) > NOTED_BEYOND * all_bits:
        return ""
    its = case.said.does("its", "their")
    return (
        f", which is less than the {mbit(asked_bps)} that {case.said.does('it asks', 'they ask')} "
        f"for, since {its} path lets less pass for a time; what waited then came later"
    )


def _beyond_demand(case: FlowCase) -> str:
    """Words on a throughput above the demand: data that had waited, or came twice."""
    got_bps, fair_bps = case.flow["throughput_bps"], case.fair.share_bps
    if fair_bps is None or got_bps <= NOTED_BEYOND * fair_bps:
        return ""
    # Where it writes so much at a time, a window has one more or one less of them.
    beyond_bits = (got_bps - fair_bps) * float(case.flow["active_s"])
    if beyond_bits <= _written_bits(case):
        return ""
    return " in that time; what it gets beyond that had waited since before, or came twice"


def _written_bits(case: FlowCase) -> float:
    """What it writes at a time, on the wire: a frame of media, or a packet."""
    frame_bytes = int((case.group.get("traffic") or {}).get("frame_bytes", 1))
    payload_bytes = case.packet_bytes - case.header_bytes
    return max(-(-frame_bytes // payload_bytes), 1) * case.packet_bytes * 8


def _of_transfers(case: FlowCase, got_bps: float) -> CauseLink:
    """All that it had to send has arrived: the time says more than a rate over the run."""
    count = int(case.flow["transfer_count"])
    mean_s = float(case.flow["mean_completion_s"])
    one = count == 1
    its = case.said.does("its", "their")
    counted = count_of(count, "transfer")
    what = f"{its} transfer" if one else f"{its} {counted}"
    if not case.has_sent_all:
        # Others came before the measurement window, or are still to come.
        what = f"{counted} that began in the measurement window"
    took = (
        f"{case.said.opening} {case.said.does('completes', 'complete')} {what} in {ms(mean_s)}"
        f"{'' if one else ' on average'}"
    )
    numbers = [
        CauseNumber(label="completion time, mean", value=mean_s, unit="s"),
        CauseNumber(label="throughput", value=got_bps, unit="bps"),
    ]
    fair = case.fair_completion
    if fair is None or int(case.group["traffic"].get("transfer_count", 0)) != 1:
        return _link(case, f"{took}.{_timeouts(case)}", numbers)
    # The handshake and propagation to the receiver come on top of the time that the links need.
    least_s = fair.time_s + least_handshake_s(case) + case.base_rtt_s / 2
    label = "alone" if fair.is_alone else "at its fair share"
    numbers.append(CauseNumber(label=f"completion time {label}", value=least_s, unit="s"))
    parts = transfer_parts(case)
    numbers += [CauseNumber(label=part.label, value=part.time_s, unit="s") for part in parts]
    sentence = (
        f"{took}; {_least_words(case, least_s, mean_s)}.{parts_words(case, parts)}{_timeouts(case)}"
        f"{_silence(case, mean_s)}"
    )
    return _link(case, sentence, numbers)


def _silence(case: FlowCase, mean_s: float) -> str:
    """How much of a transfer's time went by until its timer expired: that is in no part of its own,
    but in those in which the timer ran.
    """
    silent_s = (int(case.flow["rto_count"] or 0) - _late_timeouts(case)) * case.min_rto_s
    if not 0 < silent_s <= mean_s:
        return ""
    return f" At least {ms(silent_s)} of these {ms(mean_s)} are such silence."


def _of_many_transfers(case: FlowCase, got_bps: float) -> CauseLink:
    """The link of a flow with many transfers, some of which are under way as the measurement window
    ends. A flow that gets all that it asks for may still wait long for each transfer: its
    throughput is its demand, and says nothing of that.
    """
    count, done = int(case.flow["transfer_count"]), int(case.flow["completed_transfer_count"])
    got = mbit(got_bps) if got_bps else "nothing"
    subject = f"{case.said.opening} {case.said.does('gets', 'get')} {got}"
    counted = f"of the {count:,} transfers that began in the measurement window"
    numbers = [CauseNumber(label="throughput", value=got_bps, unit="bps")]
    if not done:
        return _link(case, f"{subject}; none {counted} completes.{_timeouts(case)}", numbers)
    mean_s = float(case.flow["mean_completion_s"])
    numbers.append(CauseNumber(label="completion time, mean", value=mean_s, unit="s"))
    completes = "completes" if done == 1 else "complete"
    took = f"{done:,} {counted} {completes}, in {ms(mean_s)}{'' if done == 1 else ' on average'}"
    return _link(case, f"{subject}; {took}.{_timeouts(case)}", numbers)


def _least_words(case: FlowCase, least_s: float, mean_s: float) -> str:
    """What it would take at its fair share, or alone where that depends on who starts when."""
    # A trace counts by its mean over a second.
    has_trace = any(longest_gap_s(link) is not None for link in case.network.way_out)
    about = "about " if has_trace else ""
    words = f"at its fair share all the time it would be {about}{ms(least_s)}"
    if case.fair_completion is not None and case.fair_completion.is_alone:
        is_policed = any(link.open_bps < link.rate_bps for link in case.network.way_out)
        rate = ", at the rate of the policer's tokens," if is_policed else ""
        words = f"alone on its path{rate} it would be {ms(least_s)}"
    if ms(mean_s) != ms(least_s) and mean_s < least_s and case.has_policer:
        words += ", and the tokens that it found in the policer's bucket made it faster"
    return words


def _timeouts(case: FlowCase) -> str:
    """Silences within transfers; where ACKs are missing, also when all has arrived."""
    count = int(case.flow["rto_count"] or 0)
    if not count:
        return ""
    after = _late_timeouts(case)
    each = "" if count == 1 else "each time "
    when = " meanwhile"
    if after == count:
        when = " after all had arrived, for want of ACKs"
    elif after:
        when = f", {times(after)} after all had arrived"
    return (
        f" {case.said.does('Its', 'Their')} retransmission timer expired {times(count)}{when}, "
        f"{each}after a silence of at least {ms(case.min_rto_s)}."
    )


def _late_timeouts(case: FlowCase) -> int:
    """Recorded timeouts after the last data of the only transfer had arrived."""
    collapsed = case.decisions.get("window_collapsed")
    if collapsed is None or not case.is_done or int(case.flow["transfer_count"]) != 1:
        return 0
    begins_s = float(case.flow["start_s"]) - handshake_s(case)
    done_s = begins_s + float(case.flow["mean_completion_s"])
    late = sum(item.time_s > done_s for item in collapsed.kept)
    return min(late, int(case.flow["rto_count"] or 0))


def _silent(case: FlowCase) -> CauseLink:
    said = "was not active in the measurement window, so nothing can be said about it"
    begins_s, stop_s = float(case.group["start_s"]), case.group.get("stop_s")
    run_end_s = float(case.result["window"]["end_s"])
    ends_s = run_end_s if stop_s is None else min(float(stop_s), run_end_s)
    shake_s = least_handshake_s(case)
    opens = case.said.does("it opens", "they open")
    its, it = case.said.does("its", "their"), case.said.does("it", "they")
    if begins_s < ends_s <= begins_s + shake_s:
        said = (
            f"sent nothing: {opens} at {short(begins_s)} s at the earliest, and {its} handshake "
            f"takes {'at least ' * case.sends_handshake}{ms(shake_s)}, so that {it} could not "
            f"send before {its} end at {short(ends_s)} s"
        )
    elif case.sends_handshake and begins_s < ends_s and never_starts(case.flow):
        lost = sum(row.run_count for row in case.network.losses or () if not row.is_mark)
        said = (
            f"sent no data: {opens} at {short(begins_s)} s at the earliest, and {its} handshake "
            f"was not over when {it} ended at {short(ends_s)} s"
        )
        if lost:
            they = case.said.does("It", "They")
            said += f". {they} lost {count_of(lost, 'packet')} of the handshake"
    return CauseLink(
        kind="share",
        is_told=False,
        sentence=f"{case.said.opening} {said}.",
        numbers=[],
        windows=[],
        moments=[],
        moment_count=0,
        source="summary of the run",
    )


def _link(case: FlowCase, sentence: str, numbers: list[CauseNumber]) -> CauseLink:
    return CauseLink(
        kind="share",
        is_told=True,
        sentence=sentence,
        numbers=numbers,
        windows=[CauseWindow(from_s=round(case.start_s, 3), to_s=round(case.end_s, 3))],
        moments=[],
        moment_count=0,
        source="summary of the run, from all packets; fair shares by max-min",
        claims=throughput_claims(case, float(case.flow["throughput_bps"])),
    )
