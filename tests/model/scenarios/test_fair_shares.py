"""Fair shares: what is fair to each flow, by its path, its demand and who else is there."""

from typing import Any

import pytest

from lab_model.scenarios import derive, validate_scenario
from lab_model.scenarios.computed.fair_shares import fair_shares


def _flow(**more: Any) -> dict[str, Any]:
    return {"rtt_s": 0.04, "algorithm": {"name": "cubic"}, **more}


def _shares_mbps(*flows: dict[str, Any], **more: Any) -> list[float]:
    link = {"rate_bps": 10e6, **more.pop("link", {})}
    data = {"duration_s": 60, "bottleneck": link, "flows": list(flows), **more}
    groups = derive(validate_scenario(data)).groups
    return [round(group.fair_share_bps / 1e6, 3) for group in groups]


def test_who_is_alone_for_a_time_has_the_link_for_that_time() -> None:
    # (45 s x 10 + 15 s x 5) / 60 s
    assert _shares_mbps(_flow(), _flow(start_s=45)) == [8.75, 5]


def test_only_the_measurement_window_counts() -> None:
    assert _shares_mbps(_flow(), _flow(start_s=45), warmup_s=45) == [5, 5]


def test_what_a_flow_does_not_ask_for_is_left_to_the_others() -> None:
    call = _flow(traffic={"kind": "rate_limited", "rate_bps": 1_000_000})
    # 1 Mbit/s of payload are 1.036 on the wire: 1,448 of 1,500 bytes.
    assert _shares_mbps(call, _flow()) == [1.036, 8.964]


def test_a_small_receive_window_is_a_demand() -> None:
    # 12 packets of 1,448 bytes in 20,000; 12 x 12,000 bits in 40 ms.
    small = _flow(receiver={"window_bytes": 18_000})
    assert _shares_mbps(small, _flow()) == [3.6, 6.4]


def test_a_receive_window_passes_once_in_a_round_trip_of_the_path_of_that_time() -> None:
    small = _flow(receiver={"window_bytes": 18_000})
    longer = {"delay_schedule": [{"at_s": 30, "delay_s": 0.04}]}
    # 3.6 Mbit/s for 30 s, and half of it over 80 ms.
    assert _shares_mbps(small, _flow(), link=longer) == [2.7, 7.3]


def test_a_slow_reader_asks_for_what_it_reads_and_once_for_its_buffer() -> None:
    slow = _flow(receiver={"window_bytes": 600_000, "read_rate_bps": 1_000_000})
    # (60 s x 1 Mbit/s + 4.8 Mbit) / 60 s = 1.08 of payload.
    assert _shares_mbps(slow, _flow()) == [1.119, 8.881]


def test_the_buffer_of_a_slow_reader_is_filled_first_and_refilled_after_a_slow_time() -> None:
    slow = _flow(receiver={"window_bytes": 600_000, "read_rate_bps": 1_000_000})
    read_bps = 1.5e6 / 1.448
    data = {"duration_s": 60, "bottleneck": {"rate_bps": 10e6}, "flows": [slow]}
    shares = fair_shares(validate_scenario(data))
    full_s = 4.8 * 1.5 / 1.448 / (10 - read_bps / 1e6)
    assert shares.mean_bps(0, 0, full_s) == pytest.approx(10e6)
    assert shares.mean_bps(0, 2, 60) == pytest.approx(read_bps)
    assert shares.room_at_bits(0, full_s / 2) == pytest.approx(2.4e6 * 1.5 / 1.448)
    data["bottleneck"] = {"rate_bps": 10e6, "outages": [{"at_s": 10, "duration_s": 2}]}
    shares = fair_shares(validate_scenario(data))
    assert shares.mean_bps(0, 10, 20) == pytest.approx(read_bps)


def test_a_policer_passes_its_tokens_only() -> None:
    queue = {"kind": "policer", "token_rate_ratio": 0.5}
    assert _shares_mbps(_flow(), link={"queue": queue}) == [5]


def test_an_outage_passes_nothing() -> None:
    outages = [{"at_s": 10, "duration_s": 6}]
    assert _shares_mbps(_flow(), link={"outages": outages}) == [9]


def test_an_outage_of_acks_passes_the_data() -> None:
    outages = [{"at_s": 10, "duration_s": 6, "direction": "ack"}]
    assert _shares_mbps(_flow(), link={"outages": outages}) == [10]


def test_a_narrow_link_of_the_path_counts() -> None:
    narrow = {"id": "narrow", "rate_bps": 2e6}
    through = _flow(path=["bottleneck", "narrow"])
    assert _shares_mbps(through, _flow(), links=[narrow]) == [2, 8]


def test_a_transfer_ends_when_its_bytes_have_passed() -> None:
    # 1,000 packets of 1,448 bytes: 12 Mbit on the wire, 2.4 s at 5 Mbit/s.
    transfer = _flow(traffic={"kind": "transfer", "size_bytes": 1_448_000})
    data = {
        "duration_s": 12,
        "bottleneck": {"rate_bps": 10e6},
        "flows": [transfer, _flow()],
    }
    shares = fair_shares(validate_scenario(data))
    assert shares.finished_s[0] == pytest.approx(2.4)
    assert shares.mean_bps(0, 0, 12) == pytest.approx(1e6)
    # The other has 5 Mbit/s for 2.4 s, then 10.
    assert shares.mean_bps(1, 0, 12) == pytest.approx(9e6)
    assert [round(rate) for _time, rate in shares.steps(1)] == [5_000_000, 10_000_000]


def test_transfers_in_a_row_pause_to_think() -> None:
    traffic = {"kind": "transfer", "size_bytes": 1_448_000, "transfer_count": 2, "think_s": 1}
    data = {"duration_s": 12, "bottleneck": {"rate_bps": 10e6}, "flows": [_flow(traffic=traffic)]}
    shares = fair_shares(validate_scenario(data))
    assert shares.finished_s[0] == pytest.approx(3.4)


def test_no_link_carries_more_than_it_lets_pass() -> None:
    flows = [_flow(count=7), _flow(start_s=10, stop_s=20), _flow(path=["second"], count=2)]
    steps = [{"at_s": 15, "rate_bps": 3e6, "ramp_s": 10}]
    data = {
        "duration_s": 60,
        "bottleneck": {"rate_bps": 10e6, "rate_schedule": steps},
        "links": [{"id": "second", "rate_bps": 5e6}],
        "flows": [*flows, _flow(path=["second", "bottleneck"])],
    }
    scenario = validate_scenario(data)
    for piece in fair_shares(scenario).pieces:
        for link, most in (("bottleneck", 10e6), ("second", 5e6)):
            carried = sum(
                rate * group.count
                for rate, group in zip(piece.group_bps, scenario.flows, strict=True)
                if link in group.path
            )
            assert carried <= most * (1 + 1e-9)


def test_the_line_of_the_bottleneck_is_the_share_of_a_flow_that_wants_all() -> None:
    call = _flow(traffic={"kind": "rate_limited", "rate_bps": 1_000_000})
    data = {"duration_s": 10, "bottleneck": {"rate_bps": 10e6}, "flows": [call, _flow()]}
    derived = derive(validate_scenario(data))
    assert derived.fair_share_bps == pytest.approx(10e6 - 1e6 * 1500 / 1448)
    assert derived.equal_share_bps == 5e6
