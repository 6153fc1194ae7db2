"""Several seeds become one picture: thinned alike, then mean and extremes."""

import numpy as np
import pytest

from lab_model.seeds import SeedSeries, curves_over, point_samples, thinned


def test_a_point_is_a_second_unless_the_run_is_long_or_its_samples_are() -> None:
    assert point_samples(120, 0.1) == 10
    # 240 points at most: 2.5 s each.
    assert point_samples(600, 0.1) == 25
    assert point_samples(10, 5) == 1


def test_points_are_means_of_known_values() -> None:
    samples = np.array([[1.0, 3.0, 5.0, 7.0, 9.0], [np.nan, 2.0, np.nan, np.nan, 4.0]])
    points = thinned(samples, 2)
    assert points[0].tolist() == [2, 6, 9]
    assert points[1][0] == 2
    assert np.isnan(points[1][1])
    assert points[1][2] == 4


def test_curves_have_mean_and_extremes_of_the_seeds_at_each_point() -> None:
    first = SeedSeries(np.array([[1.0, 2.0], [10.0, np.nan]]), np.array([0.0, 6.0]))
    second = SeedSeries(np.array([[3.0, 8.0], [30.0, np.nan]]), np.array([4.0, 2.0]))
    curves = curves_over([first, second], point_s=1.0)
    assert curves.throughputs_bps[0].mean == [2, 5]
    assert curves.throughputs_bps[0].low == [1, 2]
    assert curves.throughputs_bps[0].high == [3, 8]
    assert curves.throughputs_bps[1].mean == [20, None]
    assert curves.queue_bytes.mean == pytest.approx([2, 4])
