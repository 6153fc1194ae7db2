"""What passes before a connection's first data: what it adds to the time of a transfer."""

from typing import Any, Final

import pytest

from lab_exec import run_scenario
from lab_exec.packets import PacketEvents, PacketWatch, PacketWindow
from lab_model.results.schemas import ResultRead
from lab_model.results.shown import shown
from lab_model.scenarios import summary_digest, validate_scenario
from lab_model.scenarios.digest import NEVER_S, scenario_digest
from lab_model.scenarios.transport import SENT_HANDSHAKES

Json = dict[str, Any]
RTT_S: Final = 0.04
# Ten packets of 1.2 ms, and half a round trip for the last one.
SENDING_S: Final = RTT_S / 2 + 10 * 0.0012
# Headers alone, and what a host takes for an answer.
HANDSHAKE_PACKET_S: Final = 52 * 8 / 10_000_000 + 0.00002
ROUND_TRIPS: Final = {"none": 1, "tcp": 1, "tcp_tls13": 2, "quic_0rtt": 0}


def document(handshake: str | None, **flow: Any) -> Json:
    """A transfer of the initial window, alone on 10 Mbit/s; `None` says nothing of a handshake."""
    traffic = {"kind": "transfer", "size_bytes": 14_480}
    return {
        "duration_s": 3,
        "start_jitter_s": 0,
        "bottleneck": {"rate_bps": 10_000_000},
        "transport": {} if handshake is None else {"handshake": handshake},
        "flows": [{"rtt_s": RTT_S, "algorithm": {"name": "cubic"}, "traffic": traffic, **flow}],
    }


def flow_of(scenario: Json) -> Json:
    [flow] = run_scenario(validate_scenario(scenario), 1, series=False)["flows"]
    return flow


@pytest.mark.parametrize(("handshake", "round_trips"), ROUND_TRIPS.items())
def test_a_transfer_takes_the_round_trips_of_its_handshake_longer(
    handshake: str, round_trips: int
) -> None:
    flow = flow_of(document(handshake))
    apart_s = round_trips * HANDSHAKE_PACKET_S + 1e-9
    # Only packets take a time of their own.
    packets_s = flow["start_s"] if handshake in SENT_HANDSHAKES else None
    assert flow.get("handshake_s") == packets_s
    assert flow["start_s"] == pytest.approx(round_trips * RTT_S, abs=apart_s)
    time_s = round_trips * RTT_S + SENDING_S
    assert flow["mean_completion_s"] == pytest.approx(time_s, abs=apart_s)


@pytest.mark.parametrize(("handshake", "round_trips"), ROUND_TRIPS.items())
def test_each_of_many_connections_has_a_handshake_of_its_own(
    handshake: str, round_trips: int
) -> None:
    sizes = {"smallest_bytes": 1000, "largest_bytes": 1448}
    traffic = {"kind": "poisson_transfers", "arrival_rate_hz": 5, **sizes}
    flow = flow_of(document(handshake, traffic=traffic))
    # One packet each; two of them may meet at the link.
    assert flow["transfer_count"] > 5
    time_s = round_trips * RTT_S + RTT_S / 2 + 0.0012
    apart_s = round_trips * HANDSHAKE_PACKET_S + 0.01 * time_s  # of a histogram
    assert flow["p50_completion_s"] == pytest.approx(time_s, abs=apart_s)


@pytest.mark.parametrize(
    ("handshake", "warmup_s"), [("quic_0rtt", 0), ("quic_0rtt", 0.5), ("none", RTT_S), ("tcp", 0)]
)
def test_what_leaves_as_measuring_begins_is_measured(handshake: str, warmup_s: float) -> None:
    start_s = 0.5 if (handshake, warmup_s) == ("quic_0rtt", 0.5) else 0.0
    flow = flow_of({**document(handshake, start_s=start_s), "warmup_s": warmup_s})
    # 14,480 bytes are ten packets of 1,448.
    assert flow["sent_packets"] == flow["received_packets"] == 10


def test_a_datagram_that_leaves_as_measuring_begins_is_measured() -> None:
    traffic = {"kind": "udp", "rate_bps": 1_000_000}  # a packet each 12 ms, the first at once
    datagrams = document(None, traffic=traffic)
    del datagrams["flows"][0]["algorithm"]
    # Those of instants 0 and 3 s count; what leaves as a warm-up ends belongs to it.
    assert flow_of(datagrams)["sent_packets"] == 251
    assert flow_of({**datagrams, "warmup_s": 1.5})["sent_packets"] == 125


def test_without_a_handshake_it_is_what_there_always_was() -> None:
    none, unsaid = (validate_scenario(document(each)) for each in ("none", None))
    assert unsaid.transport.handshake == "none"
    assert scenario_digest(none) == scenario_digest(unsaid)
    for handshake in ("tcp", "quic_0rtt"):
        other = validate_scenario(document(handshake))
        assert scenario_digest(other) != scenario_digest(unsaid)


def behind(queue: Json, window_packets: int, handshake: str = "tcp") -> Json:
    """A short transfer that begins at 8 s, beside a flow of so many packets of window."""
    page = document(handshake, start_s=8)
    page["duration_s"] = 12
    page["bottleneck"] |= {"buffer": {"amount": 200, "unit": "packets"}, "queue": queue}
    window = {"window_bytes": window_packets * 1448}
    bulk = {"rtt_s": RTT_S, "algorithm": {"name": "newreno", "parameters": {}}, "receiver": window}
    page["flows"].append(bulk)
    return page


@pytest.mark.parametrize("handshake", ["tcp", "tcp_tls13"])
def test_a_syn_waits_in_the_queue_that_it_meets(handshake: str) -> None:
    scenario = validate_scenario(behind({"kind": "droptail"}, 120, handshake))
    page, _ = run_scenario(scenario, 1, series=False)["flows"]
    # 120 packets of 1.2 ms are a round trip, of which a small packet takes its own share.
    rtt_s = 120 * 0.0012
    assert page["handshake_s"] == pytest.approx(ROUND_TRIPS[handshake] * rtt_s, abs=0.004)
    assert page["final_min_rtt_s"] == pytest.approx(rtt_s, abs=0.004)
    assert page["tail_loss_probe_count"] == 0
    alone = run_scenario(validate_scenario(behind({"kind": "droptail"}, 120, "none")), 1)
    # Without a packet the first sample is that of the empty path, and the first probe too early.
    assert alone["flows"][0]["start_s"] == pytest.approx(8 + RTT_S, abs=0.021)
    assert alone["flows"][0]["tail_loss_probe_count"] == 1


def test_a_queue_of_its_own_holds_up_no_syn() -> None:
    scenario = validate_scenario(behind({"kind": "fq_codel"}, 120))
    page, _ = run_scenario(scenario, 1, series=False)["flows"]
    assert page["handshake_s"] == pytest.approx(RTT_S, abs=0.0015)


def test_a_policer_lets_a_small_packet_pass_where_it_drops_large_ones() -> None:
    given = document("tcp", start_s=2)
    given["bottleneck"]["queue"] = {"kind": "policer", "token_rate_ratio": 0.2}
    traffic = {"kind": "udp", "rate_bps": 9_000_000}
    given["flows"].append({"rtt_s": RTT_S, "traffic": traffic})
    page, datagrams = run_scenario(validate_scenario(given), 1, series=False)["flows"]
    assert datagrams["loss_ratio"] > 0.5
    assert page["handshake_s"] == pytest.approx(RTT_S, abs=0.0015)


def test_a_syn_is_not_ecn_capable() -> None:
    given = document("tcp", ecn="classic")
    given["bottleneck"]["queue"] = {"kind": "step", "threshold_packets": 1}
    found: list[PacketEvents] = []
    watch = PacketWatch(PacketWindow(0, 3, 2_000), found.append)
    run_scenario(validate_scenario(given), 1, series=False, watch=watch)
    columns = found[0].columns()
    bits = dict(zip(columns["kind"], columns["ecn_bits"], strict=True))
    assert bits["handshake"] == 0
    assert bits["sent"] != 0


def test_a_flow_whose_handshake_outlasts_the_run_never_starts() -> None:
    given = document("tcp_tls13", start_s=2.95)
    given["flows"].insert(0, {"rtt_s": RTT_S, "algorithm": {"name": "cubic"}})
    result = run_scenario(validate_scenario(given), 1, series=False)
    assert [flow["start_s"] for flow in result["flows"]] == [
        pytest.approx(2 * RTT_S, abs=2 * HANDSHAKE_PACKET_S),
        NEVER_S,
    ]
    read = shown(result)
    assert read["flows"] == [result["flows"][0], {**result["flows"][1], "start_s": None}]
    assert summary_digest(read["summary"], read["flows"]) == result["summary_digest"]
    ResultRead.model_validate({**read, "series_digest": "0" * 64})
    assert shown(read) is read
