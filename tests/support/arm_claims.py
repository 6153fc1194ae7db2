"""What the title of an arm claims, held against the packets of its run; nothing else is read."""

from itertools import pairwise

import numpy as np

from lab_exec import PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_model.algorithms import traffic_kinds
from lab_model.claim import Claim
from lab_model.scenarios import Scenario

BESIDE_ONE_CONNECTION = {"udp", *traffic_kinds("many_connections")}
"""Traffic without a first flight, and that of which each connection has one."""
MOST_EVENTS = 600_000
SAME_S = 2e-6
"""Times are rounded to a microsecond; at a sender and at a receiver."""


class ArmOracle:
    """Every packet event of one run of an arm."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        found: list[PacketEvents] = []
        window = PacketWindow(0.0, scenario.duration_s, MOST_EVENTS)
        run_scenario(scenario, seed, series=False, watch=PacketWatch(window, found.append))
        self._scenario, self._events = scenario, found[0]
        self._kind = np.array(found[0].kinds)[found[0].kind]
        self._reason = np.array(found[0].reasons)[found[0].reason]
        self.is_whole = not found[0].is_truncated

    def hold(self, claim: Claim, title: str) -> None:
        """Raises AssertionError where a packet shows something else."""
        name, _, rest = claim.quantity.partition(":")
        subject, _, number = claim.subject.partition(":")
        index = int(number or 0)
        found = {
            "sending_flows": self._sending,
            "base_rtt_s": lambda: self._least_rtt_s(index),
            "rate_bps": lambda: self._sent_bps(index),
            "buffer_bytes": lambda: self._longest_bytes(index),
            "drops_beside": lambda: self._drops_beside(index, rest.split(",")),
            "marked_packets": lambda: int((self._kind == "marked").sum()),
            "first_flight_packets": self._first_flight,
            "handshake_round_trips": self._handshake,
            "handshake_packets": lambda: int((self._kind == "handshake").sum()),
            "lost_packets": lambda: self._lost(rest, ("dropped", "lost")),
            "lost_acks": lambda: self._lost(rest, ("ack_lost",)),
            "overtaken_packets": self._overtaken,
            "ack_hold_s": lambda: self._longest_hold_s(index),
        }[name]()
        message = f"{title}: {claim.quantity} of {claim.subject} is {found}, said {claim.value}"
        if claim.relation == "at_most":
            assert found <= claim.value * (1 + 1e-9) + SAME_S, message
        elif claim.relation == "at_least":
            assert found >= claim.value * (1 - 1e-9) - SAME_S, message
        else:
            assert found == claim.value, message
        assert subject in ("run", "group", "link"), message

    def _sending(self) -> int:
        return len(set(self._events.flow_index[self._kind == "sent"].tolist()))

    def _flows_of(self, group: int) -> list[int]:
        first = sum(each.count for each in self._scenario.flows[:group])
        return list(range(first, first + self._scenario.flows[group].count))

    def _group_of(self, flow: int) -> int:
        groups = self._scenario.flows
        return [place for place, group in enumerate(groups) for _ in range(group.count)][flow]

    def _least_rtt_s(self, group: int) -> float:
        """From when a packet first left to the first ACK of it."""
        least_s = float("inf")
        for flow in self._flows_of(group):
            mask = self._events.flow_index == flow
            if (np.diff(self._events.sequence[mask & (self._kind == "sent")]) < 0).any():
                # Connections side by side: no event says of which an ACK is.
                continue
            again = set(self._events.sequence[mask & (self._kind == "retransmitted")].tolist())
            sent: dict[int, float] = {}
            acked = 0
            for kind, time_s, sequence in zip(
                self._kind[mask].tolist(),
                self._events.time_s[mask].tolist(),
                self._events.sequence[mask].tolist(),
                strict=True,
            ):
                if kind == "sent":
                    sent[sequence] = time_s
                elif kind == "ack_received" and sequence > acked:
                    for each in range(acked, sequence):
                        if each not in again and each in sent:
                            least_s = min(least_s, time_s - sent[each])
                    acked = sequence
        return least_s

    def _sent_bps(self, link: int) -> float:
        mask = (self._kind == "transmitted") & (self._events.link_index == link)
        mask &= self._events.sequence >= 0  # those of handshakes are small
        bits = int(mask.sum()) * self._scenario.packet_bytes * 8
        return max(0.0, bits - self._scenario.packet_bytes * 8) / self._scenario.duration_s

    def _longest_bytes(self, link: int) -> int:
        mask = np.isin(self._kind, ("enqueued", "dequeued", "dropped"))
        return int(
            self._events.queue_bytes[mask & (self._events.link_index == link)].max(initial=0)
        )

    def _drops_beside(self, link: int, may: list[str]) -> int:
        mask = (self._kind == "dropped") & (self._events.link_index == link)
        return int((mask & ~np.isin(self._reason, may)).sum())

    def _lost(self, reason: str, kinds: tuple[str, ...]) -> int:
        return int((np.isin(self._kind, kinds) & (self._reason == reason)).sum())

    def _first_flight(self) -> int:
        """The most that a flow sends before its first ACK can come."""
        most = 0
        for flow in set(self._events.flow_index.tolist()):
            group = self._scenario.flows[self._group_of(flow)]
            mask = (self._events.flow_index == flow) & (self._kind == "sent")
            if group.traffic.kind in BESIDE_ONE_CONNECTION or not mask.any():
                continue
            times_s = self._events.time_s[mask]
            most = max(most, int((times_s < times_s[0] + group.rtt_s - SAME_S).sum()))
        return most

    def _handshake(self) -> float:
        """The fewest RTTs that a flow waits before its first packet."""
        least = float("inf")
        for flow in set(self._events.flow_index.tolist()):
            group = self._scenario.flows[self._group_of(flow)]
            mask = (self._events.flow_index == flow) & (self._kind == "sent")
            if group.traffic.kind == "udp" or not mask.any():
                continue
            waited_s = float(self._events.time_s[mask][0]) - group.start_s
            least = min(least, waited_s / group.rtt_s)
        return least

    def _overtaken(self) -> int:
        """Packets that arrive after one that left later, of those that leave once."""
        count = 0
        for flow in set(self._events.flow_index.tolist()):
            group = self._scenario.flows[self._group_of(flow)]
            if group.traffic.kind in traffic_kinds("many_connections"):
                continue  # of which each counts its packets anew
            mask = self._events.flow_index == flow
            again = set(self._events.sequence[mask & (self._kind == "retransmitted")].tolist())
            came = self._events.sequence[mask & (self._kind == "delivered")].tolist()
            # A handshake has numbers of its own.
            once = [each for each in came if each not in again and each >= 0]
            count += sum(after < before for before, after in pairwise(once))
        return count

    def _longest_hold_s(self, group: int) -> float:
        """Of the first packet that no ACK has left for."""
        longest_s = 0.0
        for flow in self._flows_of(group):
            waiting: dict[int, float] = {}
            mask = self._events.flow_index == flow
            for kind, time_s, sequence in zip(
                self._kind[mask].tolist(),
                self._events.time_s[mask].tolist(),
                self._events.sequence[mask].tolist(),
                strict=True,
            ):
                if kind == "delivered" and sequence >= 0:
                    waiting.setdefault(sequence, time_s)
                elif kind in ("ack_sent", "ack_lost") and waiting:
                    # One that leaves in an outage is lost at once.
                    longest_s = max(longest_s, time_s - min(waiting.values()))
                    waiting.clear()
        return longest_s
