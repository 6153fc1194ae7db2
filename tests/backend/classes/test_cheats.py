"""What a student may try, and how it is refused. Other attempts are in the tests of their subjects:
wrong codes in tests/backend/kit/test_rate_limit.py, the rounds of a game in tests/worker/labs.
"""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.support.classes import LAB, Lesson, Pupil

AMOUNT = "bottleneck.buffer.amount"
Cheat = Callable[[Lesson, Pupil], httpx.Response]


def run(step: str, settings: dict[str, Any] | None = None) -> Cheat:
    return lambda _, ann: ann.ask_for_run(step, settings)


def answer(step: str, given: Any) -> Cheat:
    return lambda _, ann: ann.answer(step, given)


def read(part: str) -> Cheat:
    return lambda lesson, ann: ann.client.get(lesson.address + part, headers=ann.headers)


def as_another(method: str, part: str, body: Any = None) -> Cheat:
    def act(lesson: Lesson, ann: Pupil) -> httpx.Response:
        other = lesson.join("bob", identifier="A2")
        return other.client.request(method, ann.address + part, json=body, headers=other.headers)

    return act


def after(first: Cheat, then: Cheat) -> Cheat:
    """What would work without the first call, which succeeds."""

    def act(lesson: Lesson, ann: Pupil) -> httpx.Response:
        done = first(lesson, ann)
        assert done.is_success, done.text
        return then(lesson, ann)

    return act


def predicted(lesson: Lesson, ann: Pupil) -> httpx.Response:
    assert ann.answer("order", 1).is_success
    return ann.answer("guess", 700)


def look_at_the_map(_lesson: Lesson, ann: Pupil) -> httpx.Response:
    return ann.client.get(f"{ann.address}/maps/map", headers=ann.headers)


def leave(_lesson: Lesson, ann: Pupil) -> httpx.Response:
    return ann.client.delete(ann.address, headers=ann.headers)


def join_again(lesson: Lesson, _ann: Pupil) -> httpx.Response:
    return lesson.try_joining("ann in a private window", identifier="A1")


def solutions(_lesson: Lesson, ann: Pupil) -> httpx.Response:
    return ann.client.get(f"/api/labs/{LAB}/solutions", headers=ann.headers)


def pause(lesson: Lesson, ann: Pupil) -> httpx.Response:
    body = {"is_paused": False}
    return ann.client.patch(lesson.address, json=body, headers=ann.headers)


REFUSED: dict[str, tuple[Cheat, int]] = {
    "run what is to be predicted": (run("large"), 409),
    "reach the same run by a goal": (run("tune", {AMOUNT: 100}), 409),
    "reach it by a cell of the map": (run("map", {AMOUNT: 100, "seed": 1}), 409),
    "look at the cells of others": (look_at_the_map, 409),
    "predict once more after the run": (
        after(predicted, after(run("large"), answer("guess", 735))),
        409,
    ),
    "predict once more after a goal": (
        after(predicted, after(run("tune"), answer("guess", 735))),
        409,
    ),
    "settings out of bounds": (after(predicted, run("tune", {AMOUNT: 1})), 422),
    "a field that is locked": (after(predicted, run("tune", {"bottleneck.rate_bps": 9e9})), 422),
    "a text for a number": (answer("guess", "735"), 422),
    "a truth value for a number": (answer("guess", True), 422),
    "the board": (read("/board"), 403),
    "answers of others": (read("/steps/guess"), 403),
    "the wall": (read("/wall"), 403),
    "the guide": (read("/guide"), 403),
    "grades": (read("/grades.csv"), 403),
    "evidence": (read("/evidence.zip"), 403),
    "the class with its keys": (read(""), 403),
    "end a pause": (pause, 403),
    "solutions in the browser of the class": (solutions, 403),
    "another's attempt": (as_another("GET", ""), 403),
    "another's answer": (as_another("PUT", "/answers/guess", {"answer": 1}), 403),
    "leave with wrong answers and join again": (after(leave, join_again), 409),
    "a second place with the same identifier": (join_again, 409),
}


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(client: httpx.Client, name: str) -> None:
    act, status = REFUSED[name]
    lesson = Lesson(client, identifiers=["A1", "A2"])
    response = act(lesson, lesson.join("ann", identifier="A1"))
    assert response.status_code == status, response.text


def test_what_a_student_gets_has_no_keys(client: httpx.Client) -> None:
    sent = Lesson(client).join("ann").read()["lab"]
    keys = {"expected", "goal", "is_right_if", "measured", "notes", "right", "solution"}
    found: set[str] = set()

    def look(place: Any) -> None:
        if isinstance(place, dict):
            found.update(place)
        for item in place.values() if isinstance(place, dict) else place:
            if isinstance(item, dict | list):
                look(item)

    look(sent)
    assert "text" in found
    assert not found & keys


class TestHoldingBack:
    """A teacher may hold back what is right until it is shown."""

    @pytest.fixture
    def lesson(self, client: httpx.Client) -> Lesson:
        return Lesson(client, lab_id="window-and-rtt", holds_back_right=True)

    def mark(self, ann: Pupil) -> Any:
        [given] = ann.read()["answers"]
        return given["mark"]

    def test_a_student_learns_it_once_it_is_shown(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        assert "why" in ann.read()["classroom"]["held_back_step_ids"]
        assert ann.answer("why", [0]).json()["answers"][0]["mark"] is None
        assert ann.answer("why", [2]).status_code == 200, "it may change until then"
        assert self.mark(ann) is None
        [student] = lesson.ask("GET", "/board")["students"]
        assert student["steps"]["why"]["state"] in ("right", "wrong"), "the teacher sees it"
        lesson.set(revealed_step_ids=["why"])
        assert self.mark(ann)["is_right"] is not None
        assert ann.answer("why", [0]).status_code == 409
        assert "why" not in ann.read()["classroom"]["held_back_step_ids"]

    def test_what_was_shown_stays_shown(self, lesson: Lesson) -> None:
        lesson.set(revealed_step_ids=["why"])
        assert lesson.call("PATCH", "", {"revealed_step_ids": []}).status_code == 409

    def test_begins_before_the_first_answer(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        lesson.set(holds_back_right=False)
        assert ann.answer("why", [0]).json()["answers"][0]["mark"] is not None
        assert lesson.call("PATCH", "", {"holds_back_right": True}).status_code == 409
