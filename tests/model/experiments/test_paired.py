"""Arms compared seed by seed, and the sentence that says what was found."""

import math
import re

import numpy as np
import pytest
from scipy import stats

from lab_model.experiments import compare_cells, difference_sentence, find_metric
from lab_model.experiments.paired import unfairness
from lab_model.metrics import FLOW, GROUP, QUEUE, SUMMARY

RATE = find_metric("throughput_bps")
RATIO = find_metric("throughput_ratio")
JAIN = find_metric("jain_index")
SHARE = find_metric("utilisation_ratio")


def test_differences_are_those_of_a_paired_t_test() -> None:
    rng = np.random.default_rng(4)
    noise = rng.normal(0, 1e6, (30, 20))
    baseline = 5e6 + noise
    arm = baseline + rng.normal(2e4, 1e5, (30, 20))
    found = compare_cells(arm, baseline, RATE)
    assert found.kind == "difference"
    for row in range(30):
        test = stats.ttest_rel(arm[row], baseline[row])
        interval = test.confidence_interval(0.95)
        assert (found.low[row], found.high[row]) == pytest.approx(
            (interval.low, interval.high), rel=1e-9
        )
        assert found.is_distinguishable[row] == (test.pvalue < 0.05)
    assert 0 < found.is_distinguishable.sum() < 30


def test_pairing_sees_what_the_means_alone_do_not() -> None:
    noise = np.random.default_rng(4).normal(0, 1e6, (1, 20))
    arm, baseline = 5e6 + 1e5 + noise, 5e6 + noise
    arm[0, 0] += 1e3
    assert compare_cells(arm, baseline, RATE).is_distinguishable[0]
    assert stats.ttest_ind(arm[0], baseline[0]).pvalue > 0.05


def test_ratios_are_divided_not_subtracted() -> None:
    arm, baseline = np.array([[1.0, 2.0, 3.0]]), np.array([[0.5, 2.0, 6.0]])
    found = compare_cells(arm, baseline, RATIO)
    assert found.kind == "ratio"
    assert found.mean[0] == pytest.approx(1.0)
    low, high = stats.t.interval(0.95, 2, loc=0.0, scale=stats.sem(np.log([2.0, 1.0, 0.5])))
    assert (found.low[0], found.high[0]) == pytest.approx((math.exp(low), math.exp(high)))
    assert not found.is_distinguishable[0]
    # 1/2 is as far from fair as 2, 3 is nearer than 6, and 2 is no nearer than 2.
    assert found.nearer_fair_count[0] == 2


def test_only_seeds_with_both_numbers_are_pairs() -> None:
    nan = np.nan
    arm = np.array([[1.0, nan, 3.0, 4.0], [1.0, nan, nan, nan], [nan, nan, nan, nan]])
    baseline = np.array([[0.0, 1.0, nan, 2.0], [2.0, 1.0, 1.0, nan], [1.0, 1.0, 1.0, 1.0]])
    found = compare_cells(arm, baseline, RATE)
    assert found.count.tolist() == [2, 1, 0]
    assert found.mean[0] == 1.5
    assert found.mean[1] == -1.0
    assert math.isnan(found.mean[2])
    assert found.is_known.tolist() == [True, False, False]
    assert not found.is_distinguishable[1:].any()


def test_equal_arms_are_not_distinguishable_and_a_constant_difference_is() -> None:
    values = np.array([[0.1, 0.7, 0.3]])
    same = compare_cells(values, values, JAIN)
    assert (same.mean[0], same.low[0], same.high[0]) == (0.0, 0.0, 0.0)
    assert same.is_known[0]
    assert not same.is_distinguishable[0]
    assert same.nearer_fair_count[0] == 0
    constant = compare_cells(np.full((1, 3), 0.5), np.full((1, 3), 0.25), JAIN)
    assert (constant.low[0], constant.high[0]) == (0.25, 0.25)
    assert constant.is_distinguishable[0]
    assert constant.nearer_fair_count[0] == 3


def test_a_factor_of_zero_says_nothing() -> None:
    found = compare_cells(np.array([[1.0, 2.0, 4.0]]), np.array([[0.0, 1.0, 2.0]]), RATIO)
    assert found.count[0] == 2
    assert found.mean[0] == pytest.approx(2.0)
    # Without the most extreme seed the others, all of which say 2, would tell too much.
    assert np.isnan(found.low[0])
    assert not found.is_known[0]
    # The starved arm itself counts, with a mean of 0 and no interval.
    starved = compare_cells(np.array([[0.0, 2.0, 4.0]]), np.array([[1.0, 1.0, 2.0]]), RATIO)
    assert (starved.count[0], starved.mean[0]) == (3, 0.0)
    assert not starved.is_known[0]


def test_a_metric_without_a_fair_value_has_no_nearer_seeds() -> None:
    found = compare_cells(np.ones((2, 3)), np.zeros((2, 3)), SHARE)
    assert found.nearer_fair_count.tolist() == [-1, -1]
    assert np.isnan(unfairness(np.ones(3), SHARE)).all()


def test_shapes_must_agree() -> None:
    with pytest.raises(ValueError, match="differ in shape"):
        compare_cells(np.ones((2, 3)), np.ones((2, 4)), RATE)


def sentence(arm: list[float], baseline: list[float], name: str) -> str:
    metric = find_metric(name, ["elephant"], [1])
    found = compare_cells(np.array([arm]), np.array([baseline]), metric)
    return difference_sentence(found, 0, metric, "FaiRTT", "BBRv2")


@pytest.mark.parametrize(
    ("arm", "baseline", "name", "begin", "end"),
    [
        (
            [1.0, 1.2, 0.9, 1.1],
            [1.1, 1.1, 1.0, 1.0],
            "throughput_ratio",
            "FaiRTT and BBRv2 do not differ significantly in the throughput ratio: 0.995 times ",
            "(95 % interval 0.835 to 1.19, 4 paired seeds).",
        ),
        (
            [1.0, 1.2, 0.9, 1.1],
            [2.1, 2.3, 2.0, 2.1],
            "throughput_ratio",
            "With FaiRTT, the throughput ratio is 0.492 times BBRv2's ",
            "(95 % interval 0.437 to 0.553, 4 paired seeds; nearer to fair in 4 of 4).",
        ),
        (
            [0.99, 0.98, 0.99],
            [0.89, 0.88, 0.88],
            "jain_index",
            "With FaiRTT, Jain's index is 0.1033 above BBRv2's ",
            "(95 % interval 0.08899 to 0.1177, 3 paired seeds; nearer to fair in 3 of 3).",
        ),
        (
            [0.75, 0.5],
            [1.0, 0.75],
            "utilisation_ratio",
            "With FaiRTT, the utilisation of the link is 25 percentage points below BBRv2's ",
            "(95 % interval -25 percentage points to -25 percentage points, 2 paired seeds).",
        ),
        (
            [6e6],
            [5e6],
            "group_0_throughput_bps",
            "With FaiRTT, the throughput of the elephant is 1 Mbit/s above BBRv2's ",
            "(one paired seed: no interval; run more seeds).",
        ),
        (
            [math.nan],
            [5e6],
            "throughput_bps",
            "FaiRTT and BBRv2 have no seed in common with a number for ",
            "the throughput of all flows.",
        ),
        (
            [3.0, 5.0],
            [1.0, 1.0],
            "group_0_rto_count",
            "FaiRTT and BBRv2 do not differ significantly in the number of retransmission ",
            "timeouts of the elephant: 3 (95 % interval -9.706 to 15.71, 2 paired seeds).",
        ),
        (
            [1.0004, 1.0004],
            [1.0, 1.0],
            "throughput_ratio",
            "With FaiRTT, the throughput ratio is 1.0004 times BBRv2's ",
            "(95 % interval 1.0004 to 1.0004, 2 paired seeds; nearer to fair in 0 of 2).",
        ),
        (
            [0.0, 1.0],
            [1.0, 1.0],
            "throughput_ratio",
            "With FaiRTT, the throughput ratio is 0 times BBRv2's ",
            "(2 paired seeds, some with a ratio of zero: no interval).",
        ),
    ],
)
def test_a_comparison_is_said_with_its_numbers(
    arm: list[float], baseline: list[float], name: str, begin: str, end: str
) -> None:
    assert sentence(arm, baseline, name) == begin + end


@pytest.mark.parametrize("count", [1, 5])
def test_a_metric_is_one_thing_in_a_sentence_whatever_its_heading_says(count: int) -> None:
    for name in (*SUMMARY, *QUEUE, *(f"group_0_{field}" for field in (*FLOW, *GROUP))):
        said = find_metric(name, ["CUBIC"], [count]).phrase
        assert re.match(r"the (?!packets|frames|lost|marked|limited)\w|Jain's|STDR", said), said
        assert "," not in said


@pytest.mark.parametrize(
    ("name", "label", "count", "said"),
    [
        ("group_0_throughput_bps", "elephant", 1, "the throughput of the elephant"),
        ("group_0_throughput_bps", "elephant", 2, "the throughput per elephant"),
        ("group_0_mean_rtt_s", "20 ms", 3, "the mean RTT per 20 ms flow"),
        ("group_0_mean_rtt_s", "", 3, "the mean RTT per flow of group 1"),
        (
            "group_0_late_frame_ratio",
            "CUBIC: fast",
            1,
            "the share of missed deadlines of “CUBIC: fast”",
        ),
        ("group_0_goodput_bps", "a / b", 1, "the goodput of a / b"),
        ("group_0_jain_index", "CUBIC", 5, "Jain's index among the flows of CUBIC"),
        (
            "group_0_goodput_bps/group_0_mean_rtt_s",
            "near",
            1,
            "the ratio of the goodput of the near flow to the mean RTT of the near flow",
        ),
    ],
)
def test_a_metric_of_a_group_says_whose_it_is(name: str, label: str, count: int, said: str) -> None:
    assert find_metric(name, [label], [count]).phrase == said


def test_the_heading_of_a_mean_over_flows_says_so_where_there_are_several() -> None:
    heads = [find_metric("group_0_goodput_bps", ["CUBIC"], counts).label for counts in ([1], [5])]
    assert heads == ["CUBIC: goodput", "CUBIC (per flow): goodput"]
    assert find_metric("group_0_share_ratio", ["CUBIC"], [5]).label == "CUBIC: share"
