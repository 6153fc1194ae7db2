"""Every shipped lab shows what it promises, and its committed numbers are what the core gives."""

import math
from pathlib import Path

import pytest

from lab_cli.labs.command import SEEDS, file_text, measure, values_of
from lab_exec import core_version, run_scenario
from lab_exec.parallel import job_count
from lab_model.classroom import Expression, Template, load_templates
from lab_model.classroom.answers import Pick, PredictedNumber
from lab_model.classroom.lab_file import (
    GameStep,
    GoalStep,
    MapStep,
    PredictionStep,
    RunStep,
    game_scenario,
    map_cell,
    with_settings,
)
from lab_model.classroom.templates import MEASURED_FILE, load_measured

TEMPLATES = load_templates()


def named(template: Template) -> str:
    return template.id


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_the_committed_numbers_show_every_effect(template: Template) -> None:
    measured = load_measured()
    assert measured.seeds == list(SEEDS)
    pairs = zip(template.effects, measured.effects[template.id], strict=True)
    failed = [effect.says for effect, found in pairs if not effect.holds(found.low, found.high)]
    assert not failed


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_the_first_seed_gives_the_committed_numbers(template: Template) -> None:
    pairs = zip(template.effects, load_measured().effects[template.id], strict=True)
    for effect, committed in pairs:
        seed = (effect.seeds or SEEDS)[0]
        result = run_scenario(effect.scenario(template.lab), seed, series=False)
        assert values_of(effect.measured, [result]) == committed.values[:1], effect.says


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_a_goal_is_missed_as_given_and_reached_by_its_solution(template: Template) -> None:
    for step in template.lab.steps:
        if not isinstance(step, GoalStep):
            continue
        goal = Expression(step.goal, "truth")
        solved = with_settings(step.scenario, step.solution)
        assert not goal.judge(run_scenario(step.scenario, step.seed, series=False)).holds
        assert goal.judge(run_scenario(solved, step.seed, series=False)).holds


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_the_corners_of_a_map_are_computed(template: Template) -> None:
    for step in template.lab.steps:
        if not isinstance(step, MapStep):
            continue
        measured = Expression(step.measured, "number")
        for x in (step.x.values[0], step.x.values[-1]):
            for y in (step.y.values[0], step.y.values[-1]):
                scenario, seed = map_cell(step, x, y)
                result = run_scenario(scenario, seed, series=False)
                assert math.isfinite(measured.number(result)), (step.id, x, y)


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_a_prediction_has_one_right_answer(template: Template) -> None:
    """The first seed shows the class what the notes say."""
    lab = template.lab
    for step in lab.steps:
        if not isinstance(step, PredictionStep):
            continue
        about = lab.step(step.about)
        assert isinstance(about, RunStep | GoalStep)
        result = run_scenario(about.scenario, about.seed, series=False)
        match step.prediction:
            case Pick(options=options):
                held = [Expression(o.is_right_if, "truth").judge(result).holds for o in options]
                assert sum(held) == 1, step.id
            case PredictedNumber(measured=measured):
                assert math.isfinite(Expression(measured, "number").number(result)), step.id


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_the_candidates_of_a_game_are_distinguishable(template: Template) -> None:
    """In every round that can be drawn, the mean queue alone names the candidate.

    It is the nearest of the means over the twenty seeds, none of which is a game's own.
    """
    for step in template.lab.steps:
        if not isinstance(step, GameStep):
            continue
        known = _means_of_candidates(template, step)
        assert set(known) == set(step.candidates)
        for name in step.candidates:
            for index in range(step.rounds):
                seed = step.seed + index
                assert seed not in SEEDS
                result = run_scenario(game_scenario(step, name), seed, series=False)
                queue = result["summary"]["mean_queue_bytes"] / result["link"]["buffer_bytes"]
                assert min(known, key=lambda each: abs(known[each] - queue)) == name


def _means_of_candidates(template: Template, step: GameStep) -> dict[str, float]:
    measured = load_measured().effects[template.id]
    means: dict[str, float] = {}
    for effect, found in zip(template.effects, measured, strict=True):
        if effect.about == step.id:
            first = effect.scenario(template.lab).flows[0]
            means[first.algorithm.name] = found.mean
    return means


@pytest.mark.slow
def test_all_seeds_give_the_committed_file() -> None:
    measured = measure(TEMPLATES, SEEDS, job_count(None), lambda: None)
    # Any core of the same behaviour gives the rest.
    text = file_text(measured).replace(core_version(), load_measured().core_version)
    assert text == Path(str(MEASURED_FILE)).read_text(encoding="utf-8")
