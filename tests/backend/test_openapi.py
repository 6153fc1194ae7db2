"""The committed description is the one that the program gives."""

import json
from typing import Any

from lab.errors import PROBLEM_TYPES, meaning_of
from tests.support.server import description, listed_problems
from tools.paths import PROJECT_ROOT

COMMITTED = PROJECT_ROOT / "frontend" / "openapi.json"


def test_committed_file_is_fresh() -> None:
    assert json.loads(COMMITTED.read_text()) == description(), (
        "run: .venv/bin/python -m lab.openapi > frontend/openapi.json"
    )


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
    assert set(responses) == {"200", "421", "500"}


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
