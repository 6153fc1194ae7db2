"""A buffer that does not hold what the path holds."""

from lab_model.english import numbers
from lab_model.phenomena.evidence import Evidence
from lab_model.phenomena.phenomenon import Definition, Phenomenon, claim_of_link

DEFINITION = Definition(
    kind="small_buffer",
    title="Buffer below one BDP",
    text=(
        "The buffer is smaller, by a packet or more, than the bandwidth-delay product at its "
        "reference RTT (the one set for the buffer, otherwise the shortest base RTT), and packets "
        "find it full; where a schedule changes the rate, than at all its rates. A single "
        "flow that halves "
        "its window at a loss needs one BDP of buffer to keep the link busy; many flows that do "
        "not move together need less."
    ),
    source="Appenzeller, Keslassy, McKeown, Sizing Router Buffers, SIGCOMM 2004",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """A fact of the scenario, where packets found the buffer full."""
    if evidence.full_packets == 0:
        return []
    # Sizes are rounded down to whole packets, so that one BDP may be short of a part of one.
    bdp_bytes = evidence.least_rate_bps * evidence.reference_rtt_s / 8
    if evidence.buffer_bytes + evidence.packet_bytes > bdp_bytes:
        return []
    ratio = evidence.buffer_bytes / bdp_bytes
    at_most = "at most " if evidence.least_rate_bps < evidence.rate_bps else ""
    packets = int(evidence.buffer_bytes // evidence.packet_bytes)
    sentence = (
        f"The buffer holds {numbers.count_of(packets, 'packet')}, "
        f"{at_most}{numbers.short(ratio)} BDP. "
        f"From {evidence.window_start_s:g} to {evidence.window_end_s:g} s, "
        f"{_dropped(evidence)}, and the link "
        f"{numbers.busy(evidence.utilisation_ratio, evidence.has_constant_rate)}."
    )
    window = (evidence.window_start_s, evidence.duration_s)
    measured = (evidence.window_start_s, evidence.window_end_s)
    quantity = "busy_ratio" if evidence.has_constant_rate else "used_ratio"
    claims = [claim_of_link(0, quantity, evidence.utilisation_ratio, "ratio", measured)]
    if evidence.full_packets is not None:
        claims.append(claim_of_link(0, "full_packets", evidence.full_packets, "count", measured))
    indices = [flow.index for flow in evidence.flows]
    return [Phenomenon(DEFINITION, sentence, indices, [window], claims)]


def _dropped(evidence: Evidence) -> str:
    if evidence.full_packets is None:
        return f"{numbers.count_of(evidence.dropped_packets, 'packet')} are dropped there"
    count = evidence.full_packets
    # Some disciplines drop several when one finds it full.
    said = numbers.count_of(count, "packet")
    return f"{said} {'is' if count == 1 else 'are'} dropped because it is full"
