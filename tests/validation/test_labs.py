"""Every shipped lab shows what it promises, and its committed numbers are what the core gives."""

from pathlib import Path

import pytest

from lab_cli.labs.command import SEEDS, file_text, measure, values_of
from lab_exec import core_version, run_scenario
from lab_exec.parallel import job_count
from lab_model.classroom import Expression, Template, load_templates
from lab_model.classroom.lab_file import GoalStep, with_settings
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


@pytest.mark.slow
def test_all_seeds_give_the_committed_file() -> None:
    measured = measure(TEMPLATES, SEEDS, job_count(None), lambda: None)
    # Any core of the same behaviour gives the rest.
    text = file_text(measured).replace(core_version(), load_measured().core_version)
    assert text == Path(str(MEASURED_FILE)).read_text(encoding="utf-8")
