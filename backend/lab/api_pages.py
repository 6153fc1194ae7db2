"""Writes the description of the API, and the pages that are made from it.

python -m lab.api_pages > backend/lab/openapi.json      the whole, made by the build
python -m lab.api_pages listing > docs/api.md           a line for each operation
python -m lab.api_pages problems > docs/problems.md
"""

import sys
from typing import Any

from lab.app import build_api
from lab.errors import PROBLEM_TYPES, meaning_of
from lab.openapi import written


def problems_page() -> str:
    """docs/problems.md: the kinds of problems that a program can distinguish."""
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
    description = build_api().openapi()
    is_listing = sys.argv[1:] == ["listing"]
    sys.stdout.write(listing_page(description) if is_listing else written(description))


if __name__ == "__main__":
    main()
