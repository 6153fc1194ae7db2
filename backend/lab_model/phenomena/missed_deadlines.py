"""Frames that come too late, however much their flow gets."""

from typing import Final

from lab_model.english.names import listed
from lab_model.english.numbers import count_of, ms, percent
from lab_model.phenomena.evidence import Evidence
from lab_model.phenomena.phenomenon import Definition, Phenomenon, claim, names_of

NOTED_RATIO: Final = 0.01

DEFINITION = Definition(
    kind="missed_deadlines",
    title="Missed deadlines",
    text=(
        "At least 1 % of a flow's frames are not complete at the receiver by their deadline. "
        "Late frames are of no use, whatever the throughput."
    ),
    source="ITU-T G.1010, table I.1: a videophone bears the loss of 1 %",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """One phenomenon for all flows of which it is so."""
    found = [
        flow
        for flow in evidence.flows
        if flow.late_frame_count > 0 and flow.late_frame_count >= NOTED_RATIO * flow.frame_count
    ]
    if not found:
        return []
    who = names_of(found)
    late = sum(flow.late_frame_count for flow in found)
    total = sum(flow.frame_count for flow in found)
    deadlines = [ms(deadline_s) for deadline_s in sorted({flow.deadline_s for flow in found})]
    share = "" if late == total else f" ({percent(late / total)})"
    sentence = (
        f"{late:,} of the {count_of(total, 'frame')} of {who.text}{share} "
        f"{'misses its' if late == 1 else 'miss their'} deadline"
        f"{'' if len(deadlines) == 1 else 's'} of {listed(deadlines)}."
    )
    window = (evidence.window_start_s, evidence.window_end_s)
    claims = [
        claim([flow], "late_frames", flow.late_frame_count, "count", window) for flow in found
    ]
    return [Phenomenon(DEFINITION, sentence, [flow.index for flow in found], [window], claims)]
