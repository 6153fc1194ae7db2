"""One buffer that is deep for one flow and shallow for another."""

from lab_model.english import numbers
from lab_model.phenomena.evidence import Evidence
from lab_model.phenomena.phenomenon import Definition, Phenomenon

DEFINITION = Definition(
    kind="other_bdp",
    title="Buffer sized in another flow's BDP",
    text=(
        "The buffer holds at least one bandwidth-delay product of the flow with the shortest base "
        "RTT and, by a packet or more, less than one of the flow with the longest. The same buffer "
        "is deep to one and shallow to the other, so a size in BDP means something only with its "
        "RTT."
    ),
    source="Sensors 2025, 25, 5374, whose BDP is always that of the 20 ms flow",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """A fact of the scenario."""
    short = min(evidence.flows, key=lambda flow: flow.base_rtt_s)
    long = max(evidence.flows, key=lambda flow: flow.base_rtt_s)
    of_short, of_long = (
        evidence.buffer_bytes * 8 / (evidence.rate_bps * flow.base_rtt_s) for flow in (short, long)
    )
    packet_of_short = evidence.packet_time_s / short.base_rtt_s
    packet_of_long = evidence.packet_time_s / long.base_rtt_s
    # Sizes are rounded down to whole packets, so that one BDP may be short of a part of one.
    if of_short + packet_of_short < 1 or of_long + packet_of_long > 1:
        return []
    sentence = (
        f"The buffer is {numbers.short(of_short)} BDP of {short.said.text} "
        f"({numbers.ms(short.base_rtt_s)}) and {numbers.short(of_long)} BDP of {long.said.text} "
        f"({numbers.ms(long.base_rtt_s)})."
    )
    window = (evidence.window_start_s, evidence.duration_s)
    return [Phenomenon(DEFINITION, sentence, [short.index, long.index], [window])]
