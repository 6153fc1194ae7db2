"""A lab as a file, version 1: steps around scenarios, for a teacher to write and a class to do.

`for_students` gives what may reach a student's browser: no notes, no keys, no solutions.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, Final, Literal

from pydantic import Field, JsonValue, TypeAdapter, ValidationError, model_validator

from lab_model.classroom.answers import (
    MAX_OPTIONS,
    Condition,
    Curve,
    Line,
    Markdown,
    Order,
    Pick,
    PredictedNumber,
    Prediction,
    Quantity,
    Question,
)
from lab_model.classroom.expressions import Expression, ExpressionError
from lab_model.experiments.fields import find_field
from lab_model.experiments.patch import NoSuchPlaceError, with_value
from lab_model.patterns import KEY
from lab_model.scenarios import Scenario
from lab_model.scenarios.base import Refusal, ScenarioModel, refuse
from lab_model.scenarios.seeds import Seed

MAX_STEPS: Final = 40
MAX_FIELDS: Final = 12
MAX_MAP_CELLS: Final = 400
MAX_ROUNDS: Final = 20
MAX_HIDDEN_SEEDS: Final = 8

Key = Annotated[str, Field(pattern=KEY, max_length=60)]
Path = Annotated[str, Field(min_length=1, max_length=200)]
Settings = dict[str, JsonValue]

_ALGORITHM_NAME: Final = ".algorithm.name"

SEED_AXIS: Final = "seed"
"""Path of an axis along which the cells differ by nothing but the seed."""
_SEED: Final[TypeAdapter[Seed]] = TypeAdapter(Seed)


class OpenField(ScenarioModel):
    """A field of the scenario that students may change; all others are locked."""

    path: Path
    """Dotted: `bottleneck.buffer.amount`; `flows.*` is every flow group."""
    minimum: float | None = None
    maximum: float | None = None
    choices: Annotated[list[JsonValue], Field(min_length=2, max_length=20)] | None = None
    """Null: anything between the bounds."""
    is_own_algorithm: bool = False
    """What students set is a module that they have written; the path names an algorithm."""

    @property
    def extremes(self) -> list[JsonValue]:
        """Values that must all give a valid scenario."""
        bounds: list[JsonValue] = [end for end in (self.minimum, self.maximum) if end is not None]
        return self.choices or bounds


class HiddenRange(ScenarioModel):
    """A field that each hidden run of a goal has another value of."""

    path: Path
    """As in `OpenField`; a number above 0."""
    minimum: Annotated[float, Field(gt=0)]
    maximum: float

    def value(self, part: int, parts: int, place: float) -> float:
        """A value with three digits. The range is divided into `parts` of equal ratio; `part`
        counts them from the lowest, and `place` is from 0 to 1 within it.
        """
        ratio = self.maximum / self.minimum
        return float(f"{self.minimum * ratio ** ((part + place) / parts):.3g}")


class _Step(ScenarioModel):
    id: Key
    """Stable within the lab: answers name it."""
    title: Line
    minutes: Annotated[int, Field(ge=0, le=120)]
    text: Markdown = ""
    """What students read: Markdown, with formulas between `$`."""
    notes: Markdown = ""
    """For the teacher: the expected answer, common misconceptions."""
    points: Annotated[float, Field(ge=0, le=100)] = 0


class TextStep(_Step):
    """Something to read."""

    kind: Literal["text"]


class _ScenarioStep(_Step):
    scenario: Scenario
    seed: Seed = 1
    fields: Annotated[list[OpenField], Field(max_length=MAX_FIELDS, default_factory=list)]


class RunStep(_ScenarioStep):
    """A run to look at."""

    kind: Literal["run"]


class GoalStep(_ScenarioStep):
    """Settings to find, so that the server's own run keeps a condition."""

    kind: Literal["goal"]
    goal: Condition
    solution: Settings
    """One way: path to value, within the open fields."""
    hidden_seeds: Annotated[
        int, Field(strict=True, ge=0, le=MAX_HIDDEN_SEEDS, exclude_if=lambda count: count == 0)
    ] = 0
    """So many further runs, with seeds that students do not see, must keep the goal as well. Left
    out where it is 0, as files from before it existed have it: their digests stay."""
    hidden_ranges: Annotated[
        list[HiddenRange],
        Field(max_length=MAX_FIELDS, default_factory=list, exclude_if=lambda ranges: not ranges),
    ]
    """What else differs in these runs. Students see the ranges and not the values."""


class PredictionStep(_Step):
    """An answer that is stored before the run is shown."""

    kind: Literal["prediction"]
    about: Key
    """A later step with a run."""
    prediction: Prediction
    points_for: Literal["right", "answer"] = "right"
    """answer: what is asked cannot be known, so that an answer has the points and is not marked."""


class QuestionStep(_Step):
    """A question whose answer needs no run."""

    kind: Literal["question"]
    question: Question


class MapAxis(ScenarioModel):
    """One side of the plane that the class fills."""

    label: Line
    path: Path
    """A field of the scenario, or `seed`: then each cell along it is another draw of chance."""
    values: Annotated[list[float], Field(min_length=2, max_length=40)]


class MapStep(_Step):
    """Every student computes cells; together they make a map."""

    kind: Literal["map"]
    scenario: Scenario
    x: MapAxis
    y: MapAxis
    measured: Quantity
    label: Line
    """What the colour is, with its unit."""


class GameStep(_Step):
    """Name that algorithm: each round hides one of the candidates."""

    kind: Literal["game"]
    scenario: Scenario
    """With any algorithm in the hidden flow groups; it is replaced."""
    seed: Seed = 1
    """Another one gives the rounds other seeds; which, only the server knows."""
    hidden: Annotated[list[Line], Field(min_length=1)]
    """Labels of the flow groups whose algorithm is to be named."""
    candidates: Annotated[list[str], Field(min_length=2, max_length=MAX_OPTIONS)]
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)]


Step = Annotated[
    TextStep | RunStep | GoalStep | PredictionStep | QuestionStep | MapStep | GameStep,
    Field(discriminator="kind"),
]


class LabFile(ScenarioModel):
    """A lab: what it teaches, and its steps."""

    version: Literal[1]
    title: Line
    summary: Markdown
    goals: Annotated[list[Line], Field(min_length=1, max_length=8)]
    """What students can do afterwards."""
    misconceptions: Annotated[list[Line], Field(default_factory=list)]
    """For the teacher."""
    steps: Annotated[list[Step], Field(min_length=1, max_length=MAX_STEPS)]

    @property
    def minutes(self) -> int:
        """The sum over all steps."""
        return sum(step.minutes for step in self.steps)

    def step(self, identifier: str) -> Step:
        """The step of this id; KeyError if there is none."""
        return {step.id: step for step in self.steps}[identifier]

    @model_validator(mode="after")
    def _fits_together(self) -> "LabFile":
        refuse("LabFile", list(_refusals(self)))
        return self


def with_settings(scenario: Scenario, settings: Settings) -> Scenario:
    """The scenario with fields set by path. Raises `ValidationError` or `NoSuchPlaceError`."""
    place: Any = scenario
    for path, value in settings.items():
        place = with_value(place, path, value)
    return scenario if place is scenario else Scenario.model_validate(place)


def map_cell(step: MapStep, x: float, y: float) -> tuple[Scenario, Seed]:
    """Scenario and seed of a cell; seed 1 unless an axis is the seed.

    Raises `ValidationError` or `NoSuchPlaceError`.
    """
    settings: Settings = {step.x.path: _whole_if_whole(x), step.y.path: _whole_if_whole(y)}
    seed = _SEED.validate_python(settings.pop(SEED_AXIS, 1))
    return with_settings(step.scenario, settings), seed


def game_scenario(step: GameStep, candidate: str) -> Scenario:
    """The step's scenario with the candidate in every hidden flow group.

    Raises `ValidationError` if it cannot be simulated.
    """
    settings: Settings = {
        f"flows.{position}.algorithm": {"name": candidate}
        for position, group in enumerate(step.scenario.flows)
        if group.label in step.hidden
    }
    return with_settings(step.scenario, settings)


def _whole_if_whole(value: float) -> float:
    """Axes hold floats; fields that count refuse 3.0."""
    return int(value) if value.is_integer() else value


# Fields that only the teacher may see, at any depth.
_TEACHERS_ONLY: Final = frozenset(
    {
        "expected",
        "goal",
        "is_right_if",
        "measured",
        "misconceptions",
        "notes",
        "right",
        "solution",
        "tolerance_ratio",
    }
)


def for_students(lab: LabFile) -> dict[str, Any]:
    """The lab as JSON without keys, notes and solutions. What a goal asks for is in its text."""
    return _without_keys(lab.model_dump(mode="json"))


def _without_keys(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value if name == "scenario" else _cleaned(value)
        for name, value in fields.items()
        if name not in _TEACHERS_ONLY
    }


def _cleaned(value: Any) -> Any:
    if isinstance(value, dict):
        return _without_keys(value)
    return [_cleaned(item) for item in value] if isinstance(value, list) else value


def _refusals(lab: LabFile) -> Iterator[Refusal]:
    seen: set[str] = set()
    for index, step in enumerate(lab.steps):
        # With the kind, as in Pydantic's own errors: `problems_of_lab` removes it.
        place = ("steps", index, step.kind)
        if step.id in seen:
            yield Refusal((*place, "id"), step.id, "must be unlike the other steps'")
        seen.add(step.id)
        match step:
            case RunStep() | GoalStep():
                yield from _field_refusals(step, place)
            case PredictionStep():
                yield from _prediction_refusals(step, lab.steps[index + 1 :], place)
            case MapStep():
                yield from _map_refusals(step, place)
            case GameStep():
                yield from _game_refusals(step, place)
        if isinstance(step, GoalStep):
            yield from _expression_refusals(step.goal, "truth", step.scenario, (*place, "goal"))
            yield from _solution_refusals(step, place)
            yield from _range_refusals(step, place)


Place = tuple[str | int, ...]


def _field_refusals(step: RunStep | GoalStep, place: Place) -> Iterator[Refusal]:
    for index, field in enumerate(step.fields):
        at = (*place, "fields", index, "path")
        if find_field(field.path, step.scenario) is None:
            yield Refusal(at, field.path, "must name a field of the step's scenario")
            continue
        if field.is_own_algorithm:
            yield from _own_algorithm_refusals(field, (*place, "fields", index))
            continue
        for value in field.extremes:
            yield from _value_refusals(step.scenario, {field.path: value}, at)


def _own_algorithm_refusals(field: OpenField, place: Place) -> Iterator[Refusal]:
    if not field.path.endswith(_ALGORITHM_NAME):
        requirement = f"must end with {_ALGORITHM_NAME[1:]}, where students set a module"
        yield Refusal((*place, "path"), field.path, requirement)
    if field.extremes:
        requirement = "must be without bounds and choices, where students set a module"
        yield Refusal((*place, "is_own_algorithm"), True, requirement)


def _range_refusals(step: GoalStep, place: Place) -> Iterator[Refusal]:
    open_paths = {field.path for field in step.fields}
    for index, drawn in enumerate(step.hidden_ranges):
        at = (*place, "hidden_ranges", index)
        if step.hidden_seeds == 0:
            yield Refusal((*at, "path"), drawn.path, "needs hidden_seeds of at least 1")
        elif drawn.maximum <= drawn.minimum:
            yield Refusal((*at, "maximum"), drawn.maximum, "must be above the minimum")
        elif find_field(drawn.path, step.scenario) is None:
            yield Refusal((*at, "path"), drawn.path, "must name a field of the step's scenario")
        elif drawn.path in open_paths:
            yield Refusal((*at, "path"), drawn.path, "must be none that students may change")
        else:
            for value in (drawn.minimum, drawn.maximum):
                yield from _value_refusals(step.scenario, {drawn.path: value}, (*at, "path"))


def _value_refusals(scenario: Scenario, settings: Settings, place: Place) -> Iterator[Refusal]:
    yield from _refusals_of(partial(with_settings, scenario, settings), settings, place)


def _refusals_of(make: Callable[[], object], value: Any, place: Place) -> Iterator[Refusal]:
    try:
        make()
    except (ValidationError, NoSuchPlaceError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        yield Refusal(place, value, f"must give a valid scenario: {reason}")


def _solution_refusals(step: GoalStep, place: Place) -> Iterator[Refusal]:
    closed = set(step.solution) - {field.path for field in step.fields}
    if closed:
        yield Refusal((*place, "solution"), sorted(closed), "must set open fields only")
        return
    yield from _value_refusals(step.scenario, step.solution, (*place, "solution"))


def _prediction_refusals(
    step: PredictionStep, later: list[Step], place: Place
) -> Iterator[Refusal]:
    about = next((item for item in later if item.id == step.about), None)
    if not isinstance(about, RunStep | GoalStep):
        yield Refusal((*place, "about"), step.about, "must be the id of a later step with a run")
        return
    at = (*place, "prediction", step.prediction.kind)
    prediction, scenario = step.prediction, about.scenario
    match prediction:
        case Pick():
            for index, option in enumerate(prediction.options):
                where = (*at, "options", index, "is_right_if")
                yield from _expression_refusals(option.is_right_if, "truth", scenario, where)
        case PredictedNumber():
            where = (*at, "measured")
            yield from _expression_refusals(prediction.measured, "number", scenario, where)
        case Order():
            for index, item in enumerate(prediction.items):
                where = (*at, "items", index, "measured")
                yield from _expression_refusals(item.measured, "number", scenario, where)
        case Curve():
            labels = [group.label for group in scenario.flows]
            if prediction.flow not in labels:
                requirement = f"must be a flow of step {about.id}: {', '.join(labels)}"
                yield Refusal((*at, "flow"), prediction.flow, requirement)


def _map_refusals(step: MapStep, place: Place) -> Iterator[Refusal]:
    count = len(step.x.values) * len(step.y.values)
    if count > MAX_MAP_CELLS:
        yield Refusal((*place, "x", "values"), count, f"must make at most {MAX_MAP_CELLS} cells")
    if step.x.path == step.y.path:
        yield Refusal((*place, "y", "path"), step.y.path, "must be unlike that of x")
        return
    for x in (step.x.values[0], step.x.values[-1]):
        for y in (step.y.values[0], step.y.values[-1]):
            yield from _refusals_of(partial(map_cell, step, x, y), [x, y], place)
    yield from _expression_refusals(step.measured, "number", step.scenario, (*place, "measured"))


def _game_refusals(step: GameStep, place: Place) -> Iterator[Refusal]:
    labels = [group.label for group in step.scenario.flows]
    for index, label in enumerate(step.hidden):
        if label not in labels or label in step.hidden[:index]:
            requirement = f"must be a flow of the scenario, once: {', '.join(labels)}"
            yield Refusal((*place, "hidden", index), label, requirement)
            return
    for index, name in enumerate(step.candidates):
        at = (*place, "candidates", index)
        if name in step.candidates[:index]:
            yield Refusal(at, name, "must be unlike the other candidates")
        yield from _refusals_of(partial(game_scenario, step, name), name, at)


def _expression_refusals(
    text: str, kind: Literal["truth", "number"], scenario: Scenario, place: Place
) -> Iterator[Refusal]:
    try:
        Expression(text, kind).check(scenario)
    except ExpressionError as error:
        yield Refusal(place, text, f"cannot be used: {error}")
