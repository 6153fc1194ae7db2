"""Packet events of a part of a run, as the rest of the worker sees them: plain data."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import ccsim
import numpy as np
from numpy.typing import NDArray

MAX_EVENTS: Final = 2_000_000
"""Events of one window: some hundred megabytes of memory."""


@dataclass(frozen=True)
class PacketWindow:
    """What to write down: [from_s, to_s), at most so many events."""

    from_s: float
    to_s: float
    max_events: int

    def for_core(self) -> tuple[float, float, int]:
        """The window as the core takes it."""
        return self.from_s, self.to_s, self.max_events


@dataclass(frozen=True)
class PacketEvents:
    """Columns of equal length, by time; events of one moment in the order in which they happened.

    Definitions: sim-core/include/ccsim/packet_record.h.
    """

    kinds: list[str]
    """Names of the numbers in `kind`."""
    time_s: NDArray[np.float64]
    flow_index: NDArray[np.int64]
    kind: NDArray[np.uint8]
    sequence: NDArray[np.int64]
    """Number of a packet, from 0 per flow; for an ACK that of the first packet that has not
    arrived."""
    queue_bytes: NDArray[np.int64]
    """What waits at the link after the event."""
    cwnd_packets: NDArray[np.int64]
    inflight_packets: NDArray[np.int64]
    ecn_bits: NDArray[np.uint8]
    """ECN bits of the headers: those of IP (lowest two), then TCP's ECE, CWR and AE."""
    link_index: NDArray[np.int16]
    """The link where it happens, 0 for the bottleneck; -1: at a host."""
    is_truncated: bool
    """The window held more than `max_events`; these are the first."""
    window_packets: NDArray[np.int32]
    """What an ACK of a slow receiver offers, from its number on; -1: of all others."""
    reasons: list[str]
    """Names of the numbers in `reason`."""
    reason: NDArray[np.uint8]
    """Why a packet is dropped, lost or marked, or an ACK lost; 0: of all others."""

    def columns(self) -> dict[str, list[Any]]:
        """The columns as lists, `kind` by name; `ecn_bits` only if a flow uses ECN, `link_index`
        only if one of the events is at another link than the bottleneck, `window_packets` only
        if a receiver reads slowly, `reason` only if something is lost or marked.
        """
        columns = {
            "time_s": self.time_s.tolist(),
            "flow_index": self.flow_index.tolist(),
            "kind": [self.kinds[number] for number in self.kind.tolist()],
            "sequence": self.sequence.tolist(),
            "queue_bytes": self.queue_bytes.tolist(),
            "cwnd_packets": self.cwnd_packets.tolist(),
            "inflight_packets": self.inflight_packets.tolist(),
        }
        if self.ecn_bits.any():
            columns["ecn_bits"] = self.ecn_bits.tolist()
        if (self.link_index > 0).any():
            columns["link_index"] = self.link_index.tolist()
        if (self.window_packets >= 0).any():
            columns["window_packets"] = self.window_packets.tolist()
        if self.reason.any():
            names = [None, *self.reasons[1:]]
            columns["reason"] = [names[number] for number in self.reason.tolist()]
        return columns


@dataclass(frozen=True)
class PacketWatch:
    """A window and the receiver of its events, once the run is over."""

    window: PacketWindow
    on_events: Callable[[PacketEvents], object]


def read_packets(run: ccsim.RunResult) -> PacketEvents:
    """Takes the events of a run over from the core."""
    return PacketEvents(
        kinds=ccsim.packet_event_kinds(),
        reasons=ccsim.loss_reasons(),
        is_truncated=run.packets_truncated,
        **run.packets,
    )
