"""An invalid request is refused in the client's own terms, on every route."""

import re
from collections.abc import Iterator
from typing import Any, Final

import httpx

from lab_model.patterns import words_of_form
from tests.support.server import description

_UNKNOWN_ID: Final = "00000000-0000-4000-8000-000000000000"
# How Pydantic, the uuid module and regular expressions speak.
_FOREIGN_WORDS: Final = re.compile(
    r"should |Value error|valid UUID|\^|`|\bNone\b|is refused|cannot be read \(|another way"
    r"|\b[a-z0-9]+_[a-z0-9_]+ (?:is|must|cannot)\b"
)
_METHODS: Final = ("get", "post", "put", "patch", "delete")


def _members(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The schemas of a union but null, each with its reference followed."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", maxsplit=1)[-1]
        return _members(description()["components"]["schemas"][name])
    branches = schema.get("anyOf") or schema.get("oneOf")
    if branches is None:
        return [] if schema.get("type") == "null" else [schema]
    return [member for branch in branches for member in _members(branch)]


def _bad_values(schema: dict[str, Any]) -> Iterator[Any]:
    """Values that the schema refuses, a kind of mistake each."""
    for member in _members(schema):
        kind = member.get("type")
        if kind in ("number", "integer"):
            yield "many"
            yield from (member[bound] - 1 for bound in ("minimum",) if bound in member)
            yield from (member[bound] + 1 for bound in ("maximum",) if bound in member)
            yield from (member[bound] for bound in ("exclusiveMinimum",) if bound in member)
        elif kind == "boolean":
            yield "perhaps"
        elif kind == "array":
            yield "all"
            yield from ([value] for value in _bad_values(member.get("items", {})))
        elif kind == "object":
            yield 7
        elif "enum" in member or "const" in member:
            yield "nonsense"
        elif "format" in member or "pattern" in member:
            yield 'no"<se\nnse'
            yield ""
        elif "maxLength" in member:
            yield "x" * (member["maxLength"] + 1)


def _bad_bodies(operation: dict[str, Any]) -> Iterator[Any]:
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    if schema is None:
        return
    yield []
    for model in _members(schema):
        yield {"nonsense": 1}
        for name, field in model.get("properties", {}).items():
            yield from ({name: value} for value in _bad_values(field))


def _bad_requests() -> Iterator[tuple[str, str, dict[str, Any]]]:
    seen: set[str] = set()
    for path, operations in description()["paths"].items():
        for method in set(operations) & set(_METHODS):
            operation = operations[method]
            parameters = operation.get("parameters", [])
            in_path = {item["name"]: item["schema"] for item in parameters if item["in"] == "path"}
            sound = {name: _sound(schema) for name, schema in in_path.items()}
            for item in parameters:
                if (known := str((item["name"], item["schema"]))) in seen:
                    continue
                seen.add(known)
                for value in _bad_values(item["schema"]):
                    if item["in"] == "path" and value not in ("", []):
                        yield method, _filled(path, {**sound, item["name"]: _text(value)}), {}
                    elif item["in"] == "query":
                        yield method, _filled(path, sound), {"params": {item["name"]: value}}
            for body in _bad_bodies(operation):
                yield method, _filled(path, sound), {"json": body}


def _sound(schema: dict[str, Any]) -> str:
    return {"uuid": _UNKNOWN_ID}.get(schema.get("format", ""), "1")


def _text(value: object) -> str:
    return re.sub(r"[^a-z0-9-]", "", str(value)) or "nonsense"


def _filled(path: str, values: dict[str, str]) -> str:
    return re.sub(r"{([^}:]+)[^}]*}", lambda found: values[found.group(1)], path)


def test_no_problem_of_any_route_is_said_in_the_words_of_the_code(client: httpx.Client) -> None:
    owner = {"X-Lab-Owner": "a" * 32}
    said: dict[str, str] = {}
    refused = 0
    for method, path, sent in _bad_requests():
        answer = client.request(method, path, headers=owner, **sent)
        if answer.status_code != 422:
            continue
        refused += 1
        problem = answer.json()
        for text in [problem["detail"], *(item["message"] for item in problem["errors"])]:
            said.setdefault(text, f"{method} {path} {sent}")
    assert refused > 200
    foreign = {text: place for text, place in said.items() if _FOREIGN_WORDS.search(text)}
    assert foreign == {}


def test_each_form_of_a_text_has_words() -> None:
    found = set(_patterns(description()))
    assert len(found) >= 5
    assert [pattern for pattern in found if words_of_form(pattern) is None] == []


def _patterns(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        pattern = node.get("pattern")
        if isinstance(pattern, str):
            yield pattern
        for value in node.values():
            yield from _patterns(value)
    elif isinstance(node, list):
        for value in node:
            yield from _patterns(value)
