"""Flows that fall silent until their retransmission timer expires."""

from lab_model.phenomena.evidence import Evidence
from lab_model.phenomena.phenomenon import Definition, Phenomenon, merged, names_of, times

AFTER_S = 0.5
"""What is shown behind an expiry: slow start from one packet takes some round trips."""

DEFINITION = Definition(
    kind="retransmission_timeout",
    title="Retransmission timeout",
    text=(
        "A retransmission timer expires at least once. Fast recovery and tail loss probes exist "
        "to avoid this: each timeout costs at least the minimum RTO (200 ms in Linux) without "
        "sending, and the flow restarts from one packet."
    ),
    source="RFC 6298; Linux net/ipv4/tcp_timer.c",
)


def detect(evidence: Evidence) -> list[Phenomenon]:
    """One phenomenon for all flows."""
    expiries = [event for event in evidence.events if event.kind == "rto"]
    if not expiries:
        return []
    hit = sorted({event.flow_index for event in expiries})
    waits_s = [event.value or 0.0 for event in expiries]
    windows = merged(
        (
            max(0.0, event.time_s - wait_s),
            min(evidence.duration_s, event.time_s + AFTER_S),
        )
        for event, wait_s in zip(expiries, waits_s, strict=True)
    )
    flows = [flow for flow in evidence.flows if flow.index in hit]
    one = len(flows) == 1
    sentence = (
        f"The retransmission {'timer' if one else 'timers'} of {names_of(flows)} "
        f"{'expires' if one else 'expire'} {times(len(expiries))}, after {sum(waits_s):.2f} s of "
        f"waiting in total, at most {max(waits_s):.2f} s at a time."
    )
    return [Phenomenon(DEFINITION, sentence, hit, windows)]
