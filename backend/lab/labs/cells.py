"""Cells of a map: which may be run, with which seed, and what all runs of them say together.

In plain Python and without a database, so that a page without a server runs the same lines.
"""

import json
import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from pydantic import ValidationError

from lab.errors import InvalidInput
from lab.kit.problem import ProblemItem
from lab.labs import marks
from lab.labs.done import StepRun
from lab.labs.marks import ReadDocuments
from lab.labs.schemas import AttemptMapRead, MapCell, MapRead
from lab_model.classroom.lab_file import SEED_AXIS, MapAxis, MapStep, Settings, map_cell
from lab_model.comparisons.rows import estimate_row
from lab_model.experiments.metrics import Metric
from lab_model.experiments.patch import NoSuchPlaceError
from lab_model.scenarios import Scenario
from lab_model.scenarios.units import one_line

Place = tuple[float, float]

# The expression of a lab has no declaration: any number, averaged as it is.
_ANY_NUMBER: Final = Metric(
    name="measured",
    label="",
    unit="",
    display_unit="",
    per_display_unit=1.0,
    definition="",
    fair=None,
    scale="linear",
    average="arithmetic",
    least=None,
    most=None,
)


@dataclass(frozen=True)
class Cell:
    """One of a map."""

    place: Place
    scenario: Scenario
    seed: int | None
    """None: the smallest that the cell has no run of."""


def cell_of(step: MapStep, settings: Settings) -> Cell:
    """The cell of these settings. Raises InvalidInput."""
    x, y = (_value_of(axis, settings) for axis in (step.x, step.y))
    if len(settings) > 2:
        raise _unfit("settings", sorted(settings), f"must be {step.x.path} and {step.y.path} only")
    try:
        scenario, seed = map_cell(step, x, y)
    except (ValidationError, NoSuchPlaceError) as error:
        raise _unfit("settings", settings, "must give a valid scenario") from error
    has_own_seed = SEED_AXIS in (step.x.path, step.y.path)
    return Cell((x, y), scenario, seed if has_own_seed else None)


def free_seed(step: MapStep, place: Place, rows: Iterable[StepRun]) -> int:
    """The smallest that the cell has no run of. `rows`: all of the step."""
    used = {row.seed for row in rows if _place_of(step, row) == place}
    return next(seed for seed in range(1, len(used) + 2) if seed not in used)


def read_for(
    read: ReadDocuments, attempt_id: UUID, step: MapStep, rows: list[StepRun]
) -> AttemptMapRead:
    """The map that an attempt helps to fill. `rows`: of all attempts that do."""
    mine = {_place_of(step, row) for row in rows if row.attempt_id == attempt_id}
    found = map_of(read, step, rows)
    return AttemptMapRead(
        cells=found.cells, x_values=found.x_values, y_values=found.y_values, mine=sorted(mine)
    )


def map_of(read: ReadDocuments, step: MapStep, rows: list[StepRun]) -> MapRead:
    """Means with 95 % intervals of all cells in which a run has the number."""
    measured = marks.measured(read, step, rows)
    by_place: dict[Place, dict[int, float]] = defaultdict(dict)
    for row in rows:
        if row.run_id in measured:
            # The same seed twice is the same run: it counts once.
            by_place[_place_of(step, row)][row.seed] = measured[row.run_id]
    cells = [_estimated(place, by_place[place].values()) for place in sorted(by_place)]
    return MapRead(
        cells=[cell for cell in cells if cell is not None],
        x_values=step.x.values,
        y_values=step.y.values,
    )


def _estimated(place: Place, values: Iterable[float]) -> MapCell | None:
    """None where no run has the number."""
    found = estimate_row([value for value in values if not math.isnan(value)], _ANY_NUMBER)
    if found.mean is None:
        return None
    x, y = place
    return MapCell(x=x, y=y, mean=found.mean, low=found.low, high=found.high, count=found.count)


def _place_of(step: MapStep, row: StepRun) -> Place:
    return row.settings[step.x.path], row.settings[step.y.path]


def _value_of(axis: MapAxis, settings: Settings) -> float:
    given = settings.get(axis.path)
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if not is_number or given not in axis.values:
        raise _unfit(axis.path, given, f"must be one of {axis.values}")
    return axis.values[axis.values.index(float(given))]


def _unfit(place: str, value: object, requirement: str) -> InvalidInput:
    message = f"{place} is {one_line(json.dumps(value))}; it {requirement}"
    pointer = "/settings" if place == "settings" else f"/settings/{place}"
    item = ProblemItem(path=place, pointer=pointer, message=message)
    return InvalidInput(message, errors=[item])
