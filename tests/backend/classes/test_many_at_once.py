"""A class that comes in at once, and what it may ask for."""

import httpx
from sqlalchemy import text

from lab.context import Context
from lab.settings import Settings
from tests.support.classes import Lesson, Pupil, together
from tests.support.server import connected


def in_browser(lesson: Lesson, own: httpx.Client) -> Lesson:
    """The same class, asked over another connection."""
    copy = object.__new__(Lesson)
    copy.__dict__.update(vars(lesson), client=own)
    return copy


def test_forty_students_join_at_once(client: httpx.Client) -> None:
    lesson = Lesson(client)
    joined = together(
        client, 40, lambda own, n: in_browser(lesson, own).try_joining(f"n{n}", alias=None)
    )
    assert {response.status_code for response in joined} == {201}
    assert sorted(response.json()["number"] for response in joined) == list(range(1, 41))
    assert len({response.json()["alias"] for response in joined}) == 40
    assert len(lesson.ask("GET", "/board")["students"]) == 40


def test_one_browser_that_asks_twice_is_one_student(client: httpx.Client) -> None:
    lesson = Lesson(client)
    joined = together(client, 6, lambda own, _n: in_browser(lesson, own).try_joining("ann"))
    assert len({response.json()["attempt_id"] for response in joined}) == 1


def test_one_identifier_lets_one_of_many_in(client: httpx.Client) -> None:
    lesson = Lesson(client, identifiers=["S-1"])
    joined = together(
        client, 6, lambda own, n: in_browser(lesson, own).try_joining(f"n{n}", identifier="S-1")
    )
    assert sorted(response.status_code for response in joined) == [201, 409, 409, 409, 409, 409]


def test_work_and_removal_at_once_end_in_neither_error_nor_rows(
    client: httpx.Client, context: Context
) -> None:
    lesson = Lesson(client)
    pupils = [lesson.join(f"student {number}").predict() for number in range(8)]

    def act(own: httpx.Client, number: int) -> set[int]:
        pupil = Pupil(own, pupils[number // 2].joined, pupils[number // 2].headers)
        if number % 2:
            return {own.delete(pupil.address, headers=pupil.headers).status_code}
        answers = [pupil.answer("why", f"Answer {n}").status_code for n in range(5)]
        return {*answers, pupil.ask_for_run("tune").status_code}

    seen = set().union(*together(client, 16, act))
    assert seen <= {200, 201, 204, 404}
    with context.sessions() as session:
        for table in ("class_student", "lab_attempt", "lab_answer", "lab_run"):
            assert session.scalar(text(f"SELECT count(*) FROM {table}")) == 0, table


def test_runs_of_a_class_are_counted_together(settings: Settings) -> None:
    few = settings.model_copy(update={"runs_per_minute_per_class": 3})
    with connected(few) as client:
        lesson, other = Lesson(client), Lesson(client)
        asked = [lesson.join(f"student {n}").predict().ask_for_run("tune") for n in range(4)]
        assert [response.status_code for response in asked] == [201, 201, 201, 429]
        assert int(asked[3].headers["Retry-After"]) > 0
        assert other.join("ann").predict().ask_for_run("tune").status_code == 201


def test_a_teacher_leads_while_forty_join(client: httpx.Client) -> None:
    """Every request waits for the same row; none may wait for a thread that waits for it."""
    lesson = Lesson(client)

    def act(own: httpx.Client, number: int) -> int:
        mine = in_browser(lesson, own)
        if number % 4 == 0:
            return mine.call("PATCH", "", {"name": f"Monday {number}"}).status_code
        return mine.try_joining(f"n{number}").status_code

    seen = together(client, 48, act)
    assert sorted(set(seen)) == [200, 201]
