"""Problem details: the one shape of every error (RFC 9457). A site reads it without FastAPI."""

from typing import Any

from pydantic import BaseModel, Field

PROBLEM_MEDIA_TYPE = "application/problem+json"
PROBLEMS_PATH = "/api/problems"


def problem_type(slug: str) -> str:
    """The URI reference that names a kind of problem; GET it for the meaning of the kind."""
    return f"{PROBLEMS_PATH}/{slug}"


class ProblemItem(BaseModel):
    """One thing that is wrong with the request."""

    path: str = Field(description="Dotted path of the field, e.g. `flows.0.rtt_s`.")
    pointer: str = Field(description="JSON pointer into the request body (RFC 6901).")
    message: str = Field(description="A sentence with the field, the value and the bound.")
    value: Any = Field(default=None, description="The given value; null if there was none.")
    bound: Any = Field(default=None, description="The limit that it breaks, if there is one.")


class ProblemDetails(BaseModel):
    """RFC 9457. `detail` states the error and the remedy."""

    type: str = Field(
        # What RFC 9457 reads where nothing is said; the lab always says a kind.
        default="about:blank",
        description="Names the kind of problem: one of `GET /api/problems`, which each operation "
        "lists under its status.",
    )
    title: str
    status: int
    detail: str
    request_id: str | None = Field(default=None, description="Finds this request in the log.")
    errors: list[ProblemItem] = Field(default_factory=list)
