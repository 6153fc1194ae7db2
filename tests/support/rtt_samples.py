"""What RTTs a sender may have measured, from packet events: also those of packets that were
acknowledged selectively, and by timestamps of retransmissions.
"""

from collections import defaultdict, deque

import numpy as np
from numpy.typing import NDArray

from lab_exec import PacketEvents

_PER_S = 1000
"""Of timestamps, which are whole milliseconds."""


def rtt_samples_s(events: PacketEvents, flow: int, until_s: float = np.inf) -> NDArray[np.float64]:
    """From each copy of a packet that an ACK is the first to report, until that ACK."""
    sent_s: dict[int, list[float]] = defaultdict(list)
    arrived_s: list[float] = []
    acks: deque[tuple[int, list[float]]] = deque()
    found: list[float] = []
    for place in np.flatnonzero(events.flow_index == flow).tolist():
        kind, time_s = events.kinds[events.kind[place]], float(events.time_s[place])
        sequence = int(events.sequence[place])
        if time_s > until_s:
            break
        if kind in ("sent", "retransmitted"):
            sent_s[sequence].append(time_s)
        elif kind == "delivered":
            arrived_s += sent_s[sequence]
        elif kind == "ack_sent":
            acks.append((sequence, arrived_s))
            arrived_s = []
        elif kind == "ack_received":
            reported_s: list[float] = []
            # ACKs before it that are lost; it reports what they would have.
            while acks and acks[0][0] < sequence:
                reported_s += acks.popleft()[1]
            if acks and acks[0][0] == sequence:
                reported_s += acks.popleft()[1]
            found += [time_s - each for each in reported_s]
            found += [(time_s * _PER_S // 1 - each * _PER_S // 1) / _PER_S for each in reported_s]
    return np.array(found)
