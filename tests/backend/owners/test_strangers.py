"""Only its key changes an owner's data, whatever the request, and no key is stored."""

import base64
from hashlib import sha256
from typing import Any
from uuid import UUID

import httpx
import pytest

from lab.context import Context
from lab.runs import attempts
from tests.backend.test_hostile_bodies import BODIES
from tests.hostile.objects import EXPERIMENT, SCENARIO
from tests.support.classes import LAB, TEACHER, Lesson, owner
from tests.support.documents import result_document
from tests.support.runs import CORE, claim_run, register_core
from tests.support.server import description
from tests.support.stored import stored_text
from tools.paths import PROJECT_ROOT

# They make something for the asker, or read what is withheld from students only.
FOR_ANYONE = {"askWhatIf", "startLab", "readSolutions"}
STEP = "why"
MODULE = {
    "content_base64": base64.b64encode(
        (PROJECT_ROOT / "sim-core" / "modules" / "newreno.wasm").read_bytes()
    ).decode(),
    "source_text": "int x;",
    "build_line": "cc",
    "licence": "MIT",
}


class Estate:
    """One of each thing with an owner, with the addresses under which it is read."""

    def __init__(self, client: httpx.Client, context: Context) -> None:
        self.client = client
        self.lesson = Lesson(client, identifiers=["S-100"])
        self.ann = self.lesson.join("ann", identifier="S-100")
        self.ann.answer(STEP, "The queue.")
        self.lesson.ask("POST", "/snapshots", {"step_id": STEP, "title": "Now"})
        self.wall_key: str = self.lesson.ask("POST", "/wall-key")["wall_key"]
        [student] = self.lesson.ask("GET", "/board")["students"]
        [teacher] = self.lesson.ask("GET")["teachers"]
        [snapshot] = self.lesson.ask("GET", "/snapshots")
        self.run_id = self._make("/api/runs", {"scenario": SCENARIO})["id"]
        register_core(context)
        attempt = claim_run(context, UUID(self.run_id))
        attempts.finish_done(context.sessions, attempt, result_document(attempt))
        self.link = self._make("/api/shares", {"run_ids": [self.run_id]})
        client.put("/api/drafts", json={"revision": 0, "drafts": []}, headers=TEACHER)
        self.ids = {
            "attempt_id": self.ann.attempt_id,
            "class_id": self.lesson.id,
            "document_id": self._make("/api/lab-documents", {})["id"],
            "experiment_id": self._make("/api/experiments", {"experiment": EXPERIMENT})["id"],
            "lab_id": LAB,
            "position": "1",
            "round": "0",
            "run_id": self.run_id,
            "search_id": self._make(
                "/api/counterexamples", {"goal": "starve", "first": {"name": "cubic"}}
            )["id"],
            "sha256": self._make("/api/algorithms/modules", MODULE)["sha256"],
            "share_id": self.link["id"],
            "snapshot_id": snapshot["id"],
            "step_id": STEP,
            "student_id": student["id"],
            "teacher_id": teacher["id"],
        }
        begun = {"core_version": CORE.version, "behaviour_version": CORE.behaviour}
        address = f"/api/experiments/{self.ids['experiment_id']}/imports"
        self.ids["import_id"] = self._make(address, begun)["id"]
        self._make("/api/league/entries", {"sha256": self.ids["sha256"]})
        self.ids["entry_id"] = self._enter_contest()

    def _enter_contest(self) -> str:
        """Ann's only entry in the contest of the class."""
        closes_at = self.lesson.classroom["closes_at"]
        self.lesson.ask("PUT", "/contest", {"ends_at": closes_at})
        stored = self.client.post("/api/algorithms/modules", json=MODULE, headers=self.ann.headers)
        assert stored.status_code == 201, stored.text
        body = {"sha256": self.ids["sha256"], "title": "Ann's"}
        address = f"{self.ann.address}/contest/entries"
        entered = self.client.post(address, json=body, headers=self.ann.headers)
        assert entered.status_code == 201, entered.text
        return str(entered.json()["entries"][0]["id"])

    def _make(self, path: str, body: Any) -> Any:
        response = self.client.post(path, json=body, headers=TEACHER)
        assert response.status_code == 201, response.text
        return response.json()

    def as_it_is(self) -> list[str]:
        """All of it, as its owners read it."""
        paths = [
            *(f"/api/{name}" for name in ("runs", "experiments", "shares", "owner", "drafts")),
            f"/api/runs/{self.run_id}",
            f"/api/algorithms/modules/{self.ids['sha256']}",
            "/api/league/entries",
            "/api/counterexamples",
            f"/api/experiments/{self.ids['experiment_id']}",
            f"/api/lab-documents/{self.ids['document_id']}",
            *(f"{self.lesson.address}{part}" for part in ("", "/board", "/snapshots", "/contest")),
        ]
        asked = [self.client.get(path, headers=TEACHER) for path in paths]
        asked.append(self.client.get(self.ann.address, headers=self.ann.headers))
        assert {response.status_code for response in asked} == {200}
        return [response.text for response in asked]


@pytest.fixture
def estate(client: httpx.Client, context: Context) -> Estate:
    return Estate(client, context)


def owned() -> list[tuple[str, str, str]]:
    """Every operation on one thing that asks for a key and may refuse it."""
    return [
        (method.upper(), path, operation["operationId"])
        for path, operations in description()["paths"].items()
        for method, operation in operations.items()
        if "{" in path
        and "403" in operation["responses"]
        and any(each["name"].lower() == "x-lab-owner" for each in operation["parameters"])
        and operation["operationId"] not in FOR_ANYONE
    ]


@pytest.mark.parametrize("who", ["other key", "no key", "key of the wall"])
def test_no_other_key_changes_anything(estate: Estate, who: str) -> None:
    headers = {} if who == "no key" else owner("stranger")
    if who == "key of the wall":
        headers["X-Lab-Wall"] = estate.wall_key
    before = estate.as_it_is()
    walls = ("readClassWall", "readContestWall") if "X-Lab-Wall" in headers else ()
    asked = [each for each in owned() if each[2] not in walls]
    assert len(asked) > 40
    for method, path, name in asked:
        address = path.format_map(estate.ids)
        body = BODIES.get(name)
        response = estate.client.request(method, address, json=body, headers=headers)
        assert response.status_code in (400, 403), (name, response.text)
        kinds = ("not-yours",) if headers else ("not-yours", "owner-needed")
        assert response.json()["type"].rpartition("/")[2] in kinds, (name, response.text)
    assert estate.as_it_is() == before
    for name in (
        "runs",
        "experiments",
        "shares",
        "lab-documents",
        "classes",
        "lab-attempts",
        "algorithms/modules",
    ):
        listed = estate.client.get(f"/api/{name}", headers=owner("stranger")).json()
        assert (listed["items"] if isinstance(listed, dict) else listed) == [], name


def test_no_key_is_stored(estate: Estate, context: Context) -> None:
    keys = {
        "owner": TEACHER["X-Lab-Owner"],
        "student": estate.ann.headers["X-Lab-Owner"],
        "teacher": estate.lesson.key,
        "wall": estate.wall_key,
        "recovery": estate.ann.joined["recovery_code"],
        "link": estate.link["token"],
        "identifier": "S-100",
    }
    stored = stored_text(context)
    for name in ("owner", "student"):
        assert sha256(keys[name].encode()).hexdigest() in stored, name
    for name, key in keys.items():
        assert key not in stored, name
        assert key.encode().hex() not in stored, name
