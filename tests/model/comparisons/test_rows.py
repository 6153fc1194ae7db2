"""Rows in plain Python against the arrays of NumPy and SciPy that experiments are computed with."""

import math
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from lab_model.comparisons.rows import estimate_row, pair_rows
from lab_model.comparisons.student import student_t_quantile
from lab_model.experiments import compare_cells, estimate_cells, find_metric
from lab_model.experiments.estimates import student_t_quantiles

METRICS = [
    find_metric(name)
    for name in ("throughput_ratio", "jain_index", "mean_queue_s", "group_0_throughput_bps")
]
CLOSE = 1e-11
"""Sums are exact here and rounded there."""


def _rows() -> Iterator[list[float]]:
    rng = np.random.default_rng(5)
    yield from ([], [0.3], [0.0], [0.0, 2.0, 3.0], [2.5] * 7, [1e-9, 1e9], [0.1] * 3)
    for count in (2, 3, 5, 20, 99, 200):
        yield rng.lognormal(0, 1, count).tolist()
        yield rng.normal(0.99, 0.02, count).clip(0, 1).tolist()
        yield rng.normal(4e6, 1e5, count).tolist()


def _close(ours: Sequence[float | None], theirs: Sequence[float]) -> bool:
    return list(ours) == [
        None if math.isnan(each) else pytest.approx(each, rel=CLOSE, abs=CLOSE * 1e-3)
        for each in theirs
    ]


@pytest.mark.parametrize("freedom", [1, 1.5, 2, 3.7, 4, 19, 42.42, 99, 199, 399])
def test_quantiles_are_those_of_scipy(freedom: float) -> None:
    expected = float(student_t_quantiles(freedom))
    assert student_t_quantile(freedom) == pytest.approx(expected, rel=1e-12)


def test_less_than_one_degree_of_freedom_has_no_quantile() -> None:
    assert all(math.isnan(student_t_quantile(freedom)) for freedom in (0, 0.5, math.nan))


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_a_row_is_estimated_as_a_cell_is(metric) -> None:  # type: ignore[no-untyped-def]
    for values in _rows():
        found = estimate_row(values, metric)
        cell = estimate_cells(np.array([values], dtype=np.float64), metric)
        assert (found.count, found.is_clipped) == (cell.count[0], cell.is_clipped[0])
        ours, theirs = (found.mean, found.low, found.high), (cell.mean, cell.low, cell.high)
        assert _close(ours, [each[0] for each in theirs]), values


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_pairs_are_compared_as_cells_are(metric) -> None:  # type: ignore[no-untyped-def]
    rng = np.random.default_rng(6)
    for item in _rows():
        for baseline in (rng.permutation(item).tolist(), [1.5 * each for each in item]):
            found = pair_rows(item, baseline, metric)
            cells = compare_cells([item], [baseline], metric)
            is_known = bool(cells.is_known[0])
            assert (found.kind, found.count) == (cells.kind, cells.count[0])
            assert _close(
                (found.mean, found.low, found.high),
                [each[0] for each in (cells.mean, cells.low, cells.high)],
            )
            wanted = bool(cells.is_distinguishable[0]) if is_known else None
            assert found.is_distinguishable == wanted, (item, baseline)
