"""Scenarios in a few lines.

    fight = scenario(
        link(10e6, delay_s=0.010, buffer=buffer(2)),
        [flow("bbr2", rtt_s=0.035), flow("cubic", rtt_s=0.035, count=2)],
        duration_s=60,
    )

Everything else has the default of docs/scenario.md, and can be given by its name there.
"""

import json
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import BaseModel

from fairtt_lab.errors import InvalidInputError, invalid
from fairtt_lab.generated.models import ProblemItem, Scenario
from fairtt_lab.modules import Module, parameter_problems
from lab_model.algorithms.registry import algorithm_names, find_algorithm
from lab_model.modules import is_module_name
from lab_model.scenarios import FieldProblem, InvalidScenarioError, validate_scenario
from lab_model.scenarios import Scenario as CheckedScenario
from lab_model.scenarios.short import Json, buffer, copied, link
from lab_model.scenarios.short import flow as flow_of_lab

__all__ = ["as_model", "buffer", "check", "flow", "link", "plain", "refusal", "scenario", "within"]

ScenarioLike: TypeAlias = Scenario | Mapping[str, Any] | str | Path
"""A scenario, its plain data, or the name of a JSON file with it."""


def scenario(
    bottleneck: Mapping[str, Any],
    flows: Sequence[Mapping[str, Any]],
    *,
    duration_s: float,
    name: str = "",
    **settings: Any,
) -> Scenario:
    """A checked scenario. Raises `InvalidInputError` naming field, value and bound.

    `settings` are further fields of a scenario: `warmup_s=10`, `packet_bytes=1500`, ...
    """
    data = {"name": name, "duration_s": duration_s, "bottleneck": copied(bottleneck)}
    return as_model(check({**data, "flows": copied(flows), **settings}))


def flow(
    algorithm: str | Module,
    *,
    rtt_s: float,
    count: int = 1,
    label: str = "",
    parameters: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Json:
    """A group of `count` equal flows of an algorithm of the lab, or of your own (`module`). `rtt_s`
    is propagation there and back, without any queue.

    `settings` are further fields of a flow group: `start_s`, `stop_s`, `traffic`, `receiver`.
    Raises `InvalidInputError` for an algorithm that there is not.
    """
    name = algorithm.name if isinstance(algorithm, Module) else algorithm
    if not is_module_name(name) and find_algorithm(name) is None:
        known = algorithm_names()
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"it must be one of {', '.join(known)}"
        message = f"algorithm is '{name}', which is not an algorithm; {hint}"
        raise invalid("algorithm", message, name, known)
    own: Json = {"count": count, "label": label, "parameters": parameters}
    return flow_of_lab(name, rtt_s=rtt_s, **own, **settings)


def check(wanted: ScenarioLike) -> CheckedScenario:
    """The scenario, with every default filled in. Raises `InvalidInputError`."""
    try:
        checked = validate_scenario(plain(wanted, "scenario"))
    except InvalidScenarioError as error:
        raise refusal(error.problems) from None
    if problems := parameter_problems(checked):
        raise refusal(problems)
    return checked


def as_model(checked: CheckedScenario) -> Scenario:
    """The same as the API's type."""
    return Scenario.model_validate(checked.model_dump(mode="json"))


def plain(wanted: BaseModel | Mapping[str, Any] | str | Path, what: str) -> Any:
    """Plain data of a model, of a mapping or of a JSON file."""
    if isinstance(wanted, BaseModel):
        return wanted.model_dump(mode="json", by_alias=True)
    if isinstance(wanted, Mapping):
        return dict(wanted)
    path = Path(wanted)
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise invalid(what, f"{what} '{path}' cannot be read: {error}", str(path)) from None


def refusal(problems: Sequence[FieldProblem]) -> InvalidInputError:
    """The exception of problems that were found on this machine."""
    items = [ProblemItem.model_validate(problem.model_dump()) for problem in problems]
    count = len(items)
    return InvalidInputError(
        items[0].message if count == 1 else f"{count} fields are not valid.", problems=items
    )


def within(place: str, error: InvalidInputError) -> InvalidInputError:
    """The refusal of a part of something, as one of the whole: `place` is the part's path."""
    items = [_within(place, problem) for problem in error.problems]
    message = items[0].message if len(items) == 1 else f"{place}: {error.detail}"
    return InvalidInputError(message, problems=items)


def _within(place: str, problem: ProblemItem) -> ProblemItem:
    starts_with_path = problem.message.startswith(f"{problem.path} ")
    message = f"{place}{'.' if starts_with_path else ': '}{problem.message}"
    pointer = "".join(f"/{part}" for part in place.split(".")) + problem.pointer
    return problem.model_copy(
        update={"path": f"{place}.{problem.path}", "pointer": pointer, "message": message}
    )
