"""A scenario through the core: the result, its digests, cancelling."""

import json
from typing import Any

import numpy as np
import pytest

from lab_exec import Chunk, RunCancelledError, SeriesDigest, Tail, core_version, run_scenario
from lab_exec import run as run_module
from lab_model.scenarios import Scenario, scenario_digest, summary_digest, validate_scenario
from tests.support.replayed_runs import COMMITTED, build

TWO_FLOWS: dict[str, Any] = {
    "duration_s": 40,
    "packet_bytes": 1000,
    "bottleneck": {
        "rate_bps": 1e7,
        "delay_s": 0.01,
        "buffer": {"amount": 10, "rtt_s": 0.025},
        "loss": {"kind": "bernoulli", "probability": 0.0015},
    },
    "flows": [
        {"label": "elephant", "rtt_s": 0.035, "algorithm": {"name": "bbr2"}},
        {"label": "mouse", "rtt_s": 0.025, "algorithm": {"name": "newreno"}},
    ],
}


def scenario(**changes: Any) -> Scenario:
    return validate_scenario({**TWO_FLOWS, **changes})


def test_the_result_says_what_identifies_it() -> None:
    result = run_scenario(scenario(), 7)
    assert result["core_version"] == core_version()
    assert result["seed"] == 7
    assert result["scenario_digest"] == scenario_digest(scenario())
    assert result["summary_digest"] == summary_digest(result["summary"], result["flows"])
    assert result["window"] == {"start_s": 0, "end_s": 40}
    assert (result["sample_count"], result["sample_interval_s"]) == (400, 0.1)
    assert result["events_truncated"] is False
    assert result["link"] == {
        "rate_bps": 10_000_000,
        "delay_s": 0.01,
        "buffer_bytes": 312_000,
        "fair_share_bps": 5e6,
    }


def test_the_result_is_strict_json() -> None:
    result = run_scenario(scenario(), 1)
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    # A window-based sender has no pacing rate.
    assert result["flows"][1]["mean_pacing_rate_bps"] is None


def test_flows_carry_their_group_and_all_resolved_parameters() -> None:
    flows = run_scenario(scenario(), 1)["flows"]
    assert [flow["label"] for flow in flows] == ["elephant", "mouse"]
    assert [flow["algorithm"] for flow in flows] == ["bbr2", "newreno"]
    assert [flow["base_rtt_s"] for flow in flows] == [0.035, 0.025]
    assert [flow["bdp_bytes"] for flow in flows] == [43_750, 31_250]
    assert flows[1]["parameters"] == {
        "beta_ratio": 0.5,
        "ecn_beta_ratio": 0.5,
        "slow_start": "standard",
        "search_exit": "at_once",
        "search_series": False,
    }
    assert flows[0]["parameters"]["cwnd_gain_ratio"] == 2.0


def test_a_given_parameter_stands_in_the_result_and_changes_it() -> None:
    def with_beta(beta_ratio: float) -> dict[str, Any]:
        algorithm = {"name": "newreno", "parameters": {"beta_ratio": beta_ratio}}
        flows = [{"rtt_s": 0.035, "algorithm": algorithm}]
        return run_scenario(scenario(flows=flows), 1)

    gentle, default = with_beta(0.8), with_beta(0.5)
    assert gentle["flows"][0]["parameters"] == {
        "beta_ratio": 0.8,
        "ecn_beta_ratio": 0.5,
        "slow_start": "standard",
        "search_exit": "at_once",
        "search_series": False,
    }
    assert gentle["flows"][0]["mean_cwnd_bytes"] > default["flows"][0]["mean_cwnd_bytes"]


def test_labels_change_no_number() -> None:
    flows = [{**flow, "label": "x"} for flow in TWO_FLOWS["flows"]]
    one, other = run_scenario(scenario(), 1), run_scenario(scenario(flows=flows, name="y"), 1)
    assert one["summary_digest"] == other["summary_digest"]
    assert one["series_digest"] == other["series_digest"]


def test_totals_are_over_the_window_of_the_run() -> None:
    result = run_scenario(scenario(warmup_s=10), 1)
    summary, flows = result["summary"], result["flows"]
    bits = sum(flow["throughput_bps"] * flow["active_s"] for flow in flows)
    assert summary["throughput_bps"] == pytest.approx(bits / 30)
    assert summary["throughput_bps"] <= 1e7
    sent = sum(flow["sent_packets"] for flow in flows)
    retransmitted = sum(flow["retransmitted_packets"] for flow in flows)
    assert summary["retransmit_ratio"] == retransmitted / sent
    for name in ("dropped_packets", "randomly_lost_packets"):
        assert summary[name] == sum(flow[name] for flow in flows)


def test_the_same_seed_gives_the_same_result_and_another_seed_another() -> None:
    one = run_scenario(scenario(), 3)
    assert run_scenario(scenario(), 3) == one
    other = run_scenario(scenario(), 4)
    assert other["series_digest"] != one["series_digest"]
    assert other["summary_digest"] != one["summary_digest"]


class _Tails:
    """Wants a tail after each progress."""

    def __init__(self) -> None:
        self.taken: list[Tail] = []

    def wanted_tail_values(self) -> int:
        return 1_000_000

    def on_tail(self, tail: Tail) -> None:
        self.taken.append(tail)


def test_callbacks_do_not_change_the_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "PROGRESS_EVERY_EVENTS", 500)
    plain = run_scenario(scenario(), 3)
    chunks: list[Chunk] = []
    tails = _Tails()
    watched = run_scenario(
        scenario(),
        3,
        on_chunk=chunks.append,
        on_progress=lambda _simulated_s: None,
        tails=tails,
    )
    assert len(tails.taken) > 20
    assert watched == plain
    digest = SeriesDigest()
    for chunk in chunks:
        digest.update(chunk)
    assert digest.hexdigest() == plain["series_digest"]


@pytest.mark.parametrize("flow_count", [200, 201])
def test_tails_of_very_many_flows_have_samples_only(
    monkeypatch: pytest.MonkeyPatch, flow_count: int
) -> None:
    monkeypatch.setattr(run_module, "PROGRESS_EVERY_EVENTS", 5_000)
    flows = [{"count": flow_count, "rtt_s": 0.025, "algorithm": {"name": "bbr2"}}]
    chunks: list[Chunk] = []
    tails = _Tails()
    many = scenario(duration_s=2, flows=flows)
    run_scenario(many, 1, on_chunk=chunks.append, tails=tails)
    assert len(chunks[0].phases) > 0
    assert sum(tail.sample_count for tail in tails.taken) > 0
    has_timeline = any(tail.phases or tail.open_phases or tail.events for tail in tails.taken)
    assert has_timeline == (flow_count == 200)


def test_tails_bring_every_sample_of_the_chunk_once_and_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(run_module, "PROGRESS_EVERY_EVENTS", 500)
    chunks: list[Chunk] = []
    tails = _Tails()
    run_scenario(scenario(), 3, on_chunk=chunks.append, tails=tails)
    first = chunks[0]
    within = [tail for tail in tails.taken if tail.first_sample < first.sample_count]
    ends = [tail.first_sample + tail.sample_count for tail in within]
    assert [tail.first_sample for tail in within] == [0, *ends[:-1]]
    assert ends[-1] > 250
    # Two algorithms have two sets of metrics.
    assert [(part.subject, part.indices) for part in within[0].series] == [
        ("flow", [0]),
        ("flow", [1]),
        ("link", [0]),
    ]
    for part, subject in enumerate(first.subjects):
        for metric, expected in subject.columns.items():
            found = np.concatenate([tail.series[part].columns[metric] for tail in within])
            np.testing.assert_array_equal(found, expected[: ends[-1]])
    events = [event[:4] for tail in within for event in tail.events]
    assert events == [event[:4] for event in first.events[: len(events)]]
    assert len(events) > 0
    assert {phase.flow_index for phase in within[-1].open_phases} == {0, 1}


def test_without_series_only_their_digest_is_missing() -> None:
    plain, quick = run_scenario(scenario(), 3), run_scenario(scenario(), 3, series=False)
    assert quick["series_digest"] is None
    assert {**quick, "series_digest": plain["series_digest"]} == plain


def test_chunks_carry_series_of_every_flow_and_of_the_link() -> None:
    chunks: list[Chunk] = []
    run_scenario(scenario(), 1, on_chunk=chunks.append)
    assert [(chunk.first_sample, chunk.sample_count) for chunk in chunks] == [(0, 256), (256, 144)]
    subjects = [(subject.subject, subject.index) for subject in chunks[0].subjects]
    assert subjects == [("flow", 0), ("flow", 1), ("link", 0)]
    flow, _, link = chunks[0].subjects
    assert {"throughput_bps", "goodput_bps", "rtt_s", "cwnd_bytes"} <= set(flow.columns)
    assert {"inflight_hi_bytes", "pacing_gain_ratio"} <= set(flow.columns)
    assert {"queue_bytes", "queue_max_bytes", "busy_ratio"} <= set(link.columns)
    for subject in chunks[0].subjects:
        assert {len(values) for values in subject.columns.values()} == {256}


def test_series_add_up_to_the_summary() -> None:
    chunks: list[Chunk] = []
    result = run_scenario(scenario(), 1, on_chunk=chunks.append)
    series = np.concatenate([chunk.subjects[0].columns["throughput_bps"] for chunk in chunks])
    flow = result["flows"][0]
    assert series.sum() * 0.1 == pytest.approx(flow["throughput_bps"] * flow["active_s"])


def test_returning_false_cancels_with_how_far_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "PROGRESS_EVERY_EVENTS", 1_000)
    with pytest.raises(RunCancelledError) as caught:
        run_scenario(scenario(), 1, on_progress=lambda s: s < 5)
    assert 5 <= caught.value.simulated_s < 10


def test_every_kind_of_loss_reaches_the_core() -> None:
    def lost(loss: dict[str, Any]) -> int:
        bottleneck = {**TWO_FLOWS["bottleneck"], "loss": loss}
        result = run_scenario(scenario(bottleneck=bottleneck), 1)
        return int(result["summary"]["randomly_lost_packets"])

    assert lost({"kind": "none"}) == 0
    assert lost({"kind": "bernoulli", "probability": 0.01}) > 100
    assert lost({"kind": "bernoulli", "probability": 0.01, "position": "before_queue"}) > 100
    chain = {"good_to_bad_probability": 0.001, "bad_to_good_probability": 0.5}
    assert lost({"kind": "gilbert_elliott", **chain}) > 10


# The packet events that the interface's replay is tested with are those of today's core.


def test_the_committed_events_are_fresh() -> None:
    assert json.loads(COMMITTED.read_text()) == build(), (
        "run: .venv/bin/python -m tests.support.replayed_runs"
    )
