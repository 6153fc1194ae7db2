"""A receiver whose application reads slower than the link brings."""

from typing import Any

import pytest

from lab_exec import PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_exec.chunk import Chunk
from lab_exec.series_digest import RTT_PARTS, UNDIGESTED, chunk_bytes
from lab_model.scenarios import InvalidScenarioError, validate_scenario

READ_RATE_BPS = 2_000_000


def _scenario(algorithm: str, receiver: dict[str, Any]) -> dict[str, Any]:
    return {
        "duration_s": 30,
        "warmup_s": 10,
        "bottleneck": {"rate_bps": 10_000_000, "delay_s": 0.01},
        "flows": [{"rtt_s": 0.04, "algorithm": {"name": algorithm}, "receiver": receiver}],
    }


@pytest.mark.parametrize("algorithm", ["cubic", "bbr1"])
def test_the_flow_gets_the_reading_rate_and_says_why(algorithm: str) -> None:
    receiver = {"window_bytes": 60_000, "read_rate_bps": READ_RATE_BPS}
    result = run_scenario(validate_scenario(_scenario(algorithm, receiver)), 1)
    (flow,) = result["flows"]
    assert flow["goodput_bps"] == pytest.approx(READ_RATE_BPS, rel=0.01)
    assert flow["limited_receive_window_ratio"] > 0.6
    assert flow["dropped_packets"] == 0


@pytest.mark.parametrize(
    ("receiver", "words"),
    [
        ({"read_rate_bps": READ_RATE_BPS}, "must be given with read_rate_bps"),
        ({"read_rate_bps": READ_RATE_BPS, "window_bytes": 10**9}, "65535 packets"),
    ],
)
def test_it_needs_a_buffer_that_a_header_can_tell(receiver: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidScenarioError) as caught:
        validate_scenario(_scenario("cubic", receiver))
    (error,) = caught.value.problems
    assert error.path == "flows.0.receiver.window_bytes"
    assert words in error.message


def test_window_and_unread_data_are_series_that_no_digest_covers() -> None:
    receiver = {"window_bytes": 60_000, "read_rate_bps": READ_RATE_BPS}
    chunks: list[Chunk] = []
    run_scenario(validate_scenario(_scenario("cubic", receiver)), 1, on_chunk=chunks.append)
    flow = next(each for each in chunks[-1].subjects if each.subject == "flow")
    others = [name for name in flow.columns if name not in RTT_PARTS]
    assert others[-2:] == ["receive_window_bytes", "unread_bytes"]
    # 60,000 bytes hold 41 packets of 1,448 bytes of payload. No ACK has offered yet what was read
    # since the last one: 7.1 packets in a round trip at most.
    both = flow.columns["receive_window_bytes"] + flow.columns["unread_bytes"]
    assert 33 * 1500 <= both.min() < both.max() <= 41 * 1500
    with_columns = chunk_bytes(chunks[-1])
    for subject in chunks[-1].subjects:
        for name in UNDIGESTED:
            subject.columns.pop(name, None)
    assert chunk_bytes(chunks[-1]) == with_columns


def test_a_receiver_that_reads_at_once_has_no_such_series() -> None:
    chunks: list[Chunk] = []
    scenario = _scenario("cubic", {"window_bytes": 60_000})
    run_scenario(validate_scenario(scenario), 1, on_chunk=chunks.append)
    for subject in chunks[0].subjects:
        assert UNDIGESTED & set(subject.columns) <= RTT_PARTS


def _events(scenario: dict[str, Any]) -> dict[str, list[Any]]:
    seen: list[PacketEvents] = []
    window = PacketWindow(0, scenario["duration_s"], 1_000_000)
    watch = PacketWatch(window, seen.append)
    run_scenario(validate_scenario(scenario), 1, watch=watch)
    return seen[0].columns()


def test_packet_events_have_the_window_and_its_probes() -> None:
    # The application takes a second for each packet, so the window stays closed for long.
    receiver = {"window_bytes": 14_480, "read_rate_bps": 11_584}
    events = _events(_scenario("cubic", receiver))
    rows = list(zip(events["kind"], events["window_packets"], strict=True))
    assert all((window >= 0) == kind.startswith("ack_") for kind, window in rows)
    assert min(window for kind, window in rows if kind == "ack_received") == 0
    assert ("window_probe", -1) in rows
    assert "window_packets" not in _events(_scenario("cubic", {}))


@pytest.mark.parametrize(
    "bottleneck",
    [
        {"loss": {"kind": "bernoulli", "probability": 0.3, "direction": "both"}},
        {"delay_s": 2.0},
    ],
)
def test_probes_that_are_lost_or_under_way_at_the_end_are_accounted_for(
    bottleneck: dict[str, Any],
) -> None:
    receiver = {"window_bytes": 14_480, "read_rate_bps": 11_584}
    scenario = _scenario("cubic", receiver)
    scenario["bottleneck"].update(bottleneck)
    scenario["flows"][0]["rtt_s"] = 5.0 if "delay_s" in bottleneck else 0.04
    for duration_s in (25, 27.5, 30):
        scenario["duration_s"] = duration_s
        result = run_scenario(validate_scenario(scenario), 1)
        assert result["flows"][0]["sent_packets"] > 0


def test_connections_of_poisson_transfers_read_acks() -> None:
    scenario = _scenario("cubic", {})
    scenario["duration_s"], scenario["warmup_s"] = 5, 0
    scenario["flows"][0]["traffic"] = {"kind": "poisson_transfers", "largest_bytes": 100_000}
    events = _events(scenario)
    read = [
        sequence
        for kind, sequence in zip(events["kind"], events["sequence"], strict=True)
        if kind == "ack_received"
    ]
    sent = sum(kind == "ack_sent" for kind in events["kind"])
    assert 0.9 * sent < len(read) <= sent
    # In the flow's count, over all of its connections.
    assert max(read) <= max(events["sequence"]) + 1
    assert max(read) > 0.9 * max(events["sequence"])
