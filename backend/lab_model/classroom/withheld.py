"""Which predictions must be stored before a step runs, so that no step gives away a result that
an earlier step asks to predict.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from lab_model.classroom.lab_file import (
    SEED_AXIS,
    GoalStep,
    LabFile,
    MapAxis,
    MapStep,
    OpenField,
    PredictionStep,
    RunStep,
    Step,
)
from lab_model.experiments.fields import EVERY
from lab_model.experiments.patch import NoSuchPlaceError, with_value

_NOT_PHYSICS: Final = frozenset({"duration_s", "name", "sample_interval_s", "warmup_s"})
"""Fields of a scenario by which two runs may differ and still show the same thing; in its groups
of flows it is the label.
"""


def predictions_first(lab: LabFile, step: Step) -> list[PredictionStep]:
    """The predictions that a step waits for, in the lab's order.

    They are those about its own run, and those before it whose run it can compute: as it is given,
    by its open fields, or as a cell of its map. Another seed shows the same, so seeds do not
    count, nor do length, warm-up and names. Predictions that come later do not hold a step up: a
    class that goes together could never reach them.
    """
    found = []
    is_before = True
    for each in lab.steps:
        is_before = is_before and each.id != step.id
        if isinstance(each, PredictionStep) and (
            each.about == step.id or (is_before and _can_show(step, lab.step(each.about)))
        ):
            found.append(each)
    return found


def _can_show(step: Step, asked: Step) -> bool:
    """Whether a run of `step` can be the one that `asked` computes as it is given."""
    if not isinstance(asked, RunStep | GoalStep):
        return False
    free: list[tuple[str, OpenField | MapAxis]]
    match step:
        case RunStep() | GoalStep():
            free = [(field.path, field) for field in step.fields]
        case MapStep():
            free = [(axis.path, axis) for axis in (step.x, step.y) if axis.path != SEED_AXIS]
        case _:
            return False
    mine, theirs = (
        scenario.model_dump(mode="json") for scenario in (step.scenario, asked.scenario)
    )
    for path, choice in free:
        if all(_allows(choice, value) for value in _values_at(theirs, path.split("."))):
            # What students may set is compared no more. Where theirs has no such place, it differs.
            with suppress(NoSuchPlaceError):
                mine, theirs = (with_value(each, path, None) for each in (mine, theirs))
    return bool(_physics(mine) == _physics(theirs))


def _allows(choice: OpenField | MapAxis, value: Any) -> bool:
    if isinstance(choice, MapAxis):
        return value in set(choice.values)
    if choice.choices is not None:
        return value in list(choice.choices)
    if not isinstance(value, int | float):
        return choice.minimum is None and choice.maximum is None
    is_low = choice.minimum is not None and value < choice.minimum
    is_high = choice.maximum is not None and value > choice.maximum
    return not (is_low or is_high)


def _values_at(place: Any, parts: list[str]) -> Iterator[Any]:
    if not parts:
        yield place
        return
    for item in _members(place, parts[0]):
        yield from _values_at(item, parts[1:])


def _members(place: Any, part: str) -> list[Any]:
    if isinstance(place, list):
        return [item for index, item in enumerate(place) if part in (EVERY, str(index))]
    if isinstance(place, dict) and part in place:
        return [place[part]]
    return []


def _physics(scenario: dict[str, Any]) -> Any:
    kept = {name: value for name, value in scenario.items() if name not in _NOT_PHYSICS}
    flows = [{**group, "label": None} for group in scenario["flows"]]
    return _without_null({**kept, "flows": flows})


def _without_null(place: Any) -> Any:
    """A field that is left out is the same as one that is null."""
    if isinstance(place, dict):
        return {name: _without_null(value) for name, value in place.items() if value is not None}
    return [_without_null(item) for item in place] if isinstance(place, list) else place
