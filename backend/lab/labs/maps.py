"""Maps: every student computes cells of a plane, and together they make means with intervals."""

import json
import math
from collections import defaultdict
from typing import Final
from uuid import uuid5

import numpy as np
from pydantic import ValidationError
from sqlalchemy.orm import Session

from lab.classes.membership import Membership
from lab.errors import InvalidInput
from lab.kit.idempotency import hold_id
from lab.kit.problem import ProblemItem
from lab.labs import marks, repository
from lab.labs.files import held_lab
from lab.labs.repository import Attempts, StepRun
from lab.labs.schemas import AttemptMapRead, MapCell, MapRead
from lab.models import LabAttempt
from lab.runs import service as runs
from lab.runs.asker import Asker
from lab.runs.schemas import RunCreate, RunRead
from lab_model.classroom.lab_file import SEED_AXIS, MapAxis, MapStep, Settings, map_cell
from lab_model.experiments.estimates import estimate_cells
from lab_model.experiments.metrics import Metric
from lab_model.experiments.patch import NoSuchPlaceError
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


def run_cell(
    session: Session,
    attempt: LabAttempt,
    member: Membership | None,
    step: MapStep,
    settings: Settings,
    asker: Asker,
) -> RunRead:
    """Compute one cell with the first seed that nobody of the class has run in it."""
    x, y = (_value_of(axis, settings) for axis in (step.x, step.y))
    if len(settings) > 2:
        raise _unfit("settings", sorted(settings), f"must be {step.x.path} and {step.y.path} only")
    try:
        scenario, seed = map_cell(step, x, y)
    except (ValidationError, NoSuchPlaceError) as error:
        raise _unfit("settings", settings, "must give a valid scenario") from error
    if SEED_AXIS not in (step.x.path, step.y.path):
        seed = _draw_seed(session, attempt, member, step, (x, y))
    wanted = RunCreate(scenario=scenario, seed=seed, forked_from=held_lab(attempt).lab.title)
    return runs.create(session, attempt.owner_key_hash, wanted, asker=asker)


def _draw_seed(
    session: Session,
    attempt: LabAttempt,
    member: Membership | None,
    step: MapStep,
    place: Place,
) -> int:
    """The smallest that the cell has no run of."""
    # Two students in one cell at once would draw the same one.
    together = attempt.id if member is None else member.classroom.id
    hold_id(session, uuid5(together, f"{step.id}:{place}"))
    rows = repository.runs(session, _everybody(attempt, member), [step.id])
    used = {row.seed for row in rows if _place_of(step, row) == place}
    return next(seed for seed in range(1, len(used) + 2) if seed not in used)


def read_of(
    session: Session, attempt: LabAttempt, member: Membership | None, step: MapStep
) -> AttemptMapRead:
    """The map that an attempt helps to fill."""
    rows = repository.runs(session, _everybody(attempt, member), [step.id])
    mine = {_place_of(step, row) for row in rows if row.attempt_id == attempt.id}
    found = map_of(session, step, rows)
    return AttemptMapRead(
        cells=found.cells, x_values=found.x_values, y_values=found.y_values, mine=sorted(mine)
    )


def map_of(session: Session, step: MapStep, rows: list[StepRun]) -> MapRead:
    """Means with 95 % intervals of all cells in which a run has the number."""
    measured = marks.measured(session, step, rows)
    by_place: dict[Place, dict[int, float]] = defaultdict(dict)
    for row in rows:
        if row.run_id in measured:
            # The same seed twice is the same run: it counts once.
            by_place[_place_of(step, row)][row.seed] = measured[row.run_id]
    places = sorted(by_place)
    return MapRead(
        cells=_estimated(places, [list(by_place[place].values()) for place in places]),
        x_values=step.x.values,
        y_values=step.y.values,
    )


def _estimated(places: list[Place], values: list[list[float]]) -> list[MapCell]:
    if not places:
        return []
    table = np.full((len(places), max(map(len, values))), np.nan)
    for row, found in zip(table, values, strict=True):
        row[: len(found)] = found
    estimates = estimate_cells(table, _ANY_NUMBER)
    return [
        MapCell(
            x=x,
            y=y,
            mean=float(estimates.mean[index]),
            low=_known(estimates.low[index]),
            high=_known(estimates.high[index]),
            count=int(estimates.count[index]),
        )
        for index, (x, y) in enumerate(places)
        if estimates.count[index]
    ]


def _everybody(attempt: LabAttempt, member: Membership | None) -> Attempts:
    if member is None:
        return repository.only(attempt.id)
    return repository.of_class(member.classroom.id)


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


def _known(number: float) -> float | None:
    return float(number) if math.isfinite(number) else None
