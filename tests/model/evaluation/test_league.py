"""Rankings of the shipped evaluations."""

import numpy as np
import pytest

from lab_model.evaluation import league_of, load_situations
from lab_model.evaluation.evaluated import shipped


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
