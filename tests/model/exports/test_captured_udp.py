"""A flow without congestion control in a capture: datagrams of its own protocol (RFC 768)."""

import struct
from collections import Counter

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_model.exports.formats.pcapng import pcapng_parts
from lab_model.scenarios import validate_scenario
from tests.model.exports.conftest import SCENARIO

PACKET_BLOCK = 6
TCP, UDP = 6, 17


def _sum(words: bytes) -> int:
    total = sum(struct.unpack(f"!{len(words) // 2}H", words))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return total


def test_udp_has_headers_of_its_own() -> None:
    flows = [
        {"rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 2_000_000}},
        {"rtt_s": 0.04, "algorithm": {"name": "newreno"}},
    ]
    scenario = validate_scenario({**SCENARIO, "flows": flows})
    computed = compute_run(scenario, 7, PacketWindow(0.0, 2.0, 1_000_000))
    part = computed.packets()
    assert part is not None
    data = b"".join(pcapng_parts(computed.run, part.columns, is_truncated=False))
    found: Counter[tuple[int, int]] = Counter()
    place = 0
    while place < len(data):
        kind, length = struct.unpack_from("<II", data, place)
        if kind == PACKET_BLOCK:
            captured, on_wire = struct.unpack_from("<II", data, place + 20)
            packet = data[place + 28 : place + 28 + captured]
            flow = (struct.unpack_from("!I", packet, 12)[0] & 0xFFFF) - 1
            found[flow, packet[9]] += 1
            if packet[9] == UDP:
                assert captured == 28
                assert on_wire == scenario.packet_bytes
                assert struct.unpack_from("!HHH", packet, 20) == (40000, 5201, on_wire - 20)
                assert _sum(packet[:20]) == 0xFFFF
                pseudo = packet[12:20] + struct.pack("!BBH", 0, UDP, on_wire - 20)
                assert _sum(pseudo + packet[20:]) == 0xFFFF
        place += length
    sent = sum(
        kind == "sent" and flow == 0
        for kind, flow in zip(part.columns["kind"], part.columns["flow_index"], strict=True)
    )
    assert {key for key in found if key[0] == 0} == {(0, UDP)}
    assert {key for key in found if key[0] == 1} == {(1, TCP)}
    assert found[0, UDP] == sent > 300
