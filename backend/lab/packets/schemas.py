"""Packet windows over HTTP."""

from uuid import UUID

from pydantic import BaseModel, Field

from lab.models.result import PacketStatus
from lab_model.results.schemas import LossReasonName


class PacketColumns(BaseModel):
    """Events by time; those of one moment in the order in which they happened."""

    time_s: list[float]
    flow_index: list[int]
    kind: list[str] = Field(
        description="sent, retransmitted, enqueued, dropped, dequeued, transmitted, lost, "
        "delivered, ack_sent, ack_lost, ack_received, marked, window_probe or handshake."
    )
    sequence: list[int] = Field(
        description="Of a packet, from 0 per flow; of an ACK the first that has not arrived. Below "
        "0: of a handshake, and the answer to it."
    )
    queue_bytes: list[int] = Field(
        description="Waiting at the link after the event; of an event at none, or of a lost ACK, "
        "at the link of the last event before it that has one."
    )
    cwnd_packets: list[int]
    inflight_packets: list[int]
    ecn_bits: list[int] | None = Field(
        default=None,
        description="Of the headers: ECN of IP (lowest two bits), then ECE, CWR and AE of TCP. "
        "Null where no flow uses ECN.",
    )
    link_index: list[int] | None = Field(
        default=None,
        description="Where it happens: 0 is the bottleneck, n the n-th of `links`, -1 a host. "
        "Null where nothing happens at any other link than the bottleneck.",
    )
    window_packets: list[int] | None = Field(
        default=None,
        description="Of an ACK the packets from its number on that a slow receiver has room for, "
        "-1 of all else. Null where no receiver reads slowly.",
    )
    reason: list[LossReasonName | None] | None = Field(
        default=None,
        description="Why a packet is dropped, lost or marked, or an ACK lost, as in the `losses` "
        "of a result; null of all else. Null where nothing is.",
    )


class PacketsRead(BaseModel):
    """The state of a window. Ask again while `status` is queued or running."""

    run_id: UUID
    from_s: float
    to_s: float
    status: PacketStatus
    error: str | None = Field(description="Why it failed, else null.")
    is_truncated: bool = Field(description="There are more events than are given.")
    events: PacketColumns | None = Field(description="There when `status` is done.")
