"""Where the time of a transfer that ended went: the handshake, slow start, loss recovery, the other
limits, and the wait for what was still under way.
"""

import math
from dataclasses import dataclass
from typing import Final

from lab_model.causes.facts import FlowCase
from lab_model.causes.rtt_record import least_transmission_s
from lab_model.causes.variables import OF_BINDING
from lab_model.english.names import listed
from lab_model.english.numbers import count_of, ms, short


@dataclass(frozen=True)
class TimePart:
    """A part of a completion time."""

    label: str
    words: str
    """Words that follow its time in a sentence."""
    time_s: float


FIRST_TIMEOUT_S: Final = 1.0
"""The timeout of a SYN without an answer (RFC 6298 2.1)."""
_OF_LIMITS = {
    "recovery": ("loss recovery", "in loss recovery"),
    "slow_start": ("slow start", "in slow start"),
    "startup_window": ("Startup", "in Startup"),
    "startup_rate": ("Startup", "in Startup"),
    "receive_window": ("receive window", "with a full receive window"),
}
_FULL = frozenset({"buffer_full", "flow_overflow"})
_OTHER = ("its window or rate, later", "limited by its window or rate after that")


def least_handshake_s(case: FlowCase) -> float:
    """Round trips of propagation before the first data."""
    return case.handshake_round_trips * float(case.group["rtt_s"])


def handshake_s(case: FlowCase) -> float:
    """Before the first data: with packets that meet queues and losses it may take longer."""
    measured_s = case.flow.get("handshake_s")
    return least_handshake_s(case) if measured_s is None else float(measured_s)


def _handshake_words(case: FlowCase) -> str:
    """`on the handshake (40 ms of it propagation, the rest in queues and on links)`."""
    took_s, least_s = handshake_s(case), least_handshake_s(case)
    if ms(took_s) == ms(least_s):
        return "on the handshake"
    rest = "in queues and on links"
    if case.handshake_round_trips > 1 or took_s >= FIRST_TIMEOUT_S:
        rest += " or until what was unanswered was retransmitted"
    return f"on the handshake ({ms(least_s)} of it propagation, the rest {rest})"


def transfer_parts(case: FlowCase) -> list[TimePart]:
    """The parts of the completion time of the only transfer, which add up to it; empty where it
    began before the measurement window, which does not have all of it.
    """
    if float(case.flow["start_s"]) < case.start_s or int(case.flow["transfer_count"]) != 1:
        return []
    total_s = float(case.flow["mean_completion_s"])
    found: dict[tuple[str, str], float] = {}
    for binding, (time_s, _value) in case.busy_times.items():
        if binding != "application":
            key = _OF_LIMITS.get(binding, _OTHER)
            found[key] = found.get(key, 0.0) + time_s
    parts = [TimePart("handshake", _handshake_words(case), handshake_s(case))]
    parts += [TimePart(label, words, time_s) for (label, words), time_s in found.items()]
    # The rest is the one-way delay of the last data. It is negative where the time includes the
    # wait for an ACK, which the completion time does not count.
    rest_s = total_s - sum(part.time_s for part in parts)
    if rest_s < 0:
        last = max(parts, key=lambda part: part.time_s)
        place = parts.index(last)
        parts[place] = TimePart(last.label, last.words, last.time_s + rest_s)
        rest_s = 0.0
    words = "waiting for the last of its data to arrive"
    if _repairs_losses(case, total_s, rest_s):
        words += " (some of it was lost and retransmitted)"
    parts.append(TimePart("until its last data arrived", words, rest_s))
    return [part for part in parts if part.time_s > 0]


def _repairs_losses(case: FlowCase, total_s: float, rest_s: float) -> bool:
    """Whether losses were repaired while it had nothing else to send: a repair takes a round trip
    or more from the loss on.
    """
    begins_s = float(case.flow["start_s"]) - handshake_s(case)
    done_s, waits_s = begins_s + total_s, begins_s + total_s - rest_s
    trip_s = case.base_rtt_s
    return any(
        waits_s < row.last_s + trip_s <= done_s
        for row in case.network.losses or ()
        if row.run_count > 0 and not row.is_ack and not row.is_mark
    )


def parts_words(case: FlowCase, parts: list[TimePart]) -> str:
    """` Of these 13.7 ms it spent 0.1 ms for the handshake, 4.13 ms in loss recovery, ...`."""
    if len(parts) < 2:
        return ""
    said = [f"{ms(part.time_s)} {part.words}" for part in parts]
    rtt_s = case.flow["mean_rtt_s"]
    queued = ""
    empty_s = case.base_rtt_s + least_transmission_s(case)
    if rtt_s and rtt_s > 1.05 * empty_s:
        queued = (
            f" Its mean RTT was {ms(rtt_s)}, {short(rtt_s / empty_s)} times that of the empty path."
        )
    total = ms(math.fsum(part.time_s for part in parts))
    return f" Of these {total} it spent {listed(said)}.{_first_burst(case)}{queued}"


def _first_burst(case: FlowCase) -> str:
    """A first window that the first queue cannot hold: it leaves at once where nothing paces it."""
    link = case.network.way_out[0]
    payload_bytes = case.packet_bytes - case.header_bytes
    sent = -(-int(case.group["traffic"]["size_bytes"]) // payload_bytes)
    sent = min(sent, case.initial_window_packets)
    # One is being sent meanwhile.
    holds = int(link.buffer_bytes // case.packet_bytes)
    is_lost = any(row.link == link.index for row in case.network.lost() if row.reason in _FULL)
    is_paced = any(OF_BINDING[name].limit == "pacing" for name in case.times)
    if sent <= holds + 1 or not is_lost or is_paced or "slow_start" not in case.times:
        return ""
    return (
        f" Its first {sent:,} packets left at once; the buffer of {link.said} holds "
        f"{count_of(holds, 'packet')}."
    )
