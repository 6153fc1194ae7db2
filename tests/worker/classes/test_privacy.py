"""What a student can read: never a key, a note, a solution, another's work or a list of names."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import httpx
import pytest

from lab_cli.main import main
from lab_model.classroom import load_templates
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.classes import TEACHER, Lesson, Pupil, owner
from tests.support.server import description
from tests.support.streams import read_events

LABS = {template.id: template.lab for template in load_templates()}


def texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value. Names of fields are those of the API and of metrics."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


# Fields of a lab that only its teacher may see. Not those that the program leaves out: whatever it
# forgot would be no key here either.
KEYS = {
    *("expected", "goal", "is_right_if", "measured", "misconceptions", "notes", "right"),
    *("solution", "tolerance_ratio"),
}


def without_keys(value: Any) -> Any:
    """A lab, or a part of it, as students may see it."""
    if isinstance(value, list):
        return [without_keys(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: each if name == "scenario" else without_keys(each)
        for name, each in value.items()
        if name not in KEYS
    }


def keys_of(lab_id: str) -> set[str]:
    """Texts of a lab that only its teacher may see."""
    everything = LABS[lab_id].model_dump(mode="json")
    return set(texts(everything)) - set(texts(without_keys(everything))) - {""}


def labs_in(value: Any) -> Iterator[Any]:
    """Every lab with its steps in a JSON value."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from labs_in(each)
    if isinstance(value, dict) and any("kind" in step for step in value.get("steps", ())):
        yield value


def student_answers(client: httpx.Client, ann: Pupil, lesson: Lesson) -> Iterator[httpx.Response]:
    """Every address that OpenAPI lists and can be read, asked by a student."""
    run_id = next((run["run_id"] for run in ann.read()["runs"]), "00000000")
    [teacher] = lesson.ask("GET")["teachers"]
    for path, operations in description()["paths"].items():
        if "get" not in operations or path.endswith("/events") or "export" in path:
            continue
        known = {
            "class_id": lesson.id,
            "attempt_id": ann.attempt_id,
            "run_id": run_id,
            "lab_id": lesson.classroom["lab_id"],
            "code": lesson.code,
            "teacher_id": teacher["id"],
            "document_id": lesson.classroom["lab_id"],
            "round": 0,
        }
        if path.startswith(("/api/lab", "/api/class", "/api/run")):
            for step in lesson.classroom["lab"]["steps"]:
                address = path.format_map({**known, "step_id": step["id"]})
                yield client.get(address, headers=ann.headers)
                if "{step_id}" not in path:
                    break


def do_everything(process: WorkerProcess, ann: Pupil, lab_id: str) -> None:
    """Answer and run each step, as far as it can be."""
    given = {"pick": 0, "number": 1, "curve": [[0, 1], [1, 2]], "text": "Hm", "choice": [0]}
    for step in LABS[lab_id].steps:
        asked = getattr(step, "prediction", None) or getattr(step, "question", None)
        if asked is not None:
            order = list(range(len(getattr(asked, "items", ()))))
            assert ann.answer(step.id, given.get(asked.kind, order)).status_code == 200
        elif step.kind in ("run", "goal"):
            run = ann.ask_for_run(step.id)
            assert run.status_code == 201, run.text
            execute(process, UUID(run.json()["id"]))


@pytest.mark.parametrize("lab_id", ["bufferbloat-at-home", "sawtooth-and-sharing"])
def test_nothing_that_a_student_can_read_has_a_key(
    client: httpx.Client, process: WorkerProcess, lab_id: str
) -> None:
    lesson = Lesson(client, lab_id=lab_id)
    ann = lesson.join("ann")
    keys = keys_of(lab_id)
    assert len(keys) > 5
    assert keys & set(texts(lesson.classroom)), "its teacher reads them"
    read_labs = 0
    for moment in ("before", "after"):
        if moment == "after":
            do_everything(process, ann, lab_id)
        seen = list(student_answers(client, ann, lesson))
        assert sum(response.status_code == 200 for response in seen) >= 3, moment
        for response in seen:
            if response.headers["Content-Type"].endswith("json"):
                found = keys & set(texts(response.json()))
                assert not found, (moment, response.url, found)
                # A number or a position is a key as well.
                for lab in labs_in(response.json()):
                    read_labs += 1
                    assert lab == without_keys(lab), (moment, response.url)
    assert read_labs >= 2, "before and after"


def test_another_student_reads_and_writes_nothing(client: httpx.Client) -> None:
    lesson = Lesson(client)
    ann, eve = lesson.join("ann"), lesson.join("eve")
    for who in (eve.headers, TEACHER, owner("stranger")):
        stranger = Pupil(client, ann.joined, who)
        assert client.get(ann.address, headers=who).status_code == 403
        assert client.delete(ann.address, headers=who).status_code == 403
        assert client.get(f"{ann.address}/maps/tune", headers=who).status_code == 403
        assert client.post(f"{ann.address}/recovery-code", headers=who).status_code == 403
        assert stranger.ask_for_run("tune").status_code == 403
        for part, body in (
            ("answers/why", {"answer": "Not mine"}),
            ("help", {"asks": True}),
            ("place", {"step_id": "why"}),
            ("alias", {"alias": "Not mine"}),
        ):
            assert stranger.put(part, body).status_code == 403, part
    assert ann.read()["answers"] == []


def test_students_never_see_each_others_names(client: httpx.Client, process: WorkerProcess) -> None:
    lesson = Lesson(client, lab_id="bufferbloat-at-home")
    ann = lesson.join("ann")
    lesson.join("Zacharias Zebra").answer("why", "Because of Yggdrasil")
    for response in student_answers(client, ann, lesson):
        assert "Zacharias" not in response.text
        assert "Yggdrasil" not in response.text
    for query in ("", "?of=control"):
        with client.stream("GET", f"{lesson.address}/events{query}") as response:
            event = next(read_events(response))
        assert set(event.data) == {
            "work_revision",
            "control_revision",
            "wall_revision",
            "told_count",
            "sent_at",
        }


def test_results_come_after_predictions(client: httpx.Client, process: WorkerProcess) -> None:
    lesson = Lesson(client)
    ann, bob = lesson.join("ann"), lesson.join("bob")
    ann.answer("guess", 700)
    execute(process, UUID(ann.ask_for_run("large").json()["id"]))
    refused = bob.ask_for_run("large")
    assert refused.status_code == 409
    assert refused.json()["type"].endswith("prediction-missing")
    assert bob.read()["runs"] == []
    assert json.dumps(bob.read()).count("measured") == 0
    bob.answer("guess", 30)
    assert bob.read()["answers"][0]["mark"] is None, "another's run tells nothing"
    assert bob.ask_for_run("large").json()["status"] == "done"
    assert bob.read()["answers"][0]["mark"]["is_right"] is False
    assert bob.answer("guess", 700).status_code == 409


def test_a_run_stays_so_that_its_prediction_does(
    client: httpx.Client, process: WorkerProcess
) -> None:
    """Who could delete the run could change the prediction after seeing the result."""
    ann = Lesson(client).join("ann")
    ann.answer("guess", 30)
    run_id = ann.ask_for_run("large").json()["id"]
    execute(process, UUID(run_id))
    refused = client.delete(f"/api/runs/{run_id}", headers=ann.headers)
    assert (refused.status_code, refused.json()["title"]) == (403, "Never changes")
    assert ann.answer("guess", 733).status_code == 409


@pytest.mark.parametrize("lab_id", sorted(LABS))
def test_worksheets_have_no_key(client: httpx.Client, lab_id: str) -> None:
    response = client.get(f"/api/labs/{lab_id}/worksheet")
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("text/markdown")
    assert LABS[lab_id].title in response.text
    # Short keys, as `20`, stand in tasks too.
    revealed = {key for key in keys_of(lab_id) if len(key) > 20 and key in response.text}
    assert not revealed


def test_guides_are_for_teachers(client: httpx.Client) -> None:
    lesson = Lesson(client)
    guide = lesson.call("GET", "/guide")
    assert guide.headers["Content-Type"].startswith("text/markdown")
    assert "## Steps and expected answers" in guide.text
    ann = lesson.join("ann")
    refused = client.get(f"{lesson.address}/guide", headers=ann.headers)
    assert refused.status_code == 403


def test_a_guide_has_what_was_measured(
    client: httpx.Client, process: WorkerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = Lesson(client)
    before = lesson.call("GET", "/guide").text
    # As long as no step has run here, the guide of the command line and this are one.
    assert main(["labs", "--guide", lesson.classroom["lab_id"]]) == 0
    assert before == capsys.readouterr().out
    assert "## What the lab shows, and what to say" in before
    assert "Measured on this server" not in before
    ann = lesson.join("ann")
    ann.answer("guess", 700)
    execute(process, UUID(ann.ask_for_run("large").json()["id"]))
    number = lesson.ask("GET", "/steps/guess")["truth"]["number"]
    after = lesson.call("GET", "/guide").text
    assert f"**Measured on this server:** {number:.4g} ms." in after


def test_solutions_wait_for_the_end_of_the_class(client: httpx.Client) -> None:
    lesson = Lesson(client)
    address = f"/api/labs/{lesson.classroom['lab_id']}/solutions"
    ann = lesson.join("ann")
    assert client.get(address, headers=owner("another")).status_code == 200
    assert client.get(address, headers=TEACHER).status_code == 200
    refused = client.get(address, headers=ann.headers)
    assert refused.status_code == 403
    assert "Networks, Monday" in refused.json()["detail"]
    lesson.ask("POST", "/close")
    assert "Reached with" in client.get(address, headers=ann.headers).text


def test_students_read_solutions_of_their_class_if_its_teacher_allows_it(
    client: httpx.Client,
) -> None:
    lesson = Lesson(client)
    ann = lesson.join("ann")
    address = f"{ann.address}/solutions"

    def read() -> httpx.Response:
        return client.get(address, headers=ann.headers)

    assert lesson.classroom["shows_solutions"] is False
    assert read().status_code == 403
    assert lesson.set(shows_solutions=True)["shows_solutions"] is True
    assert read().status_code == 409, "the class is open"
    assert ann.read()["classroom"]["has_solutions"] is False
    lesson.ask("POST", "/close")
    assert ann.read()["classroom"]["has_solutions"] is True
    assert "Reached with" in read().text
    assert client.get(address, headers=owner("eve")).status_code == 403
    lesson.set(shows_solutions=False)
    assert read().status_code == 403
    assert ann.read()["classroom"]["has_solutions"] is False


def test_solutions_of_a_written_lab_are_for_its_author(client: httpx.Client) -> None:
    author, other = owner("author"), owner("other")
    wanted = {"copy_of": "bufferbloat-at-home"}
    document = client.post("/api/lab-documents", json=wanted, headers=author).json()
    client.post(
        f"/api/lab-documents/{document['id']}/publish?accepts_unreached=true", headers=author
    )
    address = f"/api/labs/{document['id']}"
    assert client.get(f"{address}/worksheet").status_code == 200
    assert client.get(f"{address}/solutions", headers=other).status_code == 403
    assert "Reached with" in client.get(f"{address}/solutions", headers=author).text
