"""The synthetic headers of a captured packet: IPv4 with TCP, or with UDP for a flow without
congestion control.

RFC 791, RFC 9293, RFC 768; ECN as in RFC 3168 6.1 and RFC 9768 3.1.
"""

import struct
from dataclasses import dataclass
from typing import Final

from lab_model.exports.run import ExportedRun
from lab_model.scenarios.flows import UNCONTROLLED

SENDER_NETWORK: Final = 0x0A010000
RECEIVER_NETWORK: Final = 0x0A020000
"""10.1.0.0 and 10.2.0.0; a flow's hosts have its index + 1 in the lower 16 bits."""
SENDER_PORT: Final = 40000
"""The port of a flow's only connection; the n-th of several has the n-th port after it."""
RECEIVER_PORT: Final = 5201
ACK_READ: Final = "ack_received"
WINDOW_PROBE: Final = "window_probe"
WIDEST_WINDOW: Final = 0xFFFF

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
_UDP: Final = 17
_MODULUS: Final = 1 << 32
_IPV4_BYTES: Final = 20
_TCP_BYTES: Final = 20
_UDP_BYTES: Final = 8
_MAX_OPTION_BYTES: Final = 40
_NO_OPERATION: Final = b"\x01"
_MAX_IPV4_BYTES: Final = 0xFFFF


@dataclass(frozen=True)
class HeaderFields:
    """The fields of one packet's headers that come from the simulation."""

    sequence: int
    """A packet's number; for an ACK that of the first packet that has not arrived."""
    ecn_bits: int
    window: int
    """The window field's value, scaled."""
    kind: str

    @property
    def is_ack(self) -> bool:
        """Whether it goes from the receiver to the sender."""
        return self.kind == ACK_READ


@dataclass(frozen=True)
class Shape:
    """What all packets of a run share, and which flows are without TCP."""

    payload_bytes: int
    option_bytes: int
    """No-operation options, so that headers are as long as simulated, as far as TCP allows."""
    packet_bytes: int
    udp_flows: frozenset[int]

    @staticmethod
    def of(run: ExportedRun) -> "Shape":
        """The shape of a run's packets."""
        packet_bytes, header_bytes = run.scenario["packet_bytes"], run.scenario["header_bytes"]
        room = min(max(header_bytes - _IPV4_BYTES - _TCP_BYTES, 0), _MAX_OPTION_BYTES)
        groups = run.scenario["flows"]
        traffic = [group["traffic"]["kind"] for group in groups for _ in range(group["count"])]
        udp_flows = frozenset(index for index, kind in enumerate(traffic) if kind in UNCONTROLLED)
        return Shape(packet_bytes - header_bytes, room // 4 * 4, packet_bytes, udp_flows)


def headers_of(
    shape: Shape, number: int, between: tuple[int, int], fields: HeaderFields
) -> tuple[bytes, int]:
    """The headers, and the length of the whole packet; `between` names flow and connection."""
    flow_index, connection = between
    sender = (SENDER_NETWORK + flow_index + 1, SENDER_PORT + connection)
    receiver = (RECEIVER_NETWORK + flow_index + 1, RECEIVER_PORT)
    ends = (receiver, sender) if fields.is_ack else (sender, receiver)
    if flow_index in shape.udp_flows:
        return _datagram(shape, number, ends, fields)
    # A window probe has the number before the first byte that has not arrived (RFC 9293 3.8.6.1).
    is_probe = fields.kind == WINDOW_PROBE
    payload_bytes = 0 if fields.is_ack or is_probe else shape.payload_bytes
    tcp_bytes = _TCP_BYTES + shape.option_bytes
    length = min(_IPV4_BYTES + tcp_bytes + payload_bytes, _MAX_IPV4_BYTES)
    bytes_before = (fields.sequence + is_probe) * shape.payload_bytes - is_probe
    tcp = _tcp(shape, bytes_before, ends, fields)
    # The payload is zeros, which add nothing to the sum.
    pseudo = _pseudo(ends, _TCP, length - _IPV4_BYTES)
    ipv4 = _ipv4(number, fields.ecn_bits, (length, _TCP), ends)
    return ipv4 + _checked(tcp, at=16, before=pseudo), length


_Ends = tuple[tuple[int, int], tuple[int, int]]
"""Address and port of the one that sends, and of the other."""


def _tcp(shape: Shape, bytes_before: int, ends: _Ends, fields: HeaderFields) -> bytes:
    (_, source_port), (_, target_port) = ends
    place = (1 + bytes_before) % _MODULUS
    numbers = (1, place) if fields.is_ack else (place, 1)
    tcp_ecn = fields.ecn_bits >> _TCP_ECN_AT
    # AE stands at the end of the octet before, beside the header's length.
    first = (_TCP_BYTES + shape.option_bytes) // 4 << 4 | tcp_ecn >> 2
    flags = _ACK | (tcp_ecn & _ECE_AND_CWR) << _FIRST_TCP_FLAG_AT
    fixed = struct.pack(
        "!HHIIBBHHH", source_port, target_port, *numbers, first, flags, fields.window, 0, 0
    )
    return fixed + _NO_OPERATION * shape.option_bytes


def _datagram(shape: Shape, number: int, ends: _Ends, fields: HeaderFields) -> tuple[bytes, int]:
    """A UDP datagram, as long on the wire as simulated; UDP has no options, so its payload is the
    rest.
    """
    length = min(max(shape.packet_bytes, _IPV4_BYTES + _UDP_BYTES), _MAX_IPV4_BYTES)
    (_, source_port), (_, target_port) = ends
    udp_bytes = length - _IPV4_BYTES
    udp = struct.pack("!HHHH", source_port, target_port, udp_bytes, 0)
    ipv4 = _ipv4(number, fields.ecn_bits, (length, _UDP), ends)
    summed = _checked(udp, at=6, before=_pseudo(ends, _UDP, udp_bytes))
    # A sum of 0 would say that there is none (RFC 768).
    return ipv4 + summed[:6] + (summed[6:] if any(summed[6:]) else b"\xff\xff"), length


def _ipv4(number: int, ecn_bits: int, what: tuple[int, int], ends: _Ends) -> bytes:
    length, protocol = what
    (source, _), (target, _) = ends
    return _checked(
        struct.pack(
            "!BBHHHBBHII", 0x45, ecn_bits & _IP_ECN, length, number & 0xFFFF, _DONT_FRAGMENT,
            _TTL, protocol, 0, source, target,
        ),
        at=10,
    )  # fmt: skip


def _pseudo(ends: _Ends, protocol: int, length: int) -> bytes:
    (source, _), (target, _) = ends
    return struct.pack("!IIBBH", source, target, 0, protocol, length)


def _checked(header: bytes, *, at: int, before: bytes = b"") -> bytes:
    """The header with the Internet checksum (RFC 1071) at its place."""
    whole = before + header
    total = sum(struct.unpack(f"!{len(whole) // 2}H", whole))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return header[:at] + struct.pack("!H", ~total & 0xFFFF) + header[at + 2 :]
