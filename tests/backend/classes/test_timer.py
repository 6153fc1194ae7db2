"""Time that a teacher gives for a step."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from lab.context import Context
from tests.support.classes import Lesson, owner
from tests.support.streams import read_events


@pytest.fixture
def lesson(client: httpx.Client) -> Lesson:
    return Lesson(client)


def start(lesson: Lesson, **wanted: Any) -> Any:
    body = {"step_id": "guess", "seconds": 120, **wanted}
    return lesson.ask("PUT", "/timer", body)["timer"]


def let_pass(context: Context) -> None:
    """The time of all classes is up."""
    with context.sessions.begin() as session:
        session.execute(text("UPDATE classroom SET timer_ends_at = now() - interval '1 s'"))


def test_is_sent_to_all_and_ends_by_the_clock(lesson: Lesson) -> None:
    ann = lesson.join("ann")
    assert lesson.ask("GET")["timer"] is None
    begun = datetime.now(UTC)
    timer = start(lesson)
    left = datetime.fromisoformat(timer["ends_at"]) - begun
    assert timedelta(seconds=119) < left < timedelta(seconds=125)
    assert (timer["step_id"], timer["pauses_at_end"]) == ("guess", False)
    assert lesson.ask("GET")["timer"] == timer
    assert ann.read()["classroom"]["timer"] == timer
    assert lesson.ask("GET", "/wall")["timer"] == timer


def test_streams_say_what_the_clock_says(lesson: Lesson) -> None:
    ann = lesson.join("ann")
    address = f"{lesson.address}/events?of=control&attempt={ann.attempt_id}"
    with lesson.client.stream("GET", address) as response:
        events = read_events(response)
        first = next(events).data
        start(lesson)
        second = next(events).data
    assert second["control_revision"] == first["control_revision"] + 1
    said = datetime.fromisoformat(second["sent_at"])
    assert abs(said - datetime.now(UTC)) < timedelta(seconds=10)


def test_its_end_changes_nothing_unless_it_is_to_pause(lesson: Lesson, context: Context) -> None:
    ann = lesson.join("ann")
    start(lesson)
    let_pass(context)
    assert ann.read()["classroom"]["is_paused"] is False
    assert ann.answer("guess", 700).status_code == 200
    start(lesson, pauses_at_end=True)
    assert ann.answer("guess", 650).status_code == 200
    let_pass(context)
    refused = ann.answer("guess", 600)
    assert (refused.status_code, refused.json()["type"]) == (409, "/api/problems/class-paused")
    assert lesson.ask("GET")["is_paused"] is True
    assert lesson.ask("GET", "/wall")["is_paused"] is True


def test_a_student_who_asks_again_reads_that_time_is_up(lesson: Lesson, context: Context) -> None:
    """Nothing is written when it ends: what was sent before must not be taken for right."""
    ann = lesson.join("ann")
    start(lesson, pauses_at_end=True)
    before = ann.client.get(ann.address, headers=ann.headers)
    headers = {**ann.headers, "If-None-Match": before.headers["ETag"]}
    assert ann.client.get(ann.address, headers=headers).status_code == 304
    let_pass(context)
    after = ann.client.get(ann.address, headers=headers)
    assert after.status_code == 200
    assert after.json()["classroom"]["is_paused"] is True


@pytest.mark.parametrize("way", ["go on", "stop", "next step", "more time"])
def test_a_class_that_it_has_paused_can_be_resumed(
    lesson: Lesson, context: Context, way: str
) -> None:
    ann = lesson.join("ann")
    lesson.set(paced_step_id="guess")
    start(lesson, pauses_at_end=True)
    let_pass(context)
    if way == "go on":
        assert lesson.set(is_paused=False)["timer"] is None
    elif way == "stop":
        assert lesson.ask("DELETE", "/timer")["timer"] is None
    elif way == "next step":
        assert lesson.set(paced_step_id="large")["timer"] is None
    else:
        assert start(lesson, seconds=60) is not None
    assert lesson.ask("GET")["is_paused"] is False
    assert ann.answer("guess", 700).status_code == 200


def test_a_pause_by_hand_outlasts_it(lesson: Lesson, context: Context) -> None:
    start(lesson, pauses_at_end=True)
    lesson.set(is_paused=True)
    assert lesson.set(is_paused=False)["timer"] is not None, "it still runs"
    lesson.set(is_paused=True)
    let_pass(context)
    lesson.ask("DELETE", "/timer")
    assert lesson.ask("GET")["is_paused"] is True


def test_refuses_what_it_cannot_time(lesson: Lesson) -> None:
    for wrong in ({"seconds": 9}, {"seconds": 7201}, {"seconds": 1.5}, {"minutes": 5}):
        body = {"step_id": "guess", "seconds": 60, **wrong}
        assert lesson.call("PUT", "/timer", body).status_code == 422, wrong
    body = {"step_id": "no-such-step", "seconds": 60}
    assert lesson.call("PUT", "/timer", body).status_code == 404
    refused = lesson.client.put(
        f"{lesson.address}/timer", json={"step_id": "guess", "seconds": 60}, headers=owner("ann")
    )
    assert refused.status_code == 403
    lesson.ask("POST", "/close")
    assert lesson.call("PUT", "/timer", {"step_id": "guess", "seconds": 60}).status_code == 409
    assert lesson.call("DELETE", "/timer").status_code == 200, "twice is once"
