"""Refusals that an agent can act on: they reach it as the tool's error, without a traceback."""

from typing import Any, NoReturn

from mcp.server.mcpserver.exceptions import ToolError

from lab_model.scenarios import InvalidScenarioError, Scenario, validate_scenario


def refused(message: str) -> NoReturn:
    """Ends a call with a sentence that names the field, the value and the bound."""
    raise ToolError(message)


def checked(scenario: dict[str, Any], name: str = "scenario") -> Scenario:
    """A valid scenario; otherwise all of its problems in one refusal."""
    try:
        return validate_scenario(scenario)
    except InvalidScenarioError as error:
        refused(f"{name}: " + "; ".join(problem.message for problem in error.problems))
