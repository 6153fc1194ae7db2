"""ECN in exported packets: what the simulated headers carry stands in the synthetic ones."""

import json
import struct
from typing import Any

import pytest

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_model.exports.formats.pcapng import pcapng_parts
from lab_model.exports.formats.qlog import qlog_parts
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
    # Captured before the queue marks; retransmissions cannot be marked.
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
    rows: list[dict[str, Any]] = [event for _time, event in events[0, 0]]
    sent = [row for row in rows if row["name"] == "transport:packet_sent"]
    assert {row["ecn"] for row in sent if "is_retransmission" not in row} == {codepoint}
    received = [row for row in rows if row["name"] == "transport:packet_received"]
    assert any(flag in row.get("tcp_ecn_flags", []) for row in received)
    assert all("ecn" not in row for row in received)


def test_qlog_says_that_a_flow_can_be_marked_and_how_its_link_changes() -> None:
    steps = [{"at_s": 1.0, "rate_bps": 2_000_000}, {"at_s": 1.5, "rate_bps": 8_000_000}]
    changes = {
        "queue": {"kind": "step", "threshold_packets": 5},
        "rate_schedule": steps,
        "delay_schedule": [{"at_s": 0.5, "delay_s": 0.009, "ramp_s": 0.25}],
        "outages": [{"at_s": 1.2, "duration_s": 0.1}],
    }
    flows = [
        {"rtt_s": 0.02, "algorithm": {"name": "newreno"}, "ecn": ecn, "label": ecn}
        for ecn in ("classic", "off")
    ]
    bottleneck = {**SCENARIO["bottleneck"], **changes}
    scenario = {**SCENARIO, "bottleneck": bottleneck, "flows": flows, "duration_s": 2}
    computed = compute_run(validate_scenario({**scenario, "warmup_s": 0}), 7)
    text = "".join(qlog_parts(computed.run, computed.flow_pieces(), computed.timeline(), None))
    marked, plain = ([*trace["events"]] for trace in json.loads(text)["traces"])
    updates = [event for event in marked if event["name"] == "recovery:ecn_state_updated"]
    assert [event["data"] for event in updates] == [{"new": "capable"}]
    assert not [event for event in plain if event["name"] == "recovery:ecn_state_updated"]
    kinds = ("link_rate", "link_delay", "outage_start", "outage_end")
    links = [event for event in plain if event["data"].get("type") in kinds]
    assert [(event["time"], event["data"]["type"]) for event in links] == [
        (500.0, "link_delay"),
        (1000.0, "link_rate"),
        (1200.0, "outage_start"),
        (1300.0, "outage_end"),
        (1500.0, "link_rate"),
    ]
    assert [event["rate_bps"] for event in links if "rate_bps" in event] == [2e6, 8e6]
    assert links[0]["ramp_s"] == 0.25
    assert [event["time"] for event in plain] == sorted(event["time"] for event in plain)
