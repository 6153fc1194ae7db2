"""What all senders share, and how a receiver acknowledges."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from lab_model.scenarios.base import Refusal, ScenarioModel, refuse
from lab_model.scenarios.hints import BYTES, MBIT_PER_S, MILLISECONDS, PACKETS, seconds, whole
from lab_model.scenarios.limits import LIMITS

SendQuantum = Literal["linux", "ns3", "packets"]
Handshake = Literal["none", "tcp", "tcp_tls13", "quic_0rtt"]

HANDSHAKE_ROUND_TRIPS: Final[Mapping[str, int]] = {
    "none": 1,
    "tcp": 1,
    "tcp_tls13": 2,
    "quic_0rtt": 0,
}
"""How many round trips pass before a connection's first data."""
SENT_HANDSHAKES: Final = frozenset({"tcp", "tcp_tls13"})
"""Handshakes that consist of packets, which meet queues and losses."""


class Transport(ScenarioModel):
    """The TCP sender below the congestion control, the same for all flows."""

    initial_window_packets: Annotated[
        int, whole("Initial window", "packets", PACKETS, ge=1, le=LIMITS.max_initial_window_packets)
    ] = 10
    """Congestion window at the start (RFC 6928: 10)."""
    min_rto_s: Annotated[
        float,
        seconds(
            "Smallest retransmission timeout",
            MILLISECONDS,
            "log",
            ge=0.001,
            le=LIMITS.max_min_rto_s,
        ),
    ] = 0.2
    """Lower bound of the RTO (Linux: 0.2 s; RFC 6298 2.4: 1 s)."""
    send_quantum: Annotated[SendQuantum, Field(title="Burst of a paced sender")] = "linux"
    """linux: 1 ms of the pacing rate, at least 2 packets (1 below 1.2 Mbit/s), at most 64 KB;
    ns3: 1 packet; packets: a number of packets of your own."""
    send_quantum_packets: Annotated[
        int,
        whole("Packets of a burst", "packets", PACKETS, ge=1, le=LIMITS.max_send_quantum_packets),
    ] = 1
    """Only for a send quantum in packets."""
    window_pacing: Annotated[bool, Field(title="Pace window-based algorithms")] = False
    """When on, NewReno and CUBIC are paced as Linux does under the fq queue discipline; when off,
    they send when an ACK arrives."""

    host_jitter_s: Annotated[
        float, seconds("Host jitter", MILLISECONDS, ge=0, le=LIMITS.max_host_jitter_s)
    ] = 0.00002
    """Random part of the time that a host takes for an ACK: uniform, from the seed, order kept.
    0: exact hosts, whose packets meet at the queue in the same nanosecond again and again."""

    handshake: Annotated[Handshake, Field(title="Handshake of a connection")] = "none"
    """What passes before the first data. Of TCP a SYN and its answer, with TLS 1.3 a second round
    trip: small packets, which meet queues and losses and are retransmitted. Of QUIC 0-RTT nothing,
    the RTT being known from before. none: no packets, but one round trip of propagation."""

    @model_validator(mode="after")
    def _quantum_fits(self) -> "Transport":
        if self.send_quantum != "packets" and self.send_quantum_packets != 1:
            requirement = (
                f"is allowed only with send_quantum 'packets', not '{self.send_quantum}'; leave "
                "it out"
            )
            refusal = Refusal(
                ("send_quantum_packets",), self.send_quantum_packets, requirement, ["packets"]
            )
            refuse("Transport", [refusal])
        return self


class Receiver(ScenarioModel):
    """When the receiver of a flow acknowledges, and how much data it allows in flight."""

    ack_every_packets: Annotated[
        int, whole("Packets per ACK", "packets", PACKETS, ge=1, le=LIMITS.max_ack_every_packets)
    ] = 2
    """An immediate ACK for every this many packets (RFC 5681 4.2: at least every second)."""
    ack_timeout_s: Annotated[
        float,
        seconds(
            "Delayed-ACK timer", MILLISECONDS, ge=LIMITS.min_time_s, le=LIMITS.max_ack_timeout_s
        ),
    ] = 0.04
    """Longest delay of an ACK (Linux: at least 40 ms)."""
    window_bytes: Annotated[int | None, whole("Receive window", "bytes", BYTES, "log", ge=1)] = None
    """Limit on the payload in flight, at least one packet's. Not set: no limit."""
    ack_aggregation_s: Annotated[
        float, seconds("ACK aggregation", MILLISECONDS, ge=0, le=LIMITS.max_ack_aggregation_s)
    ] = 0.0
    """ACKs are collected and released together at this interval, as in Wi-Fi; 0: never."""
    quick_ack_packets: Annotated[
        int,
        whole(
            "Packets acknowledged one by one at the start",
            "packets",
            PACKETS,
            ge=0,
            le=LIMITS.max_quick_ack_packets,
        ),
    ] = 200
    """The first packets of a flow are acknowledged at once, as Linux does while the advertised
    window opens (tcp_input.c, tcp_grow_window()); TCP_MAX_QUICKACKS alone would give 16."""
    ack_pushed: Annotated[bool, Field(title="Acknowledge the end of a burst at once")] = True
    """A lone packet that ends a burst (PSH) does not wait for a second one, as in Linux from 6.6
    on (tcp_input.c, tcp_measure_rcv_mss()). When off, it does."""
    read_rate_bps: Annotated[
        int | None,
        whole(
            "Reading rate",
            "bit/s",
            MBIT_PER_S,
            "log",
            ge=LIMITS.min_rate_bps,
            le=LIMITS.max_rate_bps,
        ),
    ] = None
    """The application reads the payload at this rate; what it has not read takes room in a buffer
    of the size of the receive window, and the window closes (RFC 9293 3.8.6). Not set: it reads
    at once."""
