"""A packet window as a capture at the sender: pcapng with synthetic headers.

The simulator has packets, not bytes: numbers, sizes and times are simulated, addresses, ports and
all other fields are made up so that tools can draw time-sequence graphs. Format:
draft-ietf-opsawg-pcapng.
"""

import struct
from collections.abc import Iterator
from typing import Final

from lab_model.exports.connections import Connections
from lab_model.exports.declaration import Format, RunFile
from lab_model.exports.formats.losses import ends_of_packets
from lab_model.exports.headers import (
    ACK_READ,
    WIDEST_WINDOW,
    WINDOW_PROBE,
    HeaderFields,
    Shape,
    headers_of,
)
from lab_model.exports.run import ExportedRun, PacketColumns, RunSource

LINKTYPE_RAW: Final = 101
"""A packet begins with its IP header."""
_OUTBOUND: Final = 2
_INBOUND: Final = 1
_SENT: Final = ("sent", "retransmitted", WINDOW_PROBE)
_NS: Final = 1_000_000_000
_SNAP_BYTES: Final = 128

_SECTION, _INTERFACE, _PACKET = 0x0A0D0D0A, 1, 6
_COMMENT, _APPLICATION, _NAME, _RESOLUTION, _FLAGS = 1, 4, 2, 9, 2

_SYNTHETIC: Final = (
    "The headers are synthetic. Times, order, sizes, sequence and cumulative ACK numbers, and "
    "ECN in both headers are simulated; made up are addresses (10.1.x.y sends to 10.2.x.y, x.y "
    "is the flow's index + 1), ports, options and, except for receivers that read slowly, "
    "windows. Flows without congestion control have UDP headers. There is no SACK, and packets "
    "of handshakes are left out. Times count from the start of the simulation. Where a flow "
    "opens a connection for each transfer, every one has a port and numbers of its own. Captured "
    "at the sender. A packet that the network loses or marks within the window has a comment: "
    "why and where."
)


def pcapng_parts(
    run: ExportedRun, packets: PacketColumns, *, is_truncated: bool
) -> Iterator[bytes]:
    """The capture, packet by packet: data as it leaves the sender, ACKs as they arrive."""
    comment = _comment(run, is_truncated=is_truncated)
    yield _section(comment) + _interface()
    shape = Shape.of(run)
    times = packets["time_s"]
    rows = zip(
        times, packets["flow_index"], packets["kind"], packets["sequence"],
        packets.get("ecn_bits") or [0] * len(times),
        packets.get("window_packets") or [-1] * len(times), strict=True,
    )  # fmt: skip
    connections = Connections.of(run)
    shift = _window_shift(run)
    number = 0
    ends = ends_of_packets(run, packets)
    for at, (time_s, flow_index, kind, sequence, ecn_bits, window_packets) in enumerate(rows):
        is_ack = kind == ACK_READ
        if sequence < 0 or (not is_ack and kind not in _SENT):
            continue
        connection, first = (
            connections.of_ack(flow_index, sequence, time_s)
            if is_ack
            else connections.of_packet(flow_index, sequence)
        )
        window_bytes = window_packets * shape.payload_bytes
        window = WIDEST_WINDOW if window_packets < 0 else min(window_bytes >> shift, WIDEST_WINDOW)
        fields = HeaderFields(sequence - first, ecn_bits, window, kind)
        header, length = headers_of(shape, number, (flow_index, connection), fields)
        comment = "" if at not in ends else "{} by the network: {} at {}".format(*ends[at])
        direction = _INBOUND if is_ack else _OUTBOUND
        yield _packet(round(time_s * _NS), header, length, direction, comment)
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
    return max(0, max(buffers, default=0).bit_length() - WIDEST_WINDOW.bit_length())


def _section(comment: str) -> bytes:
    options = _option(_COMMENT, comment.encode()) + _option(_APPLICATION, b"FaiRTT Lab")
    # Byte order, version 1.0, length unknown.
    return _block(_SECTION, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1), options)


def _interface() -> bytes:
    options = _option(_NAME, b"sender") + _option(_RESOLUTION, bytes([9]))
    return _block(_INTERFACE, struct.pack("<HHI", LINKTYPE_RAW, 0, _SNAP_BYTES), options)


def _packet(time_ns: int, captured: bytes, length: int, direction: int, comment: str) -> bytes:
    head = struct.pack("<IIIII", 0, time_ns >> 32, time_ns & 0xFFFFFFFF, len(captured), length)
    options = _option(_FLAGS, struct.pack("<I", direction))
    if comment:
        options = _option(_COMMENT, comment.encode()) + options
    return _block(_PACKET, head + _padded(captured), options)


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
