"""The built description is the one that the program gives, and so is its committed listing."""

import asyncio
import json
import re
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, HTTPException

from lab import openapi
from lab.api_pages import listing_page, problems_page
from lab.error_handlers import add_error_handlers
from lab.errors import PROBLEM_TYPES, LabError, meaning_of
from lab.kit.problem import problem_type
from lab.openapi import BUILT_PATH, OPENAPI_URL, serve_description
from tests.support.server import description, listed_problems
from tools.paths import PROJECT_ROOT

PROBLEMS_PAGE = PROJECT_ROOT / "docs" / "problems.md"
LISTING = PROJECT_ROOT / "docs" / "api.md"


def test_the_built_file_is_what_the_program_says() -> None:
    assert json.loads(BUILT_PATH.read_text()) == description(), "run: ./lab generate"


def test_the_committed_listing_is_fresh() -> None:
    listing = LISTING.read_text()
    assert listing == listing_page(description()), "run: ./lab generate"
    operations = sum(len(methods) for methods in description()["paths"].values())
    assert listing.count("\n- `") == operations


@pytest.mark.asyncio
async def test_the_built_file_is_sent() -> None:
    app = FastAPI(openapi_url=None)
    serve_description(app)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://lab") as client:
        assert (await client.get(OPENAPI_URL)).text == BUILT_PATH.read_text()


def test_page_of_problems_is_fresh() -> None:
    assert PROBLEMS_PAGE.read_text() == problems_page(), "run: ./lab generate"


@pytest.mark.asyncio
async def test_others_are_answered_while_the_description_is_made(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    app = FastAPI(openapi_url=None)
    has_begun, was_other_answered = threading.Event(), threading.Event()

    def make() -> dict[str, Any]:
        has_begun.set()
        assert was_other_answered.wait(timeout=10), "no other request was answered meanwhile"
        return {"openapi": "3.1.0"}

    monkeypatch.setattr(app, "openapi", make)
    monkeypatch.setattr(openapi, "BUILT_PATH", tmp_path / "absent.json")
    serve_description(app)

    @app.get("/other")
    async def other() -> None:
        return None

    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://lab") as client:
        description_of_app = asyncio.create_task(client.get(OPENAPI_URL))
        assert await asyncio.to_thread(has_begun.wait, 10)
        assert (await client.get("/other")).status_code == 200
        was_other_answered.set()
        assert (await description_of_app).json() == {"openapi": "3.1.0"}


@pytest.mark.asyncio
@pytest.mark.parametrize("status", [400, 401, 404, 405, 406, 413, 416, 418, 431, 500])
async def test_what_the_framework_refuses_is_of_a_known_kind(status: int) -> None:
    """Nothing of it is `about:blank`: programs learn more than the statuses say."""
    app = FastAPI()
    add_error_handlers(app)

    @app.get("/")
    async def refuse() -> None:
        raise HTTPException(status)

    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        problem = (await client.get("/")).json()
    kinds = {problem_type(kind.slug): kind.status_code for kind in PROBLEM_TYPES}
    assert problem["status"] == kinds[problem["type"]]


def test_one_registry_has_all_kinds() -> None:
    """Kinds that are made of others would be in no list."""
    found = set(LabError.__subclasses__()) | {LabError}
    assert set(PROBLEM_TYPES) == found
    assert not any(kind.__subclasses__() for kind in found - {LabError})
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", kind.slug) for kind in found)
    assert all(400 <= kind.status_code < 600 for kind in found)


def _references(node: Any) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return own.union(*map(_references, node.values()))
    if isinstance(node, list):
        return set().union(*map(_references, node))
    return set()


def test_every_reference_leads_somewhere() -> None:
    api = description()
    known = {
        f"#/components/{kind}/{name}" for kind, items in api["components"].items() for name in items
    }
    assert _references(api) <= known


def test_every_answer_has_a_type_and_every_error_is_a_problem() -> None:
    for path, operations in description()["paths"].items():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                if status >= "400" and (path, status) != ("/api/ready", "503"):
                    assert response["$ref"].startswith("#/components/responses/"), (path, status)
                elif status != "204":
                    contents = response["content"].values()
                    # Files have one for each format.
                    assert len(contents) == 1 or "/export/" in path
                    assert all(content["schema"] for content in contents), (path, status)


def _listed(path: str, method: str, status: int) -> set[str]:
    return set(listed_problems(description()["paths"][path][method])[str(status)])


def test_operation_lists_its_own_problems_and_those_of_what_it_needs() -> None:
    assert _listed("/api/runs/{run_id}/cancel", "post", 409) == {"/api/problems/wrong-state"}
    assert _listed("/api/runs/{run_id}/cancel", "post", 403) == {
        "/api/problems/foreign-origin",
        "/api/problems/frozen",
        "/api/problems/not-yours",
    }
    assert _listed("/api/experiments", "post", 429) == {
        "/api/problems/quota-reached",
        "/api/problems/too-many-requests",
    }
    assert _listed("/api/owner", "get", 400) == {"/api/problems/owner-needed"}
    assert _listed("/api/runs", "post", 413) == {"/api/problems/body-too-large"}
    assert _listed("/api/runs", "get", 503) == {"/api/problems/database-away"}


def test_operation_lists_nothing_that_it_cannot_answer() -> None:
    responses = description()["paths"]["/api/health"]["get"]["responses"]
    assert set(responses) == {"200", "421", "422", "431", "500"}


def test_kinds_of_problems_have_names_and_meanings_of_their_own() -> None:
    for text in ("slug", "title"):
        texts = [getattr(kind, text) for kind in PROBLEM_TYPES]
        assert len(set(texts)) == len(texts)
    meanings = {meaning_of(kind) for kind in PROBLEM_TYPES}
    assert len(meanings) == len(PROBLEM_TYPES)
    assert all(meaning.endswith(".") for meaning in meanings)


def test_result_of_a_run_is_typed_to_the_last_number() -> None:
    schemas = description()["components"]["schemas"]
    assert _references(schemas["RunRead"]) >= {
        "#/components/schemas/ResultRead",
        "#/components/schemas/Scenario",
    }
    assert "jain_index" in schemas["SummaryRead"]["properties"]
    assert "p99_rtt_s" in schemas["FlowRead"]["properties"]
