"""Refusals of Python in the page: problem details in the service's words, without its HTTP.

tests/backend/site compares titles and statuses with those of lab.errors.
"""

from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from lab_model.scenarios import problems_of
from lab_model.scenarios.units import path_in_words

Json = dict[str, Any]
Body = TypeVar("Body", bound=BaseModel)

INVALID: Final = "invalid-input"
KINDS: Final = {
    INVALID: (422, "Invalid input"),
    "not-found": (404, "Not found"),
    "not-done": (409, "Not done"),
    "mixed-behaviours": (409, "Mixed behaviours"),
}
"""By slug."""


class RefusedError(Exception):
    """Carries problem details."""

    def __init__(self, problem: Json) -> None:
        super().__init__(problem["detail"])
        self.problem = problem


def refused(detail: str, items: list[Json] | None = None, kind: str = INVALID) -> RefusedError:
    """A refusal; `items` are the errors, field by field."""
    status, title = KINDS[kind]
    return RefusedError(
        {
            "type": f"/api/problems/{kind}",
            "title": title,
            "status": status,
            "detail": detail,
            "request_id": None,
            "errors": items or [],
        }
    )


def item_of(path: str, message: str, value: object, bound: object = None) -> Json:
    """One thing that is wrong with a request."""
    pointer = "/" + path.replace(".", "/")
    return {"path": path, "pointer": pointer, "message": message, "value": value, "bound": bound}


def read_body(model: type[Body], body: object) -> Body:
    """The body, or problem details with the sentences that the service has."""
    try:
        return model.model_validate(body)
    except ValidationError as error:
        items = [
            problem.model_dump(mode="json")
            for problem in problems_of(error, ("scenario",), name_outside=path_in_words)
        ]
    detail = items[0]["message"] if len(items) == 1 else f"{len(items)} fields are not valid."
    raise refused(detail, items)
