"""Attempts of a class are read again and again: what is sent is never older than what is stored."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import text

from lab.context import Context
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.classes import Lesson, Pupil

BUFFER = "bottleneck.buffer.amount"


class Reader:
    """Asks as a browser does, which keeps what it was sent."""

    def __init__(self, pupil: Pupil) -> None:
        self.pupil, self.tag, self.content = pupil, "", None

    def is_new(self) -> bool:
        """Ask again."""
        headers = {**self.pupil.headers, "If-None-Match": self.tag}
        response = self.pupil.client.get(self.pupil.address, headers=headers)
        if response.status_code == 304:
            return False
        self.tag, self.content = response.headers["ETag"], response.json()
        return True


def student_id(lesson: Lesson) -> str:
    return str(lesson.ask("GET", "/board")["students"][0]["id"])


CHANGES: dict[str, Callable[[Lesson, Pupil], Any]] = {
    "an answer": lambda lesson, ann: ann.answer("why", "The buffer."),
    "a hand": lambda lesson, ann: ann.put("help", {"asks": True}),
    "a name": lambda lesson, ann: ann.put("alias", {"alias": "Ann"}),
    "a pause": lambda lesson, ann: lesson.set(is_paused=True),
    "a timer": lambda lesson, ann: lesson.ask("PUT", "/timer", {"step_id": "guess", "seconds": 60}),
    "the pace": lambda lesson, ann: lesson.set(paced_step_id="guess"),
    "the end": lambda lesson, ann: lesson.ask("POST", "/close"),
    "a name by the teacher": lambda lesson, ann: lesson.ask(
        "PATCH", f"/students/{student_id(lesson)}", {"alias": "Ann B."}
    ),
    "feedback": lambda lesson, ann: lesson.ask(
        "PUT", f"/students/{student_id(lesson)}/feedback/why", {"text": "Yes", "points": None}
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_is_sent_and_nothing_twice(client: httpx.Client, change: str) -> None:
    lesson = Lesson(client)
    ann = lesson.join("ann")
    ann.answer("why", "The queue.")
    reader = Reader(ann)
    assert [reader.is_new(), reader.is_new()] == [True, False]
    before = reader.content
    CHANGES[change](lesson, ann)
    assert [reader.is_new(), reader.is_new()] == [True, False]
    assert reader.content != before


def test_the_end_by_date_is_sent(client: httpx.Client, context: Context) -> None:
    reader = Reader(Lesson(client).join("ann"))
    reader.is_new()
    with context.sessions.begin() as session:
        session.execute(text("UPDATE classroom SET closes_at = now()"))
    assert reader.is_new()


def test_the_states_of_a_run_are_sent(
    client: httpx.Client, process: WorkerProcess, context: Context
) -> None:
    ann = Lesson(client).join("ann").predict()
    reader = Reader(ann)
    run_id = ann.ask_for_run("tune", {BUFFER: 8}).json()["id"]
    seen = []
    for move in (
        "",
        "UPDATE run SET status = 'running', claimed_by = 'x'",
        "UPDATE run SET status = 'queued', claimed_by = NULL",
    ):
        with context.sessions.begin() as session:
            session.execute(text(move or "SELECT 1"))
        assert reader.is_new()
        seen.append(reader.content["runs"][0]["status"])
    execute(process, UUID(run_id))
    assert reader.is_new()
    assert seen == ["queued", "running", "queued"]
    assert reader.content["runs"][0]["status"] == "done"
    assert reader.content["runs"][0]["goal"]["holds"] is True
    assert not reader.is_new()


def test_reading_says_that_the_student_is_there(client: httpx.Client, context: Context) -> None:
    lesson = Lesson(client)
    reader = Reader(lesson.join("ann"))
    reader.is_new()
    with context.sessions.begin() as session:
        session.execute(text("UPDATE class_student SET last_seen_at = now() - interval '1 hour'"))
    before = lesson.ask("GET", "/board")["students"][0]["last_seen_at"]
    assert not reader.is_new()
    assert lesson.ask("GET", "/board")["students"][0]["last_seen_at"] > before
