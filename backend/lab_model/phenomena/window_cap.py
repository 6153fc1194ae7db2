"""Flows that the network does not limit."""

from lab_model.phenomena.evidence import Evidence
from lab_model.phenomena.phenomenon import Definition, Phenomenon, names_of

DEFINITION = Definition(
    kind="window_cap",
    title="Capped by receiver or application",
    text=(
        "For more than half of its time a flow's receiver takes no more, or its application has "
        "nothing to send. Its throughput then says nothing of its congestion control, and what it "
        "leaves goes to the others."
    ),
    source="RFC 9293 3.8.6; Linux TCP_CHRONO_RWND_LIMITED, net/ipv4/tcp_output.c",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """One phenomenon for all flows."""
    capped = [flow for flow in evidence.flows if flow.is_limited_outside]
    if not capped:
        return []
    most = max(capped, key=lambda flow: flow.receive_window_ratio + flow.application_ratio)
    verb = "are" if len(capped) > 1 else "is"
    sentence = (
        f"{names_of(capped)} {verb} not limited by the network: {most.name}'s receiver holds it "
        f"{most.receive_window_ratio:.0%} of the time, and it has nothing to send for "
        f"{most.application_ratio:.0%}."
    )
    start_s = max(evidence.window_start_s, min(flow.start_s for flow in capped))
    window = (min(start_s, evidence.duration_s), evidence.duration_s)
    return [Phenomenon(DEFINITION, sentence, [flow.index for flow in capped], [window])]
