"""Places that the seeds can tell apart."""

import itertools

import numpy as np
import pytest
from scipy import stats

from lab_model.evaluation.ranking import ERROR_PROBABILITY, pair_p_values, places

SEEDS = 20


def _rows(*means: float, spread: float = 1.0) -> np.ndarray:
    """Rows of independent noise around their means."""
    noise = np.random.default_rng(5).normal(0.0, spread, (len(means), SEEDS))
    return noise - noise.mean(axis=1, keepdims=True) + np.array(means)[:, np.newaxis]


def _better_pairs(rows: np.ndarray, *, higher_is_better: bool) -> np.ndarray:
    """(i, j) is true if row i is better than row j beyond doubt."""
    merits = rows.mean(axis=1) * (1.0 if higher_is_better else -1.0)
    is_different = pair_p_values(rows) <= ERROR_PROBABILITY
    return is_different & (merits[:, np.newaxis] > merits[np.newaxis, :])


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
    better = _better_pairs(rows, higher_is_better=True)
    for first, second in pairs:
        assert bool(better[first, second] | better[second, first]) == ((first, second) in told)


def test_rarely_tells_equal_algorithms_apart() -> None:
    """All of a ranking's pairs together are wrong in at most one of twenty rankings."""
    generator = np.random.default_rng(7)
    count = 400
    wrong = sum(
        bool(_better_pairs(generator.normal(size=(6, SEEDS)), higher_is_better=True).any())
        for _ in range(count)
    )
    assert wrong <= stats.binom.ppf(0.999, count, 0.05)


def _random_tables() -> list[np.ndarray]:
    """Algorithms that are close, far, equal, and of very different spread."""
    tables = []
    for number in range(200):
        generator = np.random.default_rng(number)
        count = int(generator.integers(1, 15))
        means = generator.normal(0, generator.choice([0.0, 0.3, 3.0]), (count, 1))
        spreads = generator.choice([0.01, 0.3, 2.0], (count, 1))
        rows = means + spreads * generator.normal(size=(count, SEEDS))
        if count > 3:
            rows[1] = rows[2]
        tables.append(rows)
    return tables


@pytest.mark.parametrize("higher_is_better", [True, False])
def test_the_rule_holds_for_any_table(higher_is_better: bool) -> None:
    sign = 1.0 if higher_is_better else -1.0
    for rows in _random_tables():
        found = [place or 0 for place in places(rows, higher_is_better=higher_is_better)]
        better = _better_pairs(rows, higher_is_better=higher_is_better)
        means = sign * rows.mean(axis=1)
        order = sorted(range(len(rows)), key=lambda row: (found[row], -means[row]))
        # A better mean never stands below, and a place is one more than those above it.
        assert all(means[a] >= means[b] for a, b in itertools.pairwise(order))
        for place in set(found):
            assert place == 1 + sum(other < place for other in found)
        # Those that share a place are not significantly worse than its first; the next first is.
        firsts = [next(row for row in order if found[row] == place) for place in sorted(set(found))]
        for first in firsts:
            assert not any(better[first, row] for row in order if found[row] == found[first])
        for first, following in itertools.pairwise(firsts):
            assert better[first, following]


def test_a_worse_mean_with_a_wide_spread_does_not_pass_a_better_one() -> None:
    """0.931 stood in place 7 above 0.938 in place 9: too uncertain to be called worse."""
    noise = _rows(0, 0, 0)
    means = np.array([[0.951], [0.938], [0.931]])
    rows = means + noise * np.array([[0.001], [0.001], [0.08]])
    rows[2] += 0.931 - rows[2].mean()
    assert not _better_pairs(rows, higher_is_better=True)[0, 2]
    assert places(rows, higher_is_better=True) == [1, 2, 2]
