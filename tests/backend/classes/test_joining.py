"""Coming into a class: by its code, with an identifier, in another browser."""

import re
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from lab.classes.joining import MOST_IN_ONE_BROWSER
from lab.context import Context
from lab.settings import Settings
from tests.support.classes import LAB, TEACHER, Lesson, Pupil, owner
from tests.support.server import connected


def kind(response: httpx.Response) -> str:
    return str(response.json()["type"].rpartition("/")[2])


class TestCode:
    def test_is_a_word_and_four_digits(self, client: httpx.Client) -> None:
        assert re.fullmatch(r"[A-Z]+-[1-9][0-9]{3}", Lesson(client).code)

    @pytest.mark.parametrize("typed", ["{0}", " {0} ", "{1}", "{2}"])
    def test_is_read_however_it_is_typed(self, client: httpx.Client, typed: str) -> None:
        lesson = Lesson(client, sections=["A", "B"])
        code = lesson.code
        wanted = typed.format(code, code.lower(), code.replace("-", " ").title())
        assert client.get(f"/api/class-codes/{wanted}").json() == {
            "name": "Networks, Monday",
            "lab_title": "Bufferbloat at home",
            "sections": ["A", "B"],
            "needs_identifier": False,
            "is_open": True,
            "reason": None,
            "here": [],
        }

    def test_stands_in_no_log(self, settings: Settings, capfd: pytest.CaptureFixture[str]) -> None:
        with connected(settings.model_copy(update={"log_level": "DEBUG"})) as client:
            code = Lesson(client).code
            client.get(f"/api/class-codes/{code}")
            client.get(f"/join/{code}")
            client.post("/api/class-joins", json={"code": code}, headers=owner("a"))
        # The client of the test logs as well.
        log = "".join(line for line in capfd.readouterr().err.split("\n") if '"lab.' in line)
        assert "/api/class-codes/..." in log
        assert code not in log

    def test_of_no_class_is_unknown(self, client: httpx.Client) -> None:
        refused = client.get("/api/class-codes/NOBODY-1234")
        assert (refused.status_code, kind(refused)) == (404, "code-unknown")
        body = {"code": "NOBODY-1234"}
        refused = client.post("/api/class-joins", json=body, headers=owner("a"))
        assert kind(refused) == "code-unknown"

    def test_is_void_once_there_is_a_new_one(self, client: httpx.Client) -> None:
        lesson = Lesson(client)
        renewed = lesson.ask("POST", "/code")
        assert renewed["code"] != lesson.code
        assert kind(lesson.try_joining("ann")) == "code-unknown"
        assert lesson.try_joining("ann", code=renewed["code"]).status_code == 201


class TestJoining:
    def test_gives_a_number_a_name_and_an_attempt(self, client: httpx.Client) -> None:
        lesson = Lesson(client)
        ann, bob = lesson.join("ann"), lesson.join("bob", alias=None)
        assert (ann.joined["alias"], ann.joined["number"]) == ("ann", 1)
        assert bob.joined["number"] == 2
        assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", bob.joined["alias"])
        assert ann.joined["class_id"] == lesson.id
        seen = ann.read()
        assert seen["lab_id"] == LAB
        assert seen["classroom"] == {
            "class_id": lesson.id,
            "name": "Networks, Monday",
            "alias": "ann",
            "aliases": ["ann"],
            "number": 1,
            "is_approved": True,
            "is_paused": False,
            "timer": None,
            "paced_step_id": None,
            "is_closed": False,
            "asks_help": False,
            "has_identifiers": False,
            "held_back_step_ids": [],
            "holds_back_points": False,
            "has_solutions": False,
            "contest_ends_at": None,
            "experiment_id": None,
            "deletes_at": lesson.classroom["deletes_at"],
            "feedback": [],
        }

    def test_twice_in_one_browser_stays_the_same_student(self, client: httpx.Client) -> None:
        lesson = Lesson(client)
        first, again = lesson.join("ann"), lesson.join("ann", alias="Other")
        assert again.joined == {**first.joined, "recovery_code": None}

    def test_by_another_person_in_the_same_browser_gives_a_place_of_their_own(
        self, client: httpx.Client
    ) -> None:
        lesson = Lesson(client)
        ann = lesson.join("ann")
        bob = lesson.join("ann", alias="bob", is_another_person=True)
        assert bob.attempt_id != ann.attempt_id
        assert (bob.joined["alias"], bob.joined["number"]) == ("bob", 2)
        seen = client.get(f"/api/class-codes/{lesson.code}", headers=owner("ann")).json()
        assert seen["here"] == [
            {"attempt_id": each.attempt_id, "alias": each.joined["alias"], "number": number}
            for number, each in ((2, bob), (1, ann))
        ]
        lesson.join("carl")
        students = lesson.ask("GET", "/board")["students"]
        assert [each["shares_browser_with"] for each in students] == [[2], [1], []]

    def test_is_bounded_in_one_browser(self, client: httpx.Client) -> None:
        lesson = Lesson(client)
        asked = [
            lesson.try_joining("ann", is_another_person=True)
            for _ in range(MOST_IN_ONE_BROWSER + 1)
        ]
        assert {each.status_code for each in asked[:-1]} == {201}
        assert kind(asked[-1]) == "limit-reached"
        assert lesson.try_joining("bob").status_code == 201

    def test_is_bounded_by_the_class(self, client: httpx.Client) -> None:
        lesson = Lesson(client, most_students=1)
        assert lesson.try_joining("ann").status_code == 201
        refused = lesson.try_joining("bob")
        assert (refused.status_code, kind(refused)) == (409, "limit-reached")
        assert "it takes 1 student." in refused.json()["detail"]
        assert lesson.try_joining("ann").status_code == 201, "who is in stays in"
        lesson.set(most_students=None)
        assert lesson.try_joining("bob").status_code == 201

    def test_after_leaving_is_known(self, client: httpx.Client) -> None:
        lesson = Lesson(client)
        for expected in (0, 1, 2):
            ann = lesson.join("ann")
            [student] = lesson.ask("GET", "/board")["students"]
            assert student["rejoin_count"] == expected
            assert client.delete(ann.address, headers=ann.headers).status_code == 204

    def test_alone_belongs_to_no_class(self, client: httpx.Client) -> None:
        started = client.post(f"/api/labs/{LAB}/attempts", headers=owner("ann")).json()
        assert started["classroom"] is None
        ann = Pupil(client, {"attempt_id": started["id"]}, owner("ann"))
        for part, body in (("help", {"asks": True}), ("place", {"step_id": "home"})):
            refused = ann.put(part, body)
            assert (refused.status_code, kind(refused)) == (409, "wrong-state")

    def test_needs_an_open_class(self, client: httpx.Client, context: Context) -> None:
        lesson = Lesson(client)
        inside = lesson.join("ann")
        lesson.set(is_locked=True)
        refused = lesson.try_joining("bob")
        assert (refused.status_code, kind(refused)) == (409, "class-locked")
        assert "unlock" in client.get(f"/api/class-codes/{lesson.code}").json()["reason"]
        assert lesson.try_joining("ann").status_code == 201, "who is in stays in"
        lesson.set(is_locked=False)
        with context.sessions.begin() as session:
            session.execute(text("UPDATE classroom SET code_expires_at = now()"))
        refused = lesson.try_joining("bob")
        assert kind(refused) == "class-locked"
        assert "has expired" in refused.json()["detail"]
        lesson.ask("POST", "/close")
        assert kind(lesson.try_joining("bob")) == "class-closed"
        assert client.get(f"/api/class-codes/{lesson.code}").json()["is_open"] is False
        assert inside.read()["classroom"]["is_closed"] is True

    def test_takes_a_section_of_the_class_only(self, client: httpx.Client) -> None:
        lesson = Lesson(client, sections=["A", "B"])
        assert lesson.try_joining("ann", section="B").status_code == 201
        refused = lesson.try_joining("bob", section="C")
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["message"] == ("section is 'C'; it must be one of: A, B")

    @pytest.mark.parametrize("alias", ["", " ", "a\nb", "x" * 41, "\0"])
    def test_refuses_names_that_no_list_can_show(self, client: httpx.Client, alias: str) -> None:
        assert Lesson(client).try_joining("ann", alias=alias).status_code == 422


class TestIdentifier:
    @pytest.fixture
    def lesson(self, client: httpx.Client) -> Lesson:
        return Lesson(client, identifiers=["S-100", "s-100 ", "S-200"])

    def test_is_typed_and_lets_one_student_in(self, lesson: Lesson) -> None:
        assert lesson.client.get(f"/api/class-codes/{lesson.code}").json()["needs_identifier"]
        assert lesson.try_joining("ann", identifier=" s-100").status_code == 201

    def test_wrong_and_taken_look_alike(self, lesson: Lesson) -> None:
        lesson.join("ann", identifier="S-100")
        taken = lesson.try_joining("bob", identifier="S-100")
        wrong = lesson.try_joining("bob", identifier="S-999")
        assert (taken.status_code, kind(taken)) == (409, "identifier-refused")
        same = {**taken.json(), "request_id": None}
        assert {**wrong.json(), "request_id": None} == same
        assert lesson.client.get("/api/lab-attempts", headers=owner("bob")).json() == []

    def test_missing_is_asked_for(self, lesson: Lesson) -> None:
        assert lesson.try_joining("bob").status_code == 422

    def test_is_taken_after_its_student_went_until_a_teacher_frees_it(self, lesson: Lesson) -> None:
        ann = lesson.join("ann", identifier="S-200")
        assert lesson.client.delete(ann.address, headers=ann.headers).status_code == 204
        refused = lesson.try_joining("ann", identifier="S-200")
        assert (refused.status_code, kind(refused)) == (409, "identifier-refused")
        assert lesson.ask("GET")["left_identifiers"] == [2]
        assert lesson.ask("POST", "/identifiers/2/free")["left_identifiers"] == []
        assert lesson.try_joining("bob", identifier="S-200").status_code == 201
        assert lesson.call("POST", "/identifiers/2/free").status_code == 404

    def test_is_free_again_after_a_teacher_removed_its_student(self, lesson: Lesson) -> None:
        lesson.join("ann", identifier="S-100")
        [student] = lesson.ask("GET", "/board")["students"]
        lesson.ask("DELETE", f"/students/{student['id']}")
        assert lesson.try_joining("bob", identifier="S-100").status_code == 201

    def test_is_stored_as_a_hash(self, lesson: Lesson, context: Context) -> None:
        with context.sessions() as session:
            stored = session.execute(text("SELECT * FROM class_identifier")).all()
        assert len(stored) == 2
        assert b"100" not in b"".join(bytes(row.identifier_hash) for row in stored)


class TestRecovery:
    def recover(self, lesson: Lesson, code: str, name: str) -> httpx.Response:
        body = {"code": lesson.code, "recovery_code": code}
        return lesson.client.post("/api/class-recoveries", json=body, headers=owner(name))

    def test_moves_the_attempt_to_the_new_browser(self, client: httpx.Client) -> None:
        lesson = Lesson(client)
        ann = lesson.join("ann")
        ann.answer("why", "The queue was full.")
        run_id = ann.predict().ask_for_run("tune").json()["id"]
        lesson.set(is_locked=True)
        typed = ann.joined["recovery_code"].lower().replace("-", " ")
        moved = self.recover(lesson, typed, "phone")
        assert moved.status_code == 201, moved.text
        new = Pupil(client, moved.json(), owner("phone"))
        assert new.joined["recovery_code"] != ann.joined["recovery_code"]
        assert new.attempt_id == ann.attempt_id
        assert new.read()["answers"][0]["answer"] == "The queue was full."
        assert client.get(ann.address, headers=ann.headers).status_code == 403
        assert ann.answer("why", "Mine!").status_code == 403
        runs = client.get("/api/runs", headers=owner("phone")).json()["items"]
        assert [run["id"] for run in runs] == [run_id]
        assert client.get("/api/runs", headers=ann.headers).json()["items"] == []

    def test_codes_work_once(self, client: httpx.Client) -> None:
        lesson = Lesson(client)
        ann = lesson.join("ann")
        code = ann.joined["recovery_code"]
        renewed = client.post(f"{ann.address}/recovery-code", headers=ann.headers).json()
        refused = self.recover(lesson, code, "phone")
        assert (refused.status_code, kind(refused)) == (404, "code-unknown")
        assert self.recover(lesson, renewed["recovery_code"], "phone").status_code == 201
        assert self.recover(lesson, renewed["recovery_code"], "tablet").status_code == 404

    def test_needs_the_code_of_the_same_class(self, client: httpx.Client) -> None:
        ann, other = Lesson(client).join("ann"), Lesson(client)
        assert self.recover(other, ann.joined["recovery_code"], "phone").status_code == 404


class TestGuessing:
    def test_is_stopped_and_does_not_stop_a_class(self, client: httpx.Client) -> None:
        lesson = Lesson(client)
        for _guess in range(30):
            assert client.get("/api/class-codes/NOBODY-1234").status_code == 404
        refused = client.get("/api/class-codes/NOBODY-1235")
        assert refused.status_code == 429
        assert int(refused.headers["Retry-After"]) > 0
        assert lesson.try_joining("ann").status_code == 201

    def test_of_identifiers_is_counted_too(self, client: httpx.Client) -> None:
        lesson = Lesson(client, identifiers=["S-100"])
        wanted: Any = [lesson.try_joining("bob", identifier=f"S-{n}") for n in range(31)]
        assert {response.status_code for response in wanted[:30]} == {409}
        assert wanted[30].status_code == 429


def test_who_teaches_can_join_as_a_student(client: httpx.Client) -> None:
    lesson = Lesson(client)
    body = {"code": lesson.code}
    assert client.post("/api/class-joins", json=body, headers=TEACHER).status_code == 201


class TestPartners:
    def test_share_a_number_an_attempt_and_the_points(self, client: httpx.Client) -> None:
        lesson = Lesson(client, identifiers=["S-1", "S-2", "S-3"])
        partners = [{"alias": "ben", "identifier": "S-3"}]
        ann = lesson.join("ann", identifier="S-1", partners=partners)
        assert (ann.joined["alias"], ann.joined["number"]) == ("ann and ben", 1)
        assert ann.read()["classroom"]["aliases"] == ["ann", "ben"]
        [row] = lesson.ask("GET", "/board")["students"]
        assert (row["alias"], row["identifier_numbers"]) == ("ann and ben", [1, 3])
        grades = lesson.call("GET", "/grades.csv").text.splitlines()
        assert [line.split(",")[:3] for line in grades[1:]] == [
            ["1", "ann", "1"],
            ["1", "ben", "3"],
        ]
        [head] = client.get(f"/api/class-codes/{lesson.code}", headers=owner("ann")).json()["here"]
        assert head["alias"] == "ann and ben"
        # The board without names has none of theirs.
        lesson.set(is_anonymous=True)
        [row] = lesson.ask("GET", "/board")["students"]
        assert (row["alias"], row["aliases"], row["identifier_numbers"]) == (None, [], [])

    def test_may_come_late_and_be_renamed(self, client: httpx.Client) -> None:
        lesson = Lesson(client)
        ann = lesson.join("ann")
        added = ann.add_partner({"alias": "ben"})
        assert (added.status_code, added.json()["aliases"]) == (201, ["ann", "ben"])
        assert ann.put("alias", {"alias": "A", "partners": ["B"]}).json()["aliases"] == ["A", "B"]
        refused = ann.put("alias", {"alias": "A", "partners": []})
        assert refused.status_code == 422
        assert "partners has 0 names; it must have 1, one for each" in refused.text
        lesson.set(is_locked=True)
        assert kind(ann.add_partner({"alias": "cy"})) == "class-locked"

    def test_who_has_no_identifier_keeps_the_others_out(self, client: httpx.Client) -> None:
        lesson = Lesson(client, identifiers=["S-1", "S-2"])
        wrong = lesson.try_joining("ann", identifier="S-1", partners=[{"identifier": "S-1"}])
        assert kind(wrong) == "identifier-refused"
        missing = lesson.try_joining("ann", identifier="S-1", partners=[{"alias": "ben"}])
        assert missing.status_code == 422
        assert "partners.0.identifier is missing" in missing.text
        # Nothing half done stays: the identifier is free.
        assert lesson.try_joining("ann", identifier="S-1").status_code == 201

    def test_count_where_a_class_is_full(self, client: httpx.Client) -> None:
        lesson = Lesson(client, most_students=2)
        three = [{"alias": "ben"}, {"alias": "cy"}]
        assert kind(lesson.try_joining("ann", partners=three)) == "limit-reached"
        ann = lesson.join("ann", partners=three[:1])
        assert kind(ann.add_partner({"alias": "cy"})) == "limit-reached"
        assert kind(lesson.try_joining("dee")) == "limit-reached"

    def test_leave_with_the_student_and_their_identifiers_stay_taken(
        self, client: httpx.Client
    ) -> None:
        lesson = Lesson(client, identifiers=["S-1", "S-2"])
        ann = lesson.join("ann", identifier="S-1", partners=[{"identifier": "S-2"}])
        assert client.delete(ann.address, headers=ann.headers).status_code == 204
        assert kind(lesson.try_joining("ben", identifier="S-2")) == "identifier-refused"
        assert lesson.ask("GET")["left_identifiers"] == [1, 2]
