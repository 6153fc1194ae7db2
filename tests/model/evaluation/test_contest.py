"""The contest: scores with intervals, places by the league's rule, and entries as experiments."""

import math
import re

import pytest

from lab_model.evaluation.cases import hidden_cases
from lab_model.evaluation.contest import (
    KINDS,
    LEAST_SCORE,
    RANDOM,
    SCENARIO_COUNT,
    Choice,
    Score,
    contest_experiment,
    scenarios,
    standings,
    title_of,
)
from lab_model.evaluation.merit import NOTHING, Merit, merit_of, number_names
from lab_model.experiments.cells import Expansion
from lab_model.modules import MOST_SERVED_FLOWS
from lab_model.scenarios import scenario_digest

MODULE = {"name": "wasm:" + "0" * 64}


def score(*goodputs: float) -> Score:
    """Scores that differ in the goodput only."""
    merits = [Merit(goodput=each, delay=1, others=1, even=1, delivered=1) for each in goodputs]
    return Score(tuple(merits), (), 0)


def steady(value: float, swing: float = 0.01) -> Score:
    """Near one value, with a swing that is the same for all who have it."""
    return score(*(value * (1 + swing * math.sin(place)) for place in range(SCENARIO_COUNT)))


@pytest.mark.parametrize("algorithm", [None, MODULE])
@pytest.mark.parametrize("count", [1, SCENARIO_COUNT])
def test_an_entry_is_an_experiment_of_the_scenarios(
    algorithm: dict[str, str] | None, count: int
) -> None:
    cases = scenarios(7, Choice(count=count))
    definition = contest_experiment("Entry", algorithm, cases)
    cells = Expansion(definition).work
    wanted = [each.scenario_with(algorithm or {"name": "cubic"}) for each in cases]
    assert [each.scenario_digest for each in cells] == [scenario_digest(each) for each in wanted]
    [seed] = {seed for case in cases for seed in case.seeds}
    assert list(definition.replications.seeds) == [seed]


def test_a_worker_of_a_lab_runs_all_modules_of_a_scenario() -> None:
    for seed in range(20):
        for case in scenarios(seed):
            assert sum(case.flow_counts[group] for group in case.tested_groups) <= MOST_SERVED_FLOWS


def test_no_two_scenarios_of_a_draw_are_the_same() -> None:
    """An experiment has no cell twice, and a scenario twice would count twice."""
    for seed in range(30):
        digests = {scenario_digest(case.scenario) for case in scenarios(seed)}
        assert len(digests) == SCENARIO_COUNT, seed


@pytest.mark.parametrize("count", [1, 2, 3, 9, 10, SCENARIO_COUNT])
@pytest.mark.parametrize("kinds", [KINDS, KINDS[:-1], KINDS[-1:], ("codel",), KINDS[4:7]])
def test_a_draw_has_so_many_scenarios_and_nothing_but_what_was_chosen(
    kinds: tuple[str, ...], count: int
) -> None:
    choice = Choice(kinds, count)
    drawn = scenarios(5, choice)
    names = [RANDOM if each.kind == "drawn" else each.name for each in drawn]
    assert len({scenario_digest(each.scenario) for each in drawn}) == count
    assert set(names) <= set(kinds)
    assert len(set(names)) == min(count, len(kinds)), "each once before any comes again"
    if RANDOM in kinds:
        assert all(names.count(each) <= 1 for each in kinds if each != RANDOM)
    elif count >= len(kinds):
        assert max(map(names.count, kinds)) - min(map(names.count, kinds)) <= 1
    assert len({each.seeds for each in drawn}) == 1
    again = scenarios(5, choice)
    assert [each.scenario for each in drawn] == [each.scenario for each in again]


def test_the_seed_says_which_kinds_are_left_out() -> None:
    choice = Choice(KINDS[:3], 1)
    found = {case.name for seed in range(20) for case in scenarios(seed, choice)}
    assert found == set(KINDS[:3])


def test_a_draw_of_all_kinds_is_what_it_was_before_there_was_a_choice() -> None:
    before = hidden_cases(7, 11)
    assert [case.scenario for case in scenarios(7)] == [case.scenario for case in before]


def test_what_is_drawn_is_described_in_a_sentence() -> None:
    expected = [
        Choice().draw_sentence,
        Choice(count=3).draw_sentence,
        Choice(("codel",), 1).draw_sentence,
        Choice(("codel",), 2).draw_sentence,
    ]
    assert expected == [
        "20 scenarios are drawn at the end: one of each of 10 kinds, then 10 more, random ones.",
        "3 scenarios are drawn at the end, at most one of each of 10 kinds.",
        "1 scenario is drawn at the end: one of one kind.",
        "2 scenarios are drawn at the end: one of one kind, then 1 more, of the same kind again.",
    ]


def test_a_failed_run_costs_and_leaves_the_rest() -> None:
    one = Score((*steady(1.0).merits[1:], NOTHING), ("it gave up",), 1)
    assert one.total == pytest.approx(LEAST_SCORE ** (1 / SCENARIO_COUNT), rel=0.01)
    assert Score.refused("no module").total == pytest.approx(LEAST_SCORE)
    low, high = one.interval or (0.0, 0.0)
    assert low < one.total < high


def test_students_rank_by_their_best_and_share_a_place_without_significant_difference() -> None:
    good, same, bad = steady(1.0), steady(1.0001, 0.02), steady(0.5)
    rows = standings([[bad], [bad, good], [same]])
    assert [(row.student, row.best) for row in rows] == [(2, 0), (1, 1), (0, 0)]
    assert [row.place_text for row in rows] == ["1=", "1=", "3"]
    assert [row.placed.against for row in rows] == [None, 2, 2]
    assert standings([]) == []
    assert [row.place_text for row in standings([[good]])] == ["1"]


def test_the_index_of_several_groups_is_that_of_all_their_flows() -> None:
    rates = [[1.0, 3.0], [2.0]]
    numbers: dict[str, float | None] = dict.fromkeys(number_names(2), 1.0)
    fair = dict(numbers)
    for group, own in enumerate(rates):
        squares = sum(rate**2 for rate in own)
        numbers[f"group_{group}_throughput_bps"] = sum(own) / len(own)
        numbers[f"group_{group}_jain_index"] = sum(own) ** 2 / (len(own) * squares)
    every = [rate for own in rates for rate in own]
    jain = sum(every) ** 2 / (len(every) * sum(rate**2 for rate in every))
    assert merit_of(numbers, fair, [2, 1], {0, 1}).even == pytest.approx(jain)


def test_scenarios_are_described_in_words_with_units() -> None:
    titles = [title_of(case) for seed in range(40) for case in scenarios(seed)]
    assert {"Equal RTTs, varied", "Beside CUBIC, deep buffer, varied"} <= set(titles)
    text = "; ".join(titles)
    for expected in (
        "rate 50 Mbit/s",
        "base RTT of the entry 320 ms",
        "flows of CUBIC 10",
        "buffer 30",
    ):
        assert expected in text
    assert not re.search(r"of [AB]\b|, s\b|bit/s \d|0000", text)
