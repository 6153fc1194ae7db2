"""Labs on paper: a worksheet without keys, and a guide with all of them."""

import re
from typing import Any

import pytest

from lab_model.classroom import LabFile, Template, load_templates
from lab_model.classroom.answers import Choice, FreeText, RightNumber
from lab_model.classroom.guide import teachers_guide
from lab_model.classroom.lab_file import GoalStep, PredictionStep, QuestionStep, Step
from lab_model.classroom.templates import LabEffect, MeasuredEffect, effects_of
from lab_model.classroom.worksheet import worksheet

TEMPLATES = load_templates()

# For each field that only teachers see, another value that is as valid.
OTHER_KEYS: dict[str, Any] = {
    "expected": "another answer",
    "goal": "1 < 2",
    "is_right_if": "1 < 2",
    "measured": "1",
    "misconceptions": ["another misconception"],
    "notes": "other notes",
    "solution": {},
    "tolerance_ratio": 0.5,
}


def named(template: Template) -> str:
    return template.id


def rekeyed(value: Any) -> Any:
    """With every key replaced."""
    if isinstance(value, list):
        return [rekeyed(item) for item in value]
    if not isinstance(value, dict):
        return value
    changed = {name: OTHER_KEYS.get(name, rekeyed(item)) for name, item in value.items()}
    if "right" in value:
        changed["right"] = [0] if isinstance(value["right"], list) else -1.0
    return changed


def guide_of(template: Template) -> str:
    return teachers_guide(template.lab, effects_of(template.lab))


def section(text: str, number: int) -> str:
    """What a paper says of a step."""
    return re.split(r"^##+ ", text.split(f"# {number}. ")[1], flags=re.MULTILINE)[0]


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_a_worksheet_is_the_same_whatever_the_keys_are(template: Template) -> None:
    fields = template.lab.model_dump(mode="json")
    other = LabFile.model_validate(rekeyed(fields), strict=False)
    assert other != template.lab
    assert worksheet(other) == worksheet(template.lab)


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_a_worksheet_has_every_task_with_room_for_what_students_find(template: Template) -> None:
    paper = worksheet(template.lab)
    room = {
        "text": "",
        "run": "____",
        "goal": "|  |",
        "prediction": "____|- \\[ \\]|`___`|\\+----",
        "question": "____|- \\[ \\]",
        "map": "|  |",
        "game": "|  |",
    }
    for number, step in enumerate(template.lab.steps, start=1):
        part = section(paper, number)
        assert part.startswith(step.title)
        assert step.text in part
        pattern = room[step.kind]
        is_table = pattern.startswith("|")
        assert pattern in part if is_table else re.search(pattern, part), step.id


def test_a_worksheet_draws_axes_for_a_curve() -> None:
    lab = next(each.lab for each in TEMPLATES if each.id == "sawtooth-and-sharing")
    part = section(worksheet(lab), 1)
    assert "cwnd of first; top: 150000 bytes" in part
    assert part.count("\n  |") == 12
    assert "10 s\n```" in part


def test_a_worksheet_names_fields_in_the_units_that_people_read() -> None:
    papers = {each.id: worksheet(each.lab) for each in TEMPLATES}
    assert "- Algorithm of all flows: FaiRTT, BBRv2" in papers["fairtt-when"]
    assert "- Loss probability from 0 % to 1 %" in papers["fairtt-when"]
    assert "- Base RTT of second from 20 ms to 200 ms" in papers["sawtooth-and-sharing"]
    assert "- Buffer size from 0.2 BDP to 8 BDP" in papers["rtt-unfairness"]
    assert "| Buffer / Rate | 0.5 Mbit/s | 1.5 Mbit/s |" in papers["bufferbloat-at-home"]
    assert "| Seed / Random loss | 0.05 % | 0.15 % | 0.5 % |" in papers["how-many-runs"]


def keys_of(step: Step) -> list[str]:
    """What the file says is right."""
    match step:
        case GoalStep():
            return [step.goal]
        case PredictionStep():
            asked = step.prediction.model_dump(mode="json")
            parts = asked.get("options") or asked.get("items") or [asked]
            found = [part.get("is_right_if") or part.get("measured") for part in parts]
            return [key for key in found if key is not None]
        case QuestionStep(question=FreeText(expected=expected)):
            return [expected]
        case QuestionStep(question=Choice(options=options, right=right)):
            return [options[position] for position in right]
        case QuestionStep(question=RightNumber(right=right)):
            return [f"{right:g}"]
    return []


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_a_guide_names_the_expected_answer_of_every_step(template: Template) -> None:
    guide = guide_of(template)
    for number, step in enumerate(template.lab.steps, start=1):
        part = section(guide, number)
        assert f"({step.minutes} min)" in part
        assert step.notes in part
        for key in keys_of(step):
            assert key, step.id
            assert key in part


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_a_guide_has_goals_misconceptions_minutes_and_effects(template: Template) -> None:
    guide = guide_of(template)
    for line in [*template.lab.goals, *template.lab.misconceptions]:
        assert f"- {line}" in guide
    assert f"| All | | {template.lab.minutes} |" in guide
    for effect in template.effects:
        assert f"### {effect.says}\n" in guide
        assert f"Promised: {effect.promise}." in guide


@pytest.mark.parametrize(
    ("bounds", "values", "saying"),
    [
        ({"above": 1.0}, [1.5, 2.0], "gave 1.5 to 2; each of them shows it, so one run in class"),
        ({"above": 1.0}, [0.5, 2.0], "1 of 2 show it, so do not rely on one run."),
        ({"contains": 1.0}, [0.5, 2.0], "These runs do not separate the mean from 1."),
    ],
)
def test_a_guide_says_what_one_run_can_be_trusted_with(
    bounds: dict[str, float], values: list[float], saying: str
) -> None:
    lab = TEMPLATES[0].lab
    fields = {"says": "Ratio", "about": "run", "measured": "throughput_ratio", **bounds}
    effect = LabEffect.model_validate(fields, strict=False)
    measured = MeasuredEffect(mean=1.2, low=0.9, high=1.6, values=values)
    guide = teachers_guide(lab, [(effect, measured)])
    assert "Mean 1.2, 95% interval 0.9 to 1.6 over 2 seeds." in guide
    assert saying in guide


@pytest.mark.parametrize(("ratio", "text"), [(0.2, "20%"), (0.025, "2.5%"), (0.0007, "0.07%")])
def test_the_guide_says_a_tolerance_as_it_was_set(ratio: float, text: str) -> None:
    lab = next(each.lab for each in TEMPLATES if each.id == "kleinrock-and-bdp")
    document = lab.model_dump(mode="json", by_alias=True)
    for step in document["steps"]:
        asked = step.get("question") or step.get("prediction") or {}
        if asked.get("kind") == "number":
            asked["tolerance_ratio"] = ratio
    guide = teachers_guide(LabFile.model_validate(document, strict=False))
    assert f", within {text}" in guide
    assert f"Right within {text}" in guide
