"""The committed description is the one that the program gives."""

import json
from typing import Any

from lab.app import build_api
from tools.paths import PROJECT_ROOT

COMMITTED = PROJECT_ROOT / "frontend" / "openapi.json"


def test_committed_file_is_fresh() -> None:
    assert json.loads(COMMITTED.read_text()) == build_api().openapi(), (
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
    api = build_api().openapi()
    known = {f"#/components/schemas/{name}" for name in api["components"]["schemas"]}
    assert _references(api) <= known


def test_every_answer_has_a_type_and_every_error_is_a_problem() -> None:
    for path, operations in build_api().openapi()["paths"].items():
        for operation in operations.values():
            assert list(operation["responses"]["4XX"]["content"]) == ["application/problem+json"]
            for status, response in operation["responses"].items():
                if status not in {"204", "4XX"}:
                    [content] = response["content"].values()
                    assert content["schema"], (path, status)


def test_result_of_a_run_is_typed_to_the_last_number() -> None:
    schemas = build_api().openapi()["components"]["schemas"]
    assert _references(schemas["RunRead"]) >= {
        "#/components/schemas/ResultRead",
        "#/components/schemas/Scenario",
    }
    assert "jain_index" in schemas["SummaryRead"]["properties"]
    assert "p99_rtt_s" in schemas["FlowRead"]["properties"]
