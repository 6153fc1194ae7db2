"""What only teachers may do with a class, and what they set for its students."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from time import monotonic
from typing import Any
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import text

from lab.classes.stream import EVENT_EVERY_S
from lab.context import Context
from lab.runs.service import cancel
from tests.support.classes import LAB, TEACHER, Lesson, owner
from tests.support.runs import claim_run, create_run
from tests.support.streams import read_events


def kind(response: httpx.Response) -> str:
    return str(response.json()["type"].rpartition("/")[2])


@pytest.fixture
def lesson(client: httpx.Client) -> Lesson:
    return Lesson(client)


class TestClass:
    def test_keeps_its_lab_with_keys_for_teachers(self, lesson: Lesson) -> None:
        assert lesson.classroom["lab"]["steps"][1]["notes"]
        assert lesson.classroom["teachers"] == [
            {"id": lesson.classroom["teachers"][0]["id"], "name": "Teacher", "is_me": True}
        ]
        assert lesson.ask("GET") == lesson.classroom
        [listed] = lesson.client.get("/api/classes", headers=TEACHER).json()
        assert (listed["id"], listed["student_count"]) == (lesson.id, 0)
        assert listed["lab_title"] == "Bufferbloat at home"

    def test_states_when_it_closes_and_is_deleted(self, lesson: Lesson) -> None:
        closes, deletes = (
            datetime.fromisoformat(lesson.classroom[name]) for name in ("closes_at", "deletes_at")
        )
        assert deletes - closes == timedelta(days=30)
        assert timedelta(days=29) < closes - datetime.now(UTC) < timedelta(days=31)
        later = datetime.now(UTC) + timedelta(days=90)
        changed = lesson.set(closes_at=later.isoformat())
        assert datetime.fromisoformat(changed["deletes_at"]) == later + timedelta(days=30)
        for wrong in (datetime.now(UTC) - timedelta(days=1), later + timedelta(days=400)):
            assert lesson.call("PATCH", "", {"closes_at": wrong.isoformat()}).status_code == 422

    def test_needs_a_lab(self, client: httpx.Client) -> None:
        body = {"lab_id": "no-such-lab", "name": "Monday"}
        assert client.post("/api/classes", json=body, headers=TEACHER).status_code == 404

    def test_of_a_written_lab_is_its_authors(self, client: httpx.Client) -> None:
        """Who could begin a class of any lab could read its keys."""
        written = client.post("/api/lab-documents", json={"copy_of": LAB}, headers=TEACHER)
        assert written.status_code == 201, written.text
        document = written.json()["id"]
        address = f"/api/lab-documents/{document}/publish?accepts_unreached=true"
        published = client.post(address, headers=TEACHER)
        assert published.is_success, published.text
        body = {"lab_id": document, "name": "Monday"}
        assert client.post("/api/classes", json=body, headers=owner("ann")).status_code == 403
        assert client.post("/api/classes", json=body, headers=TEACHER).status_code == 201


class TestTeacher:
    PARTS = (
        ("GET", "", None),
        ("PATCH", "", {"is_paused": True}),
        ("DELETE", "", None),
        ("PUT", "/timer", {"step_id": "guess", "seconds": 60}),
        ("DELETE", "/timer", None),
        (
            "PUT",
            "/discussion",
            {"step_id": "guess", "student_ids": [str(uuid4())], "shown_count": 0},
        ),
        ("DELETE", "/discussion", None),
        ("POST", "/code", None),
        ("POST", "/close", None),
        ("POST", "/teacher-key", None),
        ("POST", "/wall-key", None),
        ("DELETE", f"/teachers/{uuid4()}", None),
        ("GET", "/board", None),
        ("GET", "/steps/guess", None),
        ("GET", "/snapshots", None),
        ("POST", "/snapshots", {"step_id": "guess", "title": "Now"}),
        ("DELETE", f"/snapshots/{uuid4()}", None),
        ("GET", "/grades.csv", None),
        ("GET", "/evidence.zip", None),
        ("PATCH", "/students/{student}", {"alias": "X"}),
        ("DELETE", "/students/{student}", None),
        ("POST", "/students/removals", {"student_ids": [str(uuid4())]}),
        ("POST", "/identifiers/1/free", None),
        ("PUT", "/students/{student}/feedback/guess", {"text": "Well done", "points": 1}),
    )

    @pytest.mark.parametrize("who", ["ann", "stranger"])
    def test_alone_sees_and_leads(self, lesson: Lesson, who: str) -> None:
        lesson.join("ann")
        [student] = lesson.ask("GET", "/board")["students"]
        for method, part, body in self.PARTS:
            address = lesson.address + part.format(student=student["id"])
            refused = lesson.client.request(method, address, json=body, headers=owner(who))
            assert (refused.status_code, kind(refused)) == (403, "not-yours"), part
            assert lesson.client.request(method, address, json=body).status_code == 400
        assert lesson.client.get("/api/classes", headers=owner("ann")).json() == []

    def test_of_another_class_can_do_nothing_to_students(self, lesson: Lesson) -> None:
        lesson.join("ann")
        [student] = lesson.ask("GET", "/board")["students"]
        other = Lesson(lesson.client)
        address = f"/students/{student['id']}"
        assert other.call("PATCH", address, {"alias": "X"}).status_code == 404
        assert other.call("DELETE", address).status_code == 404
        body = {"text": "Hm", "points": None}
        assert other.call("PUT", f"{address}/feedback/guess", body).status_code == 404

    def test_removes_several_students_at_once_or_none(self, lesson: Lesson) -> None:
        for name in ("ann", "bob", "carl"):
            lesson.join(name)
        ids = [each["id"] for each in lesson.ask("GET", "/board")["students"]]
        unknown = {"student_ids": [ids[0], str(uuid4())]}
        assert lesson.call("POST", "/students/removals", unknown).status_code == 404
        assert len(lesson.ask("GET", "/board")["students"]) == 3
        lesson.ask("POST", "/students/removals", {"student_ids": ids[:2]})
        assert [each["id"] for each in lesson.ask("GET", "/board")["students"]] == ids[2:]

    def test_comes_by_the_key_until_it_is_renewed(self, lesson: Lesson) -> None:
        def enter(name: str, key: str) -> httpx.Response:
            body = {"teacher_key": key, "name": name}
            address = f"{lesson.address}/teachers"
            return lesson.client.post(address, json=body, headers=owner(name))

        assert enter("eve", "A" * 22).status_code == 403
        assert [each["name"] for each in enter("coteacher", lesson.key).json()["teachers"]] == [
            "Teacher",
            "coteacher",
        ]
        renewed = lesson.ask("POST", "/teacher-key")["teacher_key"]
        assert enter("third", lesson.key).status_code == 403
        assert enter("third", renewed).status_code == 200
        found = lesson.ask("GET")["teachers"]
        third = next(each for each in found if each["name"] == "third")
        assert lesson.call("DELETE", f"/teachers/{third['id']}").status_code == 204
        gone = lesson.client.get(lesson.address, headers=owner("third"))
        assert gone.status_code == 403

    def test_is_never_missing(self, lesson: Lesson) -> None:
        [only] = lesson.classroom["teachers"]
        assert lesson.call("DELETE", f"/teachers/{only['id']}").status_code == 409

    def test_moves_with_the_owner_and_students_do(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        for giver, taker in ((TEACHER, "laptop"), (ann.headers, "laptop")):
            body = {"owner_key": giver["X-Lab-Owner"]}
            moved = lesson.client.post("/api/owner/adopt", json=body, headers=owner(taker))
            assert moved.status_code == 200
        assert lesson.client.get(lesson.address, headers=owner("laptop")).status_code == 200
        assert lesson.client.get(ann.address, headers=owner("laptop")).status_code == 200
        assert lesson.client.get(lesson.address, headers=TEACHER).status_code == 403

    def test_taking_over_a_co_teacher_is_one_teacher(self, lesson: Lesson) -> None:
        body = {"teacher_key": lesson.key, "name": "Co"}
        lesson.client.post(f"{lesson.address}/teachers", json=body, headers=owner("co"))
        adoption = {"owner_key": TEACHER["X-Lab-Owner"]}
        lesson.client.post("/api/owner/adopt", json=adoption, headers=owner("co"))
        seen = lesson.client.get(lesson.address, headers=owner("co")).json()
        assert [each["name"] for each in seen["teachers"]] == ["Co"]


class TestLeading:
    def test_pausing_stops_work_and_not_reading(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        lesson.set(is_paused=True)
        assert ann.read()["classroom"]["is_paused"] is True
        for refused in (ann.answer("guess", 700), ann.ask_for_run("tune")):
            assert (refused.status_code, kind(refused)) == (409, "class-paused")
        assert ann.put("help", {"asks": True}).status_code == 200
        assert ann.put("place", {"step_id": "large"}).status_code == 204
        lesson.set(is_paused=False)
        assert ann.answer("guess", 700).status_code == 200

    def test_pacing_opens_steps_up_to_one(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        lesson.set(paced_step_id="guess")
        assert ann.read()["classroom"]["paced_step_id"] == "guess"
        assert ann.answer("guess", 700).status_code == 200
        refused = ann.ask_for_run("large")
        assert (refused.status_code, kind(refused)) == (409, "step-not-open")
        assert kind(ann.answer("why", "Hm")) == "step-not-open"
        lesson.set(is_locked=True)
        assert ann.read()["classroom"]["paced_step_id"] == "guess", "what is left out stays"
        lesson.set(paced_step_id=None)
        assert ann.ask_for_run("large").status_code == 201
        assert lesson.call("PATCH", "", {"paced_step_id": "no-such-step"}).status_code == 422

    def test_approval_comes_before_work(self, client: httpx.Client) -> None:
        lesson = Lesson(client, needs_approval=True)
        ann, bob = lesson.join("ann"), lesson.join("bob")
        assert (ann.joined["is_approved"], ann.read()["classroom"]["is_approved"]) == (False, False)
        for refused in (ann.answer("guess", 700), ann.ask_for_run("tune")):
            assert (refused.status_code, kind(refused)) == (409, "not-approved")
        first = lesson.ask("GET", "/board")["students"][0]
        lesson.ask("PATCH", f"/students/{first['id']}", {"is_approved": True})
        assert ann.answer("guess", 700).status_code == 200
        assert kind(bob.answer("guess", 700)) == "not-approved"
        lesson.set(needs_approval=False)
        assert bob.answer("guess", 700).status_code == 200

    @pytest.mark.parametrize("how", ["by hand", "by date"])
    def test_closing_ends_work_and_not_reading(
        self, lesson: Lesson, context: Context, how: str
    ) -> None:
        ann = lesson.join("ann")
        ann.answer("why", "The queue.")
        if how == "by hand":
            closed = lesson.ask("POST", "/close")
            deletes = datetime.fromisoformat(closed["deletes_at"])
            assert deletes - datetime.fromisoformat(closed["closed_at"]) == timedelta(days=30)
            assert lesson.ask("POST", "/close") == closed
        else:
            with context.sessions.begin() as session:
                session.execute(text("UPDATE classroom SET closes_at = now()"))
            assert lesson.ask("GET")["closed_at"] is not None
        assert ann.read()["answers"][0]["answer"] == "The queue."
        for refused in (
            ann.answer("guess", 700),
            ann.ask_for_run("tune"),
            ann.put("help", {"asks": True}),
            ann.put("alias", {"alias": "Late"}),
        ):
            assert (refused.status_code, kind(refused)) == (409, "class-closed")

    def test_changes_of_a_student_show(self, client: httpx.Client) -> None:
        lesson = Lesson(client, sections=["A", "B"])
        ann = lesson.join("ann", section="A")
        [student] = lesson.ask("GET", "/board")["students"]
        address = f"/students/{student['id']}"
        lesson.ask("PATCH", address, {"alias": "Ann B.", "section": "B"})
        [student] = lesson.ask("GET", "/board")["students"]
        assert (student["alias"], student["section"]) == ("Ann B.", "B")
        assert ann.put("alias", {"alias": "Ann C."}).json()["alias"] == "Ann C."
        assert lesson.call("PATCH", address, {"section": "C"}).status_code == 422


class TestFeedback:
    def test_reaches_the_student_and_overrides_points(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        ann.answer("why", "The queue.")
        [student] = lesson.ask("GET", "/board")["students"]
        address = f"/students/{student['id']}/feedback"
        given = {"text": "Which queue?", "points": 1.5}
        assert lesson.ask("PUT", f"{address}/why", given) == {"step_id": "why", **given}
        assert ann.read()["classroom"]["feedback"] == [{"step_id": "why", **given}]
        [student] = lesson.ask("GET", "/board")["students"]
        assert (student["points"], student["steps"]["why"]["points"]) == (1.5, 1.5)
        shown = lesson.ask("GET", "/steps/why")
        assert shown["answers"][0]["points"] == 1.5
        assert shown["feedback"] == [
            {"student_id": student["id"], "text": "Which queue?", "points": 1.5}
        ]
        # Of a run, a goal or a map there is no answer beside which it could stand.
        lesson.ask("PUT", f"{address}/tune", {"text": "Try fewer", "points": None})
        assert lesson.ask("GET", "/steps/tune")["feedback"][0]["text"] == "Try fewer"
        lesson.ask("PUT", f"{address}/tune", {"text": "", "points": None})
        lesson.ask("PUT", f"{address}/why", {"text": "", "points": None})
        assert ann.read()["classroom"]["feedback"] == []
        assert lesson.call("PUT", f"{address}/no-such-step", given).status_code == 404
        for wrong in ({"text": "x" * 4001, "points": 1}, {"text": "a", "points": -1}):
            assert lesson.call("PUT", f"{address}/why", wrong).status_code == 422


class TestSnapshot:
    def test_keeps_answers_without_names(self, lesson: Lesson) -> None:
        ann, bob = lesson.join("Ann Example"), lesson.join("bob")
        ann.answer("why", "The queue.")
        taken = lesson.ask("POST", "/snapshots", {"step_id": "why", "title": "Before"})
        ann.answer("why", "The buffer.")
        bob.answer("why", "The line.")
        assert lesson.ask("GET", "/snapshots") == [taken]
        assert [each["answer"] for each in taken["content"]["answers"]] == ["The queue."]
        assert "Ann Example" not in str(taken)
        ann.client.delete(ann.address, headers=ann.headers)
        assert "The queue." not in str(lesson.ask("GET", "/snapshots")), "gone with its student"
        assert lesson.call("DELETE", f"/snapshots/{taken['id']}").status_code == 204
        assert lesson.ask("GET", "/snapshots") == []
        assert lesson.call("DELETE", f"/snapshots/{taken['id']}").status_code == 404


class TestWall:
    def test_is_the_same_for_every_teacher(self, lesson: Lesson) -> None:
        assert (lesson.classroom["wall_step_id"], lesson.classroom["revealed_step_ids"]) == (
            None,
            [],
        )
        lesson.set(wall_step_id="guess", revealed_step_ids=["why"])
        other = owner("other teacher")
        joined = {"teacher_key": lesson.key, "name": "Other"}
        shown = lesson.client.post(f"{lesson.address}/teachers", json=joined, headers=other).json()
        assert (shown["wall_step_id"], shown["revealed_step_ids"]) == ("guess", ["why"])
        assert lesson.set(revealed_step_ids=[])["wall_step_id"] == "guess"

    @pytest.mark.parametrize(
        "wanted", [{"wall_step_id": "nowhere"}, {"revealed_step_ids": ["why", "nowhere"]}]
    )
    def test_shows_no_step_that_there_is_not(
        self, lesson: Lesson, wanted: dict[str, object]
    ) -> None:
        refused = lesson.call("PATCH", "", wanted)
        assert refused.status_code == 422
        [problem] = refused.json()["errors"]
        assert problem["path"] == next(iter(wanted))
        assert "'nowhere'; it must be one of: home, " in problem["message"]


class TestStream:
    def changes(self, response: httpx.Response) -> Iterator[Any]:
        return (each.data for each in read_events(response))

    def test_tells_of_work_and_of_what_teachers_set(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        with lesson.client.stream("GET", f"{lesson.address}/events") as response:
            changes = self.changes(response)
            first = next(changes)
            board = lesson.ask("GET", "/board")
            shared = ("work_revision", "control_revision")
            assert [first[name] for name in shared] == [board[name] for name in shared]
            ann.answer("why", "The queue.")
            second = next(changes)
            assert second["work_revision"] > first["work_revision"]
            assert second["control_revision"] == first["control_revision"]
            lesson.set(is_paused=True)
            third = next(changes)
            assert third["control_revision"] > second["control_revision"]

    def test_of_control_is_silent_about_work(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        with lesson.client.stream("GET", f"{lesson.address}/events?of=control") as response:
            changes = self.changes(response)
            first = next(changes)
            for amount in range(3):
                ann.answer("why", f"Answer {amount}")
            lesson.set(is_paused=True)
            second = next(changes)
            assert second["control_revision"] == first["control_revision"] + 1
            assert second["work_revision"] > first["work_revision"]

    def test_of_a_student_hears_at_once_what_is_said_to_this_one(self, lesson: Lesson) -> None:
        ann, bob = lesson.join("ann"), lesson.join("bob")
        students = {each["number"]: each["id"] for each in lesson.ask("GET", "/board")["students"]}
        own = f"{lesson.address}/events?of=control&attempt="
        with (
            lesson.client.stream("GET", own + ann.attempt_id) as to_ann,
            lesson.client.stream("GET", own + bob.attempt_id) as to_bob,
        ):
            of_ann, of_bob = self.changes(to_ann), self.changes(to_bob)
            first, quiet = next(of_ann), next(of_bob)
            assert first["told_count"] == quiet["told_count"] == 0
            said = {"text": "Why?", "points": None}
            lesson.ask("PUT", f"/students/{students[1]}/feedback/why", said)
            second = next(of_ann)
            assert second["told_count"] == 1
            assert second["control_revision"] == first["control_revision"]
            assert ann.read()["classroom"]["feedback"][0]["text"] == "Why?"
            lesson.ask("PATCH", f"/students/{students[1]}", {"alias": "Anna"})
            assert next(of_ann)["told_count"] == 2
            # The next event of the other one is what is set for all.
            lesson.set(is_paused=True)
            heard = next(of_bob)
            assert heard["told_count"] == 0
            assert heard["control_revision"] == quiet["control_revision"] + 1

    def test_carries_the_events_of_a_run_and_resumes_behind_the_last(
        self, lesson: Lesson, context: Context
    ) -> None:
        run = create_run(context)
        other = create_run(context, seed=2)
        path = f"{lesson.address}/events?of=control&run={run.id}&run={other.id}&run={uuid4()}"
        with lesson.client.stream("GET", path) as response:
            events = read_events(response)
            assert next(events).kind == "change"
            first = [next(events), next(events)]
            assert {event.data["run_id"] for event in first} == {str(run.id), str(other.id)}
            claim_run(context, run.id)
            claimed = next(events)
            assert (claimed.kind, claimed.id) == ("state", "2.1.0")
            # A class lasts longer than its runs.
            for each in (run, other):
                with context.sessions.begin() as session:
                    cancel(session, None, each.id)
                assert next(events).kind == "end"
            lesson.set(is_paused=True)
            assert next(events).kind == "change"
        resumed = {"Last-Event-ID": "2.1.0"}
        with lesson.client.stream("GET", path, headers=resumed) as response:
            events = read_events(response)
            assert next(events).kind == "change"
            assert {next(events).id, next(events).id} >= {"3.2.0"}
        refused = lesson.client.get(path, headers={"Last-Event-ID": "2.1"})
        assert refused.status_code == 422

    def test_of_a_wall_tells_teachers_and_no_student(self, lesson: Lesson) -> None:
        with (
            lesson.client.stream("GET", f"{lesson.address}/events") as to_all,
            lesson.client.stream("GET", f"{lesson.address}/events?of=control") as to_students,
        ):
            of_all, of_students = self.changes(to_all), self.changes(to_students)
            first, quiet = next(of_all), next(of_students)
            lesson.set(wall_step_id="why")
            second = next(of_all)
            assert second["wall_revision"] == first["wall_revision"] + 1
            assert second["control_revision"] == first["control_revision"]
            lesson.set(is_paused=True)
            assert next(of_students)["control_revision"] == quiet["control_revision"] + 1

    def test_says_much_in_few_events(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        with lesson.client.stream("GET", f"{lesson.address}/events") as response:
            changes = self.changes(response)
            first = next(changes)
            began_s = monotonic()
            for number in range(20):
                ann.answer("why", f"Answer {number}")
            seen = [each["work_revision"] for each in islice(changes, 1)]
            while seen[-1] < first["work_revision"] + 20:
                seen.append(next(changes)["work_revision"])
        # At most one a second, however long the answers take on a busy machine.
        assert len(seen) <= 1 + (monotonic() - began_s) / EVENT_EVERY_S

    def test_ends_with_the_class(self, lesson: Lesson) -> None:
        with lesson.client.stream("GET", f"{lesson.address}/events") as response:
            changes = self.changes(response)
            next(changes)
            lesson.call("DELETE")
            assert list(changes) == []
        assert lesson.client.get(f"{lesson.address}/events").status_code == 404

    def test_never_falls_when_a_student_goes(self, lesson: Lesson) -> None:
        ann = lesson.join("ann")
        for number in range(3):
            ann.answer("why", f"Answer {number}")
        before = lesson.ask("GET", "/board")["work_revision"]
        lesson.client.delete(ann.address, headers=ann.headers)
        assert lesson.ask("GET", "/board")["work_revision"] > before
