"""A link that changes, seen from outside: what theory says of each change."""

from typing import Any

import pytest

from lab_exec import Chunk, run_scenario
from lab_model.scenarios import validate_scenario
from lab_model.scenarios.text import InvalidScenarioError

Json = dict[str, Any]
PACKET_BITS = 12_000


def scenario(link: Json, **changes: Any) -> Json:
    """One NewReno flow of 40 ms for 20 s, measured from 5 s on."""
    return {
        "duration_s": 20,
        "warmup_s": 5,
        "start_jitter_s": 0,
        "bottleneck": {"rate_bps": 10_000_000, "delay_s": 0.01, **link},
        "flows": [{"rtt_s": 0.04, "algorithm": {"name": "newreno"}, **changes}],
    }


def result_of(document: Json) -> Json:
    return run_scenario(validate_scenario(document), 1, series=False)


def link_series(document: Json, name: str) -> list[float]:
    values: list[float] = []

    def take(chunk: Chunk) -> None:
        values.extend(
            value
            for subject in chunk.subjects
            if subject.subject == "link"
            for value in subject.columns.get(name, ())
        )

    run_scenario(validate_scenario(document), 1, on_chunk=take)
    return values


def test_after_a_step_the_flow_has_the_new_rate() -> None:
    steps = [{"at_s": 5, "rate_bps": 2_500_000}]
    result = result_of(scenario({"rate_schedule": steps}))
    assert result["link"]["rate_bps"] == 2_500_000
    assert result["summary"]["throughput_bps"] == pytest.approx(2_500_000, rel=0.01)
    assert result["summary"]["utilisation_ratio"] == pytest.approx(1, abs=0.005)


def test_a_full_link_sends_the_integral_of_its_ramp() -> None:
    steps = [{"at_s": 5, "rate_bps": 4_000_000, "ramp_s": 15}]
    link = {"rate_schedule": steps, "buffer": {"amount": 4, "unit": "bdp"}}
    summary = result_of(scenario(link))["summary"]
    possible = 7_000_000 * 15 / PACKET_BITS
    assert summary["utilisation_ratio"] > 0.99
    assert summary["transmitted_packets"] == pytest.approx(
        possible * summary["utilisation_ratio"], abs=1
    )


def test_a_trace_that_holds_keeps_the_rate_of_its_last_second() -> None:
    # 1.2 Mbit/s for a second, then 12 for one. Repeated, the mean is 6.6.
    times = [*range(10, 1000, 10), *range(1001, 2001)]
    rates = {}
    for after_end in ("repeat", "hold"):
        trace = {"opportunities_ms": times, "after_end": after_end}
        document = scenario({"trace": trace}) | {"duration_s": 8, "sample_interval_s": 1}
        series = link_series(document, "capacity_bps")
        rates[after_end] = [round(value / 1e5) / 10 for value in series]
    assert rates["repeat"] == [1.2, 12.0] * 4
    assert rates["hold"] == [1.2] + [12.0] * 7


def test_a_full_link_uses_every_opportunity_of_its_trace() -> None:
    # Eight packets in 10 ms, bunched: 9.6 Mbit/s.
    trace = {"opportunities_ms": [1, 1, 1, 1, 4, 7, 7, 10]}
    link = {"trace": trace, "buffer": {"amount": 4, "unit": "bdp"}}
    result = result_of(scenario(link))
    assert result["link"]["rate_bps"] == pytest.approx(9_600_000)
    assert result["summary"]["utilisation_ratio"] == 1
    assert result["summary"]["transmitted_packets"] == 15 * 800


def test_nothing_leaves_while_the_rate_is_zero_and_nothing_is_lost() -> None:
    steps = [{"at_s": 10, "rate_bps": 0}, {"at_s": 12, "rate_bps": 10_000_000}]
    receiver = {"window_bytes": 20 * 1448}
    document = scenario({"rate_schedule": steps}, receiver=receiver)
    result = result_of(document)
    assert result["summary"]["dropped_packets"] == 0
    # Every retransmission while the link stood still was needless.
    flow = result["flows"][0]
    assert flow["rto_count"] > 0
    assert flow["spurious_retransmission_count"] == flow["retransmitted_packets"]
    capacity = link_series(document, "capacity_bps")
    assert capacity[95:125] == [10e6] * 5 + [0] * 20 + [10e6] * 5


@pytest.mark.parametrize(("at_s", "rtt_s"), [(0, 0.07), (30, 0.04)])
def test_the_rtt_follows_the_delay(at_s: float, rtt_s: float) -> None:
    steps = [{"at_s": at_s, "delay_s": 0.04}]
    receiver = {"window_bytes": 1448, "ack_every_packets": 1}
    document = scenario({"delay_schedule": steps}, receiver=receiver)
    document["transport"] = {"host_jitter_s": 0}
    flow = result_of(document)["flows"][0]
    # One packet at a time: its transmission comes on top.
    assert flow["min_rtt_s"] == flow["max_rtt_s"] == pytest.approx(rtt_s + 0.0012)


def test_jitter_in_order_costs_no_retransmission_and_its_mean_is_half() -> None:
    receiver = {"window_bytes": 1448, "ack_every_packets": 1}
    document = scenario({"jitter_s": 0.01}, receiver=receiver)
    document["transport"] = {"host_jitter_s": 0}
    flow = result_of(document)["flows"][0]
    assert flow["retransmitted_packets"] == 0
    assert flow["mean_rtt_s"] == pytest.approx(0.0412 + 0.005, abs=0.0005)
    assert flow["max_rtt_s"] < 0.0412 + 0.01


def test_reordering_within_a_quarter_of_the_rtt_is_no_loss_to_rack_once_it_was_seen() -> None:
    receiver = {"window_bytes": 20 * 1448}
    link = {"jitter_s": 0.008, "jitter_reorders": True}
    inside = result_of(scenario(link, receiver=receiver))["flows"][0]
    assert inside["retransmitted_packets"] == 0
    # From the start on, before DSACKs have widened RACK's window to the RTT.
    document = scenario({"jitter_s": 0.05, "jitter_reorders": True}, receiver=receiver)
    beyond = result_of({**document, "warmup_s": 0})["flows"][0]
    assert beyond["retransmitted_packets"] > 0
    assert beyond["spurious_retransmission_count"] > 0


def test_a_window_grows_with_sacks_where_the_path_reorders_far() -> None:
    """Linux tcp_may_raise_cwnd(): where hardly any packet comes in order, a sender that only what
    comes in order lets grow would stay at a fraction of the link.
    """
    link = {"rate_bps": 20_000_000, "jitter_s": 0.1, "jitter_reorders": True}
    result = result_of(scenario({**link, "buffer": {"amount": 20, "unit": "bdp"}}))
    assert result["summary"]["utilisation_ratio"] > 0.9


def test_an_outage_of_two_seconds_takes_four_timeouts() -> None:
    # With an RTO between 2/15 and 2/7 s the sum of four doubled ones is the first to pass 2 s.
    link = {"outages": [{"at_s": 10, "duration_s": 2}]}
    receiver = {"window_bytes": 20 * 1448}
    result = result_of(scenario(link, receiver=receiver))
    assert result["flows"][0]["rto_count"] == 4
    assert result["summary"]["randomly_lost_packets"] > 0


def test_without_acks_data_is_sent_until_the_window_is_full() -> None:
    link = {"outages": [{"at_s": 10, "duration_s": 1, "direction": "ack"}]}
    receiver = {"window_bytes": 20 * 1448}
    result = result_of(scenario(link, receiver=receiver))
    assert result["summary"]["randomly_lost_packets"] == 0
    flow = result["flows"][0]
    assert flow["rto_count"] > 0
    # All of them arrived; the ACKs that would have said so are gone.
    twice = flow["received_packets"] - flow["unique_packets"]
    assert twice == flow["retransmitted_packets"] > flow["spurious_retransmission_count"]


def test_a_link_that_does_not_change_has_no_series_of_changes() -> None:
    assert link_series(scenario({}), "capacity_bps") == []
    assert link_series(scenario({}), "delay_s") == []


UDP: Json = {"rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 6_000_000}}
"""500 packets of 1,500 bytes a second."""


@pytest.mark.parametrize(("direction", "share"), [("data", 0.1), ("both", 0.1), ("ack", 0)])
def test_packets_are_lost_for_a_time(direction: str, share: float) -> None:
    steps = [
        {"at_s": 6, "probability": 0.1, "direction": direction},
        {"at_s": 16, "probability": 0},
    ]
    document = {**scenario({"loss_schedule": steps}), "flows": [UDP]}
    lost = result_of(document)["summary"]["randomly_lost_packets"]
    # 5,000 packets, each by itself: a standard deviation of 21.
    assert lost == pytest.approx(share * 5000, abs=4 * 21 if share else 0)


def test_each_link_loses_for_a_time_of_its_own() -> None:
    steps = [{"at_s": 0, "probability": 1}, {"at_s": 10, "probability": 0}]
    document = scenario({})
    document["links"] = [{"id": "second", "rate_bps": 10_000_000, "loss_schedule": steps}]
    udp = {**UDP, "traffic": {"kind": "udp", "rate_bps": 4_800_000}}
    document["flows"] = [{**udp, "path": ["bottleneck", "second"]}, udp]
    first, second = result_of({**document, "warmup_s": 0})["flows"]
    assert first["randomly_lost_packets"] == pytest.approx(4000, abs=20)
    assert second["randomly_lost_packets"] == 0


def test_a_time_of_loss_costs_an_ack_clocked_flow_its_window_and_no_more() -> None:
    """What an outage of all packets cannot say: some get through."""
    steps = [{"at_s": 8, "probability": 0.05}, {"at_s": 12, "probability": 0}]
    document = scenario({"loss_schedule": steps})
    lossy, plain = result_of(document)["flows"][0], result_of(scenario({}))["flows"][0]
    assert 0 < lossy["randomly_lost_packets"] < 0.06 * 4 * 833
    assert lossy["throughput_bps"] < 0.95 * plain["throughput_bps"]


@pytest.mark.parametrize("distribution", ["uniform", "normal"])
@pytest.mark.parametrize("correlation", [0, 0.5])
def test_jitter_keeps_its_mean_whatever_its_shape(distribution: str, correlation: float) -> None:
    shape = {"jitter_distribution": distribution, "jitter_correlation_ratio": correlation}
    receiver = {"window_bytes": 1448, "ack_every_packets": 1}
    document = scenario({"jitter_s": 0.01, **shape}, receiver=receiver)
    document["transport"] = {"host_jitter_s": 0}
    flow = result_of(document)["flows"][0]
    assert flow["mean_rtt_s"] == pytest.approx(0.0412 + 0.005, abs=0.001)
    assert flow["max_rtt_s"] < 0.0412 + 0.01


def test_loss_that_begins_before_the_step_before_it_is_refused() -> None:
    steps = [{"at_s": 2, "probability": 0.1}, {"at_s": 1, "probability": 0}]
    with pytest.raises(InvalidScenarioError) as refused:
        validate_scenario(scenario({"loss_schedule": steps}))
    [problem] = refused.value.problems
    assert problem.path == "bottleneck.loss_schedule.1.at_s"
    assert "later than the step before it (2 s)" in str(problem)
