"""Rankings of the shipped evaluations."""

import itertools
import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from lab_model.evaluation import (
    league_of,
    load_shipped,
    load_situations,
    pair_standing,
    shipped_names,
)
from lab_model.evaluation.evaluated import shipped
from lab_model.evaluation.ranking import ERROR_PROBABILITY, pair_p_values, places
from lab_model.evaluation.standing import LADDERS
from lab_model.presets.measured import load_measured


def test_every_algorithm_is_in_every_ranking_with_its_mean_over_situations_and_seeds() -> None:
    evaluations = shipped()
    league = league_of(evaluations)
    assert {item.id for item in league.rankings} == {
        "fairness",
        "coexistence",
        "utilisation",
        "delay",
        "retransmissions",
        "mice",
    }
    for ranking in league.rankings:
        assert {row.key for row in ranking.rows} == set(evaluations)
        for row in ranking.rows:
            values = [
                evaluations[row.key].values(situation, ranking.number)
                for situation in ranking.situation_ids
            ]
            assert row.mean == pytest.approx(np.mean(np.array(values, dtype=float)), rel=1e-6)


def test_rows_stand_by_place_then_by_mean() -> None:
    for ranking in league_of(shipped()).rankings:
        keys = [
            (row.place, -row.mean if ranking.better == "higher" else row.mean)
            for row in ranking.rows
            if row.place is not None and row.mean is not None
        ]
        assert keys == sorted(keys)
        assert keys[0][0] == 1


def test_no_algorithm_stands_above_one_with_a_better_mean() -> None:
    leagues = [league_of(shipped())] + [
        league_of(shipped(), item.id) for item in load_situations() if item.league is not None
    ]
    for ranking in (ranking for league in leagues for ranking in league.rankings):
        known = [(row.place, row.mean) for row in ranking.rows if row.mean is not None]
        means = [mean for _, mean in known]
        assert means == sorted(means, reverse=ranking.better == "higher")
        for place, _ in known:
            assert place == 1 + sum(other < place for other, _ in known if other and place)


def test_a_ranking_says_how_many_situations_it_has_whatever_was_asked_for() -> None:
    whole = {item.id: item for item in league_of(shipped()).rankings}
    for ranking in whole.values():
        assert ranking.own_situation_ids == ranking.situation_ids
    for ranking in league_of(shipped(), "equal-rtts").rankings:
        assert ranking.situation_ids == ["equal-rtts"]
        assert ranking.own_situation_ids == whole[ranking.id].own_situation_ids


def test_one_situation_has_the_rankings_that_it_says_something_about() -> None:
    league = league_of(shipped(), "beside-cubic")
    assert [item.id for item in league.rankings] == ["coexistence", "utilisation"]
    assert all(item.situation_ids == ["beside-cubic"] for item in league.rankings)


def test_a_situation_of_the_report_alone_is_none_of_the_league() -> None:
    [outside, *_] = [item.id for item in load_situations() if item.league is None]
    with pytest.raises(KeyError):
        league_of(shipped(), outside)


def test_what_is_not_computed_yet_has_no_place() -> None:
    evaluations = dict(shipped())
    partly = evaluations["cubic"].model_copy(
        update={"situations": {"mice": evaluations["cubic"].situations["mice"]}}
    )
    league = league_of({**evaluations, "with-1": partly})
    by_id = {item.id: item for item in league.rankings}
    [added] = [row for row in by_id["fairness"].rows if row.key == "with-1"]
    assert (added.place, added.mean) == (None, None)
    places = {row.key: row.place for row in by_id["mice"].rows}
    assert places["with-1"] == places["cubic"]


# Places that the seeds can tell apart.


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
    noise = np.random.default_rng(6).normal(0.0, 100.0, SEEDS)
    rows = _rows(1.0, 2.0, spread=0.1) + noise
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
    significant = set()
    for step, pair in enumerate(sorted(pairs, key=lambda item: p_values[item])):
        if p_values[pair] > 0.05 / (len(pairs) - step):
            break
        significant.add(pair)
    better = _better_pairs(rows, higher_is_better=True)
    for first, second in pairs:
        assert bool(better[first, second] | better[second, first]) == (
            (first, second) in significant
        )


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


# Which of two algorithms is fairer where, from the committed numbers.


SITUATIONS = {item.id: item for item in load_situations()}


def test_means_and_verdicts_are_those_of_the_shipped_seeds() -> None:
    found = pair_standing("bbr2", "fairtt")
    p_values = {}
    for item in found.situations:
        first, second = (
            np.array(load_shipped(name).values(item.id, "jain_index"), dtype=float)
            for name in ("bbr2", "fairtt")
        )
        assert item.jain.first == pytest.approx(first.mean(), abs=1e-6)
        assert item.jain.second == pytest.approx(second.mean(), abs=1e-6)
        p_values[item.id] = float(stats.ttest_rel(second, first).pvalue)
        if item.jain.verdict != "unclear":
            assert (item.jain.verdict == "fairer") == (second.mean() > first.mean())
    significant = {item.id for item in found.situations if item.jain.verdict != "unclear"}
    for step, each in enumerate(sorted(p_values, key=lambda key: p_values[key])):
        if p_values[each] > 0.05 / (len(p_values) - step):
            assert significant == set(sorted(p_values, key=lambda key: p_values[key])[:step])
            break
    else:
        assert significant == set(p_values)


def test_the_first_page_is_in_it_with_the_numbers_of_its_cases() -> None:
    found = pair_standing("bbr2", "fairtt")
    assert [item.preset_id for item in found.opening] == [
        "elephant-and-mouse-without-loss",
        "elephant-and-mouse",
    ]
    for item in found.opening:
        variants = load_measured(item.preset_id).variants
        for name, value in (("bbr2", item.jain.first), ("fairtt", item.jain.second)):
            assert math.isclose(variants[name].numbers["jain_index"].mean, value, abs_tol=1e-5)
    turned = pair_standing("fairtt", "bbr2")
    opposite = {"fairer": "less_fair", "less_fair": "fairer", "unclear": "unclear"}
    for one, other in zip(found.opening, turned.opening, strict=True):
        assert (one.jain.first, one.jain.second) == (other.jain.second, other.jain.first)
        assert opposite[one.jain.verdict] == other.jain.verdict


def test_every_pair_of_the_league_has_a_standing() -> None:
    for first, second in combinations(shipped_names(), 2):
        found = pair_standing(first, second)
        verdicts = {item.id: item.jain.verdict for item in found.situations}
        for ladder in found.ladders:
            ends = {verdicts[ladder.situation_ids[0]], verdicts[ladder.situation_ids[-1]]}
            assert ends == {"fairer", "less_fair"}


@pytest.mark.parametrize("setting", LADDERS)
def test_situations_of_a_ladder_differ_in_one_setting_only(setting: str) -> None:
    scenarios = [SITUATIONS[each].scenario for each in LADDERS[setting]]
    assert len({repr(_without(scenario, setting)) for scenario in scenarios}) == 1
    steps = [_step(scenario, setting) for scenario in scenarios]
    assert steps == sorted(steps)
    assert len(set(steps)) == len(steps)


def _without(scenario: dict[str, Any], setting: str) -> dict[str, Any]:
    """The scenario without what the ladder changes; labels say nothing."""
    flows = [
        {key: value for key, value in flow.items() if key not in ("label", "rtt_s")}
        | ({"rtt_s": flow["rtt_s"]} if setting == "buffer" else {})
        for flow in scenario["flows"]
    ]
    link = dict(scenario["bottleneck"])
    if setting == "buffer":
        link.pop("buffer")
    return {**scenario, "flows": flows, "bottleneck": link}


def _step(scenario: dict[str, Any], setting: str) -> float:
    if setting == "buffer":
        buffer = scenario["bottleneck"]["buffer"]
        assert buffer["unit"] == "bdp"
        return float(buffer["amount"]) * float(buffer["rtt_s"])
    rtts = [flow["rtt_s"] for flow in scenario["flows"]]
    return float(max(rtts) / min(rtts))


def test_other_names_are_refused() -> None:
    with pytest.raises(KeyError):
        pair_standing("bbr2", "nothing")
