"""Which connection a packet of a flow belongs to, where the flow opens one for each transfer.

The core counts the packets of such a flow through, transfer after transfer. How many each one has
follows from the transfers that the result lists; of later ones nothing is known here, and their
packets stay with the flow.
"""

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final, Self

from lab_model.algorithms import traffic_kinds
from lab_model.exports.run import ExportedRun

OF_THE_FLOW: Final = (0, 0)
"""A flow has one connection, number 0, and counts from 0."""

_OWN_CONNECTIONS: Final = traffic_kinds("many_connections")
_SAME_MOMENT_S: Final = 0.5e-9

Place = tuple[int, int]
"""Number of the connection, from 1; its first packet in the flow's count."""


@dataclass
class _OfFlow:
    ends: list[int] = field(default_factory=list)
    """The first packet behind each connection."""
    acknowledged_s: list[float | None] = field(default_factory=list)
    """When the sender reads the last ACK of each."""

    def place(self, index: int) -> Place:
        return index + 1, self.ends[index - 1] if index else 0


class Connections:
    """The connections of all flows of a run."""

    def __init__(self, flows: dict[int, _OfFlow]) -> None:
        self._flows = flows

    @classmethod
    def of(cls, run: ExportedRun) -> Self:
        """Read from the transfers in the result, with their sizes in packets as the sender cuts
        them.
        """
        payload_bytes = run.scenario["packet_bytes"] - run.scenario["header_bytes"]
        transfers = run.result.get("transfers")
        packets: defaultdict[int, list[int]] = defaultdict(list)
        flows: defaultdict[int, _OfFlow] = defaultdict(_OfFlow)
        columns = ("flow_index", "start_s", "size_bytes", "acknowledged_s")
        rows = zip(*(transfers[name] for name in columns), strict=True) if transfers else ()
        for flow_index, start_s, size_bytes, acknowledged_s in rows:
            group = run.scenario["flows"][run.result["flows"][flow_index]["group_index"]]
            if group["traffic"]["kind"] not in _OWN_CONNECTIONS:
                continue
            packets[flow_index].append(-(-int(size_bytes) // payload_bytes))
            over_s = None if acknowledged_s is None else start_s + acknowledged_s
            flows[flow_index].acknowledged_s.append(over_s)
        for flow_index, counts in packets.items():
            flows[flow_index].ends = list(accumulate(counts))
        return cls(dict(flows))

    def of_packet(self, flow_index: int, sequence: int) -> Place:
        """The connection of a data packet."""
        flow = self._flows.get(flow_index)
        if flow is None:
            return OF_THE_FLOW
        index = bisect_right(flow.ends, sequence)
        return OF_THE_FLOW if index == len(flow.ends) else flow.place(index)

    def of_ack(self, flow_index: int, sequence: int, time_s: float) -> Place:
        """The connection of an ACK of everything below `sequence` that is read at this time.

        The end of one connection is the beginning of the next: an ACK there is the last one of the
        earlier connection if it comes when that one is over, else it repeats the later one's start.
        """
        flow = self._flows.get(flow_index)
        if flow is None:
            return OF_THE_FLOW
        index = bisect_right(flow.ends, sequence)
        if index > 0 and flow.ends[index - 1] == sequence:
            over_s = flow.acknowledged_s[index - 1]
            if over_s is not None and abs(over_s - time_s) < _SAME_MOMENT_S:
                return flow.place(index - 1)
        return OF_THE_FLOW if index == len(flow.ends) else flow.place(index)
