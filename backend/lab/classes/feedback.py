"""Teachers' feedback on answers."""

from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.orm import Session

from lab.classes import repository, revisions, students
from lab.classes.schemas import FeedbackRead, FeedbackWrite
from lab.labs.files import held_lab
from lab.models import ClassFeedback, Classroom


def give(
    session: Session, classroom: Classroom, student_id: UUID, step_id: str, wanted: FeedbackWrite
) -> FeedbackRead:
    """Replaces earlier feedback. Neither text nor points: it is withdrawn."""
    step = held_lab(classroom).step(step_id)
    student = students.require(session, classroom.id, student_id)
    if wanted.text or wanted.points is not None:
        repository.put_feedback(session, student.attempt_id, step.id, wanted.text, wanted.points)
    else:
        session.execute(
            delete(ClassFeedback).where(
                ClassFeedback.attempt_id == student.attempt_id, ClassFeedback.step_id == step.id
            )
        )
    revisions.student_notified(session, student)
    return FeedbackRead(step_id=step.id, text=wanted.text, points=wanted.points)
