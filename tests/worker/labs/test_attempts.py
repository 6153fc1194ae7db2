"""A way through a lab over HTTP, with the worker's own runs: what is withheld, marked, refused."""

import json
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute

ALICE = {"X-Lab-Owner": "alice-" + "a" * 26}
BOB = {"X-Lab-Owner": "bob-" + "b" * 28}
BUFFER = "bottleneck.buffer.amount"


class Student:
    """One owner in the lab on bufferbloat."""

    def __init__(self, client: httpx.Client, process: WorkerProcess) -> None:
        self.client, self.process = client, process
        started = client.post("/api/labs/bufferbloat-at-home/attempts", headers=ALICE)
        assert started.status_code == 201, started.text
        self.attempt = started.json()
        self.address = f"/api/lab-attempts/{self.attempt['id']}"

    def put(self, step: str, answer: Any) -> httpx.Response:
        # httpx would not send half a surrogate pair; others do.
        body = json.dumps({"answer": answer})
        headers = {**ALICE, "Content-Type": "application/json"}
        return self.client.put(f"{self.address}/answers/{step}", content=body, headers=headers)

    def predict(self) -> None:
        """What has to be predicted before the goal opens."""
        assert self.put("guess", 700).status_code == 200
        assert self.put("order", 1).status_code == 200

    def ask_for_run(self, step: str, **settings: Any) -> httpx.Response:
        body = {"settings": settings}
        return self.client.post(f"{self.address}/steps/{step}/runs", json=body, headers=ALICE)

    def run(self, step: str, **settings: Any) -> str:
        asked = self.ask_for_run(step, **settings)
        assert asked.status_code == 201, asked.text
        execute(self.process, UUID(asked.json()["id"]))
        return str(asked.json()["id"])

    def read_map(self) -> httpx.Response:
        return self.client.get(f"{self.address}/maps/map", headers=ALICE)

    def read(self) -> Any:
        return self.client.get(self.address, headers=ALICE).json()

    def mark(self, step: str) -> Any:
        return next(each["mark"] for each in self.read()["answers"] if each["step_id"] == step)


@pytest.fixture
def student(client: httpx.Client, process: WorkerProcess) -> Student:
    return Student(client, process)


def test_labs_are_listed_with_what_they_teach(client: httpx.Client) -> None:
    labs = {lab["id"]: lab for lab in client.get("/api/labs").json()}
    assert labs["bufferbloat-at-home"]["title"] == "Bufferbloat at home"
    assert labs["bufferbloat-at-home"]["step_count"] == 8
    assert labs["bufferbloat-at-home"]["minutes"] == 46


class TestPrediction:
    def test_comes_before_its_run(self, student: Student) -> None:
        refused = student.ask_for_run("large")
        assert refused.status_code == 409
        assert refused.json()["type"].endswith("prediction-missing")
        assert "Answer 'Predict the RTT' first" in refused.json()["detail"]
        assert student.put("guess", 700).status_code == 200
        assert student.ask_for_run("large").status_code == 201

    @pytest.mark.parametrize(("answer", "is_right"), [(700, True), (30, False)])
    def test_is_marked_by_the_run(self, student: Student, answer: float, is_right: bool) -> None:
        student.put("guess", answer)
        assert student.mark("guess") is None
        student.run("large")
        mark = student.mark("guess")
        assert mark["is_right"] is is_right
        assert mark["measured"] == pytest.approx(734.9, abs=1)

    def test_may_change_until_its_run_exists(self, student: Student) -> None:
        student.put("guess", 1)
        assert student.put("guess", 700).json()["answers"][0]["answer"] == 700
        student.ask_for_run("large")
        late = student.put("guess", 733)
        assert late.status_code == 409
        assert "the right answer has been shown" in late.json()["detail"]
        assert student.read()["answers"][0]["answer"] == 700

    def test_comes_before_every_step_that_can_show_its_run(self, student: Student) -> None:
        assert student.attempt["waits_for"]["tune"] == ["guess", "order"]
        assert student.attempt["waits_for"]["map"] == ["guess", "order"]
        student.put("guess", 700)
        refused = student.ask_for_run("tune", **{BUFFER: 8})
        assert refused.status_code == 409
        expected = "Answer 'A smaller buffer' first: 'Tune it' could reveal its answer."
        assert refused.json()["detail"] == expected
        assert student.read_map().status_code == 409
        student.put("order", 1)
        assert student.read_map().status_code == 200
        assert student.ask_for_run("tune", **{BUFFER: 8}).status_code == 201

    def test_is_final_once_another_step_has_shown_its_run(self, student: Student) -> None:
        student.predict()
        assert student.put("guess", 710).status_code == 200
        assert student.ask_for_run("tune").status_code == 201
        late = student.put("guess", 735)
        assert late.status_code == 409
        assert "the right answer has been shown" in late.json()["detail"]

    def test_needs_the_run_as_given_before_others(self, client: httpx.Client) -> None:
        lab = "/api/labs/sawtooth-and-sharing/attempts"
        address = f"/api/lab-attempts/{client.post(lab, headers=ALICE).json()['id']}"
        client.put(f"{address}/answers/guess", json={"answer": 1}, headers=ALICE)
        runs = f"{address}/steps/two/runs"
        changed = {"settings": {"flows.1.start_s": 5}}
        refused = client.post(runs, json=changed, headers=ALICE)
        assert refused.status_code == 409
        assert "with its given settings first" in refused.json()["detail"]
        assert client.post(runs, json={}, headers=ALICE).status_code == 201
        assert client.post(runs, json=changed, headers=ALICE).status_code == 201


class TestGoal:
    def test_is_judged_by_the_servers_own_run(self, student: Student) -> None:
        student.predict()
        missed = student.run("tune")
        reached = student.run("tune", **{BUFFER: 8})
        runs = {each["run_id"]: each for each in student.read()["runs"]}
        assert runs[missed]["goal"]["holds"] is False
        assert runs[reached]["goal"]["holds"] is True
        assert runs[reached]["settings"] == {BUFFER: 8}
        assert runs[reached]["goal"]["terms"] == {
            'flow["upload"].mean_rtt_s': pytest.approx(0.0867, abs=0.001),
            "utilisation_ratio": pytest.approx(1, abs=0.01),
        }

    @pytest.mark.parametrize(
        "forged",
        [
            {"goal": {"holds": True}},
            {"result": {"summary": {"utilisation_ratio": 1.0}}},
            {"run_id": str(uuid4())},
            {"status": "done"},
            {"points": 10},
        ],
        ids=lambda forged: next(iter(forged)),
    )
    def test_takes_no_evidence_of_others(self, student: Student, forged: dict[str, Any]) -> None:
        """Neither a verdict, nor numbers, nor a run that the user has elsewhere."""
        answers = f"{student.address}/answers/guess"
        for method, address, body in (
            ("POST", f"{student.address}/steps/tune/runs", {"settings": {BUFFER: 8}}),
            ("PUT", answers, {"answer": 700}),
        ):
            asked = student.client.request(method, address, json={**body, **forged}, headers=ALICE)
            assert asked.status_code == 422, asked.text
        assert (student.read()["runs"], student.read()["answers"]) == ([], [])

    @pytest.mark.parametrize(
        ("changed", "reason"),
        [
            ({"flows.0.rtt_s": 0.001}, "cannot be changed in this step; open are: " + BUFFER),
            ({BUFFER: 1}, "must be at least 2"),
            ({BUFFER: 101}, "must be at most 100"),
            ({BUFFER: "8"}, "must be a number"),
            ({BUFFER: True}, "must be a number"),
        ],
    )
    def test_takes_open_fields_within_bounds_only(
        self, student: Student, changed: dict[str, Any], reason: str
    ) -> None:
        student.predict()
        refused = student.ask_for_run("tune", **changed)
        assert refused.status_code == 422
        [problem] = refused.json()["errors"]
        assert problem["message"].endswith(reason)
        assert student.read()["runs"] == []


class TestAnswers:
    @pytest.mark.parametrize(
        ("step", "answer"),
        [
            ("guess", "700"),
            ("guess", True),
            ("guess", None),
            ("guess", 10**400),
            ("why", ""),
            ("why", "x" * 4001),
            ("why", "a\0b"),
            ("why", "\ud800"),
            ("why", 3),
        ],
    )
    def test_of_another_form_are_refused(self, student: Student, step: str, answer: Any) -> None:
        refused = student.put(step, answer)
        assert refused.status_code == 422, refused.text
        assert student.read()["answers"] == []

    def test_in_words_may_change_and_have_no_mark(self, student: Student) -> None:
        student.put("why", "The link was busy.")
        changed = student.put("why", "The link was busy in both cases.").json()
        [answer] = changed["answers"]
        assert answer["answer"] == "The link was busy in both cases."
        assert answer["mark"] == {"is_right": None, "measured": None}

    def test_to_a_choice_stay(self, client: httpx.Client) -> None:
        started = client.post("/api/labs/window-and-rtt/attempts", headers=ALICE).json()
        address = f"/api/lab-attempts/{started['id']}/answers/why"
        given = client.put(address, json={"answer": [0]}, headers=ALICE)
        assert given.json()["answers"][0]["mark"]["is_right"] is False
        assert client.put(address, json={"answer": [2]}, headers=ALICE).status_code == 409

    @pytest.mark.parametrize("step", ["home", "no-such-step"])
    def test_to_what_asks_nothing_are_refused(self, student: Student, step: str) -> None:
        assert student.put(step, 1).status_code == (409 if step == "home" else 404)


class TestOwner:
    def test_alone_reads_answers_runs_and_deletes(
        self, client: httpx.Client, student: Student
    ) -> None:
        address = student.address
        assert client.get(address).status_code == 400
        assert client.get(address, headers=BOB).status_code == 403
        body = {"answer": 1}
        answered = client.put(f"{address}/answers/guess", json=body, headers=BOB)
        assert answered.status_code == 403
        ran = client.post(f"{address}/steps/tune/runs", json={}, headers=BOB)
        assert ran.status_code == 403
        assert client.delete(address, headers=BOB).status_code == 403
        assert client.get("/api/lab-attempts", headers=BOB).json() == []

    def test_finds_and_forgets_an_attempt(self, client: httpx.Client, student: Student) -> None:
        student.put("guess", 700)
        [listed] = client.get("/api/lab-attempts", headers=ALICE).json()
        assert (listed["id"], listed["answered_step_count"]) == (student.attempt["id"], 1)
        run_id = student.run("large")
        assert client.delete(student.address, headers=ALICE).status_code == 204
        assert client.get(student.address, headers=ALICE).status_code == 404
        assert client.get(f"/api/runs/{run_id}").status_code == 200

    def test_keeps_an_attempt_without_a_run_that_was_deleted(
        self, client: httpx.Client, student: Student
    ) -> None:
        student.predict()
        run_id = student.run("tune")
        client.delete(f"/api/runs/{run_id}", headers=ALICE)
        assert student.read()["runs"] == []


def test_an_unknown_lab_or_attempt_is_not_found(client: httpx.Client) -> None:
    assert client.post("/api/labs/no-such-lab/attempts", headers=ALICE).status_code == 404
    assert client.get(f"/api/lab-attempts/{uuid4()}", headers=ALICE).status_code == 404


def test_no_key_reaches_the_student(student: Student) -> None:
    text = str(student.attempt["lab"])
    for secret in ("solution", "notes", "is_right_if", "misconceptions", "A full buffer holds"):
        assert secret not in text
