"""Maps: every student computes cells of a plane, and together they make means with intervals."""

from functools import partial
from uuid import uuid5

from sqlalchemy.orm import Session

from lab.classes import membership
from lab.classes.membership import Membership
from lab.kit.idempotency import hold_id
from lab.labs import cells, repository
from lab.labs.files import held_lab
from lab.labs.repository import Attempts
from lab.labs.schemas import AttemptMapRead
from lab.models import LabAttempt
from lab.runs import service as runs
from lab.runs.asker import Asker
from lab.runs.schemas import RunCreate, RunRead
from lab_model.classroom.lab_file import MapStep, Settings


def run_cell(
    session: Session,
    attempt: LabAttempt,
    member: Membership | None,
    step: MapStep,
    settings: Settings,
    asker: Asker,
) -> RunRead:
    """Compute one cell with the first seed that no student of the class has run in it."""
    cell = cells.cell_of(step, settings)
    seed = cell.seed
    if seed is None:
        seed = _draw_seed(session, attempt, member, step, cell.place)
    wanted = RunCreate(scenario=cell.scenario, seed=seed, forked_from=held_lab(attempt).lab.title)
    return runs.create(session, attempt.owner_key_hash, wanted, asker=asker)


def read_of(
    session: Session, attempt: LabAttempt, member: Membership | None, step: MapStep
) -> AttemptMapRead:
    """The map that an attempt helps to fill."""
    rows = repository.runs(session, _attempts_together(attempt, member), [step.id])
    return cells.read_for(partial(repository.documents, session), attempt.id, step, rows)


def _draw_seed(
    session: Session,
    attempt: LabAttempt,
    member: Membership | None,
    step: MapStep,
    place: cells.Place,
) -> int:
    # Two students in one cell at once would draw the same one.
    together = attempt.id if member is None else member.classroom.id
    hold_id(session, uuid5(together, f"{step.id}:{place}"))
    rows = repository.runs(session, _attempts_together(attempt, member), [step.id])
    return cells.free_seed(step, place, rows)


def _attempts_together(attempt: LabAttempt, member: Membership | None) -> Attempts:
    if member is None:
        return repository.only(attempt.id)
    return membership.attempts_of(member.classroom)
