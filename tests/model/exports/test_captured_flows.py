"""Windows, probes and the ACKs of single transfers in a capture, read by the documents: pcapng
(draft-ietf-opsawg-pcapng), IPv4 (RFC 791), TCP (RFC 9293).
"""

import struct
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_model.exports.formats.pcapng import pcapng_parts
from lab_model.exports.headers import SENDER_PORT
from lab_model.exports.run import ExportedRun, PacketColumns
from lab_model.scenarios import validate_scenario
from tests.model.exports.conftest import SCENARIO
from tests.model.exports.test_connections import PAYLOAD_BYTES
from tests.model.exports.test_connections import SCENARIO as CONNECTIONS

LARGE_BYTES = 200_000
READERS: dict[str, Any] = {
    "version": 1,
    "duration_s": 6,
    "bottleneck": {"rate_bps": 10_000_000, "buffer": {"amount": 20, "unit": "packets"}},
    "flows": [
        # It reads a packet in 0.6 s: the window closes for longer than an RTO.
        {
            "rtt_s": 0.02,
            "algorithm": {"name": "cubic"},
            "receiver": {"window_bytes": LARGE_BYTES, "read_rate_bps": 20_000},
        },
        {"rtt_s": 0.03, "algorithm": {"name": "cubic"}},
    ],
}
TRANSFERS: dict[str, Any] = {**CONNECTIONS, "duration_s": 5}


class Segment(NamedTuple):
    """A TCP segment as the bytes of a capture say it."""

    time_s: float
    source: tuple[int, int]
    target: tuple[int, int]
    sequence: int
    acknowledged: int
    window: int
    payload_bytes: int


def _computed(document: dict[str, Any]) -> tuple[ExportedRun, PacketColumns]:
    scenario = validate_scenario(document)
    source = compute_run(scenario, 3, PacketWindow(0.0, scenario.duration_s, 1_000_000))
    part = source.packets()
    assert part is not None
    return source.run, part.columns


def _segments(run: ExportedRun, packets: PacketColumns) -> Iterator[Segment]:
    data = b"".join(pcapng_parts(run, packets, is_truncated=False))
    place = 0
    while place < len(data):
        kind, length = struct.unpack_from("<II", data, place)
        if kind == 6:  # enhanced packet block
            _interface, high, low, _held, _whole = struct.unpack_from("<IIIII", data, place + 8)
            ip = data[place + 28 :]
            (total,) = struct.unpack_from("!H", ip, 2)
            source, target = struct.unpack_from("!II", ip, 12)
            tcp = ip[(ip[0] & 15) * 4 :]
            from_port, to_port, sequence, acknowledged = struct.unpack_from("!HHII", tcp)
            (window,) = struct.unpack_from("!H", tcp, 14)
            payload_bytes = total - (ip[0] & 15) * 4 - (tcp[12] >> 4) * 4
            time_s = ((high << 32) + low) / 1e9
            yield Segment(
                *(time_s, (source, from_port), (target, to_port)),
                *(sequence, acknowledged, window, payload_bytes),
            )
        place += length


@pytest.fixture(scope="module")
def slow() -> tuple[ExportedRun, PacketColumns]:
    return _computed(READERS)


@pytest.fixture(scope="module")
def transfers() -> tuple[ExportedRun, PacketColumns]:
    return _computed(TRANSFERS)


def _flow(address: tuple[int, int]) -> int:
    return (address[0] & 0xFFFF) - 1


def test_acks_offer_the_windows_of_the_simulation(
    slow: tuple[ExportedRun, PacketColumns],
) -> None:
    run, packets = slow
    shift = 2  # the first with which 200,000 fit 16 bits
    assert LARGE_BYTES >> shift <= 0xFFFF < LARGE_BYTES >> shift - 1
    read = [each for each in _segments(run, packets) if each.source[0] >> 16 == 0x0A02]
    simulated = [
        (flow, window)
        for flow, kind, window in zip(
            packets["flow_index"], packets["kind"], packets["window_packets"], strict=True
        )
        if kind == "ack_received"
    ]
    assert [_flow(each.source) for each in read] == [flow for flow, _window in simulated]
    offered = [each.window << shift for each in read if _flow(each.source) == 0]
    simulated_bytes = [window * PAYLOAD_BYTES for flow, window in simulated if flow == 0]
    assert all(
        0 <= exact - shown < 1 << shift
        for exact, shown in zip(simulated_bytes, offered, strict=True)
    )
    assert min(offered) == 0
    assert max(offered) > 0xFFFF
    assert {each.window for each in read if _flow(each.source) == 1} == {0xFFFF}, "made up"


def test_nothing_is_sent_beyond_what_was_offered(
    slow: tuple[ExportedRun, PacketColumns],
) -> None:
    run, packets = slow
    edge = None
    checked = 0
    for each in _segments(run, packets):
        if each.source[0] >> 16 == 0x0A02 and _flow(each.source) == 0:
            edge = max(edge or 0, each.acknowledged + (each.window + 1 << 2))
        elif edge is not None and _flow(each.source) == 0:
            assert each.sequence + each.payload_bytes <= edge
            checked += each.payload_bytes > 0
    assert checked > 100


def test_a_window_probe_is_an_old_number_without_data(
    slow: tuple[ExportedRun, PacketColumns],
) -> None:
    run, packets = slow
    acknowledged = 1
    is_closed = False
    probes = []
    for each in _segments(run, packets):
        if each.source[0] >> 16 == 0x0A02:
            if _flow(each.source) == 0:
                acknowledged, is_closed = each.acknowledged, each.window == 0
        elif each.payload_bytes == 0:
            assert is_closed, "only a closed window is probed"
            assert each.sequence == acknowledged - 1, "RFC 9293 3.8.6.1; Linux tcp_xmit_probe_skb()"
            probes.append(each.time_s)
    simulated = [
        round(time_s, 9)
        for time_s, kind in zip(packets["time_s"], packets["kind"], strict=True)
        if kind == "window_probe"
    ]
    assert probes == pytest.approx(simulated, abs=1e-9)
    assert probes


def test_each_transfer_is_acknowledged_to_its_own_port(
    transfers: tuple[ExportedRun, PacketColumns],
) -> None:
    run, packets = transfers
    sent: Counter[int] = Counter()
    read: defaultdict[int, list[int]] = defaultdict(list)
    for each in _segments(run, packets):
        if each.source[0] >> 16 == 0x0A01 and _flow(each.source) == 1:
            end = each.sequence - 1 + each.payload_bytes
            sent[each.source[1]] = max(sent[each.source[1]], end)
        elif _flow(each.target) == 1:
            assert each.acknowledged - 1 <= sent[each.target[1]], "nothing that was not sent"
            read[each.target[1]].append(each.acknowledged - 1)
    complete = run.result["transfers"]["acknowledged_s"]
    sizes = [-(-size // PAYLOAD_BYTES) for size in run.result["transfers"]["size_bytes"]]
    done = [number for number, over_s in enumerate(complete, start=1) if over_s is not None]
    assert len(done) > 30
    for number in done:
        acks = read[SENDER_PORT + number]
        assert acks == sorted(acks), "cumulative"
        assert acks[-1] == sizes[number - 1] * PAYLOAD_BYTES
    kinds = zip(packets["flow_index"], packets["kind"], strict=True)
    assert sum(map(len, read.values())) == [*kinds].count((1, "ack_received"))


# A flow without congestion control in a capture: datagrams of its own protocol (RFC 768).


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


@pytest.mark.parametrize("document", [READERS, TRANSFERS], ids=["one", "many connections"])
def test_packets_of_handshakes_are_left_out(document: dict[str, Any]) -> None:
    run, packets = _computed({**document, "transport": {"handshake": "tcp_tls13"}})
    assert min(packets["sequence"]) <= -2
    segments = list(_segments(run, packets))
    assert segments
    # A number below 0 would be one of the upper half.
    assert all(max(each.sequence, each.acknowledged) < 1 << 31 for each in segments)
