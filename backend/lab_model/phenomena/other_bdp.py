"""One buffer that is deep for one flow and shallow for another."""

from lab_model.english import numbers
from lab_model.phenomena.evidence import Evidence
from lab_model.phenomena.phenomenon import Definition, Phenomenon
from lab_model.scenarios.links import BOTTLENECK_ID

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
    """A fact of the scenario, of the flows that pass the bottleneck, at the length that their paths
    have on average.
    """
    window = (evidence.window_start_s, evidence.duration_s)
    passing = [flow for flow in evidence.flows if BOTTLENECK_ID in flow.links]
    rtts_s = {flow.index: evidence.mean_path_rtt_s(flow, *window) for flow in passing}
    if not passing or evidence.rate_bps <= 0:
        return []
    short = min(passing, key=lambda flow: rtts_s[flow.index])
    long = max(passing, key=lambda flow: rtts_s[flow.index])
    short_s, long_s = rtts_s[short.index], rtts_s[long.index]
    of_short, of_long = (
        evidence.buffer_bytes * 8 / (evidence.rate_bps * rtt_s) for rtt_s in (short_s, long_s)
    )
    packet_of_short = evidence.packet_time_s / short_s
    packet_of_long = evidence.packet_time_s / long_s
    # Sizes are rounded down to whole packets, so that one BDP may be short of a part of one.
    if of_short + packet_of_short < 1 or of_long + packet_of_long > 1:
        return []
    sentence = (
        f"At the rate of the bottleneck, the buffer is {numbers.short(of_short)} BDP of "
        f"{short.said.text} ({numbers.ms(short_s)}) and {numbers.short(of_long)} BDP of "
        f"{long.said.text} ({numbers.ms(long_s)})."
    )
    return [Phenomenon(DEFINITION, sentence, [short.index, long.index], [window])]
