"""A class that begins from the file of an earlier one: its lab and its rules, other students."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.support.classes import LAB, TEACHER, Lesson, owner

RULES = {
    "sections": ["A", "B"],
    "needs_approval": True,
    "holds_back_right": True,
    "holds_back_points": True,
    "most_students": 30,
    "shows_solutions": True,
}


def begin(client: httpx.Client, who: dict[str, str], **wanted: Any) -> httpx.Response:
    body = {"lab_id": LAB, "name": "Next year", **wanted}
    return client.post("/api/classes", json=body, headers=who)


def test_has_the_lab_and_the_rules_of_the_earlier_one(client: httpx.Client) -> None:
    earlier = Lesson(client, **RULES)
    lab = {**earlier.classroom["lab"], "title": "As it was last year"}
    made = begin(client, TEACHER, lab=lab, **RULES, identifiers=["new-1"])
    assert made.status_code == 201, made.text
    found = made.json()["classroom"]
    assert found["lab"] == lab
    assert {name: found[name] for name in RULES} == RULES
    assert (found["has_identifiers"], found["code"] != earlier.code) == (True, True)


def test_its_students_read_no_solutions_of_the_lab_that_it_is_a_version_of(
    client: httpx.Client,
) -> None:
    lab = {**Lesson(client).classroom["lab"], "title": "Another version"}
    code = begin(client, TEACHER, lab=lab).json()["classroom"]["code"]
    joined = client.post("/api/class-joins", json={"code": code}, headers=owner("ann"))
    assert joined.status_code == 201
    address = f"/api/labs/{LAB}/solutions"
    assert client.get(address, headers=owner("bob")).status_code == 200
    assert client.get(address, headers=owner("ann")).status_code == 403


def test_may_be_of_a_lab_that_is_gone(client: httpx.Client) -> None:
    lab = Lesson(client).classroom["lab"]
    assert begin(client, owner("colleague"), lab_id=str(uuid4()), lab=lab).status_code == 201


def test_needs_a_lab_that_is_right(client: httpx.Client) -> None:
    lab = Lesson(client).classroom["lab"]
    refused = begin(client, TEACHER, lab={**lab, "steps": [{**lab["steps"][0], "id": ""}]})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"].startswith("/lab/steps/0"), refused.text
    for wrong in ({"lab_id": "no-such-lab", "lab": lab}, {"lab": {}}, {"lab": []}):
        assert begin(client, TEACHER, **wrong).status_code == 422, wrong
    assert client.get("/api/classes", headers=TEACHER).json()[0]["name"] == "Networks, Monday"


@pytest.mark.parametrize("shows", [False, True])
def test_says_whether_students_get_solutions(client: httpx.Client, shows: bool) -> None:
    assert Lesson(client, shows_solutions=shows).classroom["shows_solutions"] is shows
