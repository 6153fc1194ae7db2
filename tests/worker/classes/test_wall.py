"""The wall of a class: what its key opens, what it hides, and that it opens nothing else."""

from typing import Any
from uuid import UUID

import httpx
import pytest

from lab_model.classroom import load_templates
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.backend.classes.test_teaching import TestTeacher
from tests.support.classes import TEACHER, Lesson, Pupil, owner
from tests.worker.classes.test_privacy import keys_of, texts

BUFFER = "bottleneck.buffer.amount"


class Projector:
    """A browser that has the link of a wall and nothing else."""

    def __init__(self, lesson: Lesson, key: str | None = None) -> None:
        self.lesson = lesson
        self.key = lesson.ask("POST", "/wall-key")["wall_key"] if key is None else key
        self.headers = {**owner("projector"), "X-Lab-Wall": self.key}

    def call(self, method: str, address: str, body: Any = None) -> httpx.Response:
        return self.lesson.client.request(method, address, json=body, headers=self.headers)

    def look(self) -> httpx.Response:
        return self.call("GET", f"{self.lesson.address}/wall")

    def read(self) -> Any:
        response = self.look()
        assert response.status_code == 200, response.text
        return response.json()


def run(process: WorkerProcess, pupil: Pupil, step: str, settings: Any = None) -> str:
    asked = pupil.ask_for_run(step, settings)
    assert asked.status_code == 201, asked.text
    execute(process, UUID(asked.json()["id"]))
    return str(asked.json()["id"])


@pytest.fixture
def lesson(client: httpx.Client) -> Lesson:
    return Lesson(client)


class TestKey:
    def test_opens_the_wall_until_there_is_a_newer_one(self, lesson: Lesson) -> None:
        assert lesson.classroom["has_wall_key"] is False
        first = Projector(lesson)
        assert len(first.key) >= 22
        assert lesson.ask("GET")["has_wall_key"] is True
        assert first.look().status_code == 200
        second = Projector(lesson)
        assert first.look().status_code == 403
        assert second.look().status_code == 200
        # Also without a key of its own, as a browser has that stores nothing.
        bare = {"X-Lab-Wall": second.key}
        assert lesson.client.get(f"{lesson.address}/wall", headers=bare).status_code == 200

    def test_wrong_is_refused(self, lesson: Lesson) -> None:
        address = f"{lesson.address}/wall"
        assert Projector(lesson, "A" * 22).look().status_code == 403, "there is none yet"
        key = Projector(lesson).key
        assert Projector(lesson, key[:-1] + "~").look().status_code == 403
        assert Projector(lesson, lesson.key).look().status_code == 403, "it is the teacher's"
        assert Projector(Lesson(lesson.client), key).look().status_code == 403, "another class's"
        ann = lesson.join("ann")
        for headers in (ann.headers, owner("stranger"), {}):
            assert lesson.client.get(address, headers=headers).status_code == 403
        assert lesson.client.get(address, headers=TEACHER).status_code == 200
        lesson.ask("DELETE")
        assert Projector(lesson, key).look().status_code == 404

    def test_tells_open_walls_that_it_is_void(self, lesson: Lesson) -> None:
        before = lesson.ask("GET")["wall_revision"]
        Projector(lesson)
        assert lesson.ask("GET")["wall_revision"] == before + 1

    def test_opens_nothing_else(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        ann.answer("why", "The queue.")
        [student] = lesson.ask("GET", "/board")["students"]
        projector = Projector(lesson)
        for method, part, body in (*TestTeacher.PARTS, ("GET", "/guide", None)):
            address = lesson.address + part.format(student=student["id"])
            assert projector.call(method, address, body).status_code == 403, (method, part)
        as_teacher = {"teacher_key": projector.key, "name": "Projector"}
        assert projector.call("POST", f"{lesson.address}/teachers", as_teacher).status_code == 403
        for part in ("", "/solutions", "/maps/tune"):
            assert projector.call("GET", ann.address + part).status_code == 403, part
        for part, body in (("answers/why", {"answer": "Mine"}), ("alias", {"alias": "Mine"})):
            assert projector.call("PUT", f"{ann.address}/{part}", body).status_code == 403
        assert projector.call("DELETE", ann.address).status_code == 403
        assert projector.call("GET", "/api/classes").json() == []
        assert lesson.ask("GET", "/board")["students"] == [student], "nothing was changed"


class TestShown:
    def test_shows_no_name_and_no_evidence(self, lesson: Lesson, process: WorkerProcess) -> None:
        ann, bob = (lesson.join(name).predict() for name in ("Ann Example", "Bob Example"))
        ann.answer("why", "Because of Yggdrasil")
        run_id = run(process, ann, "tune", {BUFFER: 8})
        run(process, ann, "tune", {BUFFER: 99})
        run(process, bob, "tune", {BUFFER: 99})
        projector = Projector(lesson)
        people = {each["id"] for each in lesson.ask("GET", "/board")["students"]}
        for step in lesson.classroom["lab"]["steps"]:
            lesson.set(wall_step_id=step["id"], revealed_step_ids=[step["id"]])
            shown = projector.look().text
            for hidden in ("Example", "Yggdrasil", run_id, ann.attempt_id, *people):
                assert hidden not in shown, step["id"]
        lesson.set(wall_step_id="tune")
        [tune] = projector.read()["steps"]
        assert (tune["runner_count"], tune["reached_count"]) == (2, 1)
        assert projector.read()["student_count"] == 2

    def test_shows_the_curves_that_students_see_once_one_has_them(
        self, lesson: Lesson, process: WorkerProcess
    ) -> None:
        ann = lesson.join("ann").predict()
        projector = Projector(lesson)
        lesson.set(wall_step_id="large")
        assert projector.read()["curves"] is None, "the class has not run it"
        run_id = run(process, ann, "large")
        curves = projector.read()["curves"]
        asked = {"subjects": ["link:0", "flow:0"], "metrics": ["rtt_s", "queue_bytes"]}
        own = ann.client.get(
            f"/api/runs/{run_id}/series", params={**asked, "points": 240}, headers=ann.headers
        ).json()
        assert (curves["seed"], curves["buffer_bytes"]) == (1, 150_000)
        assert curves["time_s"] == own["time_s"]
        shown = {(each["subject"], each["index"]): each["columns"] for each in curves["subjects"]}
        for each in own["subjects"]:
            for metric, column in each["columns"].items():
                there = shown[each["subject"], each["index"]][metric]
                assert there["mean"] == column["mean"]
        assert max(filter(None, shown["flow", 0]["rtt_s"]["mean"])) > 0.5
        lesson.set(wall_step_id="guess")
        assert projector.read()["curves"] is None

    def test_shows_what_was_tried_at_a_goal_once_it_is_revealed(
        self, lesson: Lesson, process: WorkerProcess
    ) -> None:
        ann = lesson.join("ann").predict()
        run(process, ann, "tune", {BUFFER: 99})
        run(process, ann, "tune", {BUFFER: 8})
        ann.ask_for_run("tune", {BUFFER: 9})
        projector = Projector(lesson)
        lesson.set(wall_step_id="tune")
        assert projector.read()["steps"][0]["tried"] is None
        lesson.set(revealed_step_ids=["tune"])
        tried = projector.read()["steps"][0]["tried"]
        assert [(each["settings"], each["holds"]) for each in tried] == [
            ({BUFFER: 8}, True),
            ({BUFFER: 99}, False),
        ], "without the run that is not over"
        board = lesson.ask("GET", "/steps/tune")["runs"]
        assert [each["terms"] for each in tried] == [
            each["terms"]
            for each in sorted(board, key=lambda each: each["settings"][BUFFER])
            if each["holds"] is not None
        ]

    def test_withholds_predictions_until_the_class_is_at_their_run(
        self, lesson: Lesson, process: WorkerProcess
    ) -> None:
        ann = lesson.join("ann")
        ann.answer("guess", 698.25)
        run(process, ann, "large")
        projector = Projector(lesson)
        lesson.set(paced_step_id="guess")
        shown = projector.read()
        assert (shown["step_id"], shown["done_count"], shown["steps"]) == ("guess", 1, [])
        assert "698.25" not in projector.look().text
        lesson.set(paced_step_id="large")
        [guess] = projector.read()["steps"]
        assert guess["answers"] == [{"answer": 698.25}]
        assert guess["truth"]["number"] == lesson.ask("GET", "/steps/guess")["truth"]["number"]
        assert guess["tolerance_ratio"] > 0

    @pytest.mark.parametrize("lab_id", [template.id for template in load_templates()])
    def test_has_no_key_before_it_is_revealed(self, client: httpx.Client, lab_id: str) -> None:
        lesson = Lesson(client, lab_id=lab_id)
        ann = lesson.join("ann")
        projector = Projector(lesson)
        keys = keys_of(lab_id)
        for step in lesson.classroom["lab"]["steps"]:
            question = step.get("question", {})
            if question.get("kind") in ("number", "choice"):
                given = 1 if question["kind"] == "number" else [0]
                assert ann.answer(step["id"], given).status_code == 200
            lesson.set(wall_step_id=step["id"])
            shown = projector.read()
            assert not keys & set(texts(shown)), step["id"]
            if step["kind"] == "question":
                assert shown["steps"] == []
            for each in shown["steps"]:
                assert each["truth"] == {"number": None, "positions": None, "curve": None}

    def test_has_the_key_of_a_question_once_it_is_revealed(self, client: httpx.Client) -> None:
        found = [
            (template.id, step.id, step.question.kind)
            for template in load_templates()
            for step in template.lab.steps
            if step.kind == "question" and step.question.kind != "text"
        ]
        assert {kind for _lab, _step, kind in found} == {"number", "choice"}
        for lab_id, step_id, kind in found:
            lesson = Lesson(client, lab_id=lab_id)
            lesson.join("ann").answer(step_id, 1 if kind == "number" else [0])
            lesson.set(wall_step_id=step_id, revealed_step_ids=[step_id])
            [shown] = Projector(lesson).read()["steps"]
            assert shown["truth"]["number" if kind == "number" else "positions"] is not None
            assert len(shown["answers"]) == 1

    def test_says_how_to_join_until_the_class_has_ended(self, lesson: Lesson) -> None:
        projector = Projector(lesson)
        assert projector.read()["code"] == lesson.code
        lesson.set(is_locked=True, is_paused=True)
        assert (projector.read()["is_locked"], projector.read()["is_paused"]) == (True, True)
        lesson.ask("POST", "/close")
        shown = projector.read()
        assert (shown["code"], shown["is_closed"]) == (None, True)
        assert lesson.code not in projector.look().text
