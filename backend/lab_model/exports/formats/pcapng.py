"""A packet window as a capture at the sender: pcapng with synthetic IPv4 and TCP headers.

The simulator has packets, not bytes: numbers, sizes and times are simulated, addresses, ports and
all other fields are made up so that tools can draw time-sequence graphs. Format:
draft-ietf-opsawg-pcapng; headers: RFC 791, RFC 9293.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lab_model.exports.connections import Connections
from lab_model.exports.declaration import Format, RunFile
from lab_model.exports.run import ExportedRun, PacketColumns, RunSource

LINKTYPE_RAW: Final = 101
"""A packet begins with its IP header."""
SENDER_NETWORK: Final = 0x0A010000
RECEIVER_NETWORK: Final = 0x0A020000
"""10.1.0.0 and 10.2.0.0; a flow's hosts have its index + 1 in the lower 16 bits."""
SENDER_PORT: Final = 40000
"""Of a flow's only connection; the n-th of several has the n-th port after it."""
RECEIVER_PORT: Final = 5201

_OUTBOUND: Final = 2
_INBOUND: Final = 1
_ACK: Final = 0x10
_IP_ECN: Final = 0b11
_TCP_ECN_AT: Final = 2
"""In `ecn_bits`: two bits of IP, then ECE, CWR and AE of TCP."""
_ECE_AND_CWR: Final = 0b11
_FIRST_TCP_FLAG_AT: Final = 6
"""ECE is the seventh flag of TCP's second octet of flags, CWR the eighth (RFC 3168 6.1)."""
_DONT_FRAGMENT: Final = 0x4000
_TTL: Final = 64
_TCP: Final = 6
_WINDOW: Final = 0xFFFF
_ACK_READ: Final = "ack_received"
_WINDOW_PROBE: Final = "window_probe"
_SENT: Final = ("sent", "retransmitted", _WINDOW_PROBE)
_MODULUS: Final = 1 << 32
_NS: Final = 1_000_000_000
_IPV4_BYTES: Final = 20
_TCP_BYTES: Final = 20
_MAX_OPTION_BYTES: Final = 40
_NO_OPERATION: Final = b"\x01"
_SNAP_BYTES: Final = 128
_MAX_IPV4_BYTES: Final = 0xFFFF

_SECTION, _INTERFACE, _PACKET = 0x0A0D0D0A, 1, 6
_COMMENT, _APPLICATION, _NAME, _RESOLUTION, _FLAGS = 1, 4, 2, 9, 2

_SYNTHETIC: Final = (
    "The headers are synthetic. Simulated are times, order, sizes, sequence and cumulative ACK "
    "numbers, and ECN in both headers; made up are addresses (10.1.x.y sends to 10.2.x.y, x.y is "
    "the flow's index + 1), ports, options and, except of receivers that read slowly, windows. "
    "There is no handshake and no SACK. Times "
    "count from the start of the simulation. Where a flow opens a connection for each transfer, "
    "every one has a port and numbers of its own. Captured where the sender sends."
)


@dataclass(frozen=True)
class _Told:
    """What the header of one packet says of simulated things."""

    sequence: int
    """Of a packet its number, of an ACK the first packet that has not arrived."""
    ecn_bits: int
    window: int
    """As the field has it, scaled."""
    kind: str

    @property
    def is_ack(self) -> bool:
        return self.kind == _ACK_READ


@dataclass(frozen=True)
class _Shape:
    """What all packets of a run share."""

    payload_bytes: int
    option_bytes: int
    """No-operation options, so that headers are as long as simulated, as far as TCP allows."""

    @staticmethod
    def of(run: ExportedRun) -> "_Shape":
        header_bytes = run.scenario["header_bytes"]
        room = min(max(header_bytes - _IPV4_BYTES - _TCP_BYTES, 0), _MAX_OPTION_BYTES)
        return _Shape(run.scenario["packet_bytes"] - header_bytes, room // 4 * 4)


def pcapng_parts(
    run: ExportedRun, packets: PacketColumns, *, is_truncated: bool
) -> Iterator[bytes]:
    """The capture, packet by packet: data as it leaves the sender, ACKs as they come in."""
    comment = _comment(run, is_truncated=is_truncated)
    yield _section(comment) + _interface()
    shape = _Shape.of(run)
    times = packets["time_s"]
    rows = zip(
        times, packets["flow_index"], packets["kind"], packets["sequence"],
        packets.get("ecn_bits") or [0] * len(times),
        packets.get("window_packets") or [-1] * len(times), strict=True,
    )  # fmt: skip
    connections = Connections.of(run)
    shift = _window_shift(run)
    number = 0
    for time_s, flow_index, kind, sequence, ecn_bits, window_packets in rows:
        is_ack = kind == _ACK_READ
        if not is_ack and kind not in _SENT:
            continue
        connection, first = (
            connections.of_ack(flow_index, sequence, time_s)
            if is_ack
            else connections.of_packet(flow_index, sequence)
        )
        window_bytes = window_packets * shape.payload_bytes
        window = _WINDOW if window_packets < 0 else min(window_bytes >> shift, _WINDOW)
        told = _Told(sequence - first, ecn_bits, window, kind)
        header, length = _headers(shape, number, (flow_index, connection), told)
        yield _packet(round(time_s * _NS), header, length, _INBOUND if is_ack else _OUTBOUND)
        number += 1


def _comment(run: ExportedRun, *, is_truncated: bool) -> str:
    result = run.result
    shift = _window_shift(run)
    windows = f" Windows of slow receivers are in units of {1 << shift} bytes." if shift else ""
    truncated = " The window held more packets than are kept: these are the first."
    return (
        f"{run.title}: simulated by FaiRTT Lab, core {result['core_version']}, seed {run.seed}, "
        f"scenario {result['scenario_digest']}. {_SYNTHETIC}{windows}"
        f"{truncated if is_truncated else ''}"
    )


def _window_shift(run: ExportedRun) -> int:
    """The window scale with which the largest buffer of a slow reader fits (RFC 7323 2.2)."""
    buffers = [
        group["receiver"]["window_bytes"]
        for group in run.scenario["flows"]
        if group["receiver"].get("read_rate_bps") is not None
    ]
    return max(0, max(buffers, default=0).bit_length() - _WINDOW.bit_length())


def _headers(
    shape: _Shape, number: int, between: tuple[int, int], told: _Told
) -> tuple[bytes, int]:
    """IPv4 and TCP headers, and the length of the whole packet; `between` names flow and
    connection.
    """
    flow_index, connection = between
    is_ack = told.is_ack
    # A window probe has the number before the first byte that has not arrived (RFC 9293 3.8.6.1).
    is_probe = told.kind == _WINDOW_PROBE
    bytes_before = (told.sequence + is_probe) * shape.payload_bytes - is_probe
    place = (1 + bytes_before) % _MODULUS
    sender = (SENDER_NETWORK + flow_index + 1, SENDER_PORT + connection)
    receiver = (RECEIVER_NETWORK + flow_index + 1, RECEIVER_PORT)
    source, target = (receiver, sender) if is_ack else (sender, receiver)
    numbers = (1, place) if is_ack else (place, 1)
    payload_bytes = 0 if is_ack or is_probe else shape.payload_bytes
    tcp_bytes = _TCP_BYTES + shape.option_bytes
    length = min(_IPV4_BYTES + tcp_bytes + payload_bytes, _MAX_IPV4_BYTES)
    ipv4 = _checked(
        struct.pack(
            "!BBHHHBBHII", 0x45, told.ecn_bits & _IP_ECN, length, number & 0xFFFF, _DONT_FRAGMENT,
            _TTL, _TCP, 0, source[0], target[0],
        ),
        at=10,
    )  # fmt: skip
    tcp_ecn = told.ecn_bits >> _TCP_ECN_AT
    # AE stands at the end of the octet before, beside the header's length.
    first = tcp_bytes // 4 << 4 | tcp_ecn >> 2
    flags = _ACK | (tcp_ecn & _ECE_AND_CWR) << _FIRST_TCP_FLAG_AT
    tcp = struct.pack("!HHIIBBHHH", source[1], target[1], *numbers, first, flags, told.window, 0, 0)
    # The payload is zeros, which add nothing to the sum.
    pseudo = struct.pack("!IIBBH", source[0], target[0], 0, _TCP, length - _IPV4_BYTES)
    tcp = _checked(tcp + _NO_OPERATION * shape.option_bytes, at=16, before=pseudo)
    return ipv4 + tcp, length


def _checked(header: bytes, *, at: int, before: bytes = b"") -> bytes:
    """The header with the Internet checksum (RFC 1071) at its place."""
    whole = before + header
    total = sum(struct.unpack(f"!{len(whole) // 2}H", whole))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return header[:at] + struct.pack("!H", ~total & 0xFFFF) + header[at + 2 :]


def _section(comment: str) -> bytes:
    options = _option(_COMMENT, comment.encode()) + _option(_APPLICATION, b"FaiRTT Lab")
    # Byte order, version 1.0, length unknown.
    return _block(_SECTION, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1), options)


def _interface() -> bytes:
    options = _option(_NAME, b"sender") + _option(_RESOLUTION, bytes([9]))
    return _block(_INTERFACE, struct.pack("<HHI", LINKTYPE_RAW, 0, _SNAP_BYTES), options)


def _packet(time_ns: int, captured: bytes, length: int, direction: int) -> bytes:
    head = struct.pack("<IIIII", 0, time_ns >> 32, time_ns & 0xFFFFFFFF, len(captured), length)
    flags = _option(_FLAGS, struct.pack("<I", direction))
    return _block(_PACKET, head + _padded(captured), flags)


def _block(kind: int, body: bytes, options: bytes) -> bytes:
    whole = body + options + struct.pack("<HH", 0, 0)
    length = len(whole) + 12
    return struct.pack("<II", kind, length) + whole + struct.pack("<I", length)


def _option(code: int, value: bytes) -> bytes:
    return struct.pack("<HH", code, len(value)) + _padded(value)


def _padded(value: bytes) -> bytes:
    return value + bytes(-len(value) % 4)


def _write(run: ExportedRun, source: RunSource) -> Iterator[bytes]:
    part = source.packets()
    if part is None:
        raise AssertionError("a capture was asked for without a part of the run")
    return pcapng_parts(run, part.columns, is_truncated=part.is_truncated)


FORMAT: Final = Format(
    name="pcapng",
    suffix=".pcapng",
    media_type="application/x-pcapng",
    place=100,
    run=RunFile(
        content="the packets of a part of it at the sender, with synthetic headers",
        write=_write,
        packets="required",
    ),
)
