"""Time for a step: it ends by the clock, and nothing has to run for that."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from lab.classes import repository, revisions
from lab.classes.schemas import TimerRead, TimerWrite
from lab.errors import WrongState
from lab.labs.files import held_lab
from lab.models import Classroom


def read(classroom: Classroom) -> TimerRead | None:
    """Running or over; None: no timer was started, or it was taken away."""
    if classroom.timer_step_id is None or classroom.timer_ends_at is None:
        return None
    return TimerRead(
        step_id=classroom.timer_step_id,
        ends_at=classroom.timer_ends_at,
        pauses_at_end=classroom.timer_pauses,
    )


def is_paused(classroom: Classroom) -> bool:
    """By a teacher, or because the time of a step is up."""
    return classroom.is_paused or (classroom.timer_pauses and _is_over(classroom))


def start(session: Session, classroom: Classroom, wanted: TimerWrite) -> None:
    """Of a locked class. Raises NotFound for a step that the lab does not have, and WrongState."""
    step = held_lab(classroom).step(wanted.step_id)
    now = repository.now(session)
    if classroom.closed_at is not None or classroom.closes_at <= now:
        raise WrongState("The class has ended: its steps are closed.")
    classroom.timer_step_id = step.id
    classroom.timer_ends_at = now + timedelta(seconds=wanted.seconds)
    classroom.timer_pauses = wanted.pauses_at_end
    revisions.control_changed(session, classroom)


def stop(session: Session, classroom: Classroom) -> None:
    """Of a locked class. Twice is once."""
    if classroom.timer_step_id is not None:
        _clear(classroom)
        revisions.control_changed(session, classroom)


def follow(classroom: Classroom, given: dict[str, Any]) -> None:
    """End the timer where a teacher resumes the class after its end, or opens another step."""
    resumes = given.get("is_paused") is False and _is_over(classroom)
    paced = given.get("paced_step_id")
    if resumes or (paced is not None and paced != classroom.timer_step_id):
        _clear(classroom)


def _is_over(classroom: Classroom) -> bool:
    ends_at = classroom.timer_ends_at
    return ends_at is not None and ends_at <= datetime.now(UTC)


def _clear(classroom: Classroom) -> None:
    classroom.timer_step_id = classroom.timer_ends_at = None
    classroom.timer_pauses = False
