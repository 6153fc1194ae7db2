"""ECN in exported packets: what the simulated headers carry stands in the synthetic ones."""

import struct
from typing import Any

import pytest

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_model.exports.formats.pcapng import pcapng_parts
from lab_model.exports.qlog_packets import packet_events
from lab_model.exports.run import ExportedRun, PacketColumns, Timeline
from lab_model.scenarios import validate_scenario
from tests.model.exports.conftest import SCENARIO

PACKET_BLOCK = 6
CODEPOINTS = {"not": 0, "ect1": 1, "ect0": 2, "ce": 3}


def _packets(ecn: str | None, algorithm: str) -> PacketColumns:
    bottleneck = {**SCENARIO["bottleneck"], "queue": {"kind": "step", "threshold_packets": 5}}
    flows = [
        {"rtt_s": 0.02, "algorithm": {"name": algorithm}, "ecn": ecn} for _ in SCENARIO["flows"]
    ]
    scenario = validate_scenario({**SCENARIO, "bottleneck": bottleneck, "flows": flows})
    part = compute_run(scenario, 7, PacketWindow(0.0, 2.0, 1_000_000)).packets()
    assert part is not None
    return part.columns


def _headers(run: ExportedRun, packets: PacketColumns) -> list[tuple[bool, int, int]]:
    """Of each captured packet: whether it is an ACK, ECN of IP, and AE, CWR and ECE of TCP."""
    data = b"".join(pcapng_parts(run, packets, is_truncated=False))
    found, place = [], 0
    while place < len(data):
        kind, length = struct.unpack_from("<II", data, place)
        if kind == PACKET_BLOCK:
            header = data[place + 28 : place + length]
            tcp = (header[32] & 1) << 2 | header[33] >> 6
            found.append((header[12:14] == b"\x0a\x02", header[1], tcp))
        place += length
    return found


def test_classic_ecn_is_in_both_headers(run: ExportedRun) -> None:
    packets = _packets("classic", "newreno")
    headers = _headers(run, packets)
    data = [(ip, tcp) for is_ack, ip, tcp in headers if not is_ack]
    acks = [(ip, tcp) for is_ack, ip, tcp in headers if is_ack]
    repeated = packets["kind"].count("retransmitted")
    # Captured before the queue marks; what is sent again cannot be marked.
    assert [ip for ip, _tcp in data].count(CODEPOINTS["not"]) == repeated
    assert {ip for ip, _tcp in data} <= {CODEPOINTS["not"], CODEPOINTS["ect0"]}
    assert {tcp for _ip, tcp in data} == {0, 0b010}, "some with CWR"
    assert {ip for ip, _tcp in acks} == {CODEPOINTS["not"]}
    assert {tcp for _ip, tcp in acks} == {0, 0b001}, "some with ECE"
    assert "marked" in packets["kind"]


def test_accurate_acks_carry_the_last_bits_of_the_count(run: ExportedRun) -> None:
    headers = _headers(run, _packets(None, "prague"))
    assert {ip for is_ack, ip, _tcp in headers if not is_ack} == {CODEPOINTS["ect1"]}
    assert {tcp for is_ack, _ip, tcp in headers if is_ack} == set(range(8))


def test_without_ecn_there_is_no_column_and_no_bit(run: ExportedRun) -> None:
    packets = _packets(None, "newreno")
    assert "ecn_bits" not in packets
    assert {(ip, tcp) for _is_ack, ip, tcp in _headers(run, packets)} == {(0, 0)}


@pytest.mark.parametrize(
    ("ecn", "algorithm", "codepoint", "flag"),
    [("classic", "newreno", "ECT(0)", "ECE"), (None, "prague", "ECT(1)", "AE")],
)
def test_qlog_says_it_beside_the_data(
    run: ExportedRun, ecn: str | None, algorithm: str, codepoint: str, flag: str
) -> None:
    events = packet_events(run, _packets(ecn, algorithm), Timeline(phases=[], events=[]))
    rows: list[dict[str, Any]] = [event for _time, event in events[0]]
    sent = [row for row in rows if row["name"] == "transport:packet_sent"]
    assert {row["ecn"] for row in sent if "is_retransmission" not in row} == {codepoint}
    received = [row for row in rows if row["name"] == "transport:packet_received"]
    assert any(flag in row.get("tcp_ecn_flags", []) for row in received)
    assert all("ecn" not in row for row in received)
