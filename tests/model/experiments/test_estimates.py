"""Means and intervals over seeds, against SciPy and against hand-computed numbers."""

import math
import time
from dataclasses import asdict

import numpy as np
import pytest
from scipy import stats

from lab_model.experiments import bootstrap_interval, estimate_cell, estimate_cells, find_metric
from lab_model.experiments.ellipses import EllipseShape, ellipse_of
from lab_model.experiments.estimates import estimate_metrics, student_t_quantiles
from lab_model.experiments.statistics import estimate, student_t_quantile

RATE = find_metric("throughput_bps")
RATIO = find_metric("throughput_ratio")
JAIN = find_metric("jain_index")
STDR = find_metric("throughput_stdr")


def test_quantiles_are_those_of_the_published_table() -> None:
    # t(0.975, n - 1) for n = 2..10, 15, 20, 30.
    seeds = np.array([2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30])
    published = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262]
    published += [2.145, 2.093, 2.045]
    assert student_t_quantiles(seeds - 1).round(3).tolist() == published
    assert student_t_quantiles(seeds - 1) == pytest.approx(stats.t.ppf(0.975, seeds - 1))
    assert math.isnan(float(student_t_quantiles(0)))


def test_the_interval_of_three_values_by_hand() -> None:
    found = estimate_cell([1.0, 2.0, 3.0], RATE)
    assert (found.count, found.mean, found.median) == (3, 2.0, 2.0)
    assert found.low is not None
    assert found.high is not None
    # s = 1, t(2) = 4.303: 2 -+ 4.303 / sqrt(3); a rate is not below 0.
    assert found.high == pytest.approx(2 + 4.303 / math.sqrt(3), abs=1e-3)
    assert (found.low, found.is_clipped) == (0.0, True)


def test_student_intervals_are_those_of_scipy() -> None:
    rng = np.random.default_rng(7)
    values = rng.normal(5e6, 1e5, (50, 20))
    found = estimate_cells(values, RATE)
    for row in range(50):
        sample = values[row]
        low, high = stats.t.interval(0.95, 19, loc=sample.mean(), scale=stats.sem(sample))
        assert found.mean[row] == pytest.approx(sample.mean(), rel=1e-14)
        assert (found.low[row], found.high[row]) == pytest.approx((low, high), rel=1e-12)
        assert found.median[row] == np.median(sample)
    assert not found.is_clipped.any()


def test_ratios_are_averaged_by_their_logarithms() -> None:
    found = estimate_cell([0.5, 2.0], RATIO)
    assert found.mean == pytest.approx(1.0)
    sample = np.random.default_rng(3).lognormal(0.2, 0.4, 20)
    low, high = stats.t.interval(
        0.95, 19, loc=np.log(sample).mean(), scale=stats.sem(np.log(sample))
    )
    found = estimate_cell(sample, RATIO)
    assert found.mean == pytest.approx(stats.gmean(sample), rel=1e-14)
    assert (found.low, found.high) == pytest.approx((math.exp(low), math.exp(high)), rel=1e-12)


def test_a_ratio_of_zero_has_a_mean_of_zero_and_no_interval() -> None:
    found = estimate_cell([0.0, 1.0, 2.0], RATIO)
    assert (found.count, found.mean, found.median) == (3, 0.0, 1.0)
    assert (found.low, found.high, found.bootstrap_low) == (None, None, None)


def test_values_that_do_not_exist_are_left_out_and_not_counted() -> None:
    values = np.array([[1.0, np.nan, 3.0, np.nan], [np.nan] * 4, [5.0, np.nan, np.nan, np.nan]])
    found = estimate_cells(values, RATE)
    assert found.count.tolist() == [2, 0, 1]
    assert found.mean[0] == found.median[0] == 2.0
    assert found.high[0] == pytest.approx(2 + 12.706 * math.sqrt(2) / math.sqrt(2), rel=1e-4)
    assert np.isnan([found.mean[1], found.median[1], found.low[1], found.high[1]]).all()
    assert (found.mean[2], found.median[2]) == (5.0, 5.0)
    assert np.isnan([found.low[2], found.high[2]]).all()
    assert estimate_cell([None, 4.0], RATE) == estimate_cell([4.0], RATE)


def test_no_values_at_all_are_no_estimate() -> None:
    found = estimate_cell([], RATE)
    assert (found.count, found.mean, found.median, found.low) == (0, None, None, None)
    assert estimate_cells(np.empty((3, 0)), RATIO).count.tolist() == [0, 0, 0]


@pytest.mark.parametrize("value", [0.1, 1 / 3, 1e7, 0.9999999])
def test_equal_values_have_an_interval_of_no_width(value: float) -> None:
    # 0.1 + 0.1 + 0.1 is not 0.3: the mean must still be one of the values.
    for count in (2, 3, 7, 20):
        found = estimate_cell([value] * count, JAIN if value < 1 else RATE)
        assert (found.mean, found.low, found.high) == (value, value, value)
        assert (found.bootstrap_low, found.bootstrap_high) == (value, value)
        assert not found.is_clipped


def test_an_interval_beyond_the_range_is_clipped_and_says_so() -> None:
    values = [0.99, 0.999, 0.9999, 0.95]
    found = estimate_cell(values, JAIN)
    assert (found.high, found.is_clipped) == (1.0, True)
    assert found.mean == pytest.approx(np.mean(values))
    # The bootstrap stays within the values by itself.
    assert found.bootstrap_high is not None
    assert found.bootstrap_high < 1.0
    assert estimate_cell([-0.9, -0.99, -0.999, -0.5], STDR).low == -1.0
    assert not estimate_cell([0.5, 0.51, 0.52], JAIN).is_clipped


def test_bootstrap_intervals_are_those_of_scipy_and_always_the_same() -> None:
    sample = np.random.default_rng(11).exponential(1.0, 20)
    expected = stats.bootstrap(
        (sample,), np.mean, n_resamples=9_999, rng=np.random.default_rng(20260101)
    ).confidence_interval
    found = bootstrap_interval(sample, RATE)
    assert found == pytest.approx((expected.low, expected.high), rel=1e-12)
    assert bootstrap_interval(sample, RATE) == found
    # The mean of skewed values is more uncertain above than below.
    assert found[1] - sample.mean() > sample.mean() - found[0]


def test_bootstrap_intervals_of_few_and_odd_samples_exist() -> None:
    for sample in ([1.0, 2.0], [1.0, 1.0, 2.0], [0.0, 0.0, 0.0, 1.0]):
        low, high = bootstrap_interval(sample, RATE)
        assert min(sample) <= low <= high <= max(sample)
    assert all(map(math.isnan, bootstrap_interval([1.0], RATE)))


def test_many_metrics_of_a_cell_are_what_each_is_by_itself() -> None:
    rng = np.random.default_rng(8)
    table = rng.lognormal(0, 1, (6, 12))
    table[1, :4] = np.nan
    table[2] = 3.0
    table[3, 0] = 0.0
    table[4] = rng.integers(0, 3, 12)
    table[5] = np.nan
    metrics = [RATIO, RATE, RATE, RATIO, RATE, RATE]
    together = estimate_metrics(table, metrics)
    for row, metric, found in zip(table, metrics, together, strict=True):
        # Sums of products may be taken in another order: the last digit of an interval.
        alone = asdict(estimate_cell(row, metric))
        numbers = {name: value for name, value in alone.items() if value is not None}
        known = {name: value for name, value in asdict(found).items() if value is not None}
        assert known == pytest.approx(numbers, rel=1e-12)
    assert (together[2].bootstrap_low, together[2].bootstrap_high) == (3.0, 3.0)
    assert (together[3].bootstrap_low, together[5].mean) == (None, None)


def test_ties_of_counts_are_ties_whatever_the_rounding() -> None:
    counts = np.array([0.0, 1.0, 1.0, 2.0, 0.0, 3.0, 1.0, 0.0, 2.0, 1.0])
    low, high = bootstrap_interval(counts, RATE)
    moved = bootstrap_interval(counts + 1 / 3, RATE)
    assert moved == pytest.approx((low + 1 / 3, high + 1 / 3), rel=1e-12)


def test_student_intervals_cover_the_true_mean_nineteen_times_of_twenty() -> None:
    rng = np.random.default_rng(5)
    found = estimate_cells(rng.normal(5e6, 1e6, (4000, 5)), RATE)
    covered = ((found.low <= 5e6) & (found.high >= 5e6)).mean()
    # Binomial: 0.95 +- 4 x 0.0034.
    assert 0.936 < covered < 0.964


def test_one_cell_and_many_cells_agree_but_for_rounding() -> None:
    # One cell by the plain lines of files and pages, many by NumPy, shown in seven digits.
    values = np.random.default_rng(2).lognormal(0, 1, (300, 20))
    for metric in (RATE, RATIO):
        many = estimate_cells(values, metric)
        for row in (0, 17, 299):
            one = estimate_cell(values[row], metric)
            expected = (many.mean[row], many.low[row], many.high[row], many.median[row])
            found = (one.mean, one.low, one.high, one.median)
            assert found == pytest.approx(expected, rel=1e-13)


def test_ten_thousand_cells_take_a_second_or_two_of_cpu() -> None:
    values = np.random.default_rng(1).lognormal(0, 1, (10_000, 20))
    estimate_cells(values[:2], RATIO)
    start_s = time.process_time()
    estimate_cells(values, RATIO)
    # One by one they would take minutes; a second is usual, and an old machine takes four times it.
    assert time.process_time() - start_s < 4.0


# Student-t intervals against tabulated values.


@pytest.mark.parametrize(
    ("count", "quantile"),
    [(2, 12.706), (3, 4.303), (5, 2.776), (10, 2.262), (20, 2.093), (30, 2.045)],
)
def test_quantiles_are_the_tabulated_ones(count: int, quantile: float) -> None:
    assert student_t_quantile(count - 1) == pytest.approx(quantile, abs=5e-4)


def test_the_interval_of_a_small_sample_by_hand() -> None:
    # 1, 2, 3: mean 2, s = 1, t(0.975, 2) = 4.303, so 4.303 / sqrt(3) = 2.484.
    value = estimate([1.0, 2.0, 3.0])
    assert (value.count, value.mean, value.standard_deviation) == (3, 2.0, 1.0)
    assert value.half_width == pytest.approx(2.484, abs=5e-4)
    assert value.interval == pytest.approx((-0.484, 4.484), abs=5e-4)
    assert (value.minimum, value.maximum) == (1.0, 3.0)


def test_one_value_has_no_interval() -> None:
    value = estimate([5.0])
    assert value.mean == 5.0
    assert math.isnan(value.half_width)


def test_absent_values_are_not_counted() -> None:
    assert estimate([1.0, None, math.nan, 3.0]).count == 2
    assert math.isnan(estimate([None]).mean)


# The ellipse of an arm: the covariance of its points, whatever their units.


def _covariance_of(ellipse: EllipseShape) -> list[list[float]]:
    cosine, sine = math.cos(ellipse.angle_rad), math.sin(ellipse.angle_rad)
    turn = np.array([[cosine, -sine], [sine, cosine]])
    squares = np.diag([ellipse.axis_x**2, ellipse.axis_y**2])
    return list((turn @ squares @ turn.T).tolist())


@pytest.mark.parametrize("slope", [-2.0, -1.0, -0.3, 0.0, 0.3, 1.0, 2.0])
@pytest.mark.parametrize("scale_y", [1e-9, 1e-3, 1.0, 1e3, 1e9])
def test_it_has_the_covariance_of_the_points(slope: float, scale_y: float) -> None:
    random = np.random.default_rng(6)
    x = random.normal(5.0, 1.0, 40)
    y = (slope * x + random.normal(0.0, 0.5, 40)) * scale_y
    ellipse = ellipse_of(x, y)
    assert ellipse is not None
    assert ellipse.count == 40
    assert ellipse.mean_x == pytest.approx(float(x.mean()))
    assert ellipse.mean_y == pytest.approx(float(y.mean()))
    assert abs(ellipse.angle_rad) <= math.pi / 4 + 1e-12
    expected, found = np.cov(x, y), np.array(_covariance_of(ellipse))
    deviations = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
    assert np.abs((found - expected) / deviations).max() < 1e-6


def test_points_on_a_line_have_no_width() -> None:
    x = np.array([1.0, 2.0, 4.0])
    ellipse = ellipse_of(x, 3 * x)
    assert ellipse is not None
    assert min(ellipse.axis_x, ellipse.axis_y) == pytest.approx(0, abs=1e-6)
    assert max(ellipse.axis_x, ellipse.axis_y) == pytest.approx(math.sqrt(10 * x.var(ddof=1)))


def test_equal_points_are_a_point_and_one_is_no_ellipse() -> None:
    same = ellipse_of(np.array([2.0, 2.0]), np.array([3.0, 3.0]))
    assert same == EllipseShape(2, 2.0, 3.0, 0.0, 0.0, 0.0)
    assert ellipse_of(np.array([2.0]), np.array([3.0])) is None
