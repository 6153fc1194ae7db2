"""What packets alone say of a run: the other side of every claim."""

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray

from lab_exec import PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_model.algorithms import traffic_kinds
from lab_model.scenarios import Scenario
from lab_model.scenarios.computed.link_rate import capacity_bits, is_constant
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.links import Bottleneck, all_links
from lab_model.scenarios.transport import HANDSHAKE_ROUND_TRIPS
from tests.support.rtt_samples import rtt_samples_s

Times = NDArray[np.float64]

MOST_EVENTS = 400_000
MOST_UNDER_WAY = 0.005
"""Of the ACKs of a flow: fewer add next to nothing to a mean over the run."""
SAME_S = 1e-4
"""Times that differ by no more, a host's jitter, are the same."""


def _nearest(times_s: Times, wanted_s: Times) -> NDArray[np.int64]:
    """The places of the nearest of sorted times."""
    right = np.clip(np.searchsorted(times_s, wanted_s), 1, max(len(times_s) - 1, 1))
    left = right - 1
    right = np.minimum(right, len(times_s) - 1)
    nearer = np.abs(times_s[left] - wanted_s) <= np.abs(times_s[right] - wanted_s)
    return cast(NDArray[np.int64], np.where(nearer, left, right))


def _distance_s(times_s: Times, wanted_s: Times) -> Times:
    return cast(Times, np.abs(times_s[_nearest(times_s, wanted_s)] - wanted_s))


def _left_s(acks: deque[tuple[float, int]], sequence: int) -> float:
    """When the first ACK for so much left; earlier ones are taken out. ACKs are cumulative, and
    none overtakes another.
    """
    while acks[0][1] < sequence:
        acks.popleft()
    return acks[0][0]


BARE_HEADERS = 40
"""Bytes of IPv4 and TCP without options, where a scenario has no headers."""
_AT_QUEUE = ("enqueued", "dequeued", "dropped")
_AT_SENDER = ("sent", "retransmitted", "ack_received", "window_probe")


@dataclass(frozen=True)
class SenderEvents:
    """Events at one sender, in order, with window and flight just after each."""

    time_s: Times
    kind: NDArray[np.str_]
    sequence: NDArray[np.int64]
    window: NDArray[np.int64]
    flight: NDArray[np.int64]

    def place(self, time_s: float) -> int:
        """Of the first event at a moment or after it."""
        return int(np.searchsorted(self.time_s, time_s - 1e-9))

    def windows_around(self, time_s: float) -> set[int]:
        """What the window was just before a moment and from then on."""
        place = self.place(time_s)
        # ACKs that come together have one time.
        end = max(place + 4, int(np.searchsorted(self.time_s, time_s + 1e-9)))
        return {int(window) for window in self.window[max(place - 3, 0) : end]}

    def within(self, from_s: float, to_s: float) -> slice:
        """The events of a time, ends included."""
        return slice(self.place(from_s), int(np.searchsorted(self.time_s, to_s + 1e-9)))


@dataclass
class _Trip:
    """A packet on its way to its receiver."""

    sent_s: float
    arrived_s: float = 0.0
    enqueued_s: float = 0.0
    waits_s: dict[int, float] = field(default_factory=dict)


class Oracle:
    """Counts of one run, from its packet events; nothing of it comes from a summary."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        found: list[PacketEvents] = []
        self._scenario = scenario
        self._from_s, self._to_s = scenario.warmup_s, scenario.duration_s
        # Queues are followed from the start of the run on.
        watch = PacketWatch(PacketWindow(0.0, self._to_s, MOST_EVENTS), found.append)
        run_scenario(scenario, seed, series=False, watch=watch)
        self._events = found[0]
        self._flow_count = sum(group.count for group in scenario.flows)
        self.is_whole = not found[0].is_truncated
        self.min_rto_s = scenario.transport.min_rto_s
        self.packet_bytes = scenario.packet_bytes
        self._kind = np.array(found[0].kinds)[found[0].kind]

    def throughput_bps(self, flow: int, from_s: float, to_s: float) -> float:
        """Packets that reach the receiver."""
        events = self._events
        mask = (self._kind == "delivered") & (events.flow_index == flow)
        mask &= (events.time_s >= from_s) & (events.time_s < to_s) & ~self._of_probes
        return int(mask.sum()) * self._scenario.packet_bytes * 8 / (to_s - from_s)

    @property
    def has_probes(self) -> bool:
        """Some sender probed a receive window that was full."""
        return bool((self._kind == "window_probe").any())

    @cached_property
    def _of_probes(self) -> NDArray[np.bool_]:
        """Deliveries of window probes, which a full receiver does not take, and of handshakes."""
        events = self._events
        probes: Counter[tuple[int, int]] = Counter()
        found = (self._kind == "delivered") & (events.sequence < 0)  # of handshakes
        for place in np.flatnonzero(np.isin(self._kind, ("window_probe", "delivered"))).tolist():
            key = int(events.flow_index[place]), int(events.sequence[place])
            if self._kind[place] == "window_probe":
                probes[key] += 1
            elif probes[key]:
                probes[key] -= 1
                found[place] = True
        return found

    def full_window(self, flow: int, from_s: float, to_s: float) -> tuple[float, float]:
        """For how much of a time the flight was as large as the window, and how large that was
        then on average.
        """
        events = self._events
        mask = (events.flow_index == flow) & (events.link_index < 0)
        times = np.clip(np.append(events.time_s[mask], to_s), from_s, to_s)
        lengths = np.diff(times)
        windows = events.cwnd_packets[mask]
        lengths_full = lengths * (events.inflight_packets[mask] >= windows)
        full_s = float(lengths_full.sum())
        mean = float((lengths_full * windows).sum()) / full_s if full_s > 0 else 0.0
        return full_s / max(to_s - from_s, 1e-9), mean

    def at_sender(self, flow: int) -> SenderEvents:
        """What one flow's sender did and saw."""
        events = self._events
        mask = (events.flow_index == flow) & np.isin(self._kind, _AT_SENDER)
        return SenderEvents(
            time_s=events.time_s[mask],
            kind=self._kind[mask],
            sequence=events.sequence[mask],
            window=events.cwnd_packets[mask],
            flight=events.inflight_packets[mask],
        )

    def rtt_samples_s(self, flow: int, until_s: float = np.inf) -> Times:
        """RTTs that its sender may have measured, that of its handshake among them."""
        return np.append(rtt_samples_s(self._events, flow, until_s), self._group_of(flow).rtt_s)

    def sent(self, flow: int) -> int:
        """Data packets that left in the measurement window, once or again."""
        events = self._events
        mask = np.isin(self._kind, ("sent", "retransmitted")) & (events.flow_index == flow)
        mask &= (events.time_s >= self._from_s) & (events.time_s < self._to_s)
        return max(int(mask.sum()), 1)

    def sent_in_window(self) -> tuple[int, int]:
        """Data packets of all flows in the measurement window: sent first, and retransmitted."""
        events = self._events
        inside = (events.time_s >= self._from_s) & (events.time_s < self._to_s)
        first, again = (inside & (self._kind == kind) for kind in ("sent", "retransmitted"))
        return int(first.sum()), int(again.sum())

    def came_again(self, flow: int, from_s: float, to_s: float) -> int:
        """Packets that came in a time when they were there already, of one connection."""
        events = self._events
        taken = (events.flow_index == flow) & (self._kind == "delivered") & ~self._of_probes
        places = np.flatnonzero(taken)
        _sequences, firsts = np.unique(events.sequence[places], return_index=True)
        again = np.delete(places, firsts)
        return int(((events.time_s[again] >= from_s) & (events.time_s[again] < to_s)).sum())

    def came_twice(self, flow: int, from_s: float, to_s: float) -> int:
        """Packets that were retransmitted in a time although an earlier copy came before or later:
        they came twice, or sooner after their retransmission than the path takes.
        """
        events = self._events
        of_flow = events.flow_index == flow
        within = (events.time_s >= from_s) & (events.time_s < to_s)
        again = of_flow & (self._kind == "retransmitted") & within
        came: dict[int, list[float]] = defaultdict(list)
        delivered = of_flow & (self._kind == "delivered")
        for time_s, sequence in zip(
            events.time_s[delivered].tolist(), events.sequence[delivered].tolist(), strict=True
        ):
            came[sequence].append(time_s)
        least_s = self._least_one_way_s(flow)
        needless = {
            sequence
            for time_s, sequence in zip(
                events.time_s[again].tolist(), events.sequence[again].tolist(), strict=True
            )
            if len(came[sequence]) > 1 or any(at_s < time_s + least_s for at_s in came[sequence])
        }
        return len(needless)

    def late_frames(self, flow: int) -> int:
        """Frames of the window that were complete after their deadline, or not at all. The first
        is written as the handshake begins, and sent when it is over.
        """
        group, events = self._group_of(flow), self._events
        settings = group.traffic.parameters()
        payload_bytes = self._scenario.packet_bytes - self._scenario.header_bytes
        packets = -(-int(settings["frame_bytes"]) // payload_bytes)
        its = events.flow_index == flow
        trips = HANDSHAKE_ROUND_TRIPS[self._scenario.transport.handshake]
        first_sent_s = float(events.time_s[its & (self._kind == "sent")][0])
        begin_s = first_sent_s - trips * group.rtt_s
        opens = its & (self._kind == "handshake")
        if opens.any():
            begin_s = float(events.time_s[opens][0])
        taken = its & (self._kind == "delivered") & ~self._of_probes
        sequences, places = np.unique(events.sequence[taken], return_index=True)
        arrived_s = np.maximum.accumulate(events.time_s[taken][places])
        whole = int((sequences == np.arange(len(sequences))).sum()) // packets
        stop_s = min(self._to_s, group.stop_s or self._to_s)
        late = 0
        for frame in range(int((stop_s - begin_s) * float(settings["frame_rate_hz"])) + 1):
            written_s = begin_s + frame / float(settings["frame_rate_hz"])
            due_s = written_s + float(settings["deadline_s"])
            if written_s < self._from_s or written_s >= stop_s:
                continue
            is_done = frame < whole
            is_late = is_done and arrived_s[(frame + 1) * packets - 1] > due_s
            late += is_late or (not is_done and due_s < self._to_s)
        return late

    def _least_one_way_s(self, flow: int) -> float:
        """Of a full packet through empty queues; a link with a trace sends as soon as it may."""
        group = self._group_of(flow)
        links = all_links(self._scenario)
        steady = [links[name] for name in group.path if is_constant(links[name])]
        bits = self._scenario.packet_bytes * 8
        return group.rtt_s / 2 + sum(bits / link.rate_bps for link in steady) * (1 - 1e-6)

    def used_ratio(self, link: int) -> float:
        """What the link sent of what its changing rate let it send in the measurement window, up to
        a packet at each end.
        """
        mask = (self._kind == "transmitted") & (self._events.link_index == link)
        inside = (self._events.time_s >= self._from_s) & (self._events.time_s <= self._to_s)
        settings = self._link(link)
        could_bits = capacity_bits(settings, self._to_s) - capacity_bits(settings, self._from_s)
        return int(self._wire_bytes[mask & inside].sum()) * 8 / float(could_bits)

    @cached_property
    def _wire_bytes(self) -> NDArray[np.int64]:
        """Of the packet of each event: of a handshake there are headers alone."""
        headers = self._scenario.header_bytes or BARE_HEADERS
        return np.where(self._events.sequence < 0, headers, self._scenario.packet_bytes)

    def busy_ratio(self, link: int) -> float | None:
        """Of the measurement window, in which the link sends, at its constant rate, without what it
        still sends as the run ends. None where ACKs pass it, of which no event says that they were
        sent.
        """
        name = list(all_links(self._scenario))[link]
        if any(name in group.return_path for group in self._scenario.flows):
            return None
        events = self._events
        mask = (self._kind == "transmitted") & (events.link_index == link)
        each_s = self._wire_bytes[mask] * 8 / self._link(link).rate_bps
        ends = np.clip(events.time_s[mask], self._from_s, self._to_s)
        begins = np.clip(events.time_s[mask] - each_s, self._from_s, self._to_s)
        return float((ends - begins).sum()) / (self._to_s - self._from_s)

    def _link(self, index: int) -> Bottleneck:
        return list(all_links(self._scenario).values())[index]

    def lost_data(self, flow: int, since_s: float = 0.0) -> int:
        """Data packets of a flow that were lost from a moment on, for whatever reason."""
        lost = (self._kind == "dropped") | (self._kind == "lost")
        lost &= self._events.time_s >= since_s
        return int((lost & (self._events.flow_index == flow)).sum())

    def lost_acks(self, flow: int) -> int:
        """ACKs that were lost, or gave way to newer ones, in the run."""
        lost = (self._kind == "ack_lost") & (self._events.flow_index == flow)
        return int(lost.sum())

    def marked(self, flow: int) -> int:
        """Packets that queues marked in the run."""
        marked = (self._kind == "marked") & (self._events.flow_index == flow)
        return int(marked.sum())

    def losses(self, flow: int) -> Counter[tuple[str, int]]:
        """Data packets that were dropped or lost in the measurement window, by reason and link."""
        events = self._events
        mask = ((self._kind == "dropped") | (self._kind == "lost")) & (events.flow_index == flow)
        mask &= (events.time_s >= self._from_s) & (events.time_s < self._to_s)
        back = self._way_back(flow)
        return Counter(
            (events.reasons[reason], int(link))
            for reason, link in zip(events.reason[mask], events.link_index[mask], strict=True)
            if int(link) not in back
        )

    def mean_queue_bytes(self, link: int) -> float | None:
        """Over time, from what waits after each event at the link; None: the events do not say."""
        if self._carries_acks_only(link):
            return self._mean_ack_bytes(link)
        if any(link in self._way_back(flow) for flow in range(self._flow_count)):
            return None  # ACKs come and go between the events of data
        events = self._events
        mask = np.isin(self._kind, _AT_QUEUE) & (events.link_index == link)
        times = np.clip(events.time_s[mask], self._from_s, self._to_s)
        lengths = np.diff(np.append(times, self._to_s))
        return float((lengths * events.queue_bytes[mask]).sum() / (self._to_s - self._from_s))

    def _carries_acks_only(self, link: int) -> bool:
        return all(link in self._way_back(flow) for flow in range(self._flow_count))

    def _mean_ack_bytes(self, link: int) -> float | None:
        """Queues of ACKs leave no events of their own: from when each ACK left the receiver and
        arrived, less the shortest such time, which met no queue.
        """
        held_s = 0.0
        for flow in range(self._flow_count):
            waits = self._ack_waits(flow, link)
            if waits is None:
                return None
            held_s += waits
        return held_s * self._scenario.header_bytes / (self._to_s - self._from_s)

    def _ack_waits(self, flow: int, link: int) -> float | None:
        """Seconds that ACKs of a flow waited within the measurement window, all together."""
        events = self._events
        of_flow = (events.flow_index == flow) & (events.sequence >= 0)  # not of its handshake
        masks = [
            of_flow & (self._kind == kind) for kind in ("ack_sent", "ack_received", "ack_lost")
        ]
        sent_s, came_s, lost_s = (list(events.time_s[mask]) for mask in masks)
        if any(events.link_index[of_flow & (self._kind == "ack_lost")] != link):
            return None
        if self._link(link).jitter_s > 0 or self._has_parallel(flow) or self._link(link).ack_filter:
            # What an ACK takes beyond the shortest time is no wait alone; or it is not known which
            # of those that left has come.
            return None
        # An ACK that finds the queue full is lost a fixed time after it was sent.
        sent, lost = np.array(sent_s), np.array(lost_s)
        numbers = events.sequence[masks[0]]
        before = [
            at_s
            for at_s, number in zip(sent_s, numbers, strict=True)
            if lost_s and at_s <= lost_s[0] and number == events.sequence[masks[2]][0]
        ]
        fitting = [
            lost_s[0] - at_s
            for at_s in before
            if (_distance_s(sent, lost - lost_s[0] + at_s) < SAME_S).all()
        ]
        if lost_s and len(fitting) != 1:
            return None
        on_way_s = fitting[0] if lost_s else 0.0
        for time_s in lost_s:
            del sent_s[_nearest(np.array(sent_s), np.array([time_s - on_way_s]))[0]]
        if len(sent_s) - len(came_s) > MOST_UNDER_WAY * len(sent_s):
            return None  # those that wait as the run ends do not come
        pairs = list(zip(sent_s, came_s, strict=False))
        if not pairs:
            return 0.0
        least_s = min(end_s - begin_s for begin_s, end_s in pairs)
        # A queue that is never empty lets no ACK pass without a wait.
        least_s = min(least_s, self._least_way_back_s(flow))
        return sum(
            max(0.0, min(end_s - least_s, self._to_s) - max(begin_s, self._from_s))
            for begin_s, end_s in pairs
        )

    def _has_parallel(self, flow: int) -> bool:
        """Its transfers overlap, each over a connection of its own."""
        return self._group_of(flow).traffic.kind in traffic_kinds("many_connections")

    def _least_way_back_s(self, flow: int) -> float:
        """Of an ACK through empty queues; infinite where a link's rate or delay changes."""
        group = self._group_of(flow)
        links = [all_links(self._scenario)[name] for name in group.return_path]
        if not all(is_constant(link) and not link.delay_schedule for link in links):
            return float("inf")
        bits = self._scenario.header_bytes * 8
        return group.rtt_s / 2 + sum(bits / link.rate_bps for link in links)

    def queue_shares(self, link: int) -> dict[int, float]:
        """Of the queued bytes of a link over the measurement window, by group."""
        events = self._events
        group_of = [
            index for index, group in enumerate(self._scenario.flows) for _ in range(group.count)
        ]
        came: dict[tuple[int, int], list[float]] = defaultdict(list)
        held: dict[int, float] = defaultdict(float)
        before_bytes = 0
        for time_s, flow, kind, sequence, where, queue_bytes in zip(
            events.time_s,
            events.flow_index,
            self._kind,
            events.sequence,
            events.link_index,
            events.queue_bytes,
            strict=True,
        ):
            if where != link:
                continue
            key = int(flow), int(sequence)
            # What is refused has not waited, although the same data may wait from before.
            has_waited = kind == "dequeued" or (kind == "dropped" and queue_bytes < before_bytes)
            before_bytes = queue_bytes if kind in _AT_QUEUE else before_bytes
            if kind == "enqueued":
                came[key].append(float(time_s))
            elif has_waited and came[key]:
                begin_s = max(came[key].pop(0), self._from_s)
                held[group_of[flow]] += max(0.0, float(time_s) - begin_s)
        for (flow, _sequence), left in came.items():
            held[group_of[flow]] += sum(self._to_s - max(begin_s, self._from_s) for begin_s in left)
        total = sum(held.values())
        return {group: amount / total for group, amount in held.items()} if total else {}

    def rtt_parts(self, flow: int, until_s: float) -> dict[str, float] | None:
        """Mean RTT, waits and the receiver's hold, as means over the RTT samples of the window, up
        to when the flow ends: each that of the newest packet of its ACK, for all that it
        acknowledges. None where something was retransmitted or overtaken, so that samples follow
        other rules.
        """
        group = self._group_of(flow)
        links = all_links(self._scenario)
        if any(links[name].jitter_reorders or links[name].delay_schedule for name in group.path):
            return None
        sums: dict[str, float] = defaultdict(float)
        trips: dict[int, _Trip] = {}
        acks: deque[tuple[float, int]] = deque()
        acked, weight = 0, 0
        events = self._events
        of_data = (events.flow_index == flow) & (events.sequence >= 0)
        for place in np.flatnonzero(of_data).tolist():
            kind, time_s = str(self._kind[place]), float(events.time_s[place])
            sequence, link = int(events.sequence[place]), int(events.link_index[place])
            if kind in ("retransmitted", "dropped", "lost", "window_probe"):
                return None
            if kind == "sent":
                trips[sequence] = _Trip(time_s)
            elif kind == "enqueued":
                trips[sequence].enqueued_s = time_s
            elif kind == "dequeued":
                trips[sequence].waits_s[link] = time_s - trips[sequence].enqueued_s
            elif kind == "delivered":
                trips[sequence].arrived_s = time_s
            elif kind == "ack_sent":
                acks.append((time_s, sequence))
            elif kind == "ack_received" and sequence > acked:
                packets, acked = sequence - acked, sequence
                if self._from_s < time_s <= until_s:
                    trip = trips[sequence - 1]
                    left_s = _left_s(acks, sequence)
                    weight += packets
                    sums["mean_rtt_s"] += packets * (time_s - trip.sent_s)
                    sums["receiver_hold"] += packets * (left_s - trip.arrived_s)
                    sums["back"] += packets * (time_s - left_s)
                    for index, wait_s in trip.waits_s.items():
                        sums[f"queue_out:link:{index}"] += packets * wait_s
        found = {name: total / weight for name, total in sums.items()} if weight else {}
        return found and {**found, **self._known_parts(group, found["back"], self.lost_acks(flow))}

    def _known_parts(self, group: FlowGroup, back_s: float, lost_acks: int) -> dict[str, float]:
        """What the settings say, and what they leave over of the way back."""
        links = all_links(self._scenario)
        ids = list(links)
        out_s = sum(self._scenario.packet_bytes * 8 / links[name].rate_bps for name in group.path)
        ack_bits = (self._scenario.header_bytes or 40) * 8
        acks_s = sum(ack_bits / links[name].rate_bps for name in group.return_path)
        parts = {"propagation": group.rtt_s}
        if all(is_constant(links[name]) for name in (*group.path, *group.return_path)):
            parts["transmission"] = out_s + acks_s
        # What goes by between an ACK that was lost and the next is no wait in a queue.
        if len(group.return_path) == 1 and not lost_acks:
            index = ids.index(group.return_path[0])
            parts[f"queue_back:link:{index}"] = back_s - group.rtt_s / 2 - acks_s
        return parts

    def _group_of(self, flow: int) -> FlowGroup:
        return [group for group in self._scenario.flows for _ in range(group.count)][flow]

    def _way_back(self, flow: int) -> set[int]:
        ids = list(all_links(self._scenario))
        return {ids.index(link_id) for link_id in self._group_of(flow).return_path}
