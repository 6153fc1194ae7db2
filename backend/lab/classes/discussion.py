"""Answers that a teacher has chosen to discuss, in an order, shown on the wall without names."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from lab.classes import repository, revisions
from lab.classes.membership import attempts_of
from lab.classes.schemas import ChosenAnswer, DiscussionRead, DiscussionWrite
from lab.errors import InvalidInput
from lab.labs import work
from lab.labs.files import held_lab
from lab.models import Classroom
from lab_model.classroom.lab_file import PredictionStep, QuestionStep


def read(classroom: Classroom) -> DiscussionRead | None:
    """None: nothing is chosen."""
    return None if classroom.discussion is None else _stored(classroom.discussion)


def choose(session: Session, classroom: Classroom, wanted: DiscussionWrite) -> None:
    """Of a locked class: the answers of these students, in this order. Answers that were chosen
    before stay as they were then: a text may change, and no unread text may come on the wall.
    """
    step = held_lab(classroom).step(wanted.step_id)
    if not isinstance(step, PredictionStep | QuestionStep):
        raise InvalidInput.of_field(
            "step_id",
            f"step_id is '{step.id}'; it must be a prediction or a question, as only these have "
            "answers",
        )
    before = read(classroom)
    kept = {} if before is None or before.step_id != step.id else _by_student(before)
    given = _answers(session, classroom, step.id)
    chosen = []
    for student_id in dict.fromkeys(wanted.student_ids):
        if student_id not in kept and student_id not in given:
            raise InvalidInput.of_field(
                "student_ids",
                f"student_ids has {student_id}, who has not answered '{step.title}' or has left "
                "the class",
            )
        answer = kept[student_id] if student_id in kept else given[student_id]
        chosen.append(ChosenAnswer(student_id=student_id, answer=answer))
    made = DiscussionRead(
        step_id=step.id, answers=chosen, shown_count=min(wanted.shown_count, len(chosen))
    )
    classroom.discussion = made.model_dump(mode="json")
    revisions.wall_changed(session, classroom)


def end(session: Session, classroom: Classroom) -> None:
    """Of a locked class. Twice is once."""
    if classroom.discussion is not None:
        classroom.discussion = None
        revisions.wall_changed(session, classroom)


def forget(classroom: Classroom, student_ids: Collection[UUID]) -> None:
    """Of a locked class: remove the answers of students who leave."""
    found = read(classroom)
    if found is None:
        return
    places = [place for place, each in enumerate(found.answers) if each.student_id in student_ids]
    shown_count = found.shown_count - sum(place < found.shown_count for place in places)
    kept = [each for each in found.answers if each.student_id not in student_ids]
    left = DiscussionRead(step_id=found.step_id, answers=kept, shown_count=shown_count)
    classroom.discussion = left.model_dump(mode="json") if kept else None


def _stored(content: dict[str, Any]) -> DiscussionRead:
    return DiscussionRead.model_validate(content)


def _by_student(found: DiscussionRead) -> dict[UUID, Any]:
    return {each.student_id: each.answer for each in found.answers}


def _answers(session: Session, classroom: Classroom, step_id: str) -> dict[UUID, Any]:
    given = work.answers_by_attempt(session, attempts_of(classroom), step_id)
    return {
        student.id: given[student.attempt_id]
        for student in repository.students(session, classroom.id)
        if student.attempt_id in given
    }
