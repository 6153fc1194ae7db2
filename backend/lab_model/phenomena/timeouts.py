"""Flows that fall silent until their retransmission timer expires."""

from collections import Counter
from collections.abc import Sequence

from lab_model.english.numbers import short, times
from lab_model.phenomena.evidence import Event, Evidence
from lab_model.phenomena.phenomenon import Definition, Phenomenon, claim, merged, names_of

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
    if not expiries and not any(flow.rto_count for flow in evidence.flows):
        return []
    kept = {event.flow_index for event in expiries}
    hit = [flow.index for flow in evidence.flows if flow.index in kept or flow.rto_count > 0]
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
    subject = f"The retransmission {'timer' if one else 'timers'} of {names_of(flows).text}"
    expire = "expires" if one else "expire"
    longest_s = max(waits_s, default=0.0)
    waits = f"{short(sum(waits_s))} s of waiting"
    if len(expiries) > 1:
        waits += f" in total, at most {short(longest_s)} s at a time"
    until_s = evidence.recorded_until_s
    if until_s is None:
        # Expiries in a row are one window: without this the windows would seem to miss some.
        rows = f", in {len(windows)} separate episodes" if 1 < len(windows) < len(expiries) else ""
        # A chain of causes counts those of the measurement window.
        in_window = sum(flow.rto_count for flow in evidence.flows)
        whole = "" if in_window == len(expiries) else " over the whole run"
        sentence = f"{subject} {expire} {times(len(expiries))}{whole}{rows}, after {waits}."
    else:
        at_least, count = _whole_count(evidence, expiries, until_s)
        sentence = (
            f"{subject} {expire} {at_least}{times(count)}. Events are kept only to "
            f"{until_s:.1f} s: the {len(expiries)} until then came after {waits}."
        )
    counts = Counter(event.flow_index for event in expiries)
    claims = [
        claim([flow], "timeouts", counts[flow.index], "count", (0.0, evidence.duration_s))
        for flow in flows
        if until_s is None and counts[flow.index]
    ]
    return [Phenomenon(DEFINITION, sentence, hit, windows, claims)]


def _whole_count(evidence: Evidence, expiries: Sequence[Event], until_s: float) -> tuple[str, int]:
    """Expiries of the whole run where events were cut off, and what to say before the number.

    Before the measurement window they are counted from the events, within it by the flows, which
    count all of them.
    """
    start_s = evidence.window_start_s
    counted = sum(flow.rto_count for flow in evidence.flows)
    if until_s < start_s or evidence.window_end_s < evidence.duration_s:
        return "at least ", max(len(expiries), counted)
    return "", sum(event.time_s < start_s for event in expiries) + counted
