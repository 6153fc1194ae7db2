"""Parameters that flows give to modules, against what the modules declare."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lab_model.modules import ModuleDescription, parameter_refusal
from lab_model.scenarios.problems import FieldProblem

if TYPE_CHECKING:
    from lab_model.scenarios.scenario import Scenario


def module_parameter_problems(
    scenario: "Scenario", descriptions: Mapping[str, ModuleDescription]
) -> list[FieldProblem]:
    """What the modules of a scenario do not declare or allow. `descriptions` has those that are
    known, by name; of others nothing is said.
    """
    return [
        _problem(f"flows.{index}.algorithm.parameters.{name}", value, *refusal)
        for index, group in enumerate(scenario.flows)
        if (description := descriptions.get(group.algorithm.name)) is not None
        for name, value in group.algorithm.parameters.items()
        if (refusal := parameter_refusal(description, name, value)) is not None
    ]


def _problem(path: str, value: Any, requirement: str, bound: Any) -> FieldProblem:
    it = "" if requirement.startswith("is ") else "it "
    return FieldProblem(
        path=path,
        pointer=f"/{path.replace('.', '/')}",
        message=f"{path} is {value}; {it}{requirement}",
        value=value,
        bound=bound,
    )
