"""Answers that a teacher chooses to discuss, and what the wall shows of them."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.support.classes import Lesson, Pupil, owner

SAID = {"ann": "The buffer.", "bob": "The queue is long.", "carl": "Too much is sent."}


class Talk:
    """A class in which three have answered a question in words."""

    def __init__(self, client: httpx.Client) -> None:
        self.lesson = Lesson(client)
        self.pupils: dict[str, Pupil] = {name: self.lesson.join(name) for name in SAID}
        for name, said in SAID.items():
            assert self.pupils[name].answer("why", said).status_code == 200
        listed = self.lesson.ask("GET", "/board")["students"]
        self.ids: dict[str, str] = {each["alias"]: each["id"] for each in listed}
        self.lesson.set(wall_step_id="why")

    def try_choosing(self, names: list[str], shown_count: int, **more: Any) -> httpx.Response:
        ids = [self.ids.get(name, name) for name in names]
        body = {"step_id": "why", "student_ids": ids, "shown_count": shown_count, **more}
        return self.lesson.call("PUT", "/discussion", body)

    def choose(self, names: list[str], shown_count: int) -> Any:
        response = self.try_choosing(names, shown_count)
        assert response.status_code == 200, response.text
        return response.json()["discussion"]

    def on_the_wall(self) -> list[Any] | None:
        shown = self.lesson.ask("GET", "/wall")["discussion"]
        return None if shown is None else [each["answer"] for each in shown["answers"]]


@pytest.fixture
def talk(client: httpx.Client) -> Talk:
    return Talk(client)


def test_come_one_by_one_in_the_order_of_the_teacher(talk: Talk) -> None:
    names = ["carl", "ann"]
    assert talk.on_the_wall() is None
    assert [each["answer"] for each in talk.choose(names, 0)["answers"]] == [
        SAID["carl"],
        SAID["ann"],
    ]
    assert talk.on_the_wall() is None, "chosen is not shown"
    talk.choose(names, 1)
    assert talk.on_the_wall() == [SAID["carl"]]
    assert talk.lesson.ask("GET", "/wall")["discussion"]["left_count"] == 1
    talk.choose(names, 2)
    assert talk.on_the_wall() == [SAID["carl"], SAID["ann"]]
    talk.choose(["ann", "carl", "bob"], 9)
    assert talk.on_the_wall() == [SAID["ann"], SAID["carl"], SAID["bob"]]
    assert talk.lesson.ask("DELETE", "/discussion")["discussion"] is None
    assert talk.on_the_wall() is None


def test_show_no_name_on_the_wall(talk: Talk) -> None:
    talk.choose(list(SAID), 3)
    wall = talk.lesson.call("GET", "/wall").text
    assert not any(each in wall for each in [*SAID, *talk.ids.values()])
    for pupil in talk.pupils.values():
        others = set(SAID.values()) - {SAID[pupil.joined["alias"]]}
        assert not any(each in str(pupil.read()) for each in others)


def test_stay_as_they_were_chosen(talk: Talk) -> None:
    """An answer that was changed since then has not been read by the teacher."""
    talk.choose(["ann"], 1)
    assert talk.pupils["ann"].answer("why", "Something rude.").status_code == 200
    talk.choose(["ann", "bob"], 2)
    assert talk.on_the_wall() == [SAID["ann"], SAID["bob"]]
    talk.choose(["bob"], 1)
    talk.choose(["bob", "ann"], 2)
    assert talk.on_the_wall() == [SAID["bob"], "Something rude."], "chosen again"


def test_are_on_the_wall_with_their_step_only(talk: Talk) -> None:
    talk.choose(["ann"], 1)
    talk.lesson.set(wall_step_id="guess")
    assert talk.on_the_wall() is None
    talk.lesson.set(wall_step_id="why")
    assert talk.on_the_wall() == [SAID["ann"]]


def test_of_a_prediction_come_before_its_run_and_at_it(talk: Talk) -> None:
    for name, guess in {"ann": 100, "bob": 700}.items():
        assert talk.pupils[name].answer("guess", guess).status_code == 200
    talk.lesson.set(wall_step_id="guess")
    assert talk.try_choosing(["bob", "ann"], 2, step_id="guess").status_code == 200
    assert talk.on_the_wall() == [700, 100]
    assert talk.lesson.ask("GET", "/wall")["steps"] == [], "the others stay hidden"
    talk.lesson.set(wall_step_id="large")
    assert talk.on_the_wall() == [700, 100]


@pytest.mark.parametrize("way", ["leave", "remove"])
def test_go_with_their_student(talk: Talk, way: str) -> None:
    talk.choose(["carl", "ann", "bob"], 2)
    ann = talk.pupils["ann"]
    if way == "leave":
        assert ann.client.delete(ann.address, headers=ann.headers).status_code == 204
    else:
        talk.lesson.ask("DELETE", f"/students/{talk.ids['ann']}")
    assert talk.on_the_wall() == [SAID["carl"]], "and no other comes in its place"
    assert SAID["ann"] not in talk.lesson.call("GET").text
    for name in ("bob", "carl"):
        talk.lesson.ask("DELETE", f"/students/{talk.ids[name]}")
    assert talk.lesson.ask("GET")["discussion"] is None


def test_refuses_a_student_without_an_answer(talk: Talk) -> None:
    dora = talk.lesson.join("dora")
    listed = talk.lesson.ask("GET", "/board")["students"]
    [dora_id] = [each["id"] for each in listed if each["number"] == dora.joined["number"]]
    for wrong in ([dora_id], [str(uuid4())], ["no id"], [], [str(uuid4())] * 13):
        assert talk.try_choosing(wrong, 1).status_code == 422, wrong
    for step, status in {"large": 422, "tune": 422, "no-such-step": 404}.items():
        assert talk.try_choosing(["ann"], 1, step_id=step).status_code == status, step
    assert talk.try_choosing(["ann"], -1).status_code == 422
    body = {"step_id": "why", "student_ids": [talk.ids["ann"]], "shown_count": 1}
    address = f"{talk.lesson.address}/discussion"
    assert talk.lesson.client.put(address, json=body, headers=owner("ann")).status_code == 403
    assert talk.lesson.ask("GET")["discussion"] is None
