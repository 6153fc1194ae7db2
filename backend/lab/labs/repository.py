"""Queries about attempts at labs."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy import Select, exists, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, undefer

from lab.labs.done import Game, GivenAnswer, StepRun
from lab.models import LabAnswer, LabAttempt, LabGuess, LabRun, Result, Run

MAX_LISTED = 100

Attempts = Select[UUID]
"""Ids of the attempts whose answers or runs are read."""


def only(attempt_id: UUID) -> Attempts:
    """One attempt."""
    return select(LabAttempt.id).where(LabAttempt.id == attempt_id)


def latest_of_owner(session: Session, owner_key_hash: bytes) -> list[tuple[LabAttempt, int]]:
    """The owner's latest attempts with their labs, each with the number of its answers."""
    answer_count = (
        select(func.count())
        .where(LabAnswer.attempt_id == LabAttempt.id)
        .correlate(LabAttempt)
        .scalar_subquery()
    )
    statement = (
        select(LabAttempt, answer_count)
        .options(undefer(LabAttempt.lab))
        .where(LabAttempt.owner_key_hash == owner_key_hash)
        .order_by(LabAttempt.started_at.desc(), LabAttempt.id.desc())
        .limit(MAX_LISTED)
    )
    return [(attempt, count) for attempt, count in session.execute(statement)]


def lock(session: Session, attempt_id: UUID) -> LabAttempt | None:
    """The attempt; one answer or run of it at a time."""
    return session.get(LabAttempt, attempt_id, with_for_update=True)


def answers(session: Session, attempts: Attempts, step_id: str | None = None) -> list[GivenAnswer]:
    """In the order of their times; of all steps or of one."""
    statement = select(
        LabAnswer.attempt_id, LabAnswer.step_id, LabAnswer.answer, LabAnswer.answered_at
    ).where(LabAnswer.attempt_id.in_(attempts))
    if step_id is not None:
        statement = statement.where(LabAnswer.step_id == step_id)
    rows = session.execute(statement.order_by(LabAnswer.answered_at, LabAnswer.step_id))
    return [GivenAnswer(*row) for row in rows]


def has_answers(session: Session, attempts: Attempts, step_id: str | None = None) -> bool:
    """Whether there is an answer, to any step or to one."""
    found = exists().where(LabAnswer.attempt_id.in_(attempts))
    if step_id is not None:
        found = found.where(LabAnswer.step_id == step_id)
    return bool(session.scalar(select(found)))


def runs(session: Session, attempts: Attempts, step_ids: Iterable[str] = ()) -> list[StepRun]:
    """In the order of their times; of all steps or of some. Hidden ones come with those that they
    judge.
    """
    statement = (
        select(
            LabRun.hidden_of,
            LabRun.attempt_id,
            LabRun.step_id,
            LabRun.settings,
            Run.id,
            Run.status,
            Run.seed,
            Run.result_id,
        )
        .join(Run, Run.id == LabRun.run_id)
        .where(LabRun.attempt_id.in_(attempts))
        .order_by(Run.created_at, Run.id)
    )
    if wanted := list(step_ids):
        statement = statement.where(LabRun.step_id.in_(wanted))
    shown: list[StepRun] = []
    hidden: defaultdict[UUID, list[StepRun]] = defaultdict(list)
    for hidden_of, *fields in session.execute(statement):
        row = StepRun(*fields)
        (shown if hidden_of is None else hidden[hidden_of]).append(row)
    return [
        replace(row, hidden=tuple(hidden[row.run_id])) if row.run_id in hidden else row
        for row in shown
    ]


def games(
    session: Session, attempts: Attempts, step_ids: Iterable[str]
) -> dict[tuple[UUID, str], Game]:
    """By attempt and step; those in which nothing is guessed yet are missing."""
    statement = (
        select(
            LabGuess.attempt_id, LabGuess.step_id, LabAttempt.secret, LabGuess.round, LabGuess.guess
        )
        .join(LabAttempt, LabAttempt.id == LabGuess.attempt_id)
        .where(LabGuess.attempt_id.in_(attempts), LabGuess.step_id.in_(list(step_ids)))
        .order_by(LabGuess.attempt_id, LabGuess.step_id, LabGuess.round)
    )
    found: dict[tuple[UUID, str], Game] = {}
    for attempt_id, step_id, secret, index, guess in session.execute(statement):
        game = found.setdefault((attempt_id, step_id), Game(secret, {}))
        game.guesses[index] = guess
    return found


def documents(session: Session, result_ids: Iterable[UUID]) -> dict[UUID, dict[str, Any]]:
    """The documents of these results, without labels; unfinished ones are missing."""
    statement = select(Result.id, Result.document).where(
        Result.id.in_(list(result_ids)), Result.document.is_not(None)
    )
    return {result_id: document for result_id, document in session.execute(statement) if document}


def store_answer(session: Session, attempt_id: UUID, step_id: str, answer: Any) -> None:
    """The answer to a step, in place of an earlier one."""
    statement = insert(LabAnswer).values(attempt_id=attempt_id, step_id=step_id, answer=answer)
    session.execute(
        statement.on_conflict_do_update(
            index_elements=[LabAnswer.attempt_id, LabAnswer.step_id],
            set_={"answer": statement.excluded.answer, "answered_at": func.now()},
        )
    )
