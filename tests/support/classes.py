"""A class over HTTP: a teacher, and students in browsers of their own."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from tests.support.server import client_of

LAB = "bufferbloat-at-home"


def owner(name: str) -> dict[str, str]:
    """The header of a user's browser."""
    return {"X-Lab-Owner": hashlib.sha256(name.encode()).hexdigest()}


TEACHER = owner("teacher")


class Pupil:
    """A student in one browser."""

    def __init__(self, client: httpx.Client, joined: Any, headers: dict[str, str]) -> None:
        self.client, self.joined, self.headers = client, joined, headers
        self.attempt_id: str = joined["attempt_id"]
        self.address = f"/api/lab-attempts/{self.attempt_id}"

    def read(self) -> Any:
        """The attempt."""
        response = self.client.get(self.address, headers=self.headers)
        assert response.status_code == 200, response.text
        return response.json()

    def put(self, part: str, body: Any) -> httpx.Response:
        """`help`, `place`, `alias`, `answers/STEP`."""
        return self.client.put(f"{self.address}/{part}", json=body, headers=self.headers)

    def add_partner(self, body: Any) -> httpx.Response:
        """A partner joins on the same device."""
        return self.client.post(f"{self.address}/partners", json=body, headers=self.headers)

    def answer(self, step: str, answer: Any) -> httpx.Response:
        """Store an answer."""
        return self.put(f"answers/{step}", {"answer": answer})

    def predict(self) -> "Pupil":
        """Store what the lab on bufferbloat asks to predict before its goal and its map open."""
        for step, given in {"guess": 700, "order": 1}.items():
            assert self.answer(step, given).status_code == 200
        return self

    def ask_for_run(self, step: str, settings: dict[str, Any] | None = None) -> httpx.Response:
        """Run a step."""
        body = {"settings": settings or {}}
        return self.client.post(
            f"{self.address}/steps/{step}/runs", json=body, headers=self.headers
        )


class Lesson:
    """A class and its first teacher."""

    def __init__(self, client: httpx.Client, **wanted: Any) -> None:
        self.client = client
        body = {"lab_id": LAB, "name": "Networks, Monday", **wanted}
        created = client.post("/api/classes", json=body, headers=TEACHER)
        assert created.status_code == 201, created.text
        self.classroom = created.json()["classroom"]
        self.key: str = created.json()["teacher_key"]
        self.id: str = self.classroom["id"]
        self.code: str = self.classroom["code"]
        self.address = f"/api/classes/{self.id}"

    def call(self, method: str, part: str = "", body: Any = None) -> httpx.Response:
        """A call of the teacher."""
        return self.client.request(method, self.address + part, json=body, headers=TEACHER)

    def ask(self, method: str, part: str = "", body: Any = None) -> Any:
        """The same, which must succeed."""
        response = self.call(method, part, body)
        assert response.is_success, response.text
        return response.json() if response.content else None

    def set(self, **changes: Any) -> Any:
        """Change the class."""
        return self.ask("PATCH", "", changes)

    def try_joining(self, name: str, **wanted: Any) -> httpx.Response:
        """A browser asks to join."""
        body = {"code": self.code, "alias": name, **wanted}
        return self.client.post("/api/class-joins", json=body, headers=owner(name))

    def join(self, name: str, **wanted: Any) -> Pupil:
        """The same, which must succeed."""
        response = self.try_joining(name, **wanted)
        assert response.status_code == 201, response.text
        return Pupil(self.client, response.json(), owner(name))


def together(client: httpx.Client, count: int, act: Callable[[httpx.Client, int], Any]) -> Any:
    """Call from so many browsers at once."""

    def browser(number: int) -> Any:
        with client_of(client.base_url) as own:
            return act(own, number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(browser, range(count)))
