"""What the kinds of traffic give in a result, through the whole schema and back."""

import itertools
import math
from typing import Any

from lab_exec.run import run_scenario
from lab_model.results.build import MOST_TRANSFERS
from lab_model.results.schemas import ResultRead
from lab_model.scenarios import validate_scenario

Json = dict[str, Any]
CUBIC = {"name": "cubic"}


def result_of(*flows: Json, **fields: Any) -> Json:
    """A run of 5 s at 10 Mbit/s; the result fits its schema."""
    usual = {"rate_bps": 10_000_000, "buffer": {"amount": 100, "unit": "packets"}}
    scenario = {"duration_s": 5, "bottleneck": usual, "flows": list(flows), **fields}
    result = run_scenario(validate_scenario(scenario), 1)
    ResultRead.model_validate({**result, "series_digest": ""})
    return result


def flow(kind: str, **settings: Any) -> Json:
    return {"rtt_s": 0.04, "algorithm": CUBIC, "traffic": {"kind": kind, **settings}}


def test_a_transfer_has_its_times_in_the_summary_and_in_the_list() -> None:
    result = result_of(flow("transfer", size_bytes=14_480))
    transfers = result["transfers"]
    assert transfers["size_bytes"] == [14_480]
    assert math.isclose(transfers["completion_s"][0], 0.072)
    assert 0.092 <= transfers["acknowledged_s"][0] < 0.0921
    assert transfers["transfer_count"] == 1
    assert result["flows"][0]["mean_completion_s"] == transfers["completion_s"][0]
    assert result["flows"][0].get("frame_count") is None


def test_a_transfer_that_does_not_end_has_no_time() -> None:
    result = result_of(flow("transfer", size_bytes=10**9))
    assert result["transfers"]["completion_s"] == [None]
    assert result["flows"][0]["transfer_count"] == 1
    assert result["flows"][0]["completed_transfer_count"] == 0
    assert "mean_completion_s" not in result["flows"][0]


def test_what_means_nothing_for_udp_is_null() -> None:
    udp = {"rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 4_000_000}}
    result = result_of(udp, flow("bulk"))
    first, second = result["flows"]
    assert first["algorithm"] == "none"
    assert first["parameters"] == {}
    for name in ("retransmitted_packets", "rto_count", "mean_rtt_s", "mean_cwnd_bytes"):
        assert first[name] is None, name
        assert second[name] is not None, name
    assert result["summary"]["retransmit_ratio"] is not None
    assert "transfers" not in result


def test_a_run_of_udp_alone_retransmits_nothing_that_could_be_counted() -> None:
    result = result_of({"rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 4_000_000}})
    assert math.isclose(result["flows"][0]["throughput_bps"], 4e6, rel_tol=0.01)


def test_media_counts_frames() -> None:
    result = result_of(flow("media"), warmup_s=1)
    media = result["flows"][0]
    assert 118 <= media["frame_count"] <= 121
    assert media["late_frame_count"] == 0
    assert media["late_frame_ratio"] == 0.0
    assert math.isclose(media["mean_frame_delay_s"], 0.0308, abs_tol=0.001)


def test_the_list_of_transfers_ends_and_the_summary_does_not() -> None:
    mice = flow("poisson_transfers", arrival_rate_hz=6000.0, smallest_bytes=100, largest_bytes=200)
    result = result_of(mice, bottleneck={"rate_bps": 1_000_000_000})
    count = result["transfers"]["transfer_count"]
    assert count > MOST_TRANSFERS
    assert result["flows"][0]["transfer_count"] == count
    assert {len(values) for values in result["transfers"].values() if isinstance(values, list)} == {
        MOST_TRANSFERS
    }


def test_transfers_of_a_group_start_together_when_the_slowest_has_ended() -> None:
    """Incast: with 32 flows and a buffer of 30 packets some lose their tail and wait for an RTO."""
    settings = {"size_bytes": 28_960, "round_count": 3, "pause_s": 0.2}
    group = {**flow("barrier_transfers", **settings), "count": 32, "rtt_s": 0.002}
    bottleneck = {"rate_bps": 100_000_000, "buffer": {"amount": 30, "unit": "packets"}}
    found = result_of(group, bottleneck=bottleneck, start_jitter_s=0)
    transfers = found["transfers"]
    assert transfers["transfer_count"] == 32 * 3
    starts_s = sorted(set(transfers["start_s"]))
    assert starts_s[0] == 0.2
    for begun_s, next_s in itertools.pairwise(starts_s):
        ended_s = [
            begun_s + duration_s
            for start_s, duration_s in zip(
                transfers["start_s"], transfers["acknowledged_s"], strict=True
            )
            if start_s == begun_s
        ]
        assert len(ended_s) == 32
        assert math.isclose(next_s, max(ended_s) + 0.2)
    assert sum(item["rto_count"] for item in found["flows"]) > 0
    # All of it needs 81 ms of the link; the slowest waits for a timeout of 200 ms at least.
    assert max(transfers["completion_s"]) > 0.2


def test_the_spread_of_a_round_is_random_within_its_bound() -> None:
    settings = {"size_bytes": 1448, "round_count": 50, "spread_s": 0.01, "pause_s": 0.05}
    found = result_of({**flow("barrier_transfers", **settings), "count": 4}, start_jitter_s=0)
    starts_s = sorted(found["transfers"]["start_s"])
    rounds = [starts_s[first : first + 4] for first in range(0, 4 * 10, 4)]
    spans_s = [each[-1] - each[0] for each in rounds]
    assert all(0 < span_s < 0.01 for span_s in spans_s)
    assert len(set(spans_s)) == len(spans_s)


def test_bbr_with_ect1_uses_the_low_latency_queue() -> None:
    """DualPI2 takes ECT(1) into its L4S queue, with a step of 1 ms, and ECT(0) into the classic
    one, with a target of 15 ms.
    """
    queue = {"kind": "dualpi2"}
    bottleneck = {"rate_bps": 50_000_000, "queue": queue, "buffer": {"amount": 4, "unit": "bdp"}}
    delays_s = {}
    for name in ("bbr2", "bbr3"):
        for is_l4s in (False, True):
            parameters = {"ecn": True, "ecn_max_rtt_s": 0.05, "ecn_ect1": is_l4s}
            bulk = {"rtt_s": 0.01, "algorithm": {"name": name, "parameters": parameters}}
            beside = {"rtt_s": 0.01, "algorithm": {"name": "cubic"}}
            found = result_of(bulk, beside, bottleneck=bottleneck, warmup_s=1)
            delays_s[name, is_l4s] = found["flows"][0]["mean_rtt_s"] - 0.01
    # CUBIC's packets wait in the classic queue; only ECT(0) waits with them.
    for name in ("bbr2", "bbr3"):
        assert delays_s[name, True] < 0.003 < delays_s[name, False]
