"""Labs that people write: drafts with their problems, versions that stay, keys that stay."""

import json
from typing import Any

import httpx
import pytest

from lab_model.classroom import load_templates
from tests.support.scenarios import scenario

ALICE = {"X-Lab-Owner": "alice-" + "a" * 26}
BOB = {"X-Lab-Owner": "bob-" + "b" * 28}
DOCUMENTS = "/api/lab-documents"


def _lab(**changes: Any) -> dict[str, Any]:
    steps = [
        {
            "id": "guess",
            "kind": "prediction",
            "title": "Guess",
            "minutes": 2,
            "about": "look",
            "text": "How busy is the link?",
            "notes": "SECRET",
            "prediction": {
                "kind": "number",
                "unit": "Mbit/s",
                "tolerance_ratio": 0.1,
                "measured": "utilisation_ratio",
            },
        },
        {"id": "look", "kind": "run", "title": "Look", "minutes": 3, "scenario": scenario()},
    ]
    return {
        "version": 1,
        "title": "Mine",
        "summary": "One link.",
        "goals": ["Guess"],
        "steps": steps,
        **changes,
    }


def _create(client: httpx.Client, headers: dict[str, str] = ALICE, **body: Any) -> Any:
    created = client.post(DOCUMENTS, json=body, headers=headers)
    assert created.status_code == 201, created.text
    return created.json()


def _publish(client: httpx.Client, document: dict[str, Any]) -> httpx.Response:
    return client.post(f"{DOCUMENTS}/{document['id']}/publish", headers=ALICE)


class TestDraft:
    def test_says_which_predictions_a_step_waits_for(self, client: httpx.Client) -> None:
        assert _create(client, draft=_lab())["waits_for"] == {"look": ["guess"]}
        assert _create(client)["waits_for"] == {}, "it is no lab yet"

    def test_is_not_published_with_an_empty_task(self, client: httpx.Client) -> None:
        lab = _lab()
        lab["steps"][0]["text"] = " \n"
        document = _create(client, draft=lab)
        [problem] = document["problems"]
        assert problem["pointer"] == "/steps/0/text"
        assert problem["message"].endswith("it must say what students are to read or to do")
        assert _publish(client, document).status_code == 422

    def test_may_be_unfinished_and_says_what_is_missing(self, client: httpx.Client) -> None:
        document = _create(client)
        assert document["title"] == "Untitled lab"
        paths = {problem["path"] for problem in document["problems"]}
        assert {"goals", "steps"} <= paths
        refused = _publish(client, document)
        assert refused.status_code == 422
        assert {problem["path"] for problem in refused.json()["errors"]} == paths

    def test_problem_points_into_the_draft(self, client: httpx.Client) -> None:
        lab = _lab()
        lab["steps"][0]["about"] = "nowhere"
        [problem] = _create(client, draft=lab)["problems"]
        assert (problem["path"], problem["pointer"]) == ("steps.0.about", "/steps/0/about")

    @pytest.mark.parametrize(
        "draft", [{}, {"steps": 3, "title": 7}, {"steps": [None]}, {"steps": [{"kind": "x"}]}]
    )
    def test_of_any_shape_is_kept(self, client: httpx.Client, draft: dict[str, Any]) -> None:
        document = _create(client, draft=draft)
        assert document["draft"] == draft
        assert document["problems"]
        [listed] = client.get(DOCUMENTS, headers=ALICE).json()
        assert listed["title"] == "Untitled lab"

    def test_is_replaced_only_from_its_newest_revision(self, client: httpx.Client) -> None:
        document = _create(client, draft=_lab())
        address = f"{DOCUMENTS}/{document['id']}"
        body = {"draft": _lab(title="Second"), "revision": document["revision"]}
        second = client.put(address, json=body, headers=ALICE).json()
        assert (second["title"], second["revision"]) == ("Second", document["revision"] + 1)
        stale = client.put(address, json=body, headers=ALICE)
        assert stale.status_code == 409
        assert stale.json()["type"].endswith("drafts-changed")

    def test_every_shipped_lab_is_copied_as_it_is(self, client: httpx.Client) -> None:
        for template in load_templates():
            document = _create(client, copy_of=template.id)
            assert document["problems"] == []
            assert document["draft"] == json.loads(template.lab.model_dump_json())


class TestVersion:
    def test_link_opens_the_newest_and_an_attempt_keeps_its_own(self, client: httpx.Client) -> None:
        document = _create(client, draft=_lab())
        link = f"/api/labs/{document['id']}"
        assert client.get(link).status_code == 404
        assert _publish(client, document).json()["versions"][0]["number"] == 1
        assert client.get(link).json()["title"] == "Mine"
        attempt = client.post(f"{link}/attempts", headers=BOB).json()
        body = {"draft": _lab(title="Better"), "revision": document["revision"]}
        client.put(f"{DOCUMENTS}/{document['id']}", json=body, headers=ALICE)
        assert client.get(link).json()["title"] == "Mine"
        numbers = [each["number"] for each in _publish(client, document).json()["versions"]]
        assert numbers == [2, 1]
        assert client.get(link).json()["title"] == "Better"
        kept = client.get(f"/api/lab-attempts/{attempt['id']}", headers=BOB).json()
        assert kept["lab"]["title"] == "Mine"

    def test_is_not_published_twice(self, client: httpx.Client) -> None:
        document = _create(client, draft=_lab())
        assert _publish(client, document).status_code == 200
        assert _publish(client, document).status_code == 409

    def test_goes_with_its_document_and_attempts_stay(self, client: httpx.Client) -> None:
        document = _create(client, draft=_lab())
        _publish(client, document)
        link = f"/api/labs/{document['id']}"
        attempt = client.post(f"{link}/attempts", headers=BOB).json()
        address = f"{DOCUMENTS}/{document['id']}"
        assert client.delete(address, headers=ALICE).status_code == 204
        assert client.get(link).status_code == 404
        assert client.get(address, headers=ALICE).status_code == 404
        kept = client.get(f"/api/lab-attempts/{attempt['id']}", headers=BOB)
        assert kept.json()["lab"]["title"] == "Mine"


class TestOthers:
    def test_draft_is_its_owners(self, client: httpx.Client) -> None:
        document = _create(client, draft=_lab())
        address = f"{DOCUMENTS}/{document['id']}"
        body = {"draft": {}, "revision": 1}
        assert client.get(address, headers=BOB).status_code == 403
        assert client.put(address, json=body, headers=BOB).status_code == 403
        assert client.post(f"{address}/publish", headers=BOB).status_code == 403
        assert client.delete(address, headers=BOB).status_code == 403
        assert client.get(DOCUMENTS, headers=BOB).json() == []

    def test_keys_of_a_published_lab_stay_with_its_author(self, client: httpx.Client) -> None:
        document = _create(client, draft=_lab())
        _publish(client, document)
        copied = client.post(DOCUMENTS, json={"copy_of": document["id"]}, headers=BOB)
        assert copied.status_code == 403
        link = f"/api/labs/{document['id']}"
        started = client.post(f"{link}/attempts", headers=BOB)
        for answer in (client.get(link), started):
            assert "SECRET" not in answer.text
            assert "tolerance_ratio" not in answer.text

    def test_documents_move_with_their_owner(self, client: httpx.Client) -> None:
        document = _create(client, draft=_lab())
        body = {"owner_key": ALICE["X-Lab-Owner"]}
        assert client.post("/api/owner/adopt", json=body, headers=BOB).status_code == 200
        assert client.get(f"{DOCUMENTS}/{document['id']}", headers=BOB).status_code == 200
