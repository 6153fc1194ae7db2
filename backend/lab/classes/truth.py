"""The right answer at a step, for teachers: that of a prediction comes from any run of its step."""

import math
from typing import Any, Final
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from lab.classes.board_schemas import Truth, TruthCurve
from lab.kit.cache import Cache
from lab.labs.held import HeldLab
from lab.labs.marks import mark_one
from lab.models import Result, Run
from lab.results import repository as results
from lab.series import service as series
from lab.series.service import SeriesQuery
from lab_model.classroom.answers import Choice, Curve, Order, Pick, PredictedNumber, RightNumber
from lab_model.classroom.lab_file import (
    GoalStep,
    PredictionStep,
    QuestionStep,
    RunStep,
    Step,
)
from lab_model.classroom.marking import Mark
from lab_model.scenarios import scenario_digest

CURVE_POINTS: Final = 200

_TRUTHS: Final[Cache[tuple[str, str, UUID], Truth]] = Cache(most=500)
_DIGESTS: Final[Cache[tuple[str, str], str]] = Cache(most=500)


def truth_of(session: Session, held: HeldLab, step: Step) -> Truth:
    """All null as long as nothing is known."""
    if isinstance(step, QuestionStep):
        match step.question:
            case RightNumber(right=number):
                return Truth(number=number)
            case Choice(right=positions):
                return Truth(positions=sorted(positions))
        return Truth()
    if not isinstance(step, PredictionStep):
        return Truth()
    result_id = _result_of(session, held, step.about)
    if result_id is None:
        return Truth()
    key = (held.digest, step.id, result_id)
    known = _TRUTHS.get(key)
    if known is None:
        known = _measured(session, held, step, result_id)
        _TRUTHS.put(key, known)
    return known


def marks_of(
    session: Session, held: HeldLab, step: PredictionStep, answers: list[Any]
) -> list[Mark]:
    """Marks of some answers by the known result; none without one."""
    result_id = _result_of(session, held, step.about)
    document = None if result_id is None else session.get_one(Result, result_id).document
    if document is None:
        return []
    return [mark_one(held, step.id, answer, document) for answer in answers]


def _measured(session: Session, held: HeldLab, step: PredictionStep, result_id: UUID) -> Truth:
    prediction = step.prediction
    if isinstance(prediction, Curve):
        return Truth(curve=_curve(session, held, step, prediction, result_id))
    document = session.get_one(Result, result_id).document or {}
    match prediction:
        case PredictedNumber():
            number = mark_one(held, step.id, 0.0, document).measured
            return Truth(number=number if isinstance(number, float) else None)
        case Pick():
            right = mark_one(held, step.id, 0, document).measured
            return Truth(positions=[int(each) for each in _listed(right)])
        case Order():
            everything = list(range(len(prediction.items)))
            numbers = _listed(mark_one(held, step.id, everything, document).measured)
            return Truth(positions=sorted(everything, key=lambda each: -numbers[each]))


def _listed(measured: float | list[float | None] | None) -> list[float]:
    """Numbers of an order or of options; missing ones come last."""
    values = measured if isinstance(measured, list) else []
    return [-math.inf if each is None else each for each in values]


def _curve(
    session: Session, held: HeldLab, step: PredictionStep, drawn: Curve, result_id: UUID
) -> TruthCurve | None:
    """The series of the flow group that was to be drawn."""
    about = held.lab.step(step.about)
    run = session.scalar(
        select(Run).where(Run.result_id == result_id, Run.status == "done").limit(1)
    )
    if run is None or not isinstance(about, RunStep | GoalStep):
        return None
    group = [each.label for each in about.scenario.flows].index(drawn.flow)
    query = SeriesQuery([drawn.series], [f"group:{group}"], 0.0, None, CURVE_POINTS)
    found = series.read_of(session, run, query)
    [subject] = found.subjects
    return TruthCurve(time_s=found.time_s, values=subject.columns[drawn.series].mean)


def _result_of(session: Session, held: HeldLab, step_id: str) -> UUID | None:
    """The stored result of a step as it is given, of any user."""
    step = held.lab.step(step_id)
    newest = results.newest_core(session)
    if newest is None or not isinstance(step, RunStep | GoalStep):
        return None
    key = (held.digest, step_id)
    digest = _DIGESTS.get(key)
    if digest is None:
        digest = scenario_digest(step.scenario)
        _DIGESTS.put(key, digest)
    return session.scalar(
        select(Result.id).where(
            Result.scenario_digest == digest,
            Result.seed == step.seed,
            Result.behaviour_version == newest.behaviour,
            Result.done_at.is_not(None),
        )
    )
