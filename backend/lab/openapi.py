"""The OpenAPI description, from which the interface's client is generated.

python -m lab.openapi > frontend/openapi.json
"""

import json
import sys
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from lab.kit.problem import PROBLEM_MEDIA_TYPE, ProblemDetails

OPENAPI_URL = "/api/openapi.json"
PROBLEM_REFERENCE = "#/components/schemas/ProblemDetails"
# What any call may answer. Which of them applies to which call is said by the calls themselves.
COMMON_PROBLEMS = {"4XX": "The request can not be done; the problem says why."}
UNUSED_SCHEMAS = ("HTTPValidationError", "ValidationError")


def use_problem_details(app: FastAPI) -> None:
    """Describe every error as problem details, which is what the error handlers send."""

    def describe() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(
                title=app.title,
                version=app.version,
                description=app.description,
                routes=app.routes,
                separate_input_output_schemas=app.separate_input_output_schemas,
            )
            _describe_problems(schema)
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = describe  # type: ignore[method-assign]  # the documented way to change it


def _describe_problems(schema: dict[str, Any]) -> None:
    components = schema["components"]["schemas"]
    for name in UNUSED_SCHEMAS:
        components.pop(name, None)
    problem = ProblemDetails.model_json_schema(ref_template="#/components/schemas/{model}")
    components.update(problem.pop("$defs"))
    components["ProblemDetails"] = problem
    content = {PROBLEM_MEDIA_TYPE: {"schema": {"$ref": PROBLEM_REFERENCE}}}
    for path in schema["paths"].values():
        for operation in path.values():
            operation["responses"].pop("422", None)
            for status, description in COMMON_PROBLEMS.items():
                operation["responses"][status] = {"description": description, "content": content}


def main() -> None:
    """Print the description of the API."""
    from lab.app import build_api

    json.dump(build_api().openapi(), sys.stdout, indent=2, sort_keys=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
