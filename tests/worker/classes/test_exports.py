"""What a teacher takes home."""

import csv
import io
import json
import zipfile
from typing import Any
from uuid import UUID

import httpx
import pytest

from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.classes import Lesson

BUFFER = "bottleneck.buffer.amount"


def table(lesson: Lesson) -> list[dict[str, str]]:
    response = lesson.call("GET", "/grades.csv")
    assert response.headers["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(response.text)))


@pytest.fixture
def lesson(client: httpx.Client, process: WorkerProcess) -> Lesson:
    lesson = Lesson(client, identifiers=["S-1", "S-2"], sections=["A"])
    ann = lesson.join("=HYPERLINK(1)", identifier="S-2", section="A")
    lesson.join("bob", identifier="S-1")
    ann.predict()
    ann.answer("why", "The queue.")
    for step, settings in (("large", {}), ("tune", {BUFFER: 8})):
        execute(process, UUID(ann.ask_for_run(step, settings).json()["id"]))
    [student, _] = lesson.ask("GET", "/board")["students"]
    given = {"text": "Which queue?", "points": 1.5}
    lesson.ask("PUT", f"/students/{student['id']}/feedback/why", given)
    return lesson


class TestGrades:
    def test_have_a_row_per_student(self, lesson: Lesson) -> None:
        ann, bob = table(lesson)
        worth = {step["title"]: step["points"] for step in lesson.classroom["lab"]["steps"]}
        assert (ann["number"], ann["identifier"], ann["section"]) == ("1", "2", "A")
        assert float(ann["Predict the RTT"]) == worth["Predict the RTT"]
        board = lesson.ask("GET", "/board")["students"]
        assert [float(row["points"]) for row in (ann, bob)] == [row["points"] for row in board]
        assert (bob["Predict the RTT"], bob["points"]) == ("", "0")

    def test_have_no_formula(self, lesson: Lesson) -> None:
        assert table(lesson)[0]["alias"] == "'=HYPERLINK(1)"

    def test_have_no_names_while_anonymous(self, lesson: Lesson) -> None:
        lesson.set(is_anonymous=True)
        assert [(row["alias"], row["identifier"]) for row in table(lesson)] == [("", ""), ("", "")]


class TestEvidence:
    def files(self, lesson: Lesson) -> dict[str, str]:
        response = lesson.call("GET", "/evidence.zip")
        assert response.headers["Content-Type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
            assert archive.testzip() is None
            return {name: archive.read(name).decode() for name in archive.namelist()}

    def test_holds_answers_runs_and_the_lab(self, lesson: Lesson) -> None:
        files = self.files(lesson)
        tables = {"answers.json", "games.json", "grades.csv", "runs.jsonl"}
        assert set(files) == {"README.txt", "lab.json"} | tables
        assert json.loads(files["lab.json"]) == lesson.classroom["lab"]
        assert "Networks, Monday" in files["README.txt"]
        assert "./lab sim" in files["README.txt"]
        assert all(line == line.rstrip() for line in files["README.txt"].splitlines())
        answers = {each["step_id"]: each for each in json.loads(files["answers.json"])}
        assert answers["guess"]["is_right"] is True
        assert answers["why"]["feedback"] == "Which queue?"

    def test_says_that_students_do_not_see_their_points_yet(self, lesson: Lesson) -> None:
        said = "Students do not see their points yet."
        assert said not in self.files(lesson)["README.txt"]
        lesson.set(holds_back_points=True)
        files = self.files(lesson)
        assert said in files["README.txt"]
        assert "1.5" in files["grades.csv"], "the teacher's file has them all the same"

    def test_lets_every_run_be_computed_again(self, lesson: Lesson, client: httpx.Client) -> None:
        lines = self.files(lesson)["runs.jsonl"].splitlines()
        runs: list[Any] = [json.loads(line) for line in lines]
        assert [run["step_id"] for run in runs] == ["large", "tune"]
        for run in runs:
            stored = client.get(f"/api/runs/{run['run_id']}").json()
            for name in ("scenario", "seed", "scenario_digest", "core_version", "status"):
                assert run[name] == stored[name]
            for name in ("series_digest", "summary_digest", "summary"):
                assert run[name] == stored["result"][name]
        assert runs[1]["goal"]["holds"] is True
        assert runs[1]["settings"] == {BUFFER: 8}

    def test_has_no_names_while_anonymous(self, lesson: Lesson) -> None:
        lesson.set(is_anonymous=True)
        assert "HYPERLINK" not in str(self.files(lesson))
