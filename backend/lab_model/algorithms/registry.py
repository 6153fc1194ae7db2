"""Reader of registry.json."""

from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

ParameterKind = Literal["boolean", "integer", "number", "choice"]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class ParameterInfo(_Entry):
    """One thing that can be set in an algorithm."""

    name: str
    """The unit is the last word, where there is one."""
    kind: ParameterKind
    default: bool | int | float | str
    minimum: float | None
    """Inclusive bound of integers and numbers, else null."""
    maximum: float | None
    """Inclusive bound of integers and numbers, else null."""
    choices: list[str]
    """The values of a choice, else empty."""
    description: str
    source: str
    """Public source of the default: RFC and section, kernel file, paper."""


class MetricInfo(_Entry):
    """A series that an algorithm writes beyond those of every flow."""

    name: str
    description: str


class AlgorithmInfo(_Entry):
    """One congestion control of the core."""

    name: str
    """As in a scenario, e.g. `bbr2`."""
    title: str
    """As people say it, e.g. BBRv2."""
    summary: str
    fidelity: str
    """Of what it is an exact implementation or a reconstruction."""
    source: str
    base: str
    """Name of the algorithm that it varies, or empty."""
    may_use_oracle: bool
    """Some of its settings use knowledge that no real sender has."""
    parameters: list[ParameterInfo]
    metrics: list[MetricInfo]
    phases: list[str]
    """In the order of the state machine."""

    def parameter(self, name: str) -> ParameterInfo | None:
        """The parameter of this name; None if there is none."""
        return next((item for item in self.parameters if item.name == name), None)


class Registry(_Entry):
    """The whole file."""

    algorithms: list[AlgorithmInfo]


@cache
def registry() -> Registry:
    """The committed list, read once per process."""
    text = files("lab_model.algorithms").joinpath("registry.json").read_text(encoding="utf-8")
    return Registry.model_validate_json(text)


def find_algorithm(name: str) -> AlgorithmInfo | None:
    """The algorithm of this name; None if there is none."""
    return _by_name().get(name)


@cache
def _by_name() -> dict[str, AlgorithmInfo]:
    return {item.name: item for item in registry().algorithms}


def algorithm_names() -> list[str]:
    """All names in the core's order."""
    return [item.name for item in registry().algorithms]
