"""A scenario from JSON text. Stricter than `json.loads`: what is ambiguous is refused."""

from typing import Any

from pydantic import ValidationError

from lab_model.scenarios.problems import FieldProblem, problem_of_text, problems_of
from lab_model.scenarios.scenario import Scenario
from lab_model.strict_json import RefusedJsonError, parse_strict_json


class InvalidScenarioError(Exception):
    """A scenario that cannot be simulated. `problems` says in sentences why."""

    def __init__(self, problems: list[FieldProblem]) -> None:
        super().__init__("\n".join(problem.message for problem in problems))
        self.problems = problems


def parse_json(text: str | bytes) -> Any:
    """Plain data of a JSON text.

    Raises `InvalidScenarioError` for what `parse_strict_json` refuses.
    """
    try:
        return parse_strict_json(text)
    except RefusedJsonError as error:
        raise InvalidScenarioError([problem_of_text(f"The scenario {error}")]) from None


def validate_scenario(data: Any) -> Scenario:
    """A scenario from plain data. Raises `InvalidScenarioError`."""
    try:
        return Scenario.model_validate(data)
    except ValidationError as error:
        raise InvalidScenarioError(problems_of(error)) from None


def read_scenario(text: str | bytes) -> Scenario:
    """A scenario from JSON text. Raises `InvalidScenarioError`."""
    return validate_scenario(parse_json(text))
