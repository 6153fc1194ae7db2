"""The capture: blocks, headers and checksums read back byte by byte, then as TCP."""

import struct
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Any

import pytest

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_model.exports.formats.pcapng import pcapng_parts
from lab_model.exports.run import ExportedRun, PacketColumns
from lab_model.scenarios import validate_scenario
from tests.model.exports.conftest import SCENARIO

FROM_S, TO_S = 0.0, 2.0


@dataclass(frozen=True)
class Captured:
    time_ns: int
    length: int
    direction: int
    source: int
    target: int
    sequence: int
    acknowledged: int
    header_bytes: int


@pytest.fixture(scope="module")
def packets() -> PacketColumns:
    window = PacketWindow(FROM_S, TO_S, 1_000_000)
    part = compute_run(validate_scenario(SCENARIO), 7, window).packets()
    assert part is not None
    return part.columns


@pytest.fixture
def capture(run: ExportedRun, packets: PacketColumns) -> list[Captured]:
    _head, found = _read(b"".join(pcapng_parts(run, packets, is_truncated=False)))
    return found


def _read(data: bytes) -> tuple[dict[int, bytes], list[Captured]]:
    """Options of the section, and the packets. Asserts every rule of the format on the way."""
    blocks, place = [], 0
    while place < len(data):
        kind, length = struct.unpack_from("<II", data, place)
        assert length % 4 == 0
        assert struct.unpack_from("<I", data, place + length - 4) == (length,)
        blocks.append((kind, data[place + 8 : place + length - 4]))
        place += length
    assert place == len(data)
    (section, head), (interface, about), *rest = blocks
    assert (section, interface) == (0x0A0D0D0A, 1)
    assert struct.unpack_from("<IHHq", head) == (0x1A2B3C4D, 1, 0, -1)
    assert struct.unpack_from("<HHI", about) == (101, 0, 128)
    assert _options(about[8:])[9] == b"\x09", "nanoseconds"
    assert {kind for kind, _body in rest} == {6}
    return _options(head[16:]), [_packet(body) for _kind, body in rest]


def _options(data: bytes) -> dict[int, bytes]:
    found: dict[int, bytes] = {}
    place = 0
    while True:
        code, length = struct.unpack_from("<HH", data, place)
        if code == 0:
            assert place + 4 == len(data)
            return found
        found[code] = data[place + 4 : place + 4 + length]
        place += 4 + length + -length % 4


def _packet(body: bytes) -> Captured:
    interface, high, low, held, length = struct.unpack_from("<IIIII", body)
    data = body[20 : 20 + held]
    options = _options(body[20 + held + -held % 4 :])
    version, _tos, total, _id, _flags, _ttl, protocol = struct.unpack_from("!BBHHHBB", data)
    source, target = struct.unpack_from("!II", data, 12)
    _from, _to, sequence, acknowledged, offset = struct.unpack_from("!HHIIB", data, 20)
    assert (interface, version, protocol, total) == (0, 0x45, 6, length)
    assert held == 20 + (offset >> 4) * 4, "the headers and nothing else"
    assert _sum(data[:20]) == 0xFFFF
    assert _sum(struct.pack("!IIBBH", source, target, 0, 6, total - 20) + data[20:]) == 0xFFFF
    direction = struct.unpack("<I", options[2])[0]
    return Captured(
        (high << 32) + low, length, direction, source, target, sequence, acknowledged, held
    )


def _sum(data: bytes) -> int:
    total: int = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return total


def _expected(packets: PacketColumns, *kinds: str) -> list[tuple[int, int, int]]:
    rows = zip(packets["time_s"], packets["flow_index"], packets["sequence"], packets["kind"],
               strict=True)  # fmt: skip
    return [(round(t * 1e9), flow, number) for t, flow, number, kind in rows if kind in kinds]


def test_every_transmission_and_every_ack_is_a_packet(
    capture: list[Captured], packets: PacketColumns
) -> None:
    data = [(p.time_ns, p.source - 0x0A010001, (p.sequence - 1) // 1448)
            for p in capture if p.direction == 2]  # fmt: skip
    acks = [(p.time_ns, p.target - 0x0A010001, (p.acknowledged - 1) // 1448)
            for p in capture if p.direction == 1]  # fmt: skip
    assert data == _expected(packets, "sent", "retransmitted")
    assert acks == _expected(packets, "ack_received")
    assert len(data) > 1000
    assert len(acks) > 500


def test_packets_are_as_long_as_simulated(capture: list[Captured]) -> None:
    assert {(p.direction, p.length, p.header_bytes) for p in capture} == {
        (2, 1500, 52),
        (1, 52, 52),
    }


def test_sequence_and_ack_numbers_fit_together(
    capture: list[Captured], packets: PacketColumns
) -> None:
    sent_to: defaultdict[int, int] = defaultdict(lambda: 1)
    acked_to: defaultdict[int, int] = defaultdict(lambda: 1)
    repeated = 0
    for packet in capture:
        if packet.direction == 2:
            assert packet.sequence <= sent_to[packet.source], "no gap in what was sent"
            repeated += packet.sequence < sent_to[packet.source]
            sent_to[packet.source] = max(sent_to[packet.source], packet.sequence + 1448)
        else:
            assert packet.sequence == 1
            assert packet.acknowledged <= sent_to[packet.target], "no ACK covers unsent data"
            assert packet.acknowledged >= acked_to[packet.target], "cumulative"
            acked_to[packet.target] = packet.acknowledged
    assert repeated == len(_expected(packets, "retransmitted")) > 10


def test_comment_says_that_headers_are_synthetic(run: ExportedRun, packets: PacketColumns) -> None:
    head, _packets = _read(b"".join(pcapng_parts(run, packets, is_truncated=True)))
    comment = head[1].decode()
    assert "The headers are synthetic." in comment
    assert run.result["core_version"] in comment
    assert "these are the first" in comment


@pytest.mark.parametrize(
    ("header_bytes", "expected"), [(0, 40), (40, 40), (47, 44), (60, 60), (500, 80)]
)
def test_headers_of_any_length_are_valid(
    run: ExportedRun, packets: PacketColumns, header_bytes: int, expected: int
) -> None:
    changed = replace(run, scenario={**run.scenario, "header_bytes": header_bytes})
    _head, found = _read(b"".join(pcapng_parts(changed, packets, is_truncated=False)))
    assert {packet.header_bytes for packet in found} == {expected}


def test_numbers_wrap_as_in_tcp(run: ExportedRun) -> None:
    columns: dict[str, list[Any]] = {
        "time_s": [3000.000000001],
        "flow_index": [9999],
        "kind": ["sent"],
        "sequence": [3_000_000],
    }
    _head, [packet] = _read(b"".join(pcapng_parts(run, columns, is_truncated=False)))
    assert packet.sequence == (1 + 3_000_000 * 1448) % 2**32
    assert packet.time_ns == 3_000_000_000_001
    assert packet.source == 0x0A010000 + 10_000
