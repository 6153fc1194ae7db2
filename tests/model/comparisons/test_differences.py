"""Differences from a baseline against SciPy's own tests."""

import copy
from typing import Any

import numpy as np
import pytest
from scipy import stats

from lab_model.comparisons.differences import difference_from
from lab_model.comparisons.settings import differing_settings
from lab_model.experiments.metrics import find_metric
from lab_model.scenarios import validate_scenario
from tests.support.scenarios import scenario

QUEUE = find_metric("mean_queue_s")
RATIO = find_metric("throughput_ratio")


def _by_seed(values: list[float], first_seed: int = 1) -> dict[int, float]:
    return dict(enumerate(values, first_seed))


BASELINE = [0.010, 0.014, 0.012, 0.016, 0.011]
ITEM = [0.012, 0.017, 0.013, 0.019, 0.014]


class TestPaired:
    def test_common_seeds_give_the_paired_t_interval(self) -> None:
        found = difference_from(_by_seed(BASELINE), _by_seed(ITEM), QUEUE)
        expected = stats.ttest_rel(ITEM, BASELINE).confidence_interval(0.95)
        assert (found.kind, found.is_paired, found.count) == ("difference", True, 5)
        assert found.mean == pytest.approx(np.mean(ITEM) - np.mean(BASELINE))
        assert found.low == pytest.approx(expected.low)
        assert found.high == pytest.approx(expected.high)
        assert found.is_distinguishable is True

    def test_pairs_are_of_equal_seeds_whatever_their_order(self) -> None:
        backwards = dict(reversed(_by_seed(ITEM).items()))
        assert difference_from(_by_seed(BASELINE), backwards, QUEUE) == difference_from(
            _by_seed(BASELINE), _by_seed(ITEM), QUEUE
        )

    def test_ratio_is_paired_by_logarithms(self) -> None:
        ours, theirs = [3.0, 2.5, 3.6], [1.5, 1.4, 1.6]
        found = difference_from(_by_seed(theirs), _by_seed(ours), RATIO)
        test = stats.ttest_rel(np.log(ours), np.log(theirs)).confidence_interval(0.95)
        assert (found.kind, found.is_paired) == ("ratio", True)
        assert found.mean == pytest.approx(stats.gmean(ours) / stats.gmean(theirs))
        assert (found.low, found.high) == pytest.approx((np.exp(test.low), np.exp(test.high)))

    def test_half_of_the_seeds_in_common_are_enough(self) -> None:
        found = difference_from(_by_seed(BASELINE[:4], 1), _by_seed(ITEM[:4], 3), QUEUE)
        expected = stats.ttest_rel(ITEM[:2], BASELINE[2:4]).confidence_interval(0.95)
        assert (found.is_paired, found.count) == (True, 2)
        assert found.low == pytest.approx(expected.low)

    def test_one_common_seed_is_a_pair_without_an_interval(self) -> None:
        found = difference_from({7: 0.01}, {7: 0.03}, QUEUE)
        assert (found.is_paired, found.count) == (True, 1)
        assert found.mean == pytest.approx(0.02)
        assert (found.low, found.high, found.is_distinguishable) == (None, None, None)

    def test_equal_values_have_an_interval_of_no_width(self) -> None:
        found = difference_from(_by_seed(ITEM), _by_seed(ITEM), QUEUE)
        assert (found.mean, found.low, found.high) == (0.0, 0.0, 0.0)
        assert found.is_distinguishable is False


class TestUnpaired:
    def test_other_seeds_give_welchs_interval(self) -> None:
        found = difference_from(_by_seed(BASELINE), _by_seed(ITEM[:3], 101), QUEUE)
        test = stats.ttest_ind(ITEM[:3], BASELINE, equal_var=False)
        expected = test.confidence_interval(0.95)
        assert (found.is_paired, found.count) == (False, 3)
        assert found.mean == pytest.approx(np.mean(ITEM[:3]) - np.mean(BASELINE))
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
        assert found.is_distinguishable is bool(test.pvalue < 0.05)

    def test_few_common_seeds_are_not_worth_leaving_the_others_out(self) -> None:
        found = difference_from(_by_seed(BASELINE, 1), _by_seed(ITEM, 5), QUEUE)
        expected = stats.ttest_ind(ITEM, BASELINE, equal_var=False).confidence_interval(0.95)
        assert not found.is_paired
        assert found.high == pytest.approx(expected.high)

    def test_ratio_is_one_of_geometric_means(self) -> None:
        ours, theirs = [3.0, 2.5, 3.6], [1.5, 1.4, 1.6, 1.7]
        found = difference_from(_by_seed(theirs), _by_seed(ours, 101), RATIO)
        test = stats.ttest_ind(np.log(ours), np.log(theirs), equal_var=False)
        expected = test.confidence_interval(0.95)
        assert (found.kind, found.is_paired) == ("ratio", False)
        assert found.mean == pytest.approx(stats.gmean(ours) / stats.gmean(theirs))
        assert (found.low, found.high) == pytest.approx(
            (np.exp(expected.low), np.exp(expected.high))
        )

    def test_one_value_has_no_interval(self) -> None:
        found = difference_from(_by_seed(BASELINE), {101: 0.02}, QUEUE)
        assert found.mean == pytest.approx(0.02 - np.mean(BASELINE))
        assert (found.low, found.high, found.is_distinguishable) == (None, None, None)

    def test_nothing_is_a_multiple_of_zero(self) -> None:
        found = difference_from({1: 0.0, 2: 1.0}, {3: 1.0, 4: 2.0}, RATIO)
        assert (found.mean, found.is_distinguishable) == (None, None)

    def test_values_without_spread_differ_by_exactly_so_much(self) -> None:
        found = difference_from({1: 2.0, 2: 2.0}, {3: 3.0, 4: 3.0}, QUEUE)
        assert (found.mean, found.low, found.high) == (1.0, 1.0, 1.0)
        assert found.is_distinguishable is True

    def test_without_values_there_is_nothing_to_say(self) -> None:
        found = difference_from({}, _by_seed(ITEM), QUEUE)
        assert (found.count, found.mean, found.low) == (0, None, None)


# In which settings scenarios differ.


def _whole(**changes: Any) -> dict[str, Any]:
    return validate_scenario(scenario(**changes)).model_dump(mode="json")


def _differing(*scenarios: dict[str, Any]) -> dict[str, list[Any]]:
    return {found.path: found.values for found in differing_settings(scenarios)}


class TestSettings:
    def test_equal_scenarios_have_none(self) -> None:
        assert _differing(_whole(), _whole(), _whole()) == {}

    def test_every_scenario_tells_its_value(self) -> None:
        found = _differing(_whole(), _whole(rate_bps=2e7), _whole())
        assert found == {"bottleneck.rate_bps": [1e7, 2e7, 1e7]}

    def test_names_and_labels_are_no_settings(self) -> None:
        other = _whole(name="another")
        other["flows"][0]["label"] = "another"
        assert _differing(_whole(), other) == {}

    def test_name_of_an_algorithm_is_one(self) -> None:
        other = _whole()
        other["flows"][1]["algorithm"] = {"name": "bbr", "parameters": {"probe_rtt_cwnd_gain": 1}}
        assert _differing(_whole(), other) == {
            "flows.1.algorithm.name": ["newreno", "bbr"],
            "flows.1.algorithm.parameters.probe_rtt_cwnd_gain": [None, 1],
        }

    def test_part_of_another_kind_is_one_setting(self) -> None:
        loss = {"kind": "bernoulli", "probability": 0.01}
        other = _whole(bottleneck={"rate_bps": 1e7, "delay_s": 0.01, "loss": loss})
        [(path, (before, after))] = _differing(_whole(), other).items()
        assert path == "bottleneck.loss"
        assert (before["kind"], after["kind"]) == ("none", "bernoulli")

    def test_group_that_one_has_more_is_one_setting(self) -> None:
        other = _whole()
        more = copy.deepcopy(other["flows"][1])
        other["flows"].append(more)
        assert _differing(_whole(), other) == {"flows.2": [None, more]}
