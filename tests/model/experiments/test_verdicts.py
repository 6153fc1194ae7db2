"""Better or worse than the baseline, over many cells at once."""

import numpy as np
import pytest
from scipy import stats

from lab_model.comparisons.judged import CellVerdict
from lab_model.experiments import Metric, find_metric
from lab_model.experiments.metrics import UnknownMetricError, combined
from lab_model.experiments.verdict_counts import count_verdicts, verdict_sentence
from lab_model.experiments.verdicts import (
    judge_cells,
)
from lab_model.metrics import TABLES

RATIO = find_metric("throughput_ratio")
STDR = find_metric("throughput_stdr")
RATE = find_metric("group_0_throughput_bps")
QUEUE = find_metric("mean_queue_s")
CWND = find_metric("group_0_mean_cwnd_bytes")


def test_a_metric_with_a_fair_value_says_no_other_direction() -> None:
    declared = [TABLES[table].values() for table in ("summary", "flow", "group")]
    metrics = [metric for table in declared for metric in table]
    assert {metric.direction for metric in metrics} == {"fair", "more", "less", None}
    assert all(metric.better is None for metric in metrics if metric.fair is not None)


def test_nearer_to_fair_is_better_on_either_side_of_it() -> None:
    noise = np.array([0.98, 1.0, 1.02])
    baseline = np.stack([2.0 * noise, 0.5 * noise, 1.1 * noise])
    arm = np.stack([1.25 * noise**0.9, 0.8 * noise**1.1, 2.0 * noise**1.1])
    found = judge_cells(arm, baseline, RATIO)
    assert (found.towards, found.kind) == ("fair", "ratio")
    assert found.verdict == ["better", "better", "worse"]
    # 2 is log 2 from fair, 1.25 log 1.25: the distance is a factor of its exponential.
    assert found.mean[0] == pytest.approx(1.25 / 2, rel=1e-3)
    assert (found.low[0] < found.mean[0] < found.high[0] < 1) == np.True_


def test_an_arm_as_far_on_the_other_side_is_neither_better_nor_worse() -> None:
    rng = np.random.default_rng(1)
    baseline = 1.25 * np.exp(rng.normal(0, 0.05, (1, 12)))
    arm = 0.8 * np.exp(rng.normal(0, 0.05, (1, 12)))
    assert judge_cells(arm, baseline, RATIO).verdict == ["unclear"]


def test_balance_is_judged_by_its_distance_from_zero() -> None:
    arm, baseline = np.array([[-0.1, -0.12, -0.11]]), np.array([[0.5, 0.52, 0.49]])
    found = judge_cells(arm, baseline, STDR)
    assert (found.kind, found.verdict) == ("difference", ["better"])
    assert found.mean[0] == pytest.approx(-0.3933, abs=1e-4)


@pytest.mark.parametrize(
    ("metric", "verdict"),
    [(RATE, "better"), (QUEUE, "worse"), (CWND, "more")],
)
def test_more_is_what_the_metric_says_of_it(metric: Metric, verdict: str) -> None:
    values = np.array([[1.0, 1.1, 0.9, 1.05]])
    found = judge_cells(values + np.array([[0.5, 0.6, 0.4, 0.5]]), values, metric)
    assert found.verdict == [verdict]


def test_p_values_are_those_of_the_paired_t_test_adjusted_together() -> None:
    rng = np.random.default_rng(7)
    baseline = rng.normal(0.02, 0.002, (40, 10))
    arm = baseline + rng.normal(0.0006, 0.001, (40, 10))
    found = judge_cells(arm, baseline, QUEUE)
    alone = np.array([stats.ttest_rel(arm[row], baseline[row]).pvalue for row in range(40)])
    expected = stats.false_discovery_control(alone)
    assert found.adjusted_p == pytest.approx(expected, rel=1e-9)
    decided = [verdict != "unclear" for verdict in found.verdict]
    assert decided == list(expected <= 0.05)
    # Fewer than by the intervals of the cells alone, and still some.
    assert 0 < sum(decided) < int((alone <= 0.05).sum())


def test_equal_arms_of_a_thousand_cells_hardly_ever_differ_significantly() -> None:
    rng = np.random.default_rng(3)
    arm, baseline = rng.normal(0.02, 0.002, (2, 1000, 20))
    found = judge_cells(arm, baseline, QUEUE)
    alone = int(((found.low > 0) | (found.high < 0)).sum())
    assert alone > 30
    assert sum(verdict != "unclear" for verdict in found.verdict) <= 1


def test_too_few_pairs_are_not_tested_and_not_counted_in_the_family() -> None:
    nan = np.nan
    arm = np.array([[1.0, nan, nan], [nan, nan, nan], [0.01, 0.011, 0.012], [0.0, 0.0, 0.0]])
    baseline = np.array([[2.0, 1.0, nan], [1.0, 1.0, 1.0], [0.02, 0.022, 0.021], [1.0, 2.0, 1.0]])
    found = judge_cells(arm, baseline, QUEUE)
    assert found.verdict[:3] == [None, None, "better"]
    alone = stats.ttest_rel(arm[2], baseline[2]).pvalue
    other = stats.ttest_rel(arm[3], baseline[3]).pvalue
    assert found.adjusted_p[2] == pytest.approx(min(2 * alone, other))


def test_a_starved_flow_is_not_left_out_of_the_test() -> None:
    noise = np.linspace(0.98, 1.02, 5)
    nearer, starved = 1.2 * noise, np.append(1.2 * noise[:4], 0.0)
    baseline = np.full((3, 5), 2.0)
    found = judge_cells(np.stack([nearer, starved, starved]), baseline, RATIO)
    assert found.verdict == ["better", "unclear", "unclear"]
    assert found.count.tolist() == [5, 5, 5]
    assert np.isnan(found.adjusted_p[1:]).all()
    # They are no part of the family.
    assert found.adjusted_p[0] == judge_cells(nearer[None], baseline[:1], RATIO).adjusted_p[0]
    # Whichever side it is on, and where it leaves too few.
    assert judge_cells(baseline[:1], starved[None], RATIO).verdict == ["unclear"]
    assert judge_cells(np.zeros((1, 3)), baseline[:1, :3], RATIO).verdict == ["unclear"]
    assert judge_cells(np.zeros((1, 1)), baseline[:1, :1], RATIO).verdict == [None]


def test_equal_changes_leave_no_doubt_and_no_change_leaves_all() -> None:
    values = np.array([[0.25, 0.5, 0.75]])
    assert judge_cells(values + 0.25, values, QUEUE).verdict == ["worse"]
    same = judge_cells(values, values, QUEUE)
    assert (same.verdict, same.adjusted_p[0]) == (["unclear"], 1.0)


def test_sentence_counts_what_the_cells_say() -> None:
    better: list[CellVerdict | None] = ["better"]
    worse: list[CellVerdict | None] = ["worse"]
    unclear: list[CellVerdict | None] = ["unclear"]
    counts = count_verdicts(better * 9 + worse * 3 + unclear * 4)
    assert verdict_sentence(counts, "less") == (
        "better in 9, worse in 3, inconclusive in 4 of 16 cells"
    )
    assert verdict_sentence(counts, "fair") == (
        "nearer to fair in 9, further from fair in 3, inconclusive in 4 of 16 cells"
    )
    neutral = count_verdicts(["more", None])
    assert verdict_sentence(neutral, None) == (
        "more in 1, less in 0, inconclusive in 0 of 2 cells, too few seeds in 1"
    )


def test_ratio_of_two_metrics_is_a_metric() -> None:
    power = find_metric("group_0_goodput_bps/group_0_mean_rtt_s", ["mouse"])
    assert (power.better, power.fair, power.average) == ("more", None, "geometric")
    assert power.unit == "bit/s per s"
    assert power.label == "mouse: goodput / mouse: RTT, mean"
    between = find_metric("group_0_goodput_bps/group_1_goodput_bps")
    assert (between.better, between.fair, between.unit) == ("fair", 1.0, "")
    # A part of all is no comparison of equals.
    assert find_metric("group_0_throughput_bps/throughput_bps").fair is None
    with pytest.raises(UnknownMetricError):
        find_metric("jain_index/jain_index/jain_index")
    ratios = combined([np.array([[6.0, 1.0]]), np.array([[3.0, 0.0]])])
    assert ratios[0, 0] == 2.0
    assert np.isnan(ratios[0, 1])
