"""The file format of labs: what fits together, what is refused, what students may see."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from lab_model.classroom import LabFile, load_templates
from lab_model.classroom.lab_file import MapStep, for_students, map_cell
from lab_model.classroom.problems import problems_of_lab

SCENARIO = {
    "version": 1,
    "duration_s": 10,
    "bottleneck": {"rate_bps": 10_000_000},
    "flows": [{"label": "mouse", "rtt_s": 0.02, "algorithm": {"name": "cubic"}}],
}
RUN = {"id": "run", "kind": "run", "title": "Run", "minutes": 5, "scenario": SCENARIO}
BUFFER = {"path": "bottleneck.buffer.amount", "minimum": 1, "maximum": 10}
GOAL = RUN | {
    "id": "goal",
    "kind": "goal",
    "fields": [BUFFER],
    "goal": "utilisation_ratio > 0.9",
    "solution": {"bottleneck.buffer.amount": 2},
}


RANGE = {"path": "bottleneck.rate_bps", "minimum": 1e6, "maximum": 1e7}
DRAWN = GOAL | {"hidden_seeds": 2}
OWN_ALGORITHM = {"path": "flows.0.algorithm.name", "is_own_algorithm": True}


def lab(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"version": 1, "title": "Lab", "summary": "", "goals": ["See"], "steps": list(steps)}


def prediction(about: str = "run", **of: Any) -> dict[str, Any]:
    return {
        "id": "guess",
        "kind": "prediction",
        "title": "Guess",
        "minutes": 2,
        "about": about,
        "prediction": of,
    }


def number(measured: str) -> dict[str, Any]:
    return {"kind": "number", "measured": measured}


def test_minutes_are_those_of_all_steps() -> None:
    assert LabFile.model_validate(lab(prediction(**number("1")), RUN)).minutes == 7


def test_a_file_comes_back_as_it_was_written() -> None:
    for template in load_templates():
        text = template.lab.model_dump_json()
        assert LabFile.model_validate_json(text) == template.lab


CURVE = {"kind": "curve", "series": "cwnd_bytes", "flow": "cat", "top": 1e5}
MAP_AXIS = {"label": "Buffer", "path": "bottleneck.buffer.amount", "values": [1, 2]}
RTT_AXIS = {"label": "RTT", "path": "flows.0.rtt_s", "values": [0.01, 20]}
MAP = {
    "id": "map",
    "kind": "map",
    "title": "Map",
    "minutes": 5,
    "scenario": SCENARIO,
    "x": MAP_AXIS,
    "y": RTT_AXIS,
    "measured": "jain_index",
    "label": "Jain's index",
}
SEEDS = {"label": "Seed", "path": "seed", "values": [1, 2, 3]}
CHOICE = {"kind": "choice", "options": ["a", "b"], "right": [2]}
QUESTION = {"id": "why", "kind": "question", "title": "Why", "minutes": 1, "question": CHOICE}


@pytest.mark.parametrize(
    ("steps", "path", "reason"),
    [
        ([RUN, RUN], "steps.1.id", "must be unlike the other steps'"),
        ([RUN, prediction(**number("1"))], "steps.1.about", "a later step with a run"),
        ([prediction("no", **number("1")), RUN], "steps.0.about", "a later step with a run"),
        ([prediction(**number("1 <")), RUN], "steps.0.prediction.measured", "complete"),
        (
            [prediction(**number('flow["cat"].goodput_bps')), RUN],
            "steps.0.prediction.measured",
            'there is no flow "cat"; the scenario has "mouse"',
        ),
        ([prediction(**CURVE), RUN], "steps.0.prediction.flow", "must be a flow of step run"),
        (
            [RUN | {"fields": [{"path": "bottleneck.colour"}]}],
            "steps.0.fields.0.path",
            "must name a field",
        ),
        (
            [RUN | {"fields": [BUFFER | {"minimum": -1}]}],
            "steps.0.fields.0.path",
            "must give a valid scenario",
        ),
        (
            [RUN | {"fields": [{"path": "bottleneck.rate_bps", "is_own_algorithm": True}]}],
            "steps.0.fields.0.path",
            "must end with algorithm.name",
        ),
        (
            [RUN | {"fields": [OWN_ALGORITHM | {"choices": ["cubic", "newreno"]}]}],
            "steps.0.fields.0.is_own_algorithm",
            "must be without bounds and choices",
        ),
        (
            [GOAL | {"solution": {"flows.0.rtt_s": 0.01}}],
            "steps.0.solution",
            "must set open fields only",
        ),
        (
            [GOAL | {"hidden_ranges": [RANGE]}],
            "steps.0.hidden_ranges.0.path",
            "needs hidden_seeds of at least 1",
        ),
        (
            [DRAWN | {"hidden_ranges": [RANGE | {"path": "bottleneck.width"}]}],
            "steps.0.hidden_ranges.0.path",
            "must name a field of the step's scenario",
        ),
        (
            [DRAWN | {"hidden_ranges": [RANGE | {"path": BUFFER["path"]}]}],
            "steps.0.hidden_ranges.0.path",
            "must be none that students may change",
        ),
        (
            [DRAWN | {"hidden_ranges": [RANGE | {"maximum": 1e6}]}],
            "steps.0.hidden_ranges.0.maximum",
            "must be above the minimum",
        ),
        (
            [DRAWN | {"hidden_ranges": [RANGE | {"maximum": 1e30}]}],
            "steps.0.hidden_ranges.0.path",
            "must give a valid scenario",
        ),
        ([GOAL | {"goal": "jain_index"}], "steps.0.goal", "it must compare something"),
        ([RUN | {"minutes": -1}], "steps.0.minutes", "at least 0"),
        ([RUN | {"kind": "walk"}], "steps.0.kind", "text"),
        (
            [RUN | {"scenario": SCENARIO | {"duration_s": 0}}],
            "steps.0.scenario.duration_s",
            "at least 0.001 s",
        ),
        ([MAP], "steps.0", "must give a valid scenario"),
        ([MAP | {"y": SEEDS | {"values": [1, 1.5]}}], "steps.0", "must give a valid scenario"),
        ([MAP | {"y": MAP_AXIS}], "steps.0.y.path", "must be unlike that of x"),
        ([QUESTION], "steps.0.question", "must name options 0 to 1"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(
    steps: list[dict[str, Any]], path: str, reason: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        LabFile.model_validate(lab(*steps))
    found = {each.path: each.message for each in problems_of_lab(refused.value)}
    assert list(found) == [path]
    assert reason in found[path]


def test_a_cell_of_a_map_has_the_values_of_its_axes() -> None:
    step = MapStep.model_validate(MAP | {"y": SEEDS}, strict=False)
    scenario, seed = map_cell(step, 2.0, 3.0)
    assert scenario.bottleneck.buffer.amount == 2
    assert seed == 3
    plain = MapStep.model_validate(MAP | {"y": RTT_AXIS | {"values": [0.01, 0.02]}}, strict=False)
    scenario, seed = map_cell(plain, 1.0, 0.02)
    assert (scenario.bottleneck.buffer.amount, scenario.flows[0].rtt_s, seed) == (1, 0.02, 1)


SECRETS = {
    "expected",
    "goal",
    "is_right_if",
    "measured",
    "misconceptions",
    "notes",
    "right",
    "solution",
    "tolerance_ratio",
}


def names_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(names_in(item) for item in value.values()))
    return set().union(*(names_in(item) for item in value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("template", load_templates(), ids=lambda template: template.id)
def test_no_key_note_or_solution_reaches_a_student(template: Any) -> None:
    shown = for_students(template.lab)
    assert not names_in(shown) & SECRETS
    text = json.dumps(shown)
    for step in template.lab.steps:
        assert step.title in text
        if step.notes:
            assert step.notes not in text


@pytest.mark.parametrize("template", load_templates(), ids=lambda template: template.id)
def test_a_template_says_what_a_teacher_needs(template: Any) -> None:
    lab = template.lab
    assert lab.goals
    assert lab.misconceptions
    for step in lab.steps:
        assert step.minutes > 0, step.id
        assert step.notes, step.id


def test_a_missing_flow_is_reported_at_its_option_or_item() -> None:
    bad, good = 'flow["cat"].goodput_bps', 'flow["mouse"].goodput_bps'
    pick = [
        {"text": text, "is_right_if": f"{name} > 1"} for text, name in (("a", good), ("b", bad))
    ]
    order = [{"text": text, "measured": name} for text, name in (("a", bad), ("b", good))]
    for asked, place in (
        ({"kind": "pick", "options": pick}, "options.1.is_right_if"),
        ({"kind": "order", "items": order}, "items.0.measured"),
        ({"kind": "number", "measured": bad}, "measured"),
    ):
        with pytest.raises(ValidationError) as refused:
            LabFile.model_validate(lab(prediction(**asked), RUN))
        [problem] = problems_of_lab(refused.value)
        assert problem.path == f"steps.0.prediction.{place}"


@pytest.mark.parametrize("template", load_templates(), ids=lambda template: template.id)
def test_steps_of_a_shipped_lab_have_titles_of_their_own(template: Any) -> None:
    """Boards, exports and the rule of a prediction name a step by its title."""
    titles = [step.title for step in template.lab.steps]
    assert len(set(titles)) == len(titles)
