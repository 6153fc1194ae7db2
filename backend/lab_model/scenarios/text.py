"""A scenario from JSON text. Stricter than `json.loads`: what is ambiguous is refused."""

import json
from typing import Any

from pydantic import ValidationError

from lab_model.scenarios.problems import FieldProblem, problem_of_text, problems_of
from lab_model.scenarios.scenario import Scenario


class InvalidScenarioError(Exception):
    """A scenario that cannot be simulated. `problems` says in sentences why."""

    def __init__(self, problems: list[FieldProblem]) -> None:
        super().__init__("\n".join(problem.message for problem in problems))
        self.problems = problems


class _AmbiguousJsonError(ValueError):
    pass


def parse_json(text: str | bytes) -> Any:
    """Plain data of a JSON text.

    Raises `InvalidScenarioError` for invalid JSON, NaN, infinities and a field that is there twice.
    """
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_no_constant)
    except _AmbiguousJsonError as error:
        raise InvalidScenarioError([problem_of_text(f"The scenario {error}")]) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        message = f"The scenario is not valid JSON: {error.msg} at {where}"
        raise InvalidScenarioError([problem_of_text(message)]) from None
    except (RecursionError, UnicodeDecodeError, ValueError) as error:
        message = f"The scenario is not valid JSON: {error}"
        raise InvalidScenarioError([problem_of_text(message)]) from None


def validate_scenario(data: Any) -> Scenario:
    """A scenario from plain data. Raises `InvalidScenarioError`."""
    try:
        return Scenario.model_validate(data)
    except ValidationError as error:
        raise InvalidScenarioError(problems_of(error)) from None


def read_scenario(text: str | bytes) -> Scenario:
    """A scenario from JSON text. Raises `InvalidScenarioError`."""
    return validate_scenario(parse_json(text))


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen = dict(pairs)
    if len(seen) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _AmbiguousJsonError(f"has the field '{twice}' twice in one object")
    return seen


def _no_constant(name: str) -> Any:
    raise _AmbiguousJsonError(f"contains {name}, which is not a number in JSON")
