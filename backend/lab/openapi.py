"""The OpenAPI description, from which the types of both clients are made."""

import json
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
