"""What a teacher sees of a class at work, with the worker's own runs."""

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


def run(process: WorkerProcess, pupil: Pupil, step: str, settings: Any = None) -> str:
    asked = pupil.ask_for_run(step, settings)
    assert asked.status_code == 201, asked.text
    execute(process, UUID(asked.json()["id"]))
    return str(asked.json()["id"])


def row(lesson: Lesson, number: int, part: str = "/board") -> Any:
    return next(each for each in lesson.ask("GET", part)["students"] if each["number"] == number)


class TestBoard:
    def test_shows_states_points_and_attempts(
        self, client: httpx.Client, process: WorkerProcess
    ) -> None:
        lesson = Lesson(client)
        ann, bob = lesson.join("ann"), lesson.join("bob")
        before = lesson.ask("GET", "/board")
        assert [step["id"] for step in before["steps"]][:3] == ["home", "guess", "large"]
        assert row(lesson, 1)["steps"]["home"]["state"] == "working", "where all students begin"
        ann.answer("guess", 700)
        bob.answer("guess", 30)
        assert row(lesson, 1)["steps"]["guess"] == {
            "state": "done",
            "attempt_count": 0,
            "points": None,
        }
        run(process, ann, "large")
        run(process, bob, "large")
        ann.answer("order", 1)
        run(process, ann, "tune")
        assert row(lesson, 1)["steps"]["tune"]["state"] == "working", "missed so far"
        run(process, ann, "tune", {BUFFER: 8})
        ann.put("place", {"step_id": "tune"})
        steps, others = row(lesson, 1)["steps"], row(lesson, 2)["steps"]
        worth = {step["id"]: step["points"] for step in lesson.classroom["lab"]["steps"]}
        assert steps["home"]["state"] == "done", "it lies behind"
        assert steps["guess"] == {"state": "right", "attempt_count": 0, "points": worth["guess"]}
        assert steps["large"]["state"] == "done"
        assert steps["tune"] == {"state": "right", "attempt_count": 2, "points": worth["tune"]}
        assert others["guess"] == {"state": "wrong", "attempt_count": 0, "points": 0}
        assert others["tune"]["state"] == "none"
        assert row(lesson, 1)["points"] == worth["guess"] + worth["tune"] > 0

    def test_forty_on_one_preset_cost_one_run(
        self, client: httpx.Client, process: WorkerProcess
    ) -> None:
        lesson = Lesson(client)
        first = lesson.join("first").predict()
        run(process, first, "tune")
        for number in range(5):
            asked = lesson.join(f"student {number}").predict().ask_for_run("tune").json()
            assert asked["status"] == "done"

    def test_says_who_is_stuck_or_asks(
        self, client: httpx.Client, process: WorkerProcess, context: Context
    ) -> None:
        lesson = Lesson(client)
        ann, bob = lesson.join("ann"), lesson.join("bob")
        ann.predict()
        for amount in (100, 99, 98, 97):
            run(process, ann, "tune", {BUFFER: amount})
        assert row(lesson, 1)["is_stuck"] is False
        run(process, ann, "tune", {BUFFER: 96})
        assert row(lesson, 1)["is_stuck"] is True
        run(process, ann, "tune", {BUFFER: 8})
        assert row(lesson, 1)["is_stuck"] is False, "reached at last"
        bob.put("help", {"asks": True})
        bob.put("place", {"step_id": "why"})
        assert (row(lesson, 2)["asks_help"], row(lesson, 2)["is_stuck"]) == (True, False)
        with context.sessions.begin() as session:
            session.execute(
                text("UPDATE class_student SET at_step_since = now() - interval '3 hours'")
            )
        assert row(lesson, 2)["is_stuck"] is True
        bob.answer("why", "The queue.")
        assert row(lesson, 2)["is_stuck"] is False
        assert bob.put("help", {"asks": False}).json()["asks_help"] is False
        assert row(lesson, 2)["asks_help"] is False

    def test_has_no_names_while_anonymous(
        self, client: httpx.Client, process: WorkerProcess
    ) -> None:
        lesson = Lesson(client, identifiers=["S-1"])
        ann = lesson.join("Ann Example", identifier="S-1")
        ann.predict()
        run(process, ann, "tune")
        named = lesson.call("GET", "/board").text + lesson.call("GET", "/steps/guess").text
        assert named.count("Ann Example") == 3  # The board has `alias` and `aliases`.
        lesson.set(is_anonymous=True)
        for part in ("/board", "/steps/guess", "/steps/tune"):
            shown = lesson.call("GET", part)
            assert shown.status_code == 200
            assert "Ann" not in shown.text
        [student] = lesson.ask("GET", "/board")["students"]
        assert (student["alias"], student["identifier_numbers"]) == (None, [])


class TestStep:
    def test_counts_options_over_the_truth(
        self, client: httpx.Client, process: WorkerProcess
    ) -> None:
        lesson = Lesson(client, lab_id="sawtooth-and-sharing")
        pupils = [lesson.join(f"student {number}") for number in range(3)]
        for pupil, answer in zip(pupils, (0, 1, 1), strict=True):
            pupil.answer("guess", answer)
        seen = lesson.ask("GET", "/steps/guess")
        assert [each["count"] for each in seen["tally"][:2]] == [1, 2]
        assert seen["tally"][0]["is_right"] is None
        assert seen["truth"] == {"number": None, "positions": None, "curve": None}
        run(process, pupils[0], "two")
        seen = lesson.ask("GET", "/steps/guess")
        right = seen["truth"]["positions"]
        assert [each["is_right"] for each in seen["tally"]] == [
            position in right for position in range(len(seen["tally"]))
        ]
        mark = pupils[0].read()["answers"][0]["mark"]
        assert [int(position) for position in mark["measured"]] == right
        assert [each["is_right"] for each in seen["answers"]] == [mark["is_right"], None, None]

    def test_lays_drawn_curves_over_the_measured_one(
        self, client: httpx.Client, process: WorkerProcess
    ) -> None:
        lesson = Lesson(client, lab_id="sawtooth-and-sharing")
        ann = lesson.join("ann")
        drawn = [[0, 1], [5, 20.5], [10, 3]]
        ann.answer("draw", drawn)
        assert lesson.ask("GET", "/steps/draw")["truth"]["curve"] is None
        run_id = run(process, ann, "alone")
        seen = lesson.ask("GET", "/steps/draw")
        assert seen["answers"][0]["answer"] == drawn
        curve = seen["truth"]["curve"]
        [step] = [s for s in lesson.classroom["lab"]["steps"] if s["id"] == "draw"]
        query = {"metrics": step["prediction"]["series"], "subjects": "group:0", "points": 200}
        series = client.get(f"/api/runs/{run_id}/series", params=query).json()
        column = series["subjects"][0]["columns"][step["prediction"]["series"]]
        assert curve == {"time_s": series["time_s"], "values": column["mean"]}
        assert len(curve["values"]) > 50

    def test_gives_numbers_and_orders(self, client: httpx.Client, process: WorkerProcess) -> None:
        lesson = Lesson(client, lab_id="cubic-and-newreno")
        ann, bob = lesson.join("ann"), lesson.join("bob")
        ann.answer("guess", [0, 1])
        bob.answer("guess", [1, 0])
        run(process, ann, "long")
        seen = lesson.ask("GET", "/steps/guess")
        right = seen["truth"]["positions"]
        by_label = {each["label"]: each for each in seen["tally"]}
        items = lesson.classroom["lab"]["steps"][0]["prediction"]["items"]
        label = " > ".join(items[position]["text"] for position in right)
        assert by_label[label]["is_right"] is True
        assert sorted(each["is_right"] for each in by_label.values()) == [False, True]

        lesson = Lesson(client)
        ann = lesson.join("ann")
        ann.answer("guess", 700)
        run(process, ann, "large")
        number = lesson.ask("GET", "/steps/guess")["truth"]["number"]
        assert number == pytest.approx(734.9, abs=1)

    def test_shows_attempts_at_a_goal_with_their_evidence(
        self, client: httpx.Client, process: WorkerProcess
    ) -> None:
        lesson = Lesson(client)
        ann = lesson.join("ann").predict()
        missed, reached = run(process, ann, "tune"), run(process, ann, "tune", {BUFFER: 8})
        waiting = ann.ask_for_run("tune", {BUFFER: 50}).json()["id"]
        runs = {each["run_id"]: each for each in lesson.ask("GET", "/steps/tune")["runs"]}
        assert {run_id: each["holds"] for run_id, each in runs.items()} == {
            missed: False,
            reached: True,
            waiting: None,
        }
        assert runs[reached]["settings"] == {BUFFER: 8}
        assert runs[reached]["terms"]['flow["upload"].mean_rtt_s'] < 0.09

    def test_knows_what_is_right_of_questions(self, client: httpx.Client) -> None:
        lesson = Lesson(client, lab_id="kleinrock-and-bdp")
        question = next(s for s in lesson.classroom["lab"]["steps"] if s["id"] == "bdp")["question"]
        assert lesson.ask("GET", "/steps/bdp")["truth"]["number"] == question["right"]
        assert lesson.call("GET", "/steps/no-such-step").status_code == 404
