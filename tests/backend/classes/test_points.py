"""Points: of a prediction that cannot be known, and held back until the teacher releases them."""

import httpx
import pytest

from lab.labs.held import hold
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


class TestHoldingBack:
    """Points, and the words that explain them, wait until the teacher releases all."""

    @pytest.fixture
    def lesson(self, client: httpx.Client) -> Lesson:
        return Lesson(client, holds_back_points=True)

    def tell(self, lesson: Lesson, text: str, points: float | None) -> None:
        [student] = lesson.ask("GET", "/board")["students"]
        said = {"text": text, "points": points}
        lesson.ask("PUT", f"/students/{student['id']}/feedback/why", said)

    def test_a_student_reads_them_once_they_are_released(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        ann.answer("why", "The queue.")
        self.tell(lesson, "Which queue?", 1.5)
        seen = ann.read()["classroom"]
        assert (seen["holds_back_points"], seen["feedback"]) == (True, [])
        [student] = lesson.ask("GET", "/board")["students"]
        assert student["steps"]["why"]["points"] == 1.5, "the teacher sees them"
        assert "1.5" in lesson.call("GET", "/grades.csv").text
        lesson.set(holds_back_points=False)
        said = {"step_id": "why", "text": "Which queue?", "points": 1.5}
        assert ann.read()["classroom"]["feedback"] == [said]

    def test_feedback_without_points_is_shown_at_once(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        ann.answer("why", "The queue.")
        self.tell(lesson, "Look at the plot again.", None)
        [said] = ann.read()["classroom"]["feedback"]
        assert said["text"] == "Look at the plot again."
        self.tell(lesson, "Look at the plot again.", 2)
        assert ann.read()["classroom"]["feedback"] == [], "they explain points now"

    def test_they_are_released_and_held_again_after_the_class_has_ended(
        self, lesson: Lesson
    ) -> None:
        ann = lesson.join("ann")
        self.tell(lesson, "", 1)
        lesson.ask("POST", "/close")
        for is_held, count in ((False, 1), (True, 0), (False, 1)):
            lesson.set(holds_back_points=is_held)
            assert len(ann.read()["classroom"]["feedback"]) == count
