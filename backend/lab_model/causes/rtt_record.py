"""Where a flow's RTT goes, by the core's record: the parts of its mean RTT, and the sentence."""

from collections.abc import Mapping
from typing import Any, Final

from lab_model.causes.facts import FlowCase, Held
from lab_model.causes.network import LinkState
from lab_model.english.names import listed
from lab_model.english.numbers import mbit, ms

LEAST_PART: Final = 0.02
"""Share of the mean RTT: smaller parts are summed as the rest."""
SAME_RTT: Final = 0.05
"""Share of the mean RTT by which it must change without samples of retransmitted data to count."""
MOST_BEYOND_SENT: Final = 1.2
"""Times the data sent: a window that would carry more at the mean RTT was not full then."""
LEAST_REST: Final = 0.005
"""Share of the mean RTT: a smaller rest may be rounding of the parts."""
PART_WORDS: Final[Mapping[str, str]] = {
    "propagation": "propagation",
    "transmission": "transmission",
    "jitter": "jitter of the path",
    "receiver_hold": "the receiver's hold before it sends an ACK",
    "lost_acks": "the wait for an ACK after those that are lost or filtered",
    "host": "the hosts' own time",
    "unattributed": "samples of retransmitted data",
}


def part_s(case: FlowCase, name: str, link_index: int | None = None) -> float:
    """One part of its mean RTT; 0 without a record. `link_index`: of a queue."""
    parts = [] if case.rtt is None else case.rtt["parts"]
    return sum(
        float(part["mean_s"])
        for part in parts
        if part["part"] == name and part["link_index"] == link_index
    )


def recorded_wait_s(case: FlowCase) -> float:
    """What its own packets and ACKs waited in queues; 0 without a record. Mean queues are over the
    whole window, in which a short transfer is not there for long.
    """
    parts = [] if case.rtt is None else case.rtt["parts"]
    return sum(float(part["mean_s"]) for part in parts if part["part"].startswith("queue_"))


def wait_s(case: FlowCase, link: LinkState) -> float:
    """How long its packets wait at a link, or its ACKs; without a record, as long as the mean queue
    takes to drain.
    """
    if case.rtt is None:
        return link.wait_s
    return part_s(case, "queue_back" if link.is_way_back else "queue_out", link.index)


def path_rtt_s(case: FlowCase) -> float:
    """The RTT of the empty path: on average over the RTT samples where they are recorded, as the
    mean RTT is, and otherwise over the time. Samples of retransmitted data are taken to have met
    the same path as the others, of whose mean RTT propagation has a known share.
    """
    propagation_s = part_s(case, "propagation")
    if case.rtt is None or propagation_s <= 0:
        return case.base_rtt_s
    mean_s = float(case.rtt["mean_rtt_s"])
    return propagation_s * mean_s / (mean_s - part_s(case, "unattributed"))


def least_transmission_s(case: FlowCase) -> float:
    """Transmission time of a packet at all links of its way out and of its ACK at those of the
    return path; where rates change, as it was recorded, or else at the highest rate of each. A link
    that follows a trace adds none: its packets leave at given moments, and all time before that is
    waiting.
    """
    sizes = [(link, case.packet_bytes) for link in case.network.way_out]
    sizes += [(link, case.header_bytes) for link in case.network.way_back]
    if case.rtt is not None and not all(link.has_constant_rate for link, _size in sizes):
        return part_s(case, "transmission")
    return sum(link.least_sending_s(size) for link, size in sizes)


def mean_rtt_s(case: FlowCase) -> float | None:
    """The mean of the flow's RTT samples, without retransmitted data where that changes it."""
    whole_s: float | None = case.flow["mean_rtt_s"]
    if case.rtt is None or not whole_s:
        return whole_s
    mean_s = float(case.rtt["mean_rtt_s"])
    return mean_s if abs(mean_s - whole_s) > SAME_RTT * whole_s else whole_s


def mean_rtt_words(case: FlowCase) -> str:
    """`its mean RTT of 72 ms`, and whether that is without samples of retransmitted data."""
    mean_s = mean_rtt_s(case) or 0.0
    said = f"its mean RTT of {ms(mean_s)}"
    is_whole = mean_s == (case.flow["mean_rtt_s"] or mean_s)
    return said if is_whole else f"{said} (excluding samples of retransmitted data)"


def carried_words(case: FlowCase, held: Held) -> str:
    """What a window brings at the mean RTT, to be compared with what the flow gets. Nothing where
    that is far from what it sends: then hardly any RTT was measured while the window was full, as
    between timeouts.
    """
    rtt_s = mean_rtt_s(case)
    if not rtt_s:
        return ""
    rate_bps = held.mean_value * case.packet_bytes * 8 / rtt_s
    sent_bits = int(case.flow["sent_packets"]) * case.packet_bytes * 8
    busy_s = sum(time_s for time_s, _value in case.busy_times.values())
    if held.share * busy_s * rate_bps > MOST_BEYOND_SENT * sent_bits:
        return ""
    return f", which over {mean_rtt_words(case)} carries {mbit(rate_bps)}"


def named_rtt_parts(case: FlowCase) -> list[Mapping[str, Any]]:
    """The parts of its mean RTT that a sentence names, largest first; empty if there is no record
    of them.
    """
    if case.rtt is None:
        return []
    parts = sorted(case.rtt["parts"], key=lambda part: -part["mean_s"])
    return [part for part in parts if part["mean_s"] >= LEAST_PART * case.rtt["mean_rtt_s"]]


def rtt_words(case: FlowCase) -> str:
    """` Of its mean RTT of 2,354 ms, 2,310 ms are its ACKs' wait in the queue of link up, ...`"""
    named = named_rtt_parts(case)
    if case.rtt is None or not named:
        return ""
    mean_s = float(case.rtt["mean_rtt_s"])
    rest_s = mean_s - sum(float(part["mean_s"]) for part in named)
    words = [f"{ms(part['mean_s'])} {_part_words(case, part)}" for part in named]
    if rest_s > LEAST_REST * mean_s:
        words.append(f"{ms(rest_s)} the rest")
    if ms(mean_s) != ms(float(case.flow["mean_rtt_s"] or mean_s)):
        without = f"Excluding samples of retransmitted data, its mean RTT is {ms(mean_s)}"
        return f" {without}: {listed(words)}."
    words[0] = words[0].replace(" ms ", " ms are ", 1)
    return f" Of its mean RTT of {ms(mean_s)}, {listed(words)}."


def _part_words(case: FlowCase, part: Mapping[str, Any]) -> str:
    if part["link_index"] is None:
        return PART_WORDS[part["part"]]
    is_back = part["part"] == "queue_back"
    way = case.network.way_back if is_back else case.network.way_out
    said = next(link.said for link in way if link.index == part["link_index"])
    return (
        f"its ACKs' wait in the queue of {said}" if is_back else (f"waiting in the queue of {said}")
    )
