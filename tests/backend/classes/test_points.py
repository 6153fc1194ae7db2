"""Points of a prediction that cannot be known: for an answer, whatever the run shows."""

import httpx
import pytest

from lab.labs.files import hold
from lab.labs.marks import mark_one
from lab_model.classroom import load_templates
from tests.support.classes import Lesson

LAB = "how-many-runs"


def test_an_answer_has_them_and_is_not_marked(client: httpx.Client) -> None:
    lesson = Lesson(client, lab_id=LAB)
    ann = lesson.join("ann")
    lesson.join("bob")
    assert ann.answer("guess-one", 2).status_code == 200
    board = lesson.ask("GET", "/board")
    of_ann, of_bob = (each["steps"]["guess-one"] for each in board["students"])
    assert (of_ann["state"], of_ann["points"]) == ("done", 1.0)
    assert of_bob["points"] is None
    assert [each["points"] for each in board["students"]] == [1.0, 0.0]


@pytest.mark.parametrize(("points_for", "is_right"), [("answer", None), ("right", False)])
def test_what_the_run_shows_is_said_all_the_same(points_for: str, is_right: bool | None) -> None:
    [lab] = [template.lab for template in load_templates() if template.id == LAB]
    steps = [
        step.model_copy(update={"points_for": points_for}) if step.id == "guess-one" else step
        for step in lab.steps
    ]
    held = hold(lab.model_copy(update={"steps": steps}))
    document = {"summary": {"throughput_ratio": 3.25}, "flows": []}
    mark = mark_one(held, "guess-one", 2, document)
    assert (mark.is_right, mark.measured) == (is_right, [0.0])
