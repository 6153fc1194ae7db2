"""The effect of marking above a step of the wait, which needs no standing queue."""

from typing import Final

from lab_model.causes.facts import FlowCase
from lab_model.causes.network import LinkState
from lab_model.causes.rtt_record import wait_s
from lab_model.causes.traits import longest_gap_s, marking_step_s, separates
from lab_model.english.names import listed
from lab_model.english.numbers import ms, percent

NOTED_MARKS: Final = 0.1
"""Share of a flow's marks from which those of a step are mentioned."""
MOST_MARKS: Final = 0.5
"""Share of a flow's marks above which the step counts as what marks it."""


def step_words(case: FlowCase, described: LinkState) -> str:
    """What a step of the wait does to a flow that it marks; `described` is the link of the sentence
    before.
    """
    # Most marks first. A few at the step beside many of a law say nothing of the flow.
    marks = case.network.lost(is_mark=True)
    at_step = [row for row in marks if row.reason == "step"]
    share = at_step[0].count / sum(row.count for row in marks) if at_step else 0
    if share < NOTED_MARKS:
        return ""
    link = next((each for each in case.network.way_out if each.index == at_step[0].link), None)
    step_s = None if link is None else marking_step_s(link.queue)
    if link is None or step_s is None:
        return ""
    gap_s = longest_gap_s(link)
    is_same = link is described
    step = f" The step of {ms(step_s)}{'' if is_same else f' on {link.said}'}"
    if gap_s is not None and step_s < gap_s:
        return (
            f"{step} is shorter than the gaps of up to {ms(gap_s)} between the "
            "times at which its trace lets the link send: packets that wait for the next one are "
            "marked without a queue."
        )
    packet_s = link.sending_s(case.packet_bytes)
    if step_s < packet_s:
        return (
            f"{step} is shorter than the transmission of one packet ({ms(packet_s)}), so a packet "
            "that waits for one whole other packet is marked."
        )
    own_s = wait_s(case, link)
    # A mean over all the time says nothing of who is there for a part of it.
    least_s = min(link.wait_s, own_s) if case.is_there_all_the_time else own_s
    if least_s > step_s / 2:
        return ""
    is_own = separates(link.queue, len(case.result["flows"])) is not None and least_s != link.wait_s
    short_wait = f"its mean queue is {ms(link.wait_s)}"
    if is_own:
        short_wait = f"its packets wait {ms(least_s)} there on average"
    before = case.network.way_out[: list(case.network.way_out).index(link)]
    where = "there" if is_same else f"on {link.said}"
    traced = [each.said for each in before if longest_gap_s(each) is not None]
    source = f": {listed(traced)} before it sends only at the times of its trace" if traced else ""
    marked = f"Packets are marked {where} from a wait of {ms(step_s)} on"
    if share <= MOST_MARKS:
        waited = f"packets that wait over {ms(step_s)} {where}"
        marked = f"{percent(share)} of its marks are those of {waited}"
    return f" {marked}, although {short_wait}: they come in bursts{source}."
