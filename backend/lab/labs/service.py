"""The rules of labs: a prediction comes before its run, and what has been marked stays."""

import json
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from lab.errors import InvalidInput, NotFound, NotYours, PredictionMissing, WrongState
from lab.kit.problem import ProblemItem
from lab.lab_documents.service import require_lab
from lab.labs import repository
from lab.labs.repository import StepRun
from lab.labs.schemas import (
    AnswerRead,
    AttemptListed,
    AttemptRead,
    GoalRead,
    LabListed,
    LabRunRead,
    MarkRead,
)
from lab.models import LabAnswer, LabAttempt, LabRun
from lab.runs import service as runs
from lab.runs.schemas import RunCreate, RunRead
from lab_model.classroom import Expression, LabFile, load_templates
from lab_model.classroom.answers import FreeText
from lab_model.classroom.lab_file import (
    GoalStep,
    PredictionStep,
    QuestionStep,
    RunStep,
    Settings,
    Step,
    for_students,
    with_settings,
)
from lab_model.classroom.marking import (
    Mark,
    Unfit,
    mark_prediction,
    mark_question,
    unfit_answer,
    unfit_settings,
)
from lab_model.scenarios.units import one_line


def list_labs() -> list[LabListed]:
    """The labs that come with the product."""
    return [_to_listed(template.id, template.lab) for template in load_templates()]


def describe(session: Session, lab_id: str) -> LabListed:
    """What a link to a lab tells before one begins: the newest published version."""
    return _to_listed(lab_id, require_lab(session, lab_id))


def _to_listed(lab_id: str, lab: LabFile) -> LabListed:
    return LabListed(
        id=lab_id,
        title=lab.title,
        summary=lab.summary,
        goals=lab.goals,
        minutes=lab.minutes,
        step_count=len(lab.steps),
    )


def start(session: Session, owner_key_hash: bytes, lab_id: str) -> AttemptRead:
    """Begin a lab, as its file is now."""
    lab = require_lab(session, lab_id)
    attempt = LabAttempt(
        owner_key_hash=owner_key_hash, template_id=lab_id, lab=lab.model_dump(mode="json")
    )
    session.add(attempt)
    session.flush()
    return _to_read(session, attempt)


def list_mine(session: Session, owner_key_hash: bytes) -> list[AttemptListed]:
    """The owner's latest attempts."""
    return [
        AttemptListed(
            id=attempt.id,
            lab_id=attempt.template_id,
            title=attempt.lab["title"],
            started_at=attempt.started_at,
            answered_step_count=answer_count,
        )
        for attempt, answer_count in repository.latest_of_owner(session, owner_key_hash)
    ]


def read(session: Session, owner_key_hash: bytes, attempt_id: UUID) -> AttemptRead:
    """An attempt with its marks."""
    return _to_read(session, _own(session.get(LabAttempt, attempt_id), owner_key_hash, attempt_id))


def delete(session: Session, owner_key_hash: bytes, attempt_id: UUID) -> None:
    """Forget an attempt and its answers. Its runs stay among the owner's runs."""
    session.delete(_own(repository.lock(session, attempt_id), owner_key_hash, attempt_id))


def answer(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, step_id: str, given: Any
) -> AttemptRead:
    """Store an answer. Raises WrongState once its mark could be seen."""
    attempt = _own(repository.lock(session, attempt_id), owner_key_hash, attempt_id)
    step = _step(_lab_of(attempt), step_id)
    if not isinstance(step, PredictionStep | QuestionStep):
        raise WrongState(f"'{step.title}' asks nothing.")
    asked = step.prediction if isinstance(step, PredictionStep) else step.question
    unfit = unfit_answer(asked, given)
    if unfit is not None:
        raise _refusal(unfit, "/answer")
    if _is_final(session, attempt, step):
        raise WrongState(f"The answer to '{step.title}' stays: what is right has been shown.")
    repository.store_answer(session, attempt.id, step_id, given)
    session.flush()
    return _to_read(session, attempt)


def run(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, step_id: str, settings: Settings
) -> RunRead:
    """Run a step. Raises PredictionMissing while an answer about it is owed."""
    attempt = _own(repository.lock(session, attempt_id), owner_key_hash, attempt_id)
    lab = _lab_of(attempt)
    step = _step(lab, step_id)
    if not isinstance(step, RunStep | GoalStep):
        raise WrongState(f"'{step.title}' has no run.")
    predictions = [
        each for each in lab.steps if isinstance(each, PredictionStep) and each.about == step_id
    ]
    _need_predictions(session, attempt, predictions)
    unfit = unfit_settings(step, settings)
    if unfit is not None:
        raise _refusal(unfit, f"/settings/{unfit.place}")
    if settings and predictions:
        _need_run_as_given(session, attempt, step)
    scenario = with_settings(step.scenario, settings)
    created = runs.create(
        session,
        owner_key_hash,
        RunCreate(scenario=scenario, seed=step.seed, forked_from=attempt.lab["title"]),
    )
    session.add(
        LabRun(run_id=created.id, attempt_id=attempt.id, step_id=step_id, settings=settings)
    )
    return created


def _own(attempt: LabAttempt | None, owner_key_hash: bytes, attempt_id: UUID) -> LabAttempt:
    if attempt is None:
        raise NotFound(f"There is no attempt {attempt_id} at a lab. It may have been deleted.")
    if attempt.owner_key_hash != owner_key_hash:
        raise NotYours(f"Attempt {attempt_id} belongs to another browser.")
    return attempt


def _lab_of(attempt: LabAttempt) -> LabFile:
    return LabFile.model_validate(attempt.lab, strict=False)


def _step(lab: LabFile, step_id: str) -> Step:
    try:
        return lab.step(step_id)
    except KeyError:
        raise NotFound(f"The lab has no step '{one_line(step_id)}'.") from None


def _refusal(unfit: Unfit, pointer: str) -> InvalidInput:
    given = one_line(json.dumps(unfit.value))
    message = f"{unfit.place} is {given}; it {unfit.requirement}"
    item = ProblemItem(path=unfit.place, pointer=pointer, message=message, value=None, bound=None)
    return InvalidInput(message, errors=[item])


def _need_predictions(
    session: Session, attempt: LabAttempt, predictions: list[PredictionStep]
) -> None:
    answered = {each.step_id for each in repository.answers_of(session, attempt.id)}
    for step in predictions:
        if step.id not in answered:
            raise PredictionMissing(f"Answer '{step.title}' first: it predicts this run.")


def _need_run_as_given(session: Session, attempt: LabAttempt, step: RunStep | GoalStep) -> None:
    """A prediction is about the step as it is given, so that has to run before others do."""
    rows = repository.runs_of(session, attempt.id)
    if not any(row.lab_run.step_id == step.id and not row.lab_run.settings for row in rows):
        raise WrongState(f"Run '{step.title}' as it is given first: the prediction is about that.")


def _is_final(session: Session, attempt: LabAttempt, step: PredictionStep | QuestionStep) -> bool:
    if isinstance(step, PredictionStep):
        rows = repository.runs_of(session, attempt.id)
        return any(row.lab_run.step_id == step.about for row in rows)
    if isinstance(step.question, FreeText):
        return False
    return any(each.step_id == step.id for each in repository.answers_of(session, attempt.id))


def _to_read(session: Session, attempt: LabAttempt) -> AttemptRead:
    lab = _lab_of(attempt)
    rows = repository.runs_of(session, attempt.id)
    return AttemptRead(
        id=attempt.id,
        lab_id=attempt.template_id,
        started_at=attempt.started_at,
        lab=for_students(lab),
        answers=[
            _answer_read(lab, each, rows) for each in repository.answers_of(session, attempt.id)
        ],
        runs=[_run_read(lab, row) for row in rows],
    )


def _answer_read(lab: LabFile, given: LabAnswer, rows: list[StepRun]) -> AnswerRead:
    mark = _mark(lab, given, rows)
    return AnswerRead(
        step_id=given.step_id,
        answer=given.answer,
        answered_at=given.answered_at,
        mark=None if mark is None else MarkRead(is_right=mark.is_right, measured=mark.measured),
    )


def _mark(lab: LabFile, given: LabAnswer, rows: list[StepRun]) -> Mark | None:
    step = lab.step(given.step_id)
    if isinstance(step, QuestionStep):
        return mark_question(step.question, given.answer)
    if not isinstance(step, PredictionStep):
        return None
    for row in rows:
        if row.lab_run.step_id != step.about or row.lab_run.settings:
            continue
        document = _document(row)
        if document is not None:
            return mark_prediction(step.prediction, given.answer, document)
    return None


def _run_read(lab: LabFile, row: StepRun) -> LabRunRead:
    step = lab.step(row.lab_run.step_id)
    document = _document(row) if isinstance(step, GoalStep) else None
    goal = None
    if isinstance(step, GoalStep) and document is not None:
        judged = Expression(step.goal, "truth").judge(document)
        goal = GoalRead(holds=judged.holds, is_decided=judged.is_decided, terms=judged.terms)
    return LabRunRead(
        step_id=row.lab_run.step_id,
        run_id=row.run.id,
        settings=row.lab_run.settings,
        status=row.run.status,
        goal=goal,
    )


def _document(row: StepRun) -> dict[str, Any] | None:
    """The result of a run that is done."""
    return runs.to_read(row.run, row.result).result
