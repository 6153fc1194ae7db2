"""What is wrong with a scenario, in sentences: the same for the API and the command line."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from lab_model.scenarios.bottleneck import LOSSES, QUEUES
from lab_model.scenarios.flows import TRAFFIC
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.sentences import requirement_of
from lab_model.scenarios.units import Scalar, number_text, one_line, shown
from lab_model.strict_json import json_pointer

# An element of a location that Pydantic adds for the chosen member of a union.
_UNION_TAGS: Final = {
    "queue": frozenset(QUEUES),
    "loss": frozenset({"none", *LOSSES}),
    "traffic": frozenset(TRAFFIC),
}
_UNION_KIND_ERRORS = frozenset({"union_tag_invalid", "union_tag_not_found"})
# A body of a megabyte may be wrong in a hundred thousand places; more would help no one.
MOST_PROBLEMS: Final = 100
_HAS_NO_VALUE = frozenset({"missing", "union_tag_not_found", "json_invalid"})


class FieldProblem(BaseModel):
    """One field that is not as it must be."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    path: str
    """Dotted, relative to the scenario: `flows.0.rtt_s`. Empty: the whole."""
    pointer: str
    """JSON pointer (RFC 6901) into the body that was sent."""
    message: str
    """A sentence with the path, the value and the bound."""
    value: JsonValue
    """What was given, if it is one value; null otherwise."""
    bound: JsonValue
    """The number, or the list of values, that was not kept; null if there is none."""


def problems_of(
    error: ValidationError | Sequence[Mapping[str, Any]],
    root: tuple[str, ...] = (),
    *,
    name_outside: Callable[[str], str] = str,
) -> list[FieldProblem]:
    """The first `MOST_PROBLEMS` problems of a failed validation, one per field and reason.

    `error` is the exception, or its `errors()` as frameworks hand them on. `root` is where the
    scenario lies in the body, e.g. `("scenario",)`: it is left out of `path` and kept in `pointer`.
    An element `"body"` in front, which FastAPI adds, is left out of both. `name_outside` says how
    a sentence calls a field, by its path, that is not below `root`.
    """
    details = error.errors() if isinstance(error, ValidationError) else error
    problems: dict[tuple[str, str], FieldProblem] = {}
    for detail in details:
        problem = _problem(detail, root, name_outside)
        # The sentence has the path, the value and the bound.
        problems.setdefault((problem.pointer, problem.message), problem)
        if len(problems) == MOST_PROBLEMS:
            break
    return list(problems.values())


def problem_of_text(message: str) -> FieldProblem:
    """A problem with the whole text, before there is any field."""
    return FieldProblem(path="", pointer="", message=message, value=None, bound=None)


def _problem(
    detail: Mapping[str, Any], root: tuple[str, ...], name_outside: Callable[[str], str]
) -> FieldProblem:
    location = _without_union_tags(tuple(map(_sound, detail["loc"])))
    given = detail.get("input")
    if detail["type"] in _UNION_KIND_ERRORS:
        # Pydantic blames the whole union; the mistake is in the field that chooses its member.
        location = (*location, "kind")
        given = (detail.get("ctx") or {}).get("tag")
    if detail["type"] in _HAS_NO_VALUE or not isinstance(given, bool | int | float | str):
        given = None
    if location[:1] == ("body",):
        location = location[1:]
    is_inside = location[: len(root)] == root
    inner = location[len(root) :] if is_inside else location
    path = ".".join(str(part) for part in inner)
    name = path if is_inside else name_outside(path)
    requirement, bound = requirement_of(detail, path)
    return FieldProblem(
        path=path,
        pointer=json_pointer(location),
        message=_sentence(name, path, given, requirement),
        value=_json_value(given),
        bound=bound,
    )


def _sentence(name: str, path: str, given: Scalar | None, requirement: str) -> str:
    subject = name or "The scenario"
    if given is None or requirement.startswith("is not a "):
        return f"{subject} {requirement}"
    if requirement.startswith("is not "):
        return f"{subject} {shown(path, given)} {requirement}"
    return f"{subject} is {shown(path, given)}; it {requirement}"


def _without_union_tags(location: tuple[str | int, ...]) -> tuple[str | int, ...]:
    kept: list[str | int] = []
    for part in location:
        before = kept[-1] if kept else None
        if isinstance(before, str) and part in _UNION_TAGS.get(before, ()):
            continue
        kept.append(part)
    return tuple(kept)


def _sound(part: str | int) -> str | int:
    """A name or value in one line of valid Unicode: half of a surrogate pair has no bytes."""
    return one_line(part) if isinstance(part, str) else part


def _json_value(given: Scalar | None) -> JsonValue:
    """The given value in a form that any JSON can carry."""
    if isinstance(given, str):
        return _sound(given)
    if isinstance(given, float) and not math.isfinite(given):
        return str(given)
    if isinstance(given, int) and abs(given) > LIMITS.max_seed:
        # Beyond this, readers of JSON disagree about the digits.
        return number_text(given)
    return given
