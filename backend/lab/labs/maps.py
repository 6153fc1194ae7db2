"""Maps: every student computes cells of a plane, and together they make means with intervals."""

from functools import partial
from uuid import uuid5

from sqlalchemy.orm import Session

from lab.kit.idempotency import hold_id
from lab.labs import cells, repository
from lab.labs.participation import Participation
from lab.labs.schemas import AttemptMapRead
from lab.runs.schemas import RunCreate
from lab_model.classroom.lab_file import MapStep, Settings


def run_of(session: Session, mine: Participation, step: MapStep, settings: Settings) -> RunCreate:
    """The run of one cell, with the first seed that no student of the class has run in it."""
    cell = cells.cell_of(step, settings)
    seed = cell.seed
    if seed is None:
        seed = _draw_seed(session, mine, step, cell.place)
    return RunCreate(scenario=cell.scenario, seed=seed, forked_from=mine.held.lab.title)


def read_of(session: Session, mine: Participation, step: MapStep) -> AttemptMapRead:
    """The map that an attempt helps to fill."""
    rows = repository.runs(session, mine.together, [step.id])
    return cells.read_for(partial(repository.documents, session), mine.attempt.id, step, rows)


def _draw_seed(session: Session, mine: Participation, step: MapStep, place: cells.Place) -> int:
    # Two students in one cell at once would draw the same one.
    hold_id(session, uuid5(mine.together_id, f"{step.id}:{place}"))
    rows = repository.runs(session, mine.together, [step.id])
    return cells.free_seed(step, place, rows)
