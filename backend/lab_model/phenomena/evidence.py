"""What the detectors look at: the result, the timeline and a few series of one finished run."""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from lab_model.algorithms import find_algorithm
from lab_model.english.names import Name, flow_name
from lab_model.scenarios import Scenario, validate_scenario
from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.computed.derived import reference_rtt_s
from lab_model.scenarios.computed.fair_shares import fair_shares
from lab_model.scenarios.computed.link_rate import is_constant, mean_rate_bps, rate_bounds_bps
from lab_model.scenarios.computed.path_delay import base_rtt_at_s
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.group_names import distinct_labels
from lab_model.scenarios.links import BOTTLENECK_ID, all_links
from lab_model.series.known import KnownValues

SMALLEST_WINDOW_PACKETS: Final = 4
"""BBR's. A receiver that collects no more packets for an ACK never waits for its timer."""

_MOMENT_S: Final = 1e-6
"""The rate at a moment is a mean over so long."""

MOST_IDLE: Final = 0.1
"""Share of a flow's time: less idle time explains no difference between flows that is reported."""


@dataclass(frozen=True)
class FlowFacts:
    """One flow: what it was and from when to when it could send."""

    index: int
    group_index: int
    name: str
    """Label of its group, numbered if the group has several flows: as a table names it."""
    algorithm: str
    parameters: Mapping[str, Any]
    base_rtt_s: float
    start_s: float
    """End of its SYN exchange; beyond the end of the run if it never started."""
    stop_s: float
    receive_window_ratio: float
    """Share of its time in which its receiver's window was full."""
    application_ratio: float
    """Share of its time in which it had nothing to send."""
    has_transfers: bool
    """Whether it has a given number of bytes to send: once they have arrived it has nothing to
    send, whatever limited it until then."""
    knows_its_limit: bool
    """The core measured what held it; it does not of transfers that overlap."""
    loss_ratio: float
    """Transmissions that were dropped or lost."""
    full_ratio: float | None = None
    """Share of its packets that found the bottleneck's buffer full; None: the reasons of drops are
    not known."""
    rto_count: int = 0
    """Retransmission timeouts in the measurement window."""
    path: tuple[str, ...] = ()
    """Links that its data passes, then those of its ACKs behind a `/`."""
    conditions: str = ""
    """What else may decide what it gets: its ECN, its receiver and its traffic, as text. Flows that
    are said to be equal have the same."""
    beside_queue_s: float = 0.0
    """What an RTT can be longer than propagation and a packet at the bottleneck without any queue:
    other transmissions at the lowest rates, jitter, held ACKs, the gaps of a trace."""
    label: str = ""
    """The group's label as it was typed, numbered where several groups have the same."""
    number: int | None = None
    """Which of the flows of its group, from 1; None: the only one."""
    group_size: int = 1
    """Flows of its group."""
    frame_count: int = 0
    """Media frames in the measurement window."""
    late_frame_count: int = 0
    """Frames that missed their deadline."""
    deadline_s: float = 0.0

    @property
    def said(self) -> Name:
        """The flow as a sentence names it."""
        return flow_name(self.label, self.group_index, self.number)

    @property
    def is_limited_outside(self) -> bool:
        """Whether its receiver or its application, not the network, limited it for most of the
        time.
        """
        if self.has_transfers:
            return self.receive_window_ratio > 0.5
        return self.receive_window_ratio + self.application_ratio > 0.5

    @property
    def is_comparable(self) -> bool:
        """Whether for nearly all of its time it had something to send, and a receiver that took it,
        so that its throughput can be compared with that of others.
        """
        return self.knows_its_limit and self.idle_ratio <= MOST_IDLE

    @property
    def idle_ratio(self) -> float:
        """Share of its time in which it sends nothing more, whatever the network does."""
        return self.receive_window_ratio + self.application_ratio

    @property
    def likeness(self) -> tuple[str, str, tuple[str, ...], str]:
        """Equal flows have the same, but for their RTTs and starts."""
        return self.algorithm, repr(self.parameters), self.path, self.conditions

    @property
    def links(self) -> frozenset[str]:
        """Links that its data passes."""
        return frozenset(self.path[: self.path.index("/")] if "/" in self.path else self.path)

    @property
    def probes_rtt(self) -> bool:
        """Whether its algorithm uses a minimum RTT that it renews in ProbeRTT."""
        known = find_algorithm(self.algorithm)
        return known is not None and "probe_rtt" in known.phases


@dataclass(frozen=True)
class Interval:
    """A time of one flow, from `start_s` to `end_s`."""

    flow_index: int
    start_s: float
    end_s: float


@dataclass(frozen=True)
class Event:
    """Something that happened to a flow."""

    flow_index: int
    time_s: float
    kind: str
    value: float | None


@dataclass(frozen=True)
class Evidence:
    """Everything that is looked at. Series are of `examined` flows only, on one time grid."""

    duration_s: float
    window_start_s: float
    window_end_s: float
    rate_bps: float
    packet_bytes: int
    buffer_bytes: float
    reference_rtt_s: float
    """The RTT of a buffer's "1 BDP"."""
    least_rate_bps: float
    """The lowest rate above 0 of the bottleneck's schedule; without one `rate_bps`."""
    has_constant_rate: bool
    """Whether the bottleneck's rate is constant. Else its utilisation is a share of its capacity in
    bits, not of time."""
    utilisation_ratio: float
    dropped_packets: int
    full_packets: int | None
    """Packets of data that found the bottleneck's buffer full in the window; None: why packets were
    dropped is not known."""
    flows: Sequence[FlowFacts]
    probe_rtts: Sequence[Interval]
    events: Sequence[Event]
    recorded_until_s: float | None
    """Phases and events of later times were not kept; None: all of them were."""
    time_s: KnownValues
    """End of each bucket."""
    bucket_s: float
    throughput_bps: Mapping[int, KnownValues]
    """By flow index; NaN before the flow starts."""
    min_rtt_s: Mapping[int, KnownValues]
    path_rtt_s: Mapping[int, KnownValues]
    """By group: propagation at each time, as the path changes."""
    fair_bps: Mapping[int, KnownValues]
    """By group: what is fair to one of its flows, bucket by bucket."""
    packet_times_s: KnownValues
    """Transmission time of a packet at the bottleneck, bucket by bucket; infinite while it stands
    still."""

    @property
    def packet_time_s(self) -> float:
        """Transmission time of one packet at the bottleneck, at its mean rate."""
        return self.packet_bytes * 8 / self.rate_bps

    def mean_path_rtt_s(self, flow: FlowFacts, from_s: float, to_s: float) -> float:
        """Propagation of a flow's path, on average over a time."""
        path_rtt_s = self.path_rtt_s.get(flow.group_index, ())
        within = [
            path_rtt_s[place]
            for place, end_s in enumerate(self.time_s)
            if from_s + 1e-9 < end_s <= to_s + 1e-9
        ]
        return math.fsum(within) / len(within) if within else flow.base_rtt_s


def flow_facts(scenario: Mapping[str, Any], flows: Sequence[Mapping[str, Any]]) -> list[FlowFacts]:
    """The flows of a result under the labels of their scenario."""
    groups = scenario["flows"]
    known = _known_of(scenario)
    labels = distinct_labels([group.get("label") or "" for group in groups])
    members = [0] * len(groups)
    facts = []
    for flow in flows:
        group = groups[flow["group_index"]]
        members[flow["group_index"]] += 1
        given = labels[flow["group_index"]]
        label = given or f"group {flow['group_index'] + 1}"
        number = members[flow["group_index"]] if group["count"] > 1 else None
        stop_s = group.get("stop_s")
        facts.append(
            FlowFacts(
                index=flow["flow_index"],
                group_index=flow["group_index"],
                name=label if number is None else f"{label} {number}",
                algorithm=flow["algorithm"],
                parameters=flow["parameters"],
                base_rtt_s=flow["base_rtt_s"],
                start_s=flow["start_s"],
                stop_s=scenario["duration_s"] if stop_s is None else stop_s,
                receive_window_ratio=flow.get("limited_receive_window_ratio") or 0.0,
                application_ratio=flow.get("limited_application_ratio") or 0.0,
                has_transfers=_has_transfers(flow, group),
                knows_its_limit=_knows_its_limit(flow),
                loss_ratio=flow.get("loss_ratio") or 0.0,
                rto_count=flow.get("rto_count") or 0,
                **known[flow["group_index"]],
                label=given,
                number=number,
                group_size=group["count"],
                frame_count=int(flow.get("frame_count") or 0),
                late_frame_count=int(flow.get("late_frame_count") or 0),
                deadline_s=float((group.get("traffic") or {}).get("deadline_s") or 0.0),
            )
        )
    return facts


def build_evidence(
    scenario: Mapping[str, Any],
    result: Mapping[str, Any],
    *,
    phases: Iterable[Mapping[str, Any]],
    events: Iterable[Mapping[str, Any]],
    time_s: KnownValues,
    columns: Mapping[int, Mapping[str, KnownValues]],
) -> Evidence:
    """The evidence in a stored scenario and result. `columns`: flow index to metric."""
    phases, events = list(phases), list(events)
    whole = validate_scenario(scenario)
    mean_bps = mean_rate_bps(whole.bottleneck, whole.warmup_s, whole.duration_s)
    return Evidence(
        duration_s=scenario["duration_s"],
        window_start_s=result["window"]["start_s"],
        window_end_s=result["window"]["end_s"],
        rate_bps=mean_bps,
        packet_bytes=scenario["packet_bytes"],
        buffer_bytes=result["link"]["buffer_bytes"],
        reference_rtt_s=reference_rtt_s(whole),
        least_rate_bps=_least_bps(whole),
        has_constant_rate=is_constant(whole.bottleneck),
        utilisation_ratio=result["summary"]["utilisation_ratio"] or 0.0,
        dropped_packets=result["summary"]["dropped_packets"],
        full_packets=_full_packets(result),
        flows=[
            _until_done(fact, flow, result["window"], time_s, columns)
            for fact, flow in zip(
                _with_full_ratio(flow_facts(scenario, result["flows"]), result),
                result["flows"],
                strict=True,
            )
        ],
        probe_rtts=[
            Interval(phase["flow_index"], phase["start_s"], phase["end_s"])
            for phase in phases
            if phase["phase"] == "probe_rtt"
        ],
        events=[
            Event(event["flow_index"], event["time_s"], event["kind"], event.get("value"))
            for event in events
        ],
        recorded_until_s=_recorded_until_s(result, phases, events),
        time_s=time_s,
        bucket_s=time_s[0] if time_s else 0.0,
        throughput_bps=_of_metric(columns, "throughput_bps"),
        min_rtt_s=_of_metric(columns, "min_rtt_s"),
        path_rtt_s={
            index: [base_rtt_at_s(whole, group, at_s) for at_s in time_s]
            for index, group in enumerate(whole.flows)
        },
        fair_bps=_fair_bps(whole, time_s),
        packet_times_s=_packet_times_s(whole, time_s),
    )


def _least_bps(scenario: Scenario) -> float:
    """The lowest rate at which the bottleneck sends anything within the measurement window, by its
    schedule; of a trace the mean.
    """
    link, from_s, to_s = scenario.bottleneck, scenario.warmup_s, scenario.duration_s
    if not link.rate_schedule:
        return mean_rate_bps(link, from_s, to_s)
    ends_s = [step.at_s + step.ramp_s for step in link.rate_schedule]
    # Ramps are lowest at one of their ends.
    rates_bps = [mean_rate_bps(link, at_s, at_s + _MOMENT_S) for at_s in (from_s, to_s - _MOMENT_S)]
    rates_bps += [
        step.rate_bps
        for step, end_s in zip(link.rate_schedule, ends_s, strict=True)
        if from_s < end_s < to_s
    ]
    return min((rate_bps for rate_bps in rates_bps if rate_bps > 0), default=0.0)


def _fair_bps(scenario: Scenario, time_s: KnownValues) -> dict[int, list[float]]:
    """Means over the buckets, by group. A transfer that would be through at its fair share, and is
    not, keeps what it had until then.
    """
    if not time_s:
        return {}
    shares = fair_shares(scenario)
    found = {}
    for index, done_s in enumerate(shares.finished_s):
        steps = shares.steps(index)
        kept = [step for step in steps if done_s is None or step[0] < done_s]
        found[index] = _means(kept or steps, time_s)
    return found


def _means(steps: Sequence[tuple[float, float]], time_s: KnownValues) -> list[float]:
    """Over each bucket, of what holds from each step on."""
    found, place, begin_s = [], 0, 0.0
    for end_s in time_s:
        total, reached_s = 0.0, begin_s
        while place + 1 < len(steps) and steps[place + 1][0] < end_s:
            next_s = max(steps[place + 1][0], reached_s)
            total += steps[place][1] * (next_s - reached_s)
            place, reached_s = place + 1, next_s
        total += steps[place][1] * (end_s - reached_s)
        found.append(total / (end_s - begin_s))
        begin_s = end_s
    return found


def _packet_times_s(scenario: Scenario, time_s: KnownValues) -> list[float]:
    link, bits = scenario.bottleneck, scenario.packet_bytes * 8
    if is_constant(link):
        return [bits / link.rate_bps] * len(time_s)
    starts_s = [0.0, *time_s[:-1]]
    rates_bps = [mean_rate_bps(link, *each) for each in zip(starts_s, time_s, strict=True)]
    return [bits / rate_bps if rate_bps > 0 else math.inf for rate_bps in rates_bps]


def _has_transfers(flow: Mapping[str, Any], group: Mapping[str, Any]) -> bool:
    """Frames of media are due at times of their own, whatever the network does."""
    settings = group.get("traffic") or {}
    return flow.get("transfer_count") is not None and "frame_rate_hz" not in settings


def _knows_its_limit(flow: Mapping[str, Any]) -> bool:
    """Datagrams that no algorithm sends have no limit, and are compared as they are."""
    overlaps = flow.get("transfer_count") is not None
    return not overlaps or flow.get("limited_application_ratio") is not None


def _until_done(
    fact: FlowFacts,
    flow: Mapping[str, Any],
    window: Mapping[str, float],
    time_s: KnownValues,
    columns: Mapping[int, Mapping[str, KnownValues]],
) -> FlowFacts:
    """A flow whose transfers have all arrived was active until the last of it came."""
    rate_bps = columns.get(fact.index, {}).get("throughput_bps")
    is_done = fact.has_transfers and flow.get("completed_transfer_count") == flow["transfer_count"]
    if not is_done or rate_bps is None:
        return fact
    # NaN is not above 0.
    ends_s = [end_s for end_s, value in zip(time_s, rate_bps, strict=True) if value > 0]
    stop_s = min(ends_s[-1] if ends_s else fact.start_s, fact.stop_s)
    from_s = max(fact.start_s, window["start_s"])
    after_s = max(0.0, window["end_s"] - max(stop_s, from_s))
    idle_s = fact.application_ratio * float(flow["active_s"]) - after_s
    length_s = stop_s - from_s
    ratio = min(1.0, max(0.0, idle_s) / length_s) if length_s > 0 else 1.0
    return replace(fact, stop_s=stop_s, application_ratio=ratio)


def _known_of(scenario: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What follows from the scenario for each group."""
    whole = validate_scenario(scenario)
    return [
        {
            "path": (*group.path, "/", *group.return_path),
            "conditions": repr((group.ecn, group.receiver, group.traffic)),
            "beside_queue_s": _beside_queue_s(whole, group),
        }
        for group in whole.flows
    ]


def _beside_queue_s(scenario: Scenario, group: FlowGroup) -> float:
    links = all_links(scenario)
    receiver = group.receiver
    total_s = receiver.ack_aggregation_s + scenario.transport.host_jitter_s
    if receiver.ack_every_packets > SMALLEST_WINDOW_PACKETS:
        total_s += receiver.ack_timeout_s
    for link_id in group.path:
        link = links[link_id]
        total_s += link.jitter_s + _longest_gap_s(link)
        if link_id != BOTTLENECK_ID:
            total_s += _longest_time_s(scenario, link, scenario.packet_bytes)
    for link_id in group.return_path:
        link = links[link_id]
        total_s += link.jitter_s + _longest_gap_s(link)
        total_s += _longest_time_s(scenario, link, scenario.header_bytes)
    return total_s


def _longest_time_s(scenario: Scenario, link: Bottleneck, size_bytes: int) -> float:
    """The time to send so many bytes at the link's lowest rate; 0 for a trace, whose gaps count
    alone.
    """
    if link.trace.opportunities_ms:
        return 0.0
    lowest_bps, _highest_bps = rate_bounds_bps(link, scenario.duration_s)
    return size_bytes * 8 / lowest_bps if lowest_bps > 0 else math.inf


def _longest_gap_s(link: Bottleneck) -> float:
    """Between two times at which a trace lets packets leave."""
    times = link.trace.opportunities_ms
    if not times:
        return 0.0
    gaps = [after - before for before, after in itertools.pairwise([0, *times])]
    return max(gaps) / 1000


def _full_packets(result: Mapping[str, Any]) -> int | None:
    table = result.get("losses")
    return None if table is None else sum(count for _flow_index, count in _found_full(table))


def _found_full(table: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Flow index and number of the packets of data that found the bottleneck's buffer full."""
    for row in table["rows"]:
        is_full = row["link_index"] == 0 and row["reason"] in ("buffer_full", "flow_overflow")
        if is_full and not row["is_mark"] and not row["is_ack"]:
            yield row["flow_index"], int(row["window_packets"])


def _with_full_ratio(facts: list[FlowFacts], result: Mapping[str, Any]) -> list[FlowFacts]:
    table = result.get("losses")
    if table is None:
        return facts
    full: Counter[int] = Counter()
    for flow_index, count in _found_full(table):
        full[flow_index] += count
    return [
        replace(fact, full_ratio=full[fact.index] / max(int(flow["sent_packets"]), 1))
        for fact, flow in zip(facts, result["flows"], strict=True)
    ]


def _recorded_until_s(
    result: Mapping[str, Any],
    phases: Sequence[Mapping[str, Any]],
    events: Sequence[Mapping[str, Any]],
) -> float | None:
    if not result.get("events_truncated"):
        return None
    ends_s = [phase["end_s"] for phase in phases] + [event["time_s"] for event in events]
    return max(ends_s, default=0.0)


def _of_metric(
    columns: Mapping[int, Mapping[str, KnownValues]], metric: str
) -> dict[int, KnownValues]:
    return {index: found[metric] for index, found in columns.items() if metric in found}
