"""The OpenAPI description, from which the types of both clients are made.

python -m lab.openapi > backend/lab/openapi.json      the whole, made by the build
python -m lab.openapi listing > docs/api.md           a line for each operation
python -m lab.openapi problems > docs/problems.md
"""

import json
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response
from fastapi.routing import APIRoute

from lab.errors import (
    PROBLEM_TYPES,
    BodyTooLarge,
    CodingRefused,
    ForeignOrigin,
    HeadTooLarge,
    HostUnknown,
    InternalError,
    InvalidInput,
    LabError,
    RequestTooSlow,
    meaning_of,
)
from lab.kit.etag import json_or_not_modified
from lab.kit.origin_guard import SAFE_METHODS
from lab.kit.problem import PROBLEM_MEDIA_TYPE, ProblemDetails, problem_type

OPENAPI_URL = "/api/openapi.json"
BUILT_PATH: Final = Path(__file__).with_name("openapi.json")
"""Written by the build: to make the description takes seconds on a busy machine."""
PROBLEM_REFERENCE = "#/components/schemas/ProblemDetails"
UNUSED_SCHEMAS = ("HTTPValidationError", "ValidationError")


def use_problem_details(app: FastAPI, routes: Sequence[APIRoute]) -> None:
    """Describe these routes, and every error as problem details, which is what the error handlers
    send.
    """
    described = [route for route in routes if route.include_in_schema]

    def describe() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(
                title=app.title,
                version=app.version,
                description=app.description,
                routes=described,
                separate_input_output_schemas=app.separate_input_output_schemas,
            )
            _describe_problems(schema, described)
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = describe  # type: ignore[method-assign]  # the documented way to change it


def serve_description(app: FastAPI) -> None:
    """Answer at `OPENAPI_URL` with the built file; without one, a thread makes it, once."""

    @cache
    def text() -> str:
        return BUILT_PATH.read_text() if BUILT_PATH.exists() else written(app.openapi())

    @app.get(OPENAPI_URL, include_in_schema=False)
    def read_description(request: Request) -> Response:
        return json_or_not_modified(request, text())


def written(description: dict[str, Any]) -> str:
    """A description as it is stored and sent: the same description gives the same text."""
    return json.dumps(description, separators=(",", ":"), sort_keys=True)


def _describe_problems(schema: dict[str, Any], routes: Sequence[APIRoute]) -> None:
    components = schema["components"]["schemas"]
    for name in UNUSED_SCHEMAS:
        components.pop(name, None)
    problem = ProblemDetails.model_json_schema(ref_template="#/components/schemas/{model}")
    components.update(problem.pop("$defs"))
    components["ProblemDetails"] = problem
    shared: dict[str, Any] = schema["components"].setdefault("responses", {})
    for route in routes:
        for method in route.methods or ():
            responses = schema["paths"][route.path_format][method.lower()]["responses"]
            responses.pop("422", None)
            for status, kinds in refusals_of(route).items():
                # Many operations can end in the same ways: each way is described once.
                name = "Or".join(kind.__name__ for kind in kinds)
                shared.setdefault(name, _response(kinds))
                responses[str(status)] = {"$ref": f"#/components/responses/{name}"}


def refusals_of(route: APIRoute) -> dict[int, list[type[LabError]]]:
    """Every kind of problem that an operation may end in, by status.

    An endpoint and its dependencies say their own (`refuses`). Addresses can be wrong in every
    operation, bodies in every one that changes something, whether it wants a body or not.
    """
    found = {*getattr(route.endpoint, "refusals", ())}
    found |= {HostUnknown, InvalidInput, HeadTooLarge, InternalError}
    if not SAFE_METHODS.issuperset(route.methods or ()):
        found |= {ForeignOrigin, BodyTooLarge, CodingRefused, RequestTooSlow}
    waiting = [route.dependant]
    while waiting:
        dependant = waiting.pop()
        found.update(getattr(dependant.call, "refusals", ()))
        waiting.extend(dependant.dependencies)
    by_status: dict[int, list[type[LabError]]] = {}
    for kind in sorted(found, key=PROBLEM_TYPES.index):
        by_status.setdefault(kind.status_code, []).append(kind)
    return dict(sorted(by_status.items()))


def _response(kinds: list[type[LabError]]) -> dict[str, Any]:
    types = [problem_type(kind.slug) for kind in kinds]
    named = {"type": "object", "properties": {"type": {"type": "string", "enum": types}}}
    schema = {"allOf": [{"$ref": PROBLEM_REFERENCE}, named]}
    return {
        "description": " ".join(f"`{kind.slug}`: {meaning_of(kind)}" for kind in kinds),
        "content": {PROBLEM_MEDIA_TYPE: {"schema": schema}},
    }


def problems_page() -> str:
    """docs/problems.md: what a program that uses the API can tell apart."""
    rows = [
        f"- {kind.status_code} `{kind.slug}`: {meaning_of(kind)}"
        for kind in sorted(PROBLEM_TYPES, key=lambda kind: (kind.status_code, kind.slug))
    ]
    return "\n".join((_PROBLEMS_HEAD, *rows, ""))


_PROBLEMS_HEAD = """\
# Problems of the API

Generated from `backend/lab/errors.py` by `./lab generate`. Do not edit.

Every answer with an error is `application/problem+json` (RFC 9457). Its `type`, `/api/problems/`
and a name of this list, never changes; programs should look at it, not at the sentence in `detail`.
`GET /api/problems` has the same list with titles, and the OpenAPI description lists the kinds of
each operation.
"""


def listing_page(description: dict[str, Any]) -> str:
    """docs/api.md: each operation in a line, so that a change of the API is seen in a review."""
    operations = [
        (path, method, operation)
        for path, methods in sorted(description["paths"].items())
        for method, operation in sorted(methods.items())
    ]
    common = set.intersection(*(_refusals(operation) for _, _, operation in operations))
    changing = [operation for _, method, operation in operations if method != "get"]
    of_changes = set.intersection(*map(_refusals, changing)) - common
    rows = [
        _listed(path, method, operation, common | (of_changes if method != "get" else set()))
        for path, method, operation in operations
    ]
    texts = {"common": ", ".join(sorted(common)), "of_changes": ", ".join(sorted(of_changes))}
    head = _LISTING_HEAD.format_map(texts)
    return "\n".join((head, *rows, ""))


def _refusals(operation: dict[str, Any]) -> set[str]:
    return {status for status in operation["responses"] if status >= "4"}


def _listed(path: str, method: str, operation: dict[str, Any], common: set[str]) -> str:
    asked = [
        each["name"] + ("" if each.get("required") else "?")
        for each in operation.get("parameters", ())
        if each["in"] == "query"
    ]
    question = "&".join(asked)
    address = path.removeprefix("/api") + (f"?{question}" if question else "")
    takes = _contents(operation.get("requestBody", {}))
    answers = [
        f"{status} {_contents(answer)}".strip()
        for status, answer in sorted(operation["responses"].items())
        if status.startswith("2")
    ]
    refusals = sorted(_refusals(operation) - common)
    line = f"- `{method.upper()} {address}`" + (f" takes {takes}" if takes else "")
    return f"{line}: {', '.join(answers)}" + (f"; {' '.join(refusals)}" if refusals else "")


def _contents(part: dict[str, Any]) -> str:
    """The schemas of a body by name, or its media types where they have none."""
    found = [
        _schema_name(content.get("schema", {})) or media_type
        for media_type, content in sorted(part.get("content", {}).items())
    ]
    return ", ".join(dict.fromkeys(found))


def _schema_name(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if schema.get("type") == "array":
        return f"[{_schema_name(schema['items'])}]"
    return ""


_LISTING_HEAD = """\
# Operations of the API

Generated from the service's endpoints by `./lab generate`. Do not edit. Addresses are under `/api`;
a `?` marks an optional parameter. What an operation answers is followed by how it can refuse; all
can also answer {common}, and all but GET {of_changes}.
`GET /api/openapi.json` describes every field, [architecture.md](architecture.md) says what the
operations are for, and [problems.md](problems.md) what refusals mean.
"""


def main() -> None:
    """Print the description of the API, its listing, or the page of its problems."""
    if sys.argv[1:] == ["problems"]:
        sys.stdout.write(problems_page())
        return
    from lab.app import build_api

    description = build_api().openapi()
    is_listing = sys.argv[1:] == ["listing"]
    sys.stdout.write(listing_page(description) if is_listing else written(description))


if __name__ == "__main__":
    main()
