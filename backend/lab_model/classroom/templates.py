"""Labs that come with the product, each effect measured over twenty seeds by `./lab labs`."""

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Self

from pydantic import Field, model_validator

from lab_model.classroom.answers import Line, Quantity
from lab_model.classroom.expressions import Expression, ExpressionError
from lab_model.classroom.lab_file import (
    GameStep,
    GoalStep,
    LabFile,
    MapStep,
    RunStep,
    Settings,
    with_settings,
)
from lab_model.scenarios import Scenario
from lab_model.scenarios.base import Refusal, ScenarioModel, refuse
from lab_model.scenarios.seeds import Seed

TEMPLATE_FOLDER: Final = files("lab_model.classroom").joinpath("templates")
MEASURED_FILE: Final = files("lab_model.classroom").joinpath("measured.json")


class LabEffect(ScenarioModel):
    """What a lab promises of a number: where its 95 % interval lies, or what it cannot exclude."""

    says: Line
    """The effect in words."""
    about: str
    """A step with a scenario."""
    settings: Annotated[Settings, Field(default_factory=dict)]
    """What is set in its scenario, path to value."""
    measured: Quantity
    seeds: Annotated[list[Seed], Field(min_length=2)] | None = None
    """Null: all twenty. Fewer, where an effect is about too few."""
    above: float | None = None
    below: float | None = None
    contains: float | None = None
    """A value within the interval: these seeds cannot distinguish the number from it."""

    def scenario(self, lab: LabFile) -> Scenario:
        """The scenario that shows it."""
        step = lab.step(self.about)
        if not isinstance(step, RunStep | GoalStep | MapStep | GameStep):
            raise KeyError(self.about)
        return with_settings(step.scenario, self.settings)

    def holds(self, low: float, high: float) -> bool:
        """Whether an interval is as promised."""
        return (
            (self.above is None or low > self.above)
            and (self.below is None or high < self.below)
            and (self.contains is None or low < self.contains < high)
        )

    @property
    def promise(self) -> str:
        """The bounds in words."""
        bounds = {"above": self.above, "below": self.below, "contains": self.contains}
        return " and ".join(f"{word} {n:g}" for word, n in bounds.items() if n is not None)


class Template(ScenarioModel):
    """A shipped lab and what it promises."""

    id: str
    lab: LabFile
    effects: Annotated[list[LabEffect], Field(min_length=1)]

    @model_validator(mode="after")
    def _effects_fit(self) -> Self:
        refuse("Template", list(self._refusals()))
        return self

    def _refusals(self) -> Iterator[Refusal]:
        for index, effect in enumerate(self.effects):
            place = ("effects", index)
            if not effect.promise:
                yield Refusal(place, effect.says, "must have 'above', 'below' or 'contains'")
            try:
                Expression(effect.measured, "number").check(effect.scenario(self.lab))
            except KeyError:
                yield Refusal((*place, "about"), effect.about, "must be a step with a scenario")
            except ExpressionError as error:
                yield Refusal((*place, "measured"), effect.measured, f"cannot be used: {error}")


class MeasuredEffect(ScenarioModel):
    """One effect over its seeds; the values are in the order of the seeds."""

    mean: float
    low: float
    high: float
    values: list[float]


class MeasuredTemplates(ScenarioModel):
    """What `./lab labs --write` measured."""

    behaviour_version: int
    core_version: str
    seeds: list[int]
    effects: dict[str, list[MeasuredEffect]]
    """By template, in the order of its effects."""


@cache
def load_templates() -> list[Template]:
    """All templates in the order of their files' names. Read once per process."""
    names = sorted(item.name for item in TEMPLATE_FOLDER.iterdir() if item.name.endswith(".json"))
    return [_load(name) for name in names]


@cache
def load_measured() -> MeasuredTemplates:
    """The committed measurement."""
    return MeasuredTemplates.model_validate_json(MEASURED_FILE.read_bytes())


def effects_of(lab: LabFile) -> list[tuple[LabEffect, MeasuredEffect]]:
    """What was measured of a lab: of a shipped one, and of an unchanged copy."""
    for template in load_templates():
        if template.lab == lab:
            measured = load_measured().effects[template.id]
            return list(zip(template.effects, measured, strict=True))
    return []


def _load(name: str) -> Template:
    content = json.loads(TEMPLATE_FOLDER.joinpath(name).read_bytes())
    return Template.model_validate({"id": name.removesuffix(".json")[3:], **content}, strict=False)
