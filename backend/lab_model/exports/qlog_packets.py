"""Single packets in qlog: what left the sender, what it held for lost, and the ACKs it read."""

from typing import Final

from lab_model.exports.connections import Connections
from lab_model.exports.formats.losses import ends_of_packets
from lab_model.exports.run import ExportedRun, Json, PacketColumns, Timeline

_MS: Final = 1000.0
_DECIMALS: Final = 6
_PROBE: Final = "tail_loss_probe"

_TYPE: Final = "1RTT"
_CODEPOINTS: Final = (None, "ECT(1)", "ECT(0)", "CE")
_FLAGS: Final = ("ECE", "CWR", "AE")

PacketEvents = dict[tuple[int, int], list[tuple[float, Json]]]
"""By flow and connection: 0 where the flow has one, else from 1."""


def packet_events(run: ExportedRun, packets: PacketColumns, timeline: Timeline) -> PacketEvents:
    """The packets of a window by connection and time, numbered from 0 in each connection.

    The core writes down when a packet is retransmitted, which is when the sender has found its loss
    and has leave to repair it: packet_lost stands there, right before packet_sent. A tail loss
    probe repeats a packet that is not held for lost (RFC 8985 7).
    """
    probes = {
        (event["flow_index"], round(event["time_s"] * _MS, _DECIMALS))
        for event in timeline.events
        if event["kind"] == _PROBE
    }
    header_bytes = run.scenario["header_bytes"]
    length = run.scenario["packet_bytes"]
    raw = {"length": length, "payload_length": length - header_bytes}
    connections = Connections.of(run)
    found: PacketEvents = {}
    acks: dict[tuple[int, int], _Acks] = {}
    times = packets["time_s"]
    rows = zip(
        times, packets["flow_index"], packets["kind"], packets["sequence"],
        packets.get("ecn_bits", [0] * len(times)), strict=True,
    )  # fmt: skip
    ends = ends_of_packets(run, packets)
    gone: dict[tuple[int, int], tuple[str, str, str]] = {}
    for at, (time_s, flow_index, kind, sequence, ecn_bits) in enumerate(rows):
        if sequence < 0:  # of a handshake
            continue
        time_ms = round(time_s * _MS, _DECIMALS)
        if kind == "ack_received":
            connection, first = connections.of_ack(flow_index, sequence, time_s)
            key = (flow_index, connection)
            events = found.setdefault(key, [])
            data = acks.setdefault(key, _Acks(header_bytes)).read(sequence - first)
            event = _event(time_ms, "transport:packet_received", data)
            events.append((time_ms, {**event, **_ecn(ecn_bits)}))
        if kind not in ("sent", "retransmitted"):
            continue
        connection, first = connections.of_packet(flow_index, sequence)
        events = found.setdefault((flow_index, connection), [])
        header = {"packet_type": _TYPE, "packet_number": sequence - first}
        is_again = kind == "retransmitted"
        if is_again and (flow_index, time_ms) not in probes:
            lost = _event(time_ms, "recovery:packet_lost", {"header": header})
            events.append((time_ms, {**lost, **_network(gone.get((flow_index, sequence)))}))
        sent = _event(time_ms, "transport:packet_sent", {"header": header, "raw": raw})
        if is_again:
            sent["is_retransmission"] = True
        events.append((time_ms, {**sent, **_ecn(ecn_bits)}))
        gone.pop((flow_index, sequence), None)
        if at in ends:
            gone[flow_index, sequence] = ends[at]
    return found


def _network(end: tuple[str, str, str] | None) -> Json:
    """Why the network lost a packet that the sender considers lost, in a field next to `data`: the
    drafts have the sender's reasons only. Empty for a packet lost before the window, or not at all.
    """
    if end is None or end[0] != "lost":
        return {}
    return {"network_reason": end[1], "link": end[2]}


def _ecn(bits: int) -> Json:
    """ECN of the headers, next to `data`: the drafts have fields for QUIC's counts only."""
    codepoint = _CODEPOINTS[bits & 0b11]
    flags = [name for at, name in enumerate(_FLAGS, start=2) if bits >> at & 1]
    return {
        **({"ecn": codepoint} if codepoint else {}),
        **({"tcp_ecn_flags": flags} if flags else {}),
    }


class _Acks:
    """The ACKs of a flow within a window, numbered by their arrival, for they have no number.

    A cumulative ACK is written as the packets that it acknowledges first: viewers iterate over the
    ranges packet by packet. One that acknowledges nothing new repeats the last packet before it.
    """

    def __init__(self, length: int) -> None:
        self._length = length
        self._count = 0
        self._next_sequence: int | None = None

    def read(self, una_sequence: int) -> Json:
        """The data of an ACK of everything below `una_sequence`."""
        header = {"packet_type": _TYPE, "packet_number": self._count}
        data: Json = {"header": header, "raw": {"length": self._length}}
        last = una_sequence - 1
        if last >= 0:
            # For the first one in the window it is unknown what was acknowledged before.
            before = last if self._next_sequence is None else self._next_sequence
            ranges = [[min(before, last), last]]
            data["frames"] = [{"frame_type": "ack", "acked_ranges": ranges}]
        self._count += 1
        self._next_sequence = una_sequence
        return data


def _event(time_ms: float, name: str, data: Json) -> Json:
    return {"time": time_ms, "name": name, "data": data}
