"""Student-t intervals against tabulated values."""

import math

import pytest

from lab_model.experiments.statistics import estimate, student_t_quantile


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
