"""Moving to another browser: what a key has, drafts that are handed in, runs that are adopted."""

from typing import Any

import httpx
import pytest

from lab.runs.storage import predicted_bytes
from lab.settings import Settings
from lab_model.scenarios import Scenario
from tests.support.compared import compared_data
from tests.support.scenarios import scenario
from tests.support.server import connected

OLD_KEY = "old-" + "a" * 28
NEW_KEY = "new-" + "b" * 28
OLD = {"X-Lab-Owner": OLD_KEY}
NEW = {"X-Lab-Owner": NEW_KEY}


def _create_runs(client: httpx.Client, headers: dict[str, str], count: int) -> list[str]:
    found = []
    for seed in range(count):
        body = {"scenario": scenario(), "seed": seed}
        found.append(client.post("/api/runs", json=body, headers=headers).json()["id"])
    return found


def _draft(draft_id: str = "a", **changes: Any) -> dict[str, Any]:
    return {
        "id": draft_id,
        "name": "deep buffer",
        "text": '{"duration_s": ',
        "seed": 7,
        "base": {
            "kind": "preset",
            "title": "Elephant",
            "text": "{}",
            "run_id": None,
            "experiment_id": None,
        },
        "updated_at": "2026-11-20T17:00:00Z",
        **changes,
    }


def _put(
    client: httpx.Client, revision: int, drafts: list[dict[str, Any]], headers: dict[str, str] = OLD
) -> httpx.Response:
    body = {"revision": revision, "drafts": drafts}
    return client.put("/api/drafts", json=body, headers=headers)


class TestDrafts:
    def test_text_comes_back_as_it_was_also_when_it_is_no_scenario(
        self, client: httpx.Client
    ) -> None:
        drafts = [_draft("a"), _draft("b", base=None, name="", text="")]
        assert _put(client, 0, drafts).json() == {"revision": 1, "drafts": drafts}
        assert client.get("/api/drafts", headers=OLD).json() == {"revision": 1, "drafts": drafts}

    def test_key_without_drafts_has_an_empty_bundle(self, client: httpx.Client) -> None:
        _put(client, 0, [_draft()])
        assert client.get("/api/drafts", headers=NEW).json() == {"revision": 0, "drafts": []}

    @pytest.mark.parametrize("stale_revision", [0, 2])
    def test_write_that_read_something_else_changes_nothing(
        self, client: httpx.Client, stale_revision: int
    ) -> None:
        _put(client, 0, [_draft("first")])
        answer = _put(client, stale_revision, [_draft("second")])
        assert answer.status_code == 409
        assert f"Revision {stale_revision}" in answer.json()["detail"]
        [kept] = client.get("/api/drafts", headers=OLD).json()["drafts"]
        assert kept["id"] == "first"
        assert _put(client, 1, []).json() == {"revision": 2, "drafts": []}

    @pytest.mark.parametrize("revision", [-1, 2**53, 10**30])
    def test_revision_beyond_all_counting_is_refused(
        self, client: httpx.Client, revision: int
    ) -> None:
        answer = _put(client, revision, [])
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["path"] == "revision"

    def test_more_than_a_megabyte_is_refused(self, client: httpx.Client) -> None:
        answer = _put(client, 0, [_draft(str(n), text="x" * 400_000) for n in range(3)])
        assert answer.status_code == 413
        assert client.get("/api/drafts", headers=OLD).json()["revision"] == 0

    @pytest.mark.parametrize(
        ("change", "path", "bound"),
        [
            ({"id": ""}, "drafts.0.id", 1),
            ({"name": "x" * 201}, "drafts.0.name", 200),
            ({"seed": -1}, "drafts.0.seed", 0),
            ({"extra": 1}, "drafts.0.extra", None),
        ],
    )
    def test_wrong_field_is_named_with_its_bound(
        self, client: httpx.Client, change: dict[str, Any], path: str, bound: int | None
    ) -> None:
        answer = _put(client, 0, [_draft(**change)])
        [error] = answer.json()["errors"]
        assert (answer.status_code, error["path"], error["bound"]) == (422, path, bound)

    def test_rate_limit_says_when_to_come_back(self, settings: Settings) -> None:
        limited = settings.model_copy(update={"draft_writes_per_minute_per_address": 1})
        with connected(limited) as client:
            assert _put(client, 0, []).status_code == 200
            second = _put(client, 1, [])
        assert (second.status_code, second.headers["Retry-After"]) == (429, "10")

    @pytest.mark.parametrize("path", ["/api/drafts", "/api/owner"])
    def test_without_a_key_the_answer_says_what_is_needed(
        self, client: httpx.Client, path: str
    ) -> None:
        answer = client.get(path)
        assert answer.status_code == 400
        assert "X-Lab-Owner" in answer.json()["detail"]


class TestOwner:
    def test_counts_what_belongs_to_the_key(self, client: httpx.Client, settings: Settings) -> None:
        run_ids = _create_runs(client, OLD, 3)
        _create_runs(client, NEW, 1)
        _put(client, 0, [_draft("a"), _draft("b")])
        newest = client.get(f"/api/runs/{run_ids[-1]}").json()["created_at"]
        assert client.get("/api/owner", headers=OLD).json() == {
            "run_count": 3,
            "experiment_count": 0,
            "draft_count": 2,
            "newest_run_at": newest,
            "storage_used_bytes": 3 * predicted_bytes(Scenario.model_validate(scenario())),
            "storage_limit_bytes": settings.storage_bytes_per_owner,
        }

    def test_unused_key_has_nothing(self, client: httpx.Client, settings: Settings) -> None:
        answer = client.get("/api/owner", headers=NEW)
        assert answer.json() == {
            "run_count": 0,
            "experiment_count": 0,
            "draft_count": 0,
            "newest_run_at": None,
            "storage_used_bytes": 0,
            "storage_limit_bytes": settings.storage_bytes_per_owner,
        }


class TestAdopt:
    def test_runs_of_the_other_key_are_mine_with_those_i_had(self, client: httpx.Client) -> None:
        theirs, mine = _create_runs(client, OLD, 3), _create_runs(client, NEW, 2)
        bystander = {"X-Lab-Owner": "other-" + "c" * 28}
        others = _create_runs(client, bystander, 1)
        answer = client.post("/api/owner/adopt", json={"owner_key": OLD_KEY}, headers=NEW)
        assert (answer.status_code, answer.json()) == (
            200,
            {"run_count": 3, "experiment_count": 0},
        )
        listed = client.get("/api/runs", headers=NEW).json()["items"]
        assert {run["id"] for run in listed} == {*theirs, *mine}
        assert client.get("/api/runs", headers=OLD).json()["items"] == []
        assert client.get("/api/owner", headers=bystander).json()["run_count"] == len(others)
        assert client.delete(f"/api/runs/{theirs[0]}", headers=OLD).status_code == 403
        assert client.delete(f"/api/runs/{theirs[0]}", headers=NEW).status_code == 204

    def test_experiments_go_with_the_runs(self, client: httpx.Client) -> None:
        body = {"experiment": compared_data()}
        created = client.post("/api/experiments", json=body, headers=OLD).json()
        assert client.get("/api/owner", headers=OLD).json()["experiment_count"] == 1
        answer = client.post("/api/owner/adopt", json={"owner_key": OLD_KEY}, headers=NEW)
        assert answer.json() == {"run_count": 0, "experiment_count": 1}
        [listed] = client.get("/api/experiments", headers=NEW).json()["items"]
        assert (listed["id"], listed["is_mine"]) == (created["id"], True)
        assert client.get("/api/owner", headers=OLD).json()["experiment_count"] == 0

    def test_labs_go_with_the_runs(self, client: httpx.Client) -> None:
        started = client.post("/api/labs/window-and-rtt/attempts", headers=OLD).json()
        client.post("/api/owner/adopt", json={"owner_key": OLD_KEY}, headers=NEW)
        address = f"/api/lab-attempts/{started['id']}"
        assert client.get(address, headers=OLD).status_code == 403
        assert client.get(address, headers=NEW).json()["id"] == started["id"]

    def test_drafts_under_the_other_key_are_forgotten(self, client: httpx.Client) -> None:
        _put(client, 0, [_draft("theirs")], OLD)
        _put(client, 0, [_draft("mine")], NEW)
        client.post("/api/owner/adopt", json={"owner_key": OLD_KEY}, headers=NEW)
        assert client.get("/api/drafts", headers=OLD).json()["drafts"] == []
        [kept] = client.get("/api/drafts", headers=NEW).json()["drafts"]
        assert kept["id"] == "mine"

    def test_unused_key_gives_nothing(self, client: httpx.Client) -> None:
        _create_runs(client, OLD, 1)
        client.post("/api/experiments", json={"experiment": compared_data()}, headers=OLD)
        wrong = OLD_KEY[:-1] + "b"
        answer = client.post("/api/owner/adopt", json={"owner_key": wrong}, headers=NEW)
        assert answer.json() == {"run_count": 0, "experiment_count": 0}
        kept = client.get("/api/owner", headers=OLD).json()
        assert (kept["run_count"], kept["experiment_count"]) == (1, 1)

    def test_own_key_is_refused_without_being_repeated(self, client: httpx.Client) -> None:
        answer = client.post("/api/owner/adopt", json={"owner_key": NEW_KEY}, headers=NEW)
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["path"] == "owner_key"
        assert NEW_KEY not in answer.text

    @pytest.mark.parametrize("key", ["short", "a" * 21, "a" * 129])
    def test_guessable_key_is_refused(self, client: httpx.Client, key: str) -> None:
        answer = client.post("/api/owner/adopt", json={"owner_key": key}, headers=NEW)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "owner_key")
        # Nor does anything come to belong to one.
        for path, body in (("/api/runs", {"scenario": scenario()}), ("/api/lab-documents", {})):
            answer = client.post(path, json=body, headers={"X-Lab-Owner": key})
            assert answer.status_code == 422
            assert answer.json()["errors"][0]["path"].lower() == "x-lab-owner"

    def test_keys_do_not_stand_in_the_log(
        self, settings: Settings, capfd: pytest.CaptureFixture[str]
    ) -> None:
        loud = settings.model_copy(update={"log_level": "DEBUG"})
        with connected(loud) as client:
            _put(client, 0, [_draft()], NEW)
            client.get("/api/owner", headers=NEW)
            client.post("/api/owner/adopt", json={"owner_key": OLD_KEY}, headers=NEW)
        log = capfd.readouterr().err
        assert "/api/owner/adopt" in log
        assert OLD_KEY not in log
        assert NEW_KEY not in log
