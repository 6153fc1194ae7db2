"""Percentiles of the flows of a group."""

import numpy as np
import pytest

from lab_model.series.groups import MOST_RANKED_FLOWS, GroupColumn, rank_every


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
