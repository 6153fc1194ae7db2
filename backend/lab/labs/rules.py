"""What may be done at a lab, and what is shown of it: a prediction comes before its run, and a
marked answer stays.

No database here, so that a page without a server runs the same lines (`lab.site.attempts`).
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from lab.classes.student_schemas import AttemptClass
from lab.errors import InvalidInput, PredictionMissing, WrongState
from lab.kit.problem import ProblemItem
from lab.labs.done import GivenAnswer, StepRun
from lab.labs.held import HeldLab
from lab.labs.schemas import (
    AnswerRead,
    AttemptRead,
    GameRead,
    GoalRead,
    HiddenSeedsRead,
    LabListed,
    LabRunRead,
    MarkRead,
)
from lab.runs.schemas import RunCreate
from lab_model.classroom import Judgement, LabFile
from lab_model.classroom.answers import FreeText
from lab_model.classroom.lab_file import (
    GoalStep,
    PredictionStep,
    QuestionStep,
    RunStep,
    Settings,
    Step,
    with_settings,
)
from lab_model.classroom.marking import Mark, Unfit, unfit_answer, unfit_settings
from lab_model.scenarios.units import one_line


@dataclass(frozen=True)
class Work:
    """The work of an attempt, with the marks that its student may see."""

    answers: Sequence[GivenAnswer]
    rows: Sequence[StepRun]
    marks: Mapping[tuple[UUID, str], Mark]
    """By attempt and step."""
    goals: Mapping[UUID, Judgement]
    """By run."""
    games: list[GameRead]


def listed(lab_id: str, lab: LabFile) -> LabListed:
    """A lab as it is described before one begins it."""
    return LabListed(
        id=lab_id,
        title=lab.title,
        summary=lab.summary,
        goals=lab.goals,
        minutes=lab.minutes,
        step_count=len(lab.steps),
    )


def asking_step(step: Step, given: Any) -> PredictionStep | QuestionStep:
    """A step that takes this answer. Raises WrongState and InvalidInput."""
    if not isinstance(step, PredictionStep | QuestionStep):
        raise WrongState(f"'{step.title}' has no question to answer.")
    asked = step.prediction if isinstance(step, PredictionStep) else step.question
    unfit = unfit_answer(asked, given)
    if unfit is not None:
        raise refusal(unfit, "/answer")
    return step


def stays(step: Step) -> WrongState:
    """Of an answer whose mark could be seen."""
    return WrongState(
        f"The answer to '{step.title}' can no longer be changed: the right answer has been shown."
    )


def can_be_right_at_once(step: Step) -> bool:
    """Whether an answer to a question is marked as soon as it is stored."""
    return isinstance(step, QuestionStep) and not isinstance(step.question, FreeText)


def require_predicted(held: HeldLab, step: Step, answered: Collection[str]) -> None:
    """Raises PredictionMissing. `answered`: ids of the steps that have an answer."""
    for each in held.predictions_first.get(step.id, ()):
        if each.id not in answered:
            raise PredictionMissing(
                f"Answer '{each.title}' first: '{step.title}' could reveal its answer."
            )


def no_run(step: Step) -> WrongState:
    """Of a step that computes nothing."""
    return WrongState(f"'{step.title}' has no run.")


def no_map(step: Step) -> WrongState:
    """Of a step without one."""
    return WrongState(f"'{step.title}' has no map to fill.")


def no_game(step: Step) -> WrongState:
    """Of a step without rounds."""
    return WrongState(f"'{step.title}' is not a game.")


def needs_run_as_given(lab: LabFile, step: RunStep | GoalStep, settings: Settings) -> bool:
    """Whether these settings wait for a run of the step as it is given: predictions are about
    that.
    """
    return bool(settings) and any(
        isinstance(each, PredictionStep) and each.about == step.id for each in lab.steps
    )


def require_run_as_given(step: RunStep | GoalStep, rows: Iterable[StepRun]) -> None:
    """Raises WrongState. `rows`: the runs of the step."""
    if all(row.settings for row in rows):
        raise WrongState(
            f"Run '{step.title}' with its given settings first: the prediction is about that run."
        )


def require_open(step: RunStep | GoalStep, settings: Settings) -> None:
    """Raises InvalidInput for settings that the step does not leave open."""
    unfit = unfit_settings(step, settings)
    if unfit is not None:
        raise refusal(unfit, f"/settings/{unfit.place}")


def run_as_set(lab: LabFile, step: RunStep | GoalStep, settings: Settings) -> RunCreate:
    """The run of a step with settings of its open fields."""
    scenario = with_settings(step.scenario, settings)
    return RunCreate(scenario=scenario, seed=step.seed, forked_from=lab.title)


def refusal(unfit: Unfit, pointer: str) -> InvalidInput:
    """The error of an unfit answer or setting."""
    given = one_line(json.dumps(unfit.value))
    message = f"{unfit.place} is {given}; it {unfit.requirement}"
    item = ProblemItem(path=unfit.place, pointer=pointer, message=message, value=None, bound=None)
    return InvalidInput(message, errors=[item])


def attempt_read(
    attempt_id: UUID,
    lab_id: str,
    started_at: datetime,
    held: HeldLab,
    work: Work,
    classroom: AttemptClass | None,
) -> AttemptRead:
    """An attempt with its marks."""
    return AttemptRead(
        id=attempt_id,
        lab_id=lab_id,
        started_at=started_at,
        lab=held.for_students,
        waits_for={
            step_id: [each.id for each in predictions]
            for step_id, predictions in held.predictions_first.items()
        },
        answers=[
            _answer_read(each, work.marks.get((attempt_id, each.step_id))) for each in work.answers
        ],
        runs=[_run_read(row, work.goals.get(row.run_id)) for row in work.rows],
        games=work.games,
        classroom=classroom,
    )


def _answer_read(given: GivenAnswer, mark: Mark | None) -> AnswerRead:
    return AnswerRead(
        step_id=given.step_id,
        answer=given.answer,
        answered_at=given.answered_at,
        mark=None if mark is None else MarkRead(is_right=mark.is_right, measured=mark.measured),
    )


def _run_read(row: StepRun, judged: Judgement | None) -> LabRunRead:
    goal = None
    if judged is not None:
        goal = GoalRead(
            holds=judged.holds,
            is_decided=judged.is_decided,
            terms=judged.terms,
            hidden=HiddenSeedsRead.of(judged),
        )
    return LabRunRead(
        step_id=row.step_id,
        run_id=row.run_id,
        settings=row.settings,
        status=row.status,
        goal=goal,
        hidden_open_count=sum(not each.is_over for each in row.hidden),
    )
