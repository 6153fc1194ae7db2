"""Every phenomenon on runs of the core that show it, and on runs that do not."""

from itertools import pairwise
from typing import Any

import pytest

from lab_model.phenomena import latecomer, min_rtt, probe_rtt, small_buffer, starvation, timeouts
from lab_model.phenomena.detect import find_phenomena
from lab_model.phenomena.phenomenon import Phenomenon, places_in, stretches
from lab_model.series.known import mean_of_known
from tests.support.evidence import evidence_of

RTT_S = 0.04


def _flow(label: str, algorithm: str, rtt_s: float = RTT_S, **more: Any) -> dict[str, Any]:
    return {"label": label, "rtt_s": rtt_s, "algorithm": {"name": algorithm}, **more}


def _scenario(
    *flows: dict[str, Any], buffer_bdp: float, rate_bps: float = 10e6, **more: Any
) -> dict[str, Any]:
    loss = more.pop("loss", {"kind": "none"})
    return {
        "duration_s": 40,
        "bottleneck": {
            "rate_bps": rate_bps,
            "delay_s": 0.005,
            "buffer": {"amount": buffer_bdp},
            "loss": loss,
        },
        "flows": list(flows),
        **more,
    }


def _one(found: list[Phenomenon]) -> Phenomenon:
    [phenomenon] = found
    return phenomenon


TWO_BBR = _scenario(
    _flow("elephant", "bbr1", 0.06), _flow("mouse", "bbr1", 0.02), buffer_bdp=10, duration_s=60
)


def test_two_bbr_flows_probe_together_every_ten_seconds() -> None:
    found = _one(probe_rtt.detect(evidence_of(TWO_BBR)))
    assert list(found.flow_indices) == [0, 1]
    starts_s = [start_s for start_s, _end_s in found.windows]
    assert len(starts_s) == 5
    gaps_s = [after - before for before, after in pairwise(starts_s)]
    # BBR keeps a minimum for 10 s and then probes; the flows see it again as they drain.
    assert all(10 < gap_s < 11 for gap_s in gaps_s)
    assert "The elephant and the mouse enter ProbeRTT together 5 times: 10 of 10" in found.sentence


@pytest.mark.parametrize(
    "flows",
    [(_flow("alone", "bbr1"),), (_flow("bbr", "bbr1"), _flow("cubic", "cubic"))],
    ids=["alone", "beside cubic"],
)
def test_one_bbr_flow_probes_by_itself(flows: tuple[dict[str, Any], ...]) -> None:
    evidence = evidence_of(_scenario(*flows, buffer_bdp=4))
    assert evidence.probe_rtts
    assert probe_rtt.detect(evidence) == []


def test_cubic_that_fills_a_deep_buffer_deceives_bbr() -> None:
    evidence = evidence_of(_scenario(_flow("bbr", "bbr1"), _flow("cubic", "cubic"), buffer_bdp=8))
    found = _one(min_rtt.detect(evidence))
    assert list(found.flow_indices) == [0]
    [(start_s, end_s)] = found.windows
    # Until the SYN's RTT of an empty path expires, the estimate is right.
    assert 10 < start_s < 11
    assert end_s == 40
    assert "bbr uses a minimum RTT inflated by a standing queue" in found.sentence


def test_a_packet_that_takes_long_to_send_is_no_standing_queue() -> None:
    slow = _scenario(_flow("bbr", "bbr1"), _flow("cubic", "cubic"), buffer_bdp=8, rate_bps=1e5)
    slow["bottleneck"]["buffer"] = {"amount": 20, "unit": "packets"}
    found = _one(min_rtt.detect(evidence_of(slow)))
    # 40 ms of propagation, and 120 ms for 1,500 bytes at 100 kbit/s.
    assert "where the shortest possible RTT is 160 ms: " in found.sentence
    assert "times as long" in found.sentence


def test_bbr_flows_that_drain_the_queue_together_find_the_path() -> None:
    assert min_rtt.detect(evidence_of(TWO_BBR)) == []


def test_loss_based_flows_do_not_steer_by_a_minimum_rtt() -> None:
    late = _scenario(_flow("first", "cubic"), _flow("second", "cubic", start_s=5), buffer_bdp=20)
    assert min_rtt.detect(evidence_of(late)) == []


def test_buffer_of_a_fifth_of_the_bdp_is_small() -> None:
    evidence = evidence_of(_scenario(_flow("a", "cubic"), buffer_bdp=0.2, rate_bps=50e6))
    found = _one(small_buffer.detect(evidence))
    # 50 Mbit/s x 40 ms are 250 kB; a fifth holds 33 packets of 1500 bytes.
    assert found.sentence.startswith("The buffer holds 33 packets, 0.198 BDP.")
    assert list(found.windows) == [(0, 40)]


@pytest.mark.parametrize("buffer_bdp", [1, 4])
def test_buffer_of_one_bdp_or_more_is_not_small(buffer_bdp: float) -> None:
    # 33.3 packets: one BDP is rounded down to 33.
    evidence = evidence_of(_scenario(_flow("a", "cubic"), buffer_bdp=buffer_bdp))
    assert evidence.buffer_bytes < buffer_bdp * evidence.rate_bps * evidence.reference_rtt_s / 8
    assert small_buffer.detect(evidence) == []


HEAVY_LOSS = {"kind": "bernoulli", "probability": 0.1}


def test_heavy_loss_makes_timers_expire() -> None:
    evidence = evidence_of(_scenario(_flow("a", "newreno"), buffer_bdp=2, loss=HEAVY_LOSS))
    found = _one(timeouts.detect(evidence))
    expiries = [event for event in evidence.events if event.kind == "rto"]
    assert len(expiries) >= 3
    assert f"expires {len(expiries)} times" in found.sentence
    for event in expiries:
        assert any(start_s < event.time_s < end_s for start_s, end_s in found.windows)


def test_single_losses_are_repaired_without_a_timer() -> None:
    evidence = evidence_of(_scenario(_flow("a", "newreno"), buffer_bdp=1))
    assert any(event.kind == "recovery_start" for event in evidence.events)
    assert timeouts.detect(evidence) == []


def test_bbr_that_joins_three_gets_three_times_as_much_as_they() -> None:
    evidence = evidence_of(
        _scenario(_flow("first", "bbr1", count=3), _flow("late", "bbr1", start_s=20), buffer_bdp=2)
    )
    found = _one(latecomer.detect(evidence))
    assert list(found.flow_indices) == [0, 1, 2, 3]
    [(start_s, end_s)] = found.windows
    assert start_s == pytest.approx(20 + 20 * RTT_S, abs=0.2)
    assert end_s == 40
    assert found.sentence.startswith(
        "The late flow, which started 20.1 s later, gets 3.16 times as much"
    )


@pytest.mark.parametrize(
    "second",
    [_flow("b", "newreno", start_s=5), _flow("b", "newreno", 0.02, start_s=5)],
    ids=["equal shares", "another RTT"],
)
def test_late_comer_that_only_shares_has_no_advantage(second: dict[str, Any]) -> None:
    evidence = evidence_of(_scenario(_flow("a", "newreno"), second, buffer_bdp=2))
    assert latecomer.detect(evidence) == []


def test_ten_bbr_flows_starve_newreno_in_a_shallow_buffer() -> None:
    evidence = evidence_of(
        _scenario(
            _flow("bbr", "bbr1", count=10),
            _flow("reno", "newreno"),
            buffer_bdp=0.3,
            rate_bps=50e6,
        )
    )
    found = _one(starvation.detect(evidence))
    assert list(found.flow_indices) == [10]
    assert sum(end_s - start_s for start_s, end_s in found.windows) > 30
    assert found.sentence.startswith("reno starves for")


def test_equal_flows_do_not_starve() -> None:
    evidence = evidence_of(_scenario(_flow("a", "newreno"), _flow("b", "newreno"), buffer_bdp=1))
    assert starvation.detect(evidence) == []


def test_flow_that_its_receiver_holds_back_does_not_starve() -> None:
    small = _flow("small", "cubic", receiver={"window_bytes": 2 * 1448})
    evidence = evidence_of(
        _scenario(_flow("a", "cubic", count=2), small, buffer_bdp=4, rate_bps=100e6)
    )
    assert mean_of_known(evidence.throughput_bps[2][100:]) < 5e6
    assert starvation.detect(evidence) == []


def test_lone_flow_on_a_lossy_path_does_not_starve() -> None:
    evidence = evidence_of(_scenario(_flow("a", "newreno"), buffer_bdp=2, loss=HEAVY_LOSS))
    assert mean_of_known(evidence.throughput_bps[0][100:]) < 1e6
    assert starvation.detect(evidence) == []


def test_plain_run_shows_none() -> None:
    assert find_phenomena(evidence_of(_scenario(_flow("a", "cubic"), buffer_bdp=1))) == []


def test_a_flow_behind_a_narrow_link_does_not_starve() -> None:
    data = _scenario(
        _flow("slow", "cubic", path=["bottleneck", "narrow"]), _flow("fast", "cubic"), buffer_bdp=1
    )
    data["links"] = [{"id": "narrow", "rate_bps": 300_000}]
    assert starvation.detect(evidence_of(data)) == []


def test_a_slow_way_back_is_no_standing_queue() -> None:
    data = _scenario(_flow("bbr", "bbr1", 0.01, return_path=["up"]), buffer_bdp=4, rate_bps=2e6)
    # An ACK of 52 bytes takes 4.2 ms there.
    data["links"] = [{"id": "up", "rate_bps": 100_000}]
    assert min_rtt.detect(evidence_of(data)) == []


def test_a_path_that_became_longer_is_no_standing_queue() -> None:
    data = _scenario(_flow("bbr", "bbr1"), buffer_bdp=4)
    data["bottleneck"]["delay_schedule"] = [{"at_s": 10, "delay_s": 0.05}]
    assert min_rtt.detect(evidence_of(data)) == []


def test_what_a_policer_drops_says_nothing_of_the_buffer() -> None:
    data = _scenario(_flow("a", "cubic"), buffer_bdp=0.5)
    data["bottleneck"]["queue"] = {"kind": "policer", "token_rate_ratio": 0.3}
    assert small_buffer.detect(evidence_of(data)) == []


def test_the_bucket_before_a_window_is_not_in_it_whatever_rounding_makes_of_its_end() -> None:
    bucket_s = 0.1
    ends_s = [bucket_s * (place + 1) for place in range(200)]
    for first in range(1, 200):
        mask = [place >= first for place in range(200)]
        windows = stretches(mask, ends_s, bucket_s, 0.0)
        assert places_in(windows, ends_s) == list(range(first, 200))
