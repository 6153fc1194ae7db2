"""Hand-computed costs and derived quantities."""

import pytest

from lab_model.scenarios import (
    Scenario,
    buffer_bytes,
    derive,
    kept_sample_count,
    predicted_packet_count,
    queue_for,
    sample_count_per_subject,
    simulated_packet_count,
    validate_scenario,
)
from lab_model.scenarios.computed.link_rate import capacity_bits
from tests.model.scenarios.examples import SMALLEST, TWO_FLOWS, changed


def scenario_with(path: str, value: object) -> Scenario:
    return validate_scenario(changed(TWO_FLOWS, path, value))


@pytest.mark.parametrize(
    ("buffer", "expected_bytes"),
    [
        # 10 Mbit/s x 25 ms = 31,250 bytes; ten of them hold 312 whole packets of 1,000 bytes.
        ({"amount": 10, "unit": "bdp", "rtt_s": 0.025}, 312_000),
        # Without its own RTT the smallest of the flows counts: 25 ms as well.
        ({"amount": 10, "unit": "bdp"}, 312_000),
        ({"amount": 1, "unit": "bdp", "rtt_s": 0.1}, 125_000),
        ({"amount": 7, "unit": "packets"}, 7_000),
        ({"amount": 7.9, "unit": "packets"}, 7_000),
        ({"amount": 12_500, "unit": "bytes"}, 12_000),
        # 10 Mbit/s drain 1,250,000 bytes a second.
        ({"amount": 0.02, "unit": "seconds"}, 25_000),
        # One packet at least.
        ({"amount": 0.001, "unit": "bdp"}, 1_000),
        # Decimal, not binary: 0.29 BDP of 100 ms are exactly 36,250 bytes.
        ({"amount": 0.29, "unit": "bdp", "rtt_s": 0.1}, 36_000),
        ({"amount": 0.3, "unit": "bdp", "rtt_s": 0.08}, 30_000),
    ],
)
def test_the_buffer_is_whole_packets_rounded_down(
    buffer: dict[str, object], expected_bytes: int
) -> None:
    assert buffer_bytes(scenario_with("bottleneck.buffer", buffer)) == expected_bytes


def test_derived_quantities_of_two_flows() -> None:
    derived = derive(validate_scenario(TWO_FLOWS))
    assert derived.flow_count == 2
    assert derived.fair_share_bps == 5e6
    assert derived.packet_time_s == 0.0008
    assert derived.reference_rtt_s == 0.025
    assert derived.bdp_packets == 31.25
    assert derived.buffer_packets == 312
    assert derived.buffer_s == pytest.approx(0.2496)
    assert derived.buffer_bdp == pytest.approx(9.984)
    assert derived.sample_count == 1200
    assert [group.bdp_bytes for group in derived.groups] == [43_750, 31_250]


def test_samples_are_the_whole_intervals_of_the_run() -> None:
    assert sample_count_per_subject(scenario_with("sample_interval_s", 0.1)) == 1200
    # 120 / 0.7 = 171.43: the rest of 0.3 s is no whole interval.
    assert sample_count_per_subject(scenario_with("sample_interval_s", 0.7)) == 171
    assert kept_sample_count(validate_scenario(TWO_FLOWS)) == 3 * 1200


def test_a_busy_link_transmits_its_rate() -> None:
    # 10 Mbit/s for 120 s in packets of 8,000 bits.
    assert predicted_packet_count(validate_scenario(TWO_FLOWS)) == 150_000


def test_receive_windows_bound_the_packets() -> None:
    # 94,800 bytes are 100 payloads of 948 bytes: 100 packets per 100 ms, for 120 s.
    data = changed(SMALLEST, "packet_bytes", 1000)
    data = changed(changed(data, "duration_s", 120), "flows.0.rtt_s", 0.1)
    data = changed(data, "flows.0.receiver.window_bytes", 94_800)
    assert predicted_packet_count(validate_scenario(data)) == 120_000


def test_time_without_any_flow_costs_nothing() -> None:
    data = changed(changed(TWO_FLOWS, "flows.0.stop_s", 20), "flows.1.start_s", 100)
    # 0 to 20 s and 100 to 120 s of 120 s.
    assert predicted_packet_count(validate_scenario(data)) == 50_000


def test_a_large_run_goes_to_the_batch_queue() -> None:
    assert queue_for(validate_scenario(TWO_FLOWS)) == "interactive"
    # 10 Gbit/s for 120 s are 150 million packets.
    assert queue_for(scenario_with("bottleneck.rate_bps", 1e10)) == "batch"


def test_flows_without_room_cost_what_they_send_into_nothing() -> None:
    # A link of 1 kbit/s carries some hundred packets; ten thousand flows send into it all the same.
    data = changed(changed(SMALLEST, "bottleneck.rate_bps", 1000), "duration_s", 3600)
    data = changed(changed(data, "sample_interval_s", 20), "flows.0.count", 10_000)
    scenario = validate_scenario(data)
    assert predicted_packet_count(scenario) == 300
    # 10 at the start, 10 doublings of 0.2 s up to 120 s, 30 timeouts of 120 s.
    assert simulated_packet_count(scenario) == 300 + 10_000 * 50
    assert queue_for(scenario) == "interactive"
    large = validate_scenario(changed(data, "transport.initial_window_packets", 10_000))
    assert queue_for(large) == "batch"


def test_a_schedule_moves_the_mean_rate_and_what_follows_from_it() -> None:
    # 10 Mbit/s until 30 s, then a ramp of 30 s to 40 (25 on average), then nothing: of 120 s.
    schedule = [
        {"at_s": 30, "rate_bps": 40_000_000, "ramp_s": 30},
        {"at_s": 60, "rate_bps": 0},
    ]
    scenario = scenario_with("bottleneck.rate_schedule", [schedule[0]])
    assert derive(scenario).mean_rate_bps == (10e6 * 30 + 25e6 * 30 + 40e6 * 60) / 120
    # A step may begin only after the ramp before it.
    schedule[1]["at_s"] = 61
    derived = derive(scenario_with("bottleneck.rate_schedule", schedule))
    assert derived.mean_rate_bps == (10e6 * 30 + 25e6 * 30 + 40e6) / 120
    assert (derived.lowest_rate_bps, derived.highest_rate_bps) == (0, 40e6)
    assert derived.fair_share_bps == derived.mean_rate_bps / 2
    assert derived.buffer_packets == 312  # the buffer is sized by rate_bps


def test_the_window_ends_a_ramp_where_it_is() -> None:
    data = changed(TWO_FLOWS, "duration_s", 20)
    data = changed(data, "warmup_s", 10)
    ramp = [{"at_s": 10, "rate_bps": 30_000_000, "ramp_s": 20}]
    derived = derive(validate_scenario(changed(data, "bottleneck.rate_schedule", ramp)))
    assert derived.mean_rate_bps == 15e6  # from 10 to 20 Mbit/s


def test_a_trace_counts_its_opportunities() -> None:
    # Three packets of 1,500 bytes in 10 ms: 3.6 Mbit/s.
    trace = {"opportunities_ms": [2, 2, 10]}
    scenario = scenario_with("bottleneck.trace", trace)
    derived = derive(scenario)
    assert derived.mean_rate_bps == pytest.approx(3.6e6)
    assert derived.lowest_rate_bps == pytest.approx(3.6e6)
    assert predicted_packet_count(scenario) == 3 * 12_000 * 1500 // 1000


def test_what_a_trace_lets_through_after_its_end() -> None:
    times = [0, 400, 500, 700, 700, 1500]
    repeats = {"opportunities_ms": times}
    link = scenario_with("bottleneck.trace", repeats).bottleneck
    assert capacity_bits(link, 1.5) == 7 * 12_000  # its last one and the first again
    assert capacity_bits(link, 3.1) == 13 * 12_000
    # Held: the second from 0.5 s on, without what is at 0.5 s itself.
    link = scenario_with("bottleneck.trace", repeats | {"after_end": "hold"}).bottleneck
    assert capacity_bits(link, 1.4) == 5 * 12_000
    assert capacity_bits(link, 1.5) == 6 * 12_000
    assert capacity_bits(link, 1.7) == 8 * 12_000
    assert capacity_bits(link, 101.5) == (6 + 3 * 100) * 12_000


def test_a_trace_has_a_rate_over_100_ms() -> None:
    trace = {"opportunities_ms": [*range(0, 100, 10), 150, 200]}
    derived = derive(scenario_with("bottleneck.trace", trace))
    assert (derived.lowest_rate_bps, derived.highest_rate_bps) == (120_000, 1_200_000)


def test_what_an_application_writes_bounds_the_cost() -> None:
    # 30 s; 1 Mbit/s of 8,000-bit packets are 125 a second.
    data = changed(changed(SMALLEST, "packet_bytes", 1000), "duration_s", 30)
    udp = changed(data, "flows.0.traffic", {"kind": "udp", "rate_bps": 1e6})
    udp = changed(udp, "flows.0.algorithm", {"name": "none"})
    assert predicted_packet_count(validate_scenario(udp)) == 3750
    # 948 bytes of payload: 94,800 bit/s are 12.5 packets a second.
    limited = changed(data, "flows.0.traffic", {"kind": "rate_limited", "rate_bps": 94_800})
    assert predicted_packet_count(validate_scenario(limited)) == 375
    # 20 frames a second of two packets.
    media = {"kind": "media", "frame_rate_hz": 20.0, "frame_bytes": 1000}
    assert (
        predicted_packet_count(validate_scenario(changed(data, "flows.0.traffic", media))) == 1200
    )


def test_datagrams_cost_what_is_sent_and_not_what_arrives() -> None:
    data = changed(changed(SMALLEST, "packet_bytes", 1000), "duration_s", 30)
    data = changed(changed(data, "bottleneck.rate_bps", 1e6), "flows.0.algorithm.name", "none")
    data = changed(data, "flows.0.traffic", {"kind": "udp", "rate_bps": 1e9})
    scenario = validate_scenario(data)
    assert predicted_packet_count(scenario) == 3750
    assert simulated_packet_count(scenario) >= 3_750_000
