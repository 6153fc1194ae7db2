"""The board: all students of a class by all steps of its lab."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from lab.classes import membership, repository, revisions, work
from lab.classes.board_schemas import BoardRead, BoardStep, StudentRead
from lab.classes.work import ClassWork
from lab.models import Classroom, ClassStudent

STUCK_FACTOR: Final = 3
"""So many times the minutes of a step."""
STUCK_RUNS: Final = 5
"""So many runs that miss a goal."""


def read(session: Session, classroom: Classroom) -> BoardRead:
    """The class at this moment, without names if the class is to have none."""
    # Before the work: a board may be newer than its revision says, never older.
    counted = revisions.read(session, classroom.id) or revisions.Revisions(0, 0)
    found = work.read(session, classroom)
    hides_names = classroom.is_anonymous
    positions = {} if hides_names else repository.identifier_positions(session, classroom.id)
    shown = _Shown(hides_names, membership.is_closed(classroom))
    shared = _shared_browsers(session, found)
    return BoardRead(
        work_revision=counted.work,
        control_revision=counted.control,
        steps=[
            BoardStep(id=step.id, title=step.title, kind=step.kind) for step in found.held.lab.steps
        ],
        students=[
            _row(found, student, shown, positions).model_copy(
                update={"shares_browser_with": shared.get(student.id, [])}
            )
            for student in found.students
        ],
    )


def _shared_browsers(session: Session, found: ClassWork) -> dict[UUID, list[int]]:
    """By student the numbers of others in the same browser."""
    keys = repository.browsers(session, found.students[0].class_id) if found.students else {}
    numbers: dict[bytes, list[int]] = defaultdict(list)
    for student in found.students:
        # A student who has joined since the work was read is not shown yet.
        if student.id in keys:
            numbers[keys[student.id]].append(student.number)
    return {
        student.id: [each for each in numbers[keys[student.id]] if each != student.number]
        for student in found.students
        if student.id in keys
    }


@dataclass(frozen=True)
class _Shown:
    hides_names: bool
    is_over: bool


def _row(
    found: ClassWork, student: ClassStudent, shown: _Shown, positions: dict[UUID, list[int]]
) -> StudentRead:
    steps = {step.id: found.of(student, step) for step in found.held.lab.steps}
    return StudentRead(
        id=student.id,
        number=student.number,
        alias=None if shown.hides_names else student.names,
        aliases=[] if shown.hides_names else student.aliases,
        section=student.section,
        identifier_numbers=positions.get(student.id, []),
        is_approved=student.is_approved,
        rejoin_count=student.rejoin_count,
        shares_browser_with=[],
        asks_help=student.asks_help_since is not None,
        is_stuck=not shown.is_over and _is_stuck(found, student),
        last_seen_at=student.last_seen_at,
        joined_at=student.joined_at,
        at_step_id=student.at_step_id,
        points=sum(each.points or 0.0 for each in steps.values()),
        steps=steps,
    )


def _is_stuck(found: ClassWork, student: ClassStudent) -> bool:
    """Too long at a step that is not done, or too many runs for a goal."""
    for step in found.held.lab.steps:
        if found.missed_count(student, step) >= STUCK_RUNS:
            return True
        if step.id != student.at_step_id or student.at_step_since is None or step.minutes == 0:
            continue
        patience = timedelta(minutes=STUCK_FACTOR * step.minutes)
        is_late = datetime.now(UTC) - student.at_step_since > patience
        if is_late and found.of(student, step).state in ("none", "working"):
            return True
    return False
