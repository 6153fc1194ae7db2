"""Numbers of a unit, from results of the core: names, meanings, order."""

import math
from functools import cache
from typing import Any

import pytest

from lab_exec import run_scenario
from lab_model.experiments import find_metric, metrics_of, numbers_of
from lab_model.experiments.metrics import UnknownMetricError
from lab_model.scenarios import Scenario, validate_scenario

Json = dict[str, Any]

TWO_GROUPS: Json = {
    "duration_s": 12,
    "warmup_s": 2,
    "packet_bytes": 1000,
    "bottleneck": {"rate_bps": 1e7, "delay_s": 0.002, "buffer": {"amount": 2, "rtt_s": 0.025}},
    "flows": [
        {"label": "far", "count": 3, "rtt_s": 0.035, "algorithm": {"name": "bbr2"}},
        {"label": "near", "rtt_s": 0.025, "start_s": 6, "algorithm": {"name": "cubic"}},
    ],
}


def scenario() -> Scenario:
    return validate_scenario(TWO_GROUPS)


@cache
def result() -> Json:
    return run_scenario(scenario(), 3, series=False)


def test_everything_of_the_summary_is_there_under_its_name() -> None:
    numbers = numbers_of(result())
    summary = result()["summary"]
    assert {name: numbers[name] for name in summary} == summary
    assert list(numbers)[: len(summary)] == list(summary)
    assert numbers["mean_queue_s"] == pytest.approx(summary["mean_queue_bytes"] * 8 / 1e7)


def test_a_group_has_the_mean_of_every_number_of_its_flows() -> None:
    numbers = numbers_of(result())
    flows = result()["flows"]
    fields = {
        name
        for name, value in flows[0].items()
        if isinstance(value, int | float) and name not in {"group_index", "flow_index"}
    }
    assert {"throughput_bps", "mean_rtt_s", "rto_count", "limited_cwnd_ratio"} <= fields
    for field in fields:
        mean = sum(flow[field] for flow in flows[:3]) / 3
        assert numbers[f"group_0_{field}"] == pytest.approx(mean)
        assert numbers[f"group_1_{field}"] == flows[3][field]
    assert "group_0_flow_index" not in numbers
    assert "group_2_throughput_bps" not in numbers


def test_shares_of_the_groups_are_of_what_the_link_carried() -> None:
    numbers = numbers_of(result())
    first, second = numbers["group_0_share_ratio"], numbers["group_1_share_ratio"]
    assert first is not None
    assert second is not None
    assert first + second == pytest.approx(1.0)
    flows = result()["flows"]
    total_bits = result()["summary"]["throughput_bps"] * 10
    assert second == pytest.approx(flows[3]["throughput_bps"] * flows[3]["active_s"] / total_bits)


def test_the_relative_share_is_of_the_mean_of_all_flows() -> None:
    numbers = numbers_of(result())
    rates = [flow["throughput_bps"] for flow in result()["flows"]]
    mean = sum(rates) / 4
    assert numbers["group_0_relative_share_ratio"] == pytest.approx(sum(rates[:3]) / 3 / mean)
    assert numbers["group_1_relative_share_ratio"] == pytest.approx(rates[3] / mean)


def test_the_index_within_a_group_is_of_its_own_flows() -> None:
    numbers = numbers_of(result())
    rates = [flow["throughput_bps"] for flow in result()["flows"][:3]]
    expected = sum(rates) ** 2 / (3 * sum(rate**2 for rate in rates))
    assert numbers["group_0_jain_index"] == pytest.approx(expected)
    assert numbers["group_1_jain_index"] == 1.0


def test_numbers_that_do_not_exist_are_none() -> None:
    # The second flow has stopped before the window: no ratio with it, no RTT of it.
    data = {**TWO_GROUPS, "duration_s": 3, "warmup_s": 1}
    data["flows"] = [
        TWO_GROUPS["flows"][0],
        {**TWO_GROUPS["flows"][1], "stop_s": 0.5, "start_s": 0},
    ]
    numbers = numbers_of(run_scenario(validate_scenario(data), 1, series=False))
    assert numbers["throughput_ratio"] is None
    assert numbers["group_1_mean_rtt_s"] is None
    assert numbers["group_1_jain_index"] is None
    assert numbers["group_1_share_ratio"] == 0.0
    assert numbers["group_0_share_ratio"] == 1.0


def test_equal_results_give_equal_numbers_in_the_same_order() -> None:
    again = run_scenario(scenario(), 3, series=False)
    assert list(numbers_of(again).items()) == list(numbers_of(result()).items())


def test_only_sixteen_groups_have_numbers_of_their_own() -> None:
    flow = TWO_GROUPS["flows"][0]
    data = {**TWO_GROUPS, "duration_s": 3, "flows": [{**flow, "count": 1}] * 18}
    numbers = numbers_of(run_scenario(validate_scenario(data), 1, series=False))
    assert "group_15_share_ratio" in numbers
    assert "group_16_share_ratio" not in numbers


def test_every_number_has_a_metric_that_explains_it() -> None:
    numbers = numbers_of(result())
    metrics = metrics_of(numbers, [group.label for group in scenario().flows])
    assert [metric.name for metric in metrics] == list(numbers)
    for metric in metrics:
        assert metric.label
        assert metric.definition.endswith(".")
        value = numbers[metric.name]
        if value is None:
            assert metric.name == "group_1_mean_pacing_rate_bps"  # CUBIC is not paced
            continue
        assert math.isfinite(value)
        if metric.least is not None:
            assert value >= metric.least, metric.name
        if metric.most is not None:
            assert value <= metric.most, metric.name
        # A rate, a time, bytes and packets have the unit that their name ends with.
        last_word = metric.name.rsplit("_", maxsplit=1)[-1]
        unit = {"bps": "bit/s", "s": "s", "bytes": "bytes", "packets": "packets"}.get(last_word, "")
        assert metric.unit == unit, metric.name


def test_labels_name_the_group_and_without_one_its_number() -> None:
    assert find_metric("group_1_mean_rtt_s", ["far", "near"]).label == "near: RTT, mean"
    assert find_metric("group_1_mean_rtt_s", ["far", ""]).label == "group 2: RTT, mean"
    for name in ("nonsense", "group_0_nonsense", "group_x_throughput_bps"):
        with pytest.raises(UnknownMetricError):
            find_metric(name)
    assert metrics_of(["nonsense", "jain_index"])[0].name == "jain_index"


@pytest.mark.parametrize(
    ("name", "fair", "scale", "average"),
    [
        ("jain_index", 1.0, "linear", "arithmetic"),
        ("throughput_ratio", 1.0, "logarithmic", "geometric"),
        ("mean_1s_goodput_ratio", 1.0, "logarithmic", "geometric"),
        ("throughput_stdr", 0.0, "linear", "arithmetic"),
        ("group_3_relative_share_ratio", 1.0, "linear", "arithmetic"),
        ("group_3_jain_index", 1.0, "linear", "arithmetic"),
        ("utilisation_ratio", None, "linear", "arithmetic"),
        ("group_0_throughput_bps", None, "linear", "arithmetic"),
    ],
)
def test_metrics_know_what_is_fair_and_how_to_average(
    name: str, fair: float | None, scale: str, average: str
) -> None:
    metric = find_metric(name)
    assert (metric.fair, metric.scale, metric.average) == (fair, scale, average)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("throughput_bps", 9962400.0, "9.962 Mbit/s"),
        ("mean_queue_s", 0.01234567, "12.35 ms"),
        ("utilisation_ratio", 0.99638, "99.64 %"),
        ("throughput_ratio", 1.44, "1.44"),
        ("dropped_packets", 123456.0, "123456 packets"),
        ("group_0_relative_share_ratio", 1.5, "150 %"),
    ],
)
def test_values_are_shown_with_their_unit(name: str, value: float, text: str) -> None:
    assert find_metric(name).shown(value) == text
