"""The congestion control of a flow group, checked against the list that the core generated."""

import math
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from lab_model.algorithms import AlgorithmInfo, ParameterInfo, algorithm_names, find_algorithm
from lab_model.modules import is_module_name
from lab_model.scenarios.base import Refusal, ScenarioModel, refuse


def _one_finite_value(value: Any) -> Any:
    # One problem here instead of one for each member of the union.
    is_value = isinstance(value, bool | int | float | str)
    if not is_value or (isinstance(value, float) and not math.isfinite(value)):
        requirement = "must be a finite number, true or false, or text"
        raise PydanticCustomError(
            "refused", "{requirement}", {"requirement": requirement, "bound": None}
        )
    return value


NO_ALGORITHM: Final = "none"
"""The name where nothing controls the rate: of traffic without a connection, and only of that."""

MOST_OF_MODULE: Final = 2**53
"""Size of a parameter of a module: whole numbers that JSON carries unchanged everywhere."""

ParameterValue = Annotated[bool | int | float | str, BeforeValidator(_one_finite_value)]


class AlgorithmChoice(ScenarioModel):
    """An algorithm by name, with the parameters that differ from its defaults."""

    name: Annotated[
        str, Field(title="Algorithm", json_schema_extra={"x-values-from": "/api/algorithms"})
    ]
    """One of the list of algorithms; wasm: and the SHA-256 of a stored module; none for UDP."""
    parameters: Annotated[
        dict[str, ParameterValue],
        Field(title="Parameters", json_schema_extra={"x-values-from": "/api/algorithms"}),
    ] = Field(default={})
    """By name; what is left out has the algorithm's default."""

    @model_validator(mode="after")
    def _is_known(self) -> "AlgorithmChoice":
        if self.name == NO_ALGORITHM:
            self._has_no_parameters()
            return self
        if is_module_name(self.name):
            self._has_whole_numbers()
            return self
        info = find_algorithm(self.name)
        if info is None:
            names = algorithm_names()
            requirement = f"must be one of {_listed(names)}"
            refuse("AlgorithmChoice", [Refusal(("name",), self.name, requirement, names)])
            raise AssertionError("refuse() has raised")
        refusals = [
            refusal
            for name, value in self.parameters.items()
            if (refusal := _check_parameter(info, name, value)) is not None
        ]
        refuse("AlgorithmChoice", refusals)
        for name, value in self.parameters.items():
            self.parameters[name] = _normalised(info, name, value)
        return self

    def _has_no_parameters(self) -> None:
        requirement = "is not a parameter of 'none', which has none"
        refusals = [
            Refusal(("parameters", name), value, requirement, [])
            for name, value in self.parameters.items()
        ]
        refuse("AlgorithmChoice", refusals)

    def _has_whole_numbers(self) -> None:
        """A module's own declaration is checked when it is stored or run."""
        refusals = [
            refusal
            for name, value in self.parameters.items()
            if (refusal := _check_of_module(name, value)) is not None
        ]
        refuse("AlgorithmChoice", refusals)
        for name, value in self.parameters.items():
            self.parameters[name] = int(value)


def _check_of_module(name: str, value: ParameterValue) -> Refusal | None:
    location = ("parameters", name)
    if isinstance(value, bool | str) or value != int(value):
        return Refusal(location, value, "must be a whole number: it is of a module")
    if abs(value) > MOST_OF_MODULE:
        requirement = "must be from -2^53 to 2^53: it is of a module"
        return Refusal(location, value, requirement, MOST_OF_MODULE)
    return None


def _listed(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _check_parameter(info: AlgorithmInfo, name: str, value: ParameterValue) -> Refusal | None:
    """The refusal of one parameter; None if it is fine."""
    location = ("parameters", name)
    parameter = info.parameter(name)
    if parameter is None:
        names = [known.name for known in info.parameters]
        known_text = f"it has {_listed(names)}" if names else "it has none"
        requirement = f"is not a parameter of '{info.name}'; {known_text}"
        return Refusal(location, value, requirement, names)
    match parameter.kind:
        case "boolean":
            if not isinstance(value, bool):
                return Refusal(location, value, "must be true or false")
        case "choice":
            if value not in parameter.choices:
                requirement = f"must be one of {_listed(parameter.choices)}"
                return Refusal(location, value, requirement, parameter.choices)
        case "integer" | "number":
            return _check_number(location, parameter, value)
    return None


def _check_number(
    location: tuple[str | int, ...], parameter: ParameterInfo, value: ParameterValue
) -> Refusal | None:
    if isinstance(value, bool | str):
        return Refusal(location, value, "must be a number")
    if parameter.kind == "integer" and value != int(value):
        return Refusal(location, value, "must be a whole number")
    minimum, maximum = parameter.minimum, parameter.maximum
    if minimum is not None and value < minimum:
        return Refusal(location, value, f"must be at least {minimum:.12g}", minimum)
    if maximum is not None and value > maximum:
        return Refusal(location, value, f"must be at most {maximum:.12g}", maximum)
    return None


def _normalised(info: AlgorithmInfo, name: str, value: ParameterValue) -> Any:
    """The value in the one type of its parameter, so that 1 and 1.0 are the same scenario."""
    parameter = info.parameter(name)
    if parameter is not None and parameter.kind == "integer":
        return int(value)
    if parameter is not None and parameter.kind == "number":
        return float(value)
    return value


def choice_title(algorithm: dict[str, Any]) -> str:
    """Name and settings: `cubic with beta=0.5`."""
    parameters = algorithm.get("parameters")
    if not parameters:
        return str(algorithm["name"])
    settings = ", ".join(f"{key}={value}" for key, value in parameters.items())
    return f"{algorithm['name']} with {settings}"
