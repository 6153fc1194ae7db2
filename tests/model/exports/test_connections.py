"""Flows that open a connection for each transfer: in capture and trace each has its own numbers."""

import json
import struct
from collections import defaultdict

import pytest

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_model.exports.connections import Connections
from lab_model.exports.formats.pcapng import pcapng_parts
from lab_model.exports.formats.qlog import qlog_parts
from lab_model.exports.headers import SENDER_PORT
from lab_model.exports.run import ExportedRun, RunSource
from lab_model.scenarios import validate_scenario

PAYLOAD_BYTES = 1448
SCENARIO = {
    "version": 1,
    "duration_s": 6,
    "warmup_s": 0,
    "bottleneck": {"rate_bps": 4_000_000, "buffer": {"amount": 10, "unit": "packets"}},
    "flows": [
        {"rtt_s": 0.04, "algorithm": {"name": "cubic"}},
        {
            "rtt_s": 0.03,
            "algorithm": {"name": "newreno"},
            "traffic": {
                "kind": "poisson_transfers",
                "arrival_rate_hz": 12,
                "smallest_bytes": 1_000,
                "largest_bytes": 200_000,
            },
        },
    ],
}


@pytest.fixture(scope="module")
def computed() -> tuple[ExportedRun, RunSource]:
    scenario = validate_scenario(SCENARIO)
    source = compute_run(scenario, 3, PacketWindow(0.0, 6.0, 1_000_000))
    return source.run, source


def _capture(run: ExportedRun, source: RunSource) -> dict[tuple[int, int], list[int]]:
    """What was sent, in packets of each connection, by sending host and port."""
    part = source.packets()
    assert part is not None
    data = b"".join(pcapng_parts(run, part.columns, is_truncated=False))
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    place = 0
    while place < len(data):
        kind, length = struct.unpack_from("<II", data, place)
        if kind == 6:
            ip = place + 28
            (source_host,) = struct.unpack_from("!I", data, ip + 12)
            from_port, _to, sequence = struct.unpack_from("!HHI", data, ip + 20)
            if source_host >> 16 == 0x0A01:
                found[source_host & 0xFFFF, from_port].append((sequence - 1) // PAYLOAD_BYTES)
        place += length
    return found


def _sizes(run: ExportedRun) -> list[int]:
    """Packets of each transfer of flow 1."""
    return [-(-size // PAYLOAD_BYTES) for size in run.result["transfers"]["size_bytes"]]


def test_a_capture_has_a_port_and_numbers_for_each_transfer(
    computed: tuple[ExportedRun, RunSource],
) -> None:
    run, source = computed
    found = _capture(run, source)
    sizes = _sizes(run)
    assert len(sizes) > 40
    assert {port for flow, port in found if flow == 1} == {SENDER_PORT}
    again = 0
    for number, size in enumerate(sizes, start=1):
        if (2, SENDER_PORT + number) not in found:
            continue  # it began just before the end
        sent = found[2, SENDER_PORT + number]
        assert sent[0] == 0
        assert max(sent) < size
        again += len(sent) - len(set(sent))
    assert again > 0, "with losses"
    assert {port for flow, port in found if flow == 2} <= {
        SENDER_PORT + number for number in range(1, len(sizes) + 1)
    }


def test_a_trace_of_its_own_has_the_packets_of_each_transfer(
    computed: tuple[ExportedRun, RunSource],
) -> None:
    run, source = computed
    part = source.packets()
    assert part is not None
    text = "".join(qlog_parts(run, source.flow_pieces(), source.timeline(), part.columns))
    numbers = {
        trace["common_fields"]["group_id"]: [
            event["data"]["header"]["packet_number"]
            for event in trace["events"]
            if event["name"] == "transport:packet_sent"
        ]
        for trace in json.loads(text)["traces"]
    }
    assert len(numbers["0"]) > 100
    assert numbers["1"] == [], "the flow has none beside its connections'"
    captured = _capture(run, source)
    traced = {group: sent for group, sent in numbers.items() if "/" in group}
    assert traced == {
        f"1/{port - SENDER_PORT}": sent for (flow, port), sent in captured.items() if flow == 2
    }


def test_an_ack_at_the_end_of_a_connection_is_its_last_one_only_when_that_is_over(
    computed: tuple[ExportedRun, RunSource],
) -> None:
    run, _source = computed
    connections = Connections.of(run)
    first, second = _sizes(run)[:2]
    transfers = run.result["transfers"]
    over_s = transfers["start_s"][0] + transfers["acknowledged_s"][0]
    assert connections.of_ack(1, first, over_s) == (1, 0)
    assert connections.of_ack(1, first, over_s + 0.01) == (2, first)
    assert connections.of_ack(1, first + second, 0.0) == (3, first + second)
    assert connections.of_ack(0, first, over_s) == (0, 0), "one connection"
