"""One phenomenon that was found, and how times and flows are put in a sentence."""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from lab_model.claim import CauseWindow, Claim, Unit
from lab_model.english.names import Name, group_name, joined
from lab_model.english.numbers import mbit, short
from lab_model.phenomena.evidence import Evidence, FlowFacts
from lab_model.series.known import KnownValues

Kind = Literal[
    "synchronised_probe_rtt",
    "inflated_min_rtt",
    "small_buffer",
    "retransmission_timeout",
    "latecomer_advantage",
    "starvation",
    "dominance",
    "unequal_group",
    "loss_blind",
    "rtt_bias",
    "window_cap",
    "other_bdp",
    "missed_deadlines",
]
Window = tuple[float, float]
"""Start and end, in seconds."""

DIFFERS_RATIO: Final = 1.25
"""BBR's probing gain: smaller differences between flows come and go with who probes. From here on
the lab says that one flow gets more than another."""

SAME_TIME: Final = 0.99
"""Share of the measurement window from which a phenomenon is stated without its time."""


@dataclass(frozen=True)
class Definition:
    """The meaning of a phenomenon's name, whatever was found."""

    kind: Kind
    title: str
    text: str
    """When the name applies, with its thresholds and their reasons."""
    source: str
    """The source that described it first, or best."""


@dataclass(frozen=True)
class Phenomenon:
    """A name that applies to a run."""

    definition: Definition
    sentence: str
    flow_indices: Sequence[int]
    windows: Sequence[Window]
    """In order, without overlap."""
    claims: Sequence[Claim] = ()
    """What the sentence says, to be checked."""


def claim(
    flows: Sequence[FlowFacts], quantity: str, value: float, unit: Unit, window: Window
) -> Claim:
    """A claim about one flow, or about the mean of several."""
    of = ",".join(str(flow.index) for flow in flows)
    subject = f"{'flow' if len(flows) == 1 else 'flows'}:{of}"
    return _claim(subject, quantity, value, unit, window)


def claim_of_link(index: int, quantity: str, value: float, unit: Unit, window: Window) -> Claim:
    """A claim about a link, by its place in the scenario; 0 is the bottleneck."""
    return _claim(f"link:{index}", quantity, value, unit, window)


def _claim(subject: str, quantity: str, value: float, unit: Unit, window: Window) -> Claim:
    return Claim(
        subject=subject,
        quantity=quantity,
        relation="is",
        value=value,
        unit=unit,
        window=CauseWindow(from_s=window[0], to_s=window[1]),
    )


def rate_claims(window: Window, *parties: tuple[Sequence[FlowFacts], float]) -> list[Claim]:
    """What each party gets per flow."""
    return [claim(flows, "throughput_bps", bps, "bps", window) for flows, bps in parties]


def merged(windows: Iterable[Window], gap_s: float = 0.0) -> list[Window]:
    """Windows in order; those that overlap, or are at most `gap_s` apart, as one."""
    result: list[Window] = []
    for start_s, end_s in sorted(windows):
        if result and start_s <= result[-1][1] + gap_s:
            result[-1] = (result[-1][0], max(end_s, result[-1][1]))
        else:
            result.append((start_s, end_s))
    return result


def places_in(windows: Sequence[Window], time_s: KnownValues) -> list[int]:
    """The places of the buckets that end within the windows; `time_s`: where each ends."""
    return [
        place
        for place, end_s in enumerate(time_s)
        # The bucket before a window ends where that begins, but for rounding.
        if any(start_s + 1e-9 < end_s <= stop_s + 1e-9 for start_s, stop_s in windows)
    ]


def stretches(
    mask: Sequence[bool], time_s: KnownValues, bucket_s: float, least_s: float
) -> list[Window]:
    """The times of at least `least_s` in which every bucket is true."""
    found = []
    for is_in, stretch in itertools.groupby(range(len(mask)), key=mask.__getitem__):
        if is_in:
            places = list(stretch)
            found.append((max(0.0, time_s[places[0]] - bucket_s), time_s[places[-1]]))
    return [(start_s, end_s) for start_s, end_s in found if end_s - start_s >= least_s - 1e-9]


def names_of(flows: Sequence[FlowFacts], most: int = 3) -> Name:
    """`the elephant and the mouse`, `the 5 CUBIC flows`, or `CUBIC 1, CUBIC 2, CUBIC 4 and 17
    others`. A group of which all flows are meant is named as one.
    """
    members: dict[int, list[FlowFacts]] = defaultdict(list)
    for flow in flows:
        members[flow.group_index].append(flow)
    names: list[tuple[Name, int]] = []
    for group in members.values():
        first = group[0]
        if len(group) == first.group_size:
            names.append((group_name(first.label, first.group_index, len(group)), len(group)))
        else:
            names += [(flow.said, 1) for flow in group]
    if len(names) <= most + 1:
        return joined([name for name, _count in names])
    others = sum(count for _name, count in names[most:])
    return joined([name for name, _count in names[:most]], others)


def opening_of(evidence: Evidence, name: Name, window: Window) -> str:
    """The first words of a sentence about flows over a time: `CUBIC`, or `From 9.9 to 11.3 s,
    CUBIC` where that is not the whole measurement window.
    """
    measured_s = evidence.window_end_s - evidence.window_start_s
    if window[1] - window[0] >= SAME_TIME * measured_s:
        return name.opening
    return f"From {short(window[0])} to {short(window[1])} s, {name.text}"


def rate_per_flow(mean_bps: float, flow_count: int) -> str:
    """`4.9 Mbit/s`, or `1.2 Mbit/s per flow` of several."""
    return f"{mbit(mean_bps)}{' per flow' if flow_count > 1 else ''}"
