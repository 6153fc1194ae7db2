"""Everything that a class has done: a handful of queries, however many students it has."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from lab.classes import repository
from lab.classes.board_schemas import StepState, StudentStep
from lab.classes.membership import attempts_of
from lab.labs import work
from lab.labs.done import Game, GivenAnswer, StepRun
from lab.labs.files import held_lab
from lab.labs.held import HeldLab
from lab.labs.schemas import MapRead
from lab.models import ClassFeedback, Classroom, ClassStudent
from lab_model.classroom import Judgement
from lab_model.classroom.game import score
from lab_model.classroom.lab_file import (
    GameStep,
    GoalStep,
    MapStep,
    PredictionStep,
    RunStep,
    Step,
    TextStep,
)
from lab_model.classroom.marking import Mark

Place = tuple[UUID, str]
"""Attempt and step."""


@dataclass(frozen=True)
class ClassWork:
    """Answers, runs, marks and feedback of all students, read in one moment."""

    held: HeldLab
    students: list[ClassStudent]
    answers: dict[Place, GivenAnswer]
    runs: dict[Place, list[StepRun]]
    marks: Mapping[Place, Mark]
    goals: Mapping[UUID, Judgement]
    games: Mapping[Place, Game]
    map: MapRead | None
    """Where one step was asked for, and it is a map."""
    feedback: dict[Place, ClassFeedback]

    def of(self, student: ClassStudent, step: Step) -> StudentStep:
        """One student at one step."""
        place = (student.attempt_id, step.id)
        state = self._state(student, step)
        game = self.games.get(place)
        return StudentStep(
            state=state,
            attempt_count=len(self.runs.get(place, ()) if game is None else game.guesses),
            points=self._points(place, step, state),
        )

    def missed_count(self, student: ClassStudent, step: Step) -> int:
        """Runs that missed the goal of a step which is not reached yet."""
        judged = self.judged(student.attempt_id, step)
        return 0 if any(each.holds for each in judged) else len(judged)

    def judged(self, attempt_id: UUID, step: Step) -> list[Judgement]:
        """Of all finished runs of a step with a goal."""
        rows = self.runs.get((attempt_id, step.id), ())
        return [self.goals[row.run_id] for row in rows if row.run_id in self.goals]

    def _state(self, student: ClassStudent, step: Step) -> StepState:
        place = (student.attempt_id, step.id)
        state: StepState = "none"
        rows = self.runs.get(place, [])
        if place in self.answers:
            mark = self.marks.get(place)
            is_right = None if mark is None else mark.is_right
            state = "done" if is_right is None else "right" if is_right else "wrong"
        elif isinstance(step, GoalStep):
            reached = any(each.holds for each in self.judged(student.attempt_id, step))
            state = "right" if reached else "working" if rows else "none"
        elif isinstance(step, RunStep | MapStep) and rows:
            state = "done" if any(row.is_done for row in rows) else "working"
        elif isinstance(step, GameStep) and place in self.games:
            state = "done" if len(self.games[place].guesses) == step.rounds else "working"
        elif isinstance(step, TextStep) and self._is_past(student, step):
            state = "done"
        is_here = student.at_step_id == step.id
        return "working" if state == "none" and is_here else state

    def _is_past(self, student: ClassStudent, step: Step) -> bool:
        ids = [each.id for each in self.held.lab.steps]
        at = student.at_step_id
        return at in ids and ids.index(at) > ids.index(step.id)

    def _points(self, place: Place, step: Step, state: StepState) -> float | None:
        given = self.feedback.get(place)
        if given is not None and given.points is not None:
            return given.points
        game = self.games.get(place)
        if isinstance(step, GameStep) and game is not None:
            return score(step, game.secret, game.guesses).points
        if isinstance(step, PredictionStep) and step.points_for == "answer":
            return step.points if place in self.answers else None
        return {"right": step.points, "wrong": 0.0}.get(state)


def read(session: Session, classroom: Classroom, only: Step | None = None) -> ClassWork:
    """The work of the students of a class, at all steps or at one."""
    held = held_lab(classroom)
    found = work.read(session, attempts_of(classroom), held, only)
    by_place: dict[Place, list[StepRun]] = defaultdict(list)
    for row in found.runs:
        by_place[(row.attempt_id, row.step_id)].append(row)
    return ClassWork(
        held=held,
        students=list(repository.students(session, classroom.id)),
        answers={(each.attempt_id, each.step_id): each for each in found.answers},
        runs=by_place,
        marks=found.marks,
        goals=found.goals,
        games=found.games,
        map=found.map,
        feedback=repository.feedback(session, classroom.id),
    )
