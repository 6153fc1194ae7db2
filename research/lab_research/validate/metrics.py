"""What `validate` measures in a run: each metric by name."""

import math
from collections.abc import Callable
from itertools import pairwise
from statistics import fmean
from typing import Any, Final

from lab_exec import Chunk, Phase, run_scenario
from lab_model.scenarios import Scenario

Result = dict[str, Any]
Metric = Callable[[Scenario, Result], float | None]

# Metrics that need the phases of a run, which results without series do not carry.
PHASE_METRICS: Final = (
    "probe_rtt_interval_s",
    "probe_rtt_length_s",
    "startup_length_s",
    "drain_length_s",
)


def reference_bdp_bytes(scenario: Scenario) -> float:
    """One BDP of the buffer's reference RTT: what it names, else the smallest of the flows."""
    rtt_s = getattr(scenario.bottleneck.buffer, "rtt_s", None)
    if rtt_s is None:
        rtt_s = min(group.rtt_s for group in scenario.flows)
    return scenario.bottleneck.rate_bps * rtt_s / 8


def _mean_queue_bdp(scenario: Scenario, result: Result) -> float:
    return float(result["summary"]["mean_queue_bytes"]) / reference_bdp_bytes(scenario)


def _mean_queue_packets(scenario: Scenario, result: Result) -> float:
    return float(result["summary"]["mean_queue_bytes"]) / scenario.packet_bytes


def _mean_queue_buffer(_scenario: Scenario, result: Result) -> float:
    return float(result["summary"]["mean_queue_bytes"]) / float(result["link"]["buffer_bytes"])


def _share_of_group_0(_scenario: Scenario, result: Result) -> float | None:
    # Bits over the whole window, not rates over each flow's own part of it.
    bits = [(flow["goodput_bps"] or 0) * (flow["active_s"] or 0) for flow in result["flows"]]
    total = math.fsum(bits)
    first = [
        amount
        for flow, amount in zip(result["flows"], bits, strict=True)
        if flow["group_index"] == 0
    ]
    return math.fsum(first) / total if total > 0 else None


def _min_rtt_excess(scenario: Scenario, result: Result) -> float:
    flow = result["flows"][0]
    packet_s = scenario.packet_bytes * 8 / scenario.bottleneck.rate_bps
    return float(flow["final_min_rtt_s"] - flow["base_rtt_s"]) / packet_s


def _mean_cwnd(scenario: Scenario, result: Result) -> float:
    return float(result["flows"][0]["mean_cwnd_bytes"]) / scenario.packet_bytes


def _marks_per_window(scenario: Scenario, result: Result) -> float:
    return float(result["flows"][0]["mark_ratio"]) * _mean_cwnd(scenario, result)


def _goodput_of_possible(scenario: Scenario, result: Result) -> float:
    # The payload of a link that is busy all the time, less what the medium loses after it.
    payload_ratio = 1 - scenario.header_bytes / scenario.packet_bytes
    lost_ratio = getattr(scenario.bottleneck.loss, "probability", 0.0)
    possible_bps = float(result["link"]["rate_bps"]) * payload_ratio * (1 - lost_ratio)
    return float(result["summary"]["goodput_bps"]) / possible_bps


def _window_ratio(_scenario: Scenario, result: Result) -> float:
    """Mean rate times RTT of the first group, divided by that of the second."""

    def windows(group: int) -> float:
        own = [flow for flow in result["flows"] if flow["group_index"] == group]
        return fmean(flow["throughput_bps"] * flow["mean_rtt_s"] for flow in own)

    return windows(0) / windows(1)


def _throughput_0_over_1(_scenario: Scenario, result: Result) -> float:
    first, second = (flow["throughput_bps"] for flow in result["flows"][:2])
    return float(first / second)


def _of_flow_0(name: str) -> Metric:
    return lambda _scenario, result: result["flows"][0][name]


def _of_summary(name: str) -> Metric:
    return lambda _scenario, result: result["summary"][name]


def _retransmitted_by(flow_index: int) -> Metric:
    return lambda _scenario, result: result["flows"][flow_index]["retransmit_ratio"]


def _mean_acknowledged(_scenario: Scenario, result: Result) -> float:
    times = [
        time
        for flow, time in zip(
            result["transfers"]["flow_index"], result["transfers"]["acknowledged_s"], strict=True
        )
        if flow == 0 and time is not None
    ]
    return fmean(times)


def _goodput_of_offered(_scenario: Scenario, result: Result) -> float:
    flow = result["flows"][0]
    return float(flow["goodput_bps"]) / float(flow["offered_bps"])


def _goodput_of_rate(scenario: Scenario, result: Result) -> float:
    rate_bps = scenario.flows[0].traffic.parameters()["rate_bps"]
    return float(result["flows"][0]["goodput_bps"]) / float(rate_bps)


def _goodput_of_read_rate(scenario: Scenario, result: Result) -> float | None:
    rate_bps = scenario.flows[0].receiver.read_rate_bps
    return None if rate_bps is None else float(result["flows"][0]["goodput_bps"]) / rate_bps


def _offered_of_expected(scenario: Scenario, result: Result) -> float:
    """Offered load over arrivals per second times the mean of a bounded Pareto."""
    settings = scenario.flows[0].traffic.parameters()
    low, high = float(settings["smallest_bytes"]), float(settings["largest_bytes"])
    shape = float(settings["pareto_shape_ratio"])
    tail: float = 1 - (low / high) ** shape
    mean: float = (
        low**shape * shape / (shape - 1) * (low ** (1 - shape) - high ** (1 - shape)) / tail
    )
    expected_bps = float(settings["arrival_rate_hz"]) * mean * 8
    return float(result["flows"][0]["offered_bps"]) / expected_bps


METRICS: Final[dict[str, Metric]] = {
    "utilisation_ratio": _of_summary("utilisation_ratio"),
    "retransmit_ratio": _of_summary("retransmit_ratio"),
    "jain_index": _of_summary("jain_index"),
    "throughput_ratio": _of_summary("throughput_ratio"),
    "throughput_stdr": _of_summary("throughput_stdr"),
    "flow_0_retransmit_ratio": _retransmitted_by(0),
    "flow_1_retransmit_ratio": _retransmitted_by(1),
    "mean_queue_bdp": _mean_queue_bdp,
    "mean_queue_buffer_ratio": _mean_queue_buffer,
    "share_of_group_0_ratio": _share_of_group_0,
    "min_rtt_excess_packets": _min_rtt_excess,
    "mean_cwnd_packets": _mean_cwnd,
    "mean_queue_packets": _mean_queue_packets,
    "marks_per_window_count": _marks_per_window,
    "window_ratio": _window_ratio,
    "throughput_0_over_1_ratio": _throughput_0_over_1,
    "flow_0_late_frame_ratio": _of_flow_0("late_frame_ratio"),
    "flow_0_mark_ratio": _of_flow_0("mark_ratio"),
    "goodput_of_possible_ratio": _goodput_of_possible,
    "flow_0_mean_rtt_s": _of_flow_0("mean_rtt_s"),
    "flow_0_rto_count": _of_flow_0("rto_count"),
    "flow_0_mean_completion_s": _of_flow_0("mean_completion_s"),
    "flow_0_mean_acknowledged_s": _mean_acknowledged,
    "flow_0_mean_frame_delay_s": _of_flow_0("mean_frame_delay_s"),
    "flow_0_limited_application_ratio": _of_flow_0("limited_application_ratio"),
    "flow_0_loss_ratio": _of_flow_0("loss_ratio"),
    "flow_0_goodput_of_offered_ratio": _goodput_of_offered,
    "flow_0_goodput_of_rate_ratio": _goodput_of_rate,
    "flow_0_goodput_of_read_rate_ratio": _goodput_of_read_rate,
    "offered_of_expected_ratio": _offered_of_expected,
}


def phase_metrics(scenario: Scenario, seed: int) -> dict[str, float | None]:
    """Times of flow 0's phases, in the order of `PHASE_METRICS`.

    Mean time from one ProbeRTT to the next, start to start; mean lengths of ProbeRTT, Startup and
    Drain. None where there are not enough of them. The last phase may be cut by the end of the
    run and is left out of the lengths.
    """
    phases: list[Phase] = []

    def take(chunk: Chunk) -> None:
        phases.extend(phase for phase in chunk.phases if phase.flow_index == 0)

    run_scenario(scenario, seed, on_chunk=take)
    probes = [phase for phase in phases if phase.phase == "probe_rtt"]
    starts_s = [phase.start_s for phase in probes]
    gaps_s = [later - sooner for sooner, later in pairwise(starts_s)]

    def lengths_s(name: str) -> list[float]:
        whole = [phase for phase in phases if phase.end_s < scenario.duration_s]
        return [phase.end_s - phase.start_s for phase in whole if phase.phase == name]

    measured = (gaps_s, lengths_s("probe_rtt"), lengths_s("startup"), lengths_s("drain"))
    return {
        name: fmean(values) if values else None
        for name, values in zip(PHASE_METRICS, measured, strict=True)
    }
