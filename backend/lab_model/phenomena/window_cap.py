"""Flows that the network does not limit."""

from lab_model.english.names import listed
from lab_model.english.numbers import part_of_time
from lab_model.phenomena.evidence import Evidence
from lab_model.phenomena.phenomenon import Definition, Phenomenon, claim, names_of

DEFINITION = Definition(
    kind="window_cap",
    title="Capped by receiver or application",
    text=(
        "For more than half of its time a flow's receiver takes no more, or its application has "
        "nothing to send. Its throughput then says little about its congestion control, and what "
        "it leaves goes to the others."
    ),
    source="RFC 9293 3.8.6; Linux TCP_CHRONO_RWND_LIMITED, net/ipv4/tcp_output.c",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """One phenomenon for all flows."""
    capped = [flow for flow in evidence.flows if flow.is_limited_outside]
    if not capped:
        return []
    most = max(capped, key=lambda flow: flow.receive_window_ratio + flow.application_ratio)
    who = names_of(capped)
    whom = "it" if len(capped) == 1 else most.said.text
    causes = [
        f"{words} {part_of_time(ratio)}"
        for ratio, words in (
            (most.receive_window_ratio, "is limited by its receive window"),
            (most.application_ratio, "has nothing to send"),
        )
        if ratio > 0
    ]
    sentence = (
        f"Most of the time, {who.text} {who.does('is', 'are')} limited by something other than "
        f"congestion control: {whom} {listed(causes)}."
    )
    start_s = max(evidence.window_start_s, min(flow.start_s for flow in capped))
    window = (min(start_s, evidence.duration_s), evidence.duration_s)
    # A chain of causes looks at the time in which a transfer is under way.
    quantity = "limited_ratio_with_pauses" if most.has_transfers else "limited_ratio"
    claims = [
        claim([most], f"{quantity}:{limit}", ratio, "ratio", window)
        for limit, ratio in (
            ("receive_window", most.receive_window_ratio),
            ("application", most.application_ratio),
        )
        if ratio > 0
    ]
    indices = [flow.index for flow in capped]
    return [Phenomenon(DEFINITION, sentence, indices, [window], claims)]
