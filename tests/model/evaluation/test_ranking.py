"""Places that the seeds can tell apart."""

import numpy as np
import pytest
from scipy import stats

from lab_model.evaluation.ranking import better_pairs, places

SEEDS = 20


def _rows(*means: float, spread: float = 1.0) -> np.ndarray:
    """Rows of independent noise around their means."""
    noise = np.random.default_rng(5).normal(0.0, spread, (len(means), SEEDS))
    return noise - noise.mean(axis=1, keepdims=True) + np.array(means)[:, np.newaxis]


def test_rows_far_apart_have_places_of_their_own() -> None:
    rows = _rows(10, 30, 20)
    assert places(rows, higher_is_better=True) == [3, 1, 2]
    assert places(rows, higher_is_better=False) == [1, 3, 2]


def test_rows_that_the_seeds_cannot_tell_apart_share_a_place() -> None:
    assert places(_rows(10, 10.1, 3), higher_is_better=True) == [1, 1, 3]


def test_equal_rows_share_a_place_and_constant_differences_do_not() -> None:
    row = np.linspace(0, 1, SEEDS)
    assert places(np.stack([row, row, row - 0.25]), higher_is_better=True) == [1, 1, 3]


def test_common_luck_cancels_out() -> None:
    luck = np.random.default_rng(6).normal(0.0, 100.0, SEEDS)
    rows = _rows(1.0, 2.0, spread=0.1) + luck
    assert places(rows, higher_is_better=True) == [2, 1]


def test_a_row_with_a_number_missing_has_no_place_and_takes_none() -> None:
    rows = _rows(10, 30, 20)
    rows[1, 3] = np.nan
    assert places(rows, higher_is_better=True) == [2, None, 1]


def test_one_seed_tells_nothing() -> None:
    assert places(np.array([[1.0], [2.0]]), higher_is_better=True) == [1, 1]


@pytest.mark.parametrize("shift", [0.0, 0.6, 2.0])
def test_pairs_agree_with_scipy_and_holm_by_hand(shift: float) -> None:
    rows = _rows(0.0, shift, 2 * shift)
    pairs = [(0, 1), (0, 2), (1, 2)]
    p_values = {pair: float(stats.ttest_rel(*(rows[i] for i in pair)).pvalue) for pair in pairs}
    told = set()
    for step, pair in enumerate(sorted(pairs, key=lambda item: p_values[item])):
        if p_values[pair] > 0.05 / (len(pairs) - step):
            break
        told.add(pair)
    better = better_pairs(rows, higher_is_better=True)
    for first, second in pairs:
        assert bool(better[first, second] | better[second, first]) == ((first, second) in told)


def test_rarely_tells_equal_algorithms_apart() -> None:
    """All of a ranking's pairs together are wrong in at most one of twenty rankings."""
    generator = np.random.default_rng(7)
    count = 400
    wrong = sum(
        bool(better_pairs(generator.normal(size=(6, SEEDS)), higher_is_better=True).any())
        for _ in range(count)
    )
    assert wrong <= stats.binom.ppf(0.999, count, 0.05)
