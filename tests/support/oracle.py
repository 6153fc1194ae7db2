"""What packets alone say of a run: the other side of every claim."""

from collections import Counter, defaultdict

import numpy as np

from lab_exec import PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_model.scenarios import Scenario

MOST_EVENTS = 400_000
SAME_S = 1e-4
"""Times that differ by no more, a host's jitter, are the same."""


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
        self._kind = np.array(found[0].kinds)[found[0].kind]

    def throughput_bps(self, flow: int, from_s: float, to_s: float) -> float:
        """Packets that reach the receiver."""
        events = self._events
        mask = (self._kind == "delivered") & (events.flow_index == flow)
        mask &= (events.time_s >= from_s) & (events.time_s < to_s)
        return int(mask.sum()) * self._scenario.packet_bytes * 8 / (to_s - from_s)

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
        events = self._events
        at_queue = ("enqueued", "dequeued", "dropped")
        mask = np.isin(self._kind, at_queue) & (events.link_index == link)
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
        of_flow = events.flow_index == flow
        sent_s, came_s, lost_s = (
            list(events.time_s[of_flow & (self._kind == kind)])
            for kind in ("ack_sent", "ack_received", "ack_lost")
        )
        if any(events.link_index[of_flow & (self._kind == "ack_lost")] != link):
            return None
        # An ACK that finds the queue full is lost a fixed time after it was sent.
        sent = np.array(sent_s)
        fitting = (
            lost_s[0] - at_s
            for at_s in sent_s
            if at_s <= lost_s[0]
            and all(np.abs(sent - (time_s - lost_s[0] + at_s)).min() < SAME_S for time_s in lost_s)
        )
        on_way_s = max(fitting, default=None) if lost_s else 0.0
        if on_way_s is None:
            return None
        for time_s in lost_s:
            sent_s.remove(min(sent_s, key=lambda at_s: abs(time_s - on_way_s - at_s)))
        pairs = list(zip(sent_s, came_s, strict=False))
        if not pairs:
            return 0.0
        least_s = min(end_s - begin_s for begin_s, end_s in pairs)
        return sum(
            max(0.0, min(end_s - least_s, self._to_s) - max(begin_s, self._from_s))
            for begin_s, end_s in pairs
        )

    def queue_shares(self, link: int) -> dict[int, float]:
        """Of the queued bytes of a link over the measurement window, by group."""
        events = self._events
        group_of = [
            index for index, group in enumerate(self._scenario.flows) for _ in range(group.count)
        ]
        came: dict[tuple[int, int], list[float]] = defaultdict(list)
        held: dict[int, float] = defaultdict(float)
        for time_s, flow, kind, sequence, where in zip(
            events.time_s,
            events.flow_index,
            self._kind,
            events.sequence,
            events.link_index,
            strict=True,
        ):
            if where != link:
                continue
            key = int(flow), int(sequence)
            if kind == "enqueued":
                came[key].append(float(time_s))
            elif kind in ("dequeued", "dropped") and came[key]:
                begin_s = max(came[key].pop(0), self._from_s)
                held[group_of[flow]] += max(0.0, float(time_s) - begin_s)
        for (flow, _sequence), left in came.items():
            held[group_of[flow]] += sum(self._to_s - max(begin_s, self._from_s) for begin_s in left)
        total = sum(held.values())
        return {group: amount / total for group, amount in held.items()} if total else {}

    def _way_back(self, flow: int) -> set[int]:
        ids = ["bottleneck", *(link.id for link in self._scenario.links)]
        index = 0
        for group in self._scenario.flows:
            index += group.count
            if flow < index:
                return {ids.index(link_id) for link_id in group.return_path}
        raise AssertionError(f"no flow {flow}")
