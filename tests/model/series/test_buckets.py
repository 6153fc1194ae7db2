"""Hand-computed buckets."""

import numpy as np
import pytest

from lab_model.series.buckets import Grid, bucketize, choose_grid
from lab_model.series.groups import MOST_RANKED_FLOWS, GroupColumn, rank_every

NAN = float("nan")


def _grid(sample_count: int, from_s: float, to_s: float, points: int) -> Grid:
    return choose_grid(
        sample_count=sample_count, sample_interval_s=0.1, from_s=from_s, to_s=to_s, points=points
    )


class TestChooseGrid:
    def test_every_sample_is_a_bucket_when_they_fit(self) -> None:
        grid = _grid(10, 0, 1, points=10)
        assert (grid.first_sample, grid.end_sample, grid.bucket_samples) == (0, 10, 1)
        assert grid.end_times_s(0.1) == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]

    def test_one_sample_too_many_doubles_the_buckets(self) -> None:
        grid = _grid(11, 0, 2, points=10)
        assert (grid.first_sample, grid.end_sample, grid.bucket_samples) == (0, 11, 2)
        # The last bucket holds the eleventh sample alone.
        assert grid.end_times_s(0.1) == [0.2, 0.4, 0.6, 0.8, 1.0, 1.1]

    def test_range_selects_the_samples_that_touch_it(self) -> None:
        # Sample i covers (i * 0.1, (i + 1) * 0.1]: 0.25 s lies in sample 2, 0.6 s ends sample 5.
        grid = _grid(100, 0.25, 0.6, points=100)
        assert (grid.first_sample, grid.end_sample) == (2, 6)

    @pytest.mark.parametrize("from_s", [0.3, 0.6, 0.7, 1.1])
    def test_bound_on_a_sample_is_exact_in_spite_of_binary_fractions(self, from_s: float) -> None:
        grid = _grid(100, from_s, from_s + 0.1, points=100)
        assert grid.first_sample == round(from_s * 10)
        assert grid.end_sample == grid.first_sample + 1

    def test_panning_keeps_the_buckets(self) -> None:
        left = _grid(1000, 10.0, 20.0, points=25)
        right = _grid(1000, 10.3, 20.3, points=25)
        assert left.bucket_samples == right.bucket_samples == 4
        assert set(right.edges) - set(left.edges) == {200}

    def test_range_without_samples_is_empty(self) -> None:
        assert _grid(10, 5, 6, points=10).edges == []
        assert _grid(0, 0, 6, points=10).edges == []
        assert _grid(10, 0.5, 0.2, points=10).edges == []

    def test_one_point_covers_everything(self) -> None:
        grid = _grid(1000, 0, 100, points=1)
        assert grid.bucket_samples == 1000
        assert len(grid.edges) == 1


class TestBucketize:
    def test_mean_and_extremes_of_each_bucket(self) -> None:
        values = np.array([1.0, 3.0, 10.0, 20.0, 7.0])
        buckets = bucketize(values, Grid(0, 5, 2))
        assert buckets.mean.tolist() == [2.0, 15.0, 7.0]
        assert buckets.minimum.tolist() == [1.0, 10.0, 7.0]
        assert buckets.maximum.tolist() == [3.0, 20.0, 7.0]

    def test_absent_values_do_not_count(self) -> None:
        values = np.array([NAN, 4.0, NAN, NAN])
        buckets = bucketize(values, Grid(0, 4, 2))
        assert buckets.mean[0] == buckets.minimum[0] == buckets.maximum[0] == 4.0
        assert np.isnan([buckets.mean[1], buckets.minimum[1], buckets.maximum[1]]).all()

    def test_short_dip_in_a_long_series_is_kept(self) -> None:
        values = np.full(36_000, 5e6)
        values[17_777] = 1e5
        buckets = bucketize(values, Grid(0, 36_000, 36))
        assert buckets.minimum.min() == 1e5
        assert int(buckets.minimum.argmin()) == 17_777 // 36

    def test_values_that_do_not_cover_the_grid_are_refused(self) -> None:
        with pytest.raises(ValueError, match="covers 4 samples"):
            bucketize(np.zeros(3), Grid(0, 4, 2))


def test_times_beyond_all_numbers_are_the_ends_of_the_run() -> None:
    grid = choose_grid(sample_count=50, sample_interval_s=0.1, from_s=0.0, to_s=1.7e308, points=100)
    assert (grid.first_sample, grid.end_sample) == (0, 50)
    beyond = choose_grid(
        sample_count=50, sample_interval_s=0.1, from_s=1.7e308, to_s=1.7e308, points=100
    )
    assert beyond.first_sample == beyond.end_sample


# Percentiles of the flows of a group.


def _fed(rows: np.ndarray, every: int = 1) -> GroupColumn:
    column = GroupColumn(rows.shape[1], every)
    for row in rows:
        column.add(row)
    return column


@pytest.mark.parametrize("flow_count", [1, 2, 3, 11, 100])
def test_percentiles_are_numpys_with_and_without_gaps(flow_count: int) -> None:
    rng = np.random.default_rng(7)
    rows = rng.gamma(2.0, size=(flow_count, 8))
    rows[rng.random(rows.shape) < 0.2] = np.nan
    rows[0] = np.where(np.isnan(rows[0]), 1.0, rows[0])
    low, high = _fed(rows).percentiles()
    np.testing.assert_allclose(low, np.nanpercentile(rows, 10, axis=0))
    np.testing.assert_allclose(high, np.nanpercentile(rows, 90, axis=0))


def test_a_bucket_without_a_value_has_none() -> None:
    low, high = _fed(np.array([[np.nan, 1.0], [np.nan, 3.0]])).percentiles()
    assert np.isnan([low[0], high[0]]).all()
    assert [low[1], high[1]] == pytest.approx([1.2, 2.8])


def test_one_outlier_among_a_hundred_flows_stays_out_of_the_band() -> None:
    rows = np.ones((100, 3))
    rows[42] = 60.0
    column = _fed(rows)
    _, high = column.percentiles()
    assert high.tolist() == [1.0, 1.0, 1.0]
    assert column.buckets().maximum.tolist() == [60.0, 60.0, 60.0]


@pytest.mark.parametrize(("count", "every"), [(1, 1), (500, 1), (501, 2), (1000, 2), (10_000, 20)])
def test_of_many_flows_every_nth_is_ranked(count: int, every: int) -> None:
    assert rank_every(count) == every
    assert -(-count // every) <= MOST_RANKED_FLOWS


def test_ranked_flows_are_the_same_each_time() -> None:
    rows = np.arange(1000.0)[:, np.newaxis]
    low, high = _fed(rows, 2).percentiles()
    assert (low[0], high[0]) == pytest.approx(tuple(np.percentile(rows[::2, 0], [10, 90])))
