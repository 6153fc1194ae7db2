"""Flows that drain the queue together to look for the minimum RTT."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from lab_model.english.numbers import times
from lab_model.phenomena.evidence import Evidence, Interval
from lab_model.phenomena.phenomenon import Definition, Phenomenon, merged, names_of

MIN_SHARED_RATIO = 0.5
"""Most of them, not by chance: two flows that pause for 0.3 s every 10 s at random would meet in
6 % of their pauses."""
MIN_MEETINGS = 2
"""Flows that begin together also probe together once; that says nothing of the queue."""

DEFINITION = Definition(
    kind="synchronised_probe_rtt",
    title="Synchronised ProbeRTT",
    text=(
        "At least half of all ProbeRTT phases overlap with those of at least half of the other "
        "flows that probe, at least twice. A flow in ProbeRTT empties its part "
        "of the queue; the others see a new minimum RTT, and all minima then expire together."
    ),
    source="Cardwell et al., BBR: Congestion-Based Congestion Control, ACM Queue 14(5), 2016",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """The phenomenon of all flows together, or nothing."""
    episodes = evidence.probe_rtts
    probing = sorted({episode.flow_index for episode in episodes})
    if len(probing) < 2:
        return []
    shared = _shared(episodes, (len(probing) - 1) / 2)
    windows = merged((episode.start_s, episode.end_s) for episode in shared)
    if len(shared) < MIN_SHARED_RATIO * len(episodes) or len(windows) < MIN_MEETINGS:
        return []
    flows = [flow for flow in evidence.flows if flow.index in probing]
    sentence = (
        f"{names_of(flows).opening} enter ProbeRTT together {times(len(windows))}: {len(shared)} "
        f"of {len(episodes)} phases overlap with those of the others"
        f"{_until(evidence)}."
    )
    return [Phenomenon(DEFINITION, sentence, probing, windows)]


def _until(evidence: Evidence) -> str:
    """Up to when phases were counted, if not to the end."""
    until_s = evidence.recorded_until_s
    return "" if until_s is None else f"; phases are kept only to {until_s:.1f} s"


def _shared(episodes: Sequence[Interval], others: float) -> list[Interval]:
    """Episodes that overlap with at least `others` episodes of other flows.

    A flow does not probe twice within one ProbeRTT, so overlapping episodes are of other flows.
    """
    starts = sorted(episode.start_s for episode in episodes)
    ends = sorted(episode.end_s for episode in episodes)

    def overlapping(episode: Interval) -> int:
        begun = bisect_left(starts, episode.end_s)
        over = bisect_right(ends, episode.start_s)
        return begun - over - 1

    return [episode for episode in episodes if overlapping(episode) >= others]
