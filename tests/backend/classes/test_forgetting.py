"""What is left of a class, and of a student, that was deleted: nothing."""

from hashlib import sha256

import httpx
import pytest
from sqlalchemy import text

from lab.context import Context
from lab.models import Base
from lab.recovery.expiry import expire
from tests.support.classes import TEACHER, Lesson, owner
from tests.support.experiments import experiment_data
from tests.support.stored import stored_text

CLASS_TABLES = [
    name for name in Base.metadata.tables if name.startswith("class") or name == "lab_attempt"
]


def rows_left(context: Context) -> dict[str, int]:
    """Rows in every table about classes, attempts and answers."""
    tables = [*CLASS_TABLES, "lab_answer", "lab_run"]
    with context.sessions() as session:
        counts = {name: session.scalar(text(f"SELECT count(*) FROM {name}")) for name in tables}
    return {name: count for name, count in counts.items() if count}


class TestForgetting:
    def fill(self, client: httpx.Client) -> Lesson:
        lesson = Lesson(client, identifiers=["S-1", "S-2"])
        ann = lesson.join("ann", identifier="S-1", alias="Zacharias Zebra")
        ann.answer("why", "The queue.")
        assert ann.predict().ask_for_run("tune").status_code == 201
        [student] = lesson.ask("GET", "/board")["students"]
        given = {"text": "Which?", "points": 1}
        lesson.ask("PUT", f"/students/{student['id']}/feedback/why", given)
        lesson.ask("POST", "/snapshots", {"step_id": "why", "title": "Now"})
        lesson.ask("PUT", "/contest", {"ends_at": lesson.classroom["closes_at"]})
        wanted = {"experiment": experiment_data()}
        given = client.post("/api/experiments", json=wanted, headers=TEACHER).json()["id"]
        lesson.set(experiment_id=given)
        tabs = f"/api/remote-work/experiments/{given}/tabs"
        token = client.post(tabs, headers=ann.headers).json()["token"]
        self.token_hash = sha256(token.encode()).hexdigest()
        return lesson

    def traces_of_student(self, context: Context) -> set[str]:
        """Everything stored from which the student could be recognised."""
        key_hash = sha256(owner("ann")["X-Lab-Owner"].encode()).hexdigest()
        stored = stored_text(context)
        # A token for tabs follows from the key, and is named after its hash.
        known = ("Zebra", "The queue.", "Which?", key_hash, self.token_hash, self.token_hash[:20])
        return {each for each in known if each in stored}

    def test_a_class_leaves_no_row(self, client: httpx.Client, context: Context) -> None:
        lesson = self.fill(client)
        assert set(rows_left(context)) == {*CLASS_TABLES, "lab_answer", "lab_run"}
        assert lesson.call("DELETE").status_code == 204
        assert rows_left(context) == {}
        assert self.traces_of_student(context) == set()
        with context.sessions() as session:
            owners = session.scalars(text("SELECT owner_key_hash FROM run")).all()
        assert owners == [None], "its runs have no owner"
        assert lesson.call("GET").status_code == 404

    def test_happens_on_the_stated_date(self, client: httpx.Client, context: Context) -> None:
        self.fill(client)
        expire(context)
        assert rows_left(context)
        assert len(self.traces_of_student(context)) == 6
        with context.sessions.begin() as session:
            session.execute(text("UPDATE classroom SET deletes_at = now()"))
        expire(context)
        assert rows_left(context) == {}
        assert self.traces_of_student(context) == set()

    @pytest.mark.parametrize("by", ["student", "teacher"])
    def test_a_student_leaves_no_row(self, client: httpx.Client, context: Context, by: str) -> None:
        lesson = self.fill(client)
        ann = lesson.join("ann")
        if by == "student":
            gone = client.delete(ann.address, headers=ann.headers)
        else:
            [student] = lesson.ask("GET", "/board")["students"]
            gone = lesson.call("DELETE", f"/students/{student['id']}")
        assert gone.status_code == 204
        assert self.traces_of_student(context) == set()
        assert rows_left(context) == {
            "classroom": 1,
            "class_teacher": 1,
            "class_identifier": 2,
            "class_snapshot": 1,
            "class_contest": 1,
        }
        with context.sessions() as session:
            assert session.scalar(text("SELECT count(student_id) FROM class_identifier")) == 0
            content = session.scalar(text("SELECT content::text FROM class_snapshot"))
            assert "The queue" not in content
        assert client.get(ann.address, headers=ann.headers).status_code == 404
        assert client.get("/api/runs", headers=ann.headers).json()["items"] == []
