"""Queries about attempts at labs."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.models import LabAnswer, LabAttempt, LabRun, Result, Run

MAX_LISTED = 100


@dataclass(frozen=True)
class StepRun:
    """A run of a step, with what it computed."""

    lab_run: LabRun
    run: Run
    result: Result | None


def latest_of_owner(session: Session, owner_key_hash: bytes) -> list[tuple[LabAttempt, int]]:
    """The owner's latest attempts, each with the number of its answers."""
    answer_count = (
        select(func.count())
        .where(LabAnswer.attempt_id == LabAttempt.id)
        .correlate(LabAttempt)
        .scalar_subquery()
    )
    statement = (
        select(LabAttempt, answer_count)
        .where(LabAttempt.owner_key_hash == owner_key_hash)
        .order_by(LabAttempt.started_at.desc(), LabAttempt.id.desc())
        .limit(MAX_LISTED)
    )
    return [(attempt, count) for attempt, count in session.execute(statement)]


def lock(session: Session, attempt_id: UUID) -> LabAttempt | None:
    """The attempt; one answer or run of it at a time."""
    return session.get(LabAttempt, attempt_id, with_for_update=True)


def answers_of(session: Session, attempt_id: UUID) -> list[LabAnswer]:
    """In the order of their times."""
    statement = select(LabAnswer).where(LabAnswer.attempt_id == attempt_id)
    return list(session.scalars(statement.order_by(LabAnswer.answered_at, LabAnswer.step_id)))


def runs_of(session: Session, attempt_id: UUID) -> list[StepRun]:
    """Runs with what they computed, in the order of their times."""
    statement = (
        select(LabRun, Run, Result)
        .join(Run, Run.id == LabRun.run_id)
        .outerjoin(Result, Result.id == Run.result_id)
        .where(LabRun.attempt_id == attempt_id)
        .order_by(Run.created_at, Run.id)
    )
    return [StepRun(*row) for row in session.execute(statement)]


def store_answer(session: Session, attempt_id: UUID, step_id: str, answer: Any) -> None:
    """The answer to a step, in place of an earlier one."""
    statement = insert(LabAnswer).values(attempt_id=attempt_id, step_id=step_id, answer=answer)
    session.execute(
        statement.on_conflict_do_update(
            index_elements=[LabAnswer.attempt_id, LabAnswer.step_id],
            set_={"answer": statement.excluded.answer, "answered_at": func.now()},
        )
    )
