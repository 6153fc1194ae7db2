"""The work at the steps of a lab, with its marks: of one attempt, or of all attempts of a class."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from lab.labs import cells, marks, repository
from lab.labs.done import Game, GivenAnswer, StepRun
from lab.labs.held import HeldLab
from lab.labs.repository import Attempts
from lab.labs.schemas import MapRead
from lab_model.classroom import Judgement
from lab_model.classroom.lab_file import GameStep, MapStep, PredictionStep, Step
from lab_model.classroom.marking import Mark


@dataclass(frozen=True)
class MarkedWork:
    """Answers, runs and guesses, read in one moment, with everything that judges them."""

    answers: Sequence[GivenAnswer]
    runs: Sequence[StepRun]
    marks: Mapping[tuple[UUID, str], Mark]
    """By attempt and step."""
    goals: Mapping[UUID, Judgement]
    """By run."""
    games: Mapping[tuple[UUID, str], Game]
    """By attempt and step; games without a guess are missing."""
    map: MapRead | None
    """Of the one step that was asked for, if it is a map."""


def read(
    session: Session, attempts: Attempts, held: HeldLab, only: Step | None = None
) -> MarkedWork:
    """The work at all steps, or at one. A prediction comes with the runs that it is about."""
    if only is None:
        given = repository.answers(session, attempts)
        runs = repository.runs(session, attempts)
    else:
        about = [only.about] if isinstance(only, PredictionStep) else []
        given = repository.answers(session, attempts, only.id)
        runs = repository.runs(session, attempts, [only.id, *about])
    shown = held.lab.steps if only is None else [only]
    games = [step.id for step in shown if isinstance(step, GameStep)]
    documents = partial(repository.documents, session)
    return MarkedWork(
        answers=given,
        runs=runs,
        marks=marks.marks(documents, held, given, runs),
        goals=marks.goals(documents, held, runs),
        games=repository.games(session, attempts, games) if games else {},
        map=cells.map_of(documents, only, runs) if isinstance(only, MapStep) else None,
    )


def answers_by_attempt(session: Session, attempts: Attempts, step_id: str) -> dict[UUID, Any]:
    """The answers to one step, unmarked; attempts without one are missing."""
    given = repository.answers(session, attempts, step_id)
    return {each.attempt_id: each.answer for each in given}


def has_begun(session: Session, attempts: Attempts) -> bool:
    """Whether any step has an answer."""
    return repository.has_answers(session, attempts)
