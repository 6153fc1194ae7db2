"""Rows in plain Python against the arrays of NumPy and SciPy that experiments are computed with."""

import math
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from scipy import stats

from lab_model.comparisons.elementary import exp_of, log_of
from lab_model.comparisons.judged import (
    adjusted_p_values,
    judge_rows,
    median_of,
    nearer_fair_count,
)
from lab_model.comparisons.rows import estimate_row, pair_rows
from lab_model.comparisons.student import student_t_quantile, tail_of
from lab_model.experiments import compare_cells, estimate_cells, find_metric
from lab_model.experiments.estimates import student_t_quantiles
from lab_model.experiments.verdicts import judge_cells

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


# Verdicts in plain Python against the arrays of NumPy and SciPy, and what they are made of.


JUDGED = [
    find_metric(name)
    for name in (
        "throughput_ratio",
        "throughput_stdr",
        "jain_index",
        "mean_queue_s",
        "group_0_throughput_bps",
    )
]
CLOSE_JUDGED = 1e-10
CELLS, SEEDS = 40, 12
BITS = ["-0x1.34378fcbda721p+0", "0x1.d068a9aa7b9a6p+7", "0x1.599058c8c1a96p+0"]
BITS.append("0x1.a28d4059f9244p-45")


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """Of an arm and a baseline, with what is odd: zeros, gaps, equal rows, single pairs."""
    rng = np.random.default_rng(11)
    theirs = rng.lognormal(0, 0.3, (CELLS, SEEDS))
    ours = theirs * rng.lognormal(0.05, 0.1, (CELLS, SEEDS))
    ours[0] = theirs[0]
    ours[1] = 2 * theirs[1]
    ours[2, 3] = 0.0
    theirs[3, 3] = 0.0
    ours[4, 2:] = np.nan
    ours[5, 1:] = np.nan
    ours[6] = np.nan
    theirs[7, ::2] = np.nan
    ours[8] = 1e6 * theirs[8]
    return ours, theirs


@pytest.mark.parametrize("metric", JUDGED, ids=lambda metric: metric.name)
def test_rows_are_judged_as_cells_are(metric) -> None:  # type: ignore[no-untyped-def]
    ours, theirs = _tables()
    pairs = [
        [pair for pair in zip(*cells, strict=True) if not math.isnan(sum(pair))]
        for cells in zip(ours.tolist(), theirs.tolist(), strict=True)
    ]
    with np.errstate(all="ignore"):
        expected = judge_cells(ours, theirs, metric)
        nearer = compare_cells(ours, theirs, metric).nearer_fair_count
    found = judge_rows(pairs, metric)
    assert [each.verdict for each in found] == list(expected.verdict)
    for name in ("mean", "low", "high", "adjusted_p"):
        for each, value in zip(found, getattr(expected, name), strict=True):
            wanted = (
                pytest.approx(value, rel=CLOSE_JUDGED, abs=1e-15) if np.isfinite(value) else None
            )
            assert getattr(each, name) == wanted, name
    counts = [nearer_fair_count(each, metric) for each in pairs]
    # Neither of two equal distances is nearer, whatever their last digits say.
    assert counts[1:] == [None if each < 0 else each for each in nearer.tolist()][1:]
    medians = [median_of([value for value in row if not math.isnan(value)]) for row in ours]
    cells = estimate_cells(ours, metric).median.tolist()
    assert medians == [None if math.isnan(value) else value for value in cells]


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 19, 20, 99, 999])
def test_tails_are_those_of_scipy(freedom: int) -> None:
    for t in (0.0, 0.001, 0.1, 0.7, 1.0, 2.0, 3.5, 12.0, 80.0, 1e4, 1e9, math.inf):
        expected = 2 * stats.t.sf(t, freedom)
        assert tail_of(t, freedom) == pytest.approx(expected, rel=1e-11, abs=1e-300)


def test_a_tiny_statistic_leaves_all_doubt_but_as_much_as_it_says() -> None:
    # Cauchy's distribution, of which SciPy 1.17 says 1 here.
    assert tail_of(1e-9, 1) == pytest.approx(1 - 2 * math.atan(1e-9) / math.pi, rel=1e-15)


def test_p_values_are_adjusted_as_scipy_adjusts_them() -> None:
    rng = np.random.default_rng(3)
    for count in (1, 2, 7, 300):
        p_values = rng.uniform(0, 1, count) ** 3
        found = adjusted_p_values([math.nan, *p_values.tolist()])
        assert math.isnan(found[0])
        expected = stats.false_discovery_control(p_values)
        assert found[1:] == pytest.approx(expected.tolist(), rel=1e-15)
    assert adjusted_p_values([]) == []


def test_elementary_functions_are_within_a_digit_and_the_same_everywhere() -> None:
    rng = np.random.default_rng(4)
    for value in np.exp(rng.uniform(-700, 700, 2000)).tolist():
        assert abs(log_of(value) - math.log(value)) <= 2 * math.ulp(math.log(value))
    for value in rng.uniform(-740, 709, 2000).tolist():
        assert abs(exp_of(value) - math.exp(value)) <= 2 * math.ulp(math.exp(value))
    assert (exp_of(0.0), log_of(1.0)) == (1.0, 0.0)
    assert (exp_of(math.inf), exp_of(-math.inf), log_of(math.inf)) == (math.inf, 0.0, math.inf)
    assert math.isnan(exp_of(math.nan))
    # As this was written: nothing of it comes from a library.
    bits = [log_of(0.3).hex(), log_of(7e100).hex(), exp_of(0.3).hex(), exp_of(-30.7).hex()]
    assert bits == BITS
