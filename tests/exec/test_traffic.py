"""What the kinds of traffic give in a result, through the whole schema and back."""

import math
from typing import Any

from lab_exec.result import MOST_TRANSFERS
from lab_exec.run import run_scenario
from lab_model.results.schemas import ResultRead
from lab_model.scenarios import validate_scenario

Json = dict[str, Any]
CUBIC = {"name": "cubic"}


def result_of(*flows: Json, **fields: Any) -> Json:
    """A run of 5 s at 10 Mbit/s; the result fits its schema."""
    bottleneck = {"rate_bps": 10_000_000, "buffer": {"amount": 100, "unit": "packets"}}
    scenario = {"duration_s": 5, "bottleneck": bottleneck, "flows": list(flows), **fields}
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
