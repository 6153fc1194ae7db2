"""Whether an answer can be taken, and whether it is right: of predictions, by the run itself."""

import math
import sys
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, assert_never

from lab_model.classroom.answers import (
    Choice,
    Curve,
    FreeText,
    Order,
    Pick,
    PredictedNumber,
    Prediction,
    Question,
    RightNumber,
)
from lab_model.classroom.expressions import Expression, Result
from lab_model.classroom.lab_file import GoalStep, OpenField, RunStep, Settings
from lab_model.modules import is_module_name

MAX_ANSWER_LENGTH: Final = 4000
MAX_CURVE_POINTS: Final = 400


@dataclass(frozen=True)
class Unfit:
    """What is wrong with an answer or a setting; `requirement` continues "... is X; it ..."."""

    place: str
    value: Any
    requirement: str


@dataclass(frozen=True)
class Mark:
    """Whether an answer is right, and what the run measured. None: only a person can decide."""

    is_right: bool | None
    measured: float | list[float | None] | None
    """In the answer's form: a number, the numbers of an order, the position of a right option."""


def unfit_answer(asked: Prediction | Question, answer: Any) -> Unfit | None:
    """Why an answer cannot be taken; None if it can."""
    requirement = _requirement(asked, answer)
    return None if requirement is None else Unfit("answer", answer, requirement)


def _requirement(asked: Prediction | Question, answer: Any) -> str | None:
    match asked:
        case Pick():
            wanted, fits = _position(len(asked.options)), _is_position(answer, asked.options)
        case PredictedNumber() | RightNumber():
            wanted, fits = "must be a number", _is_number(answer)
        case Order():
            everything = list(range(len(asked.items)))
            wanted = f"must be {everything} in another order, the largest first"
            fits = _is_list(answer) and all(map(_is_whole, answer)) and sorted(answer) == everything
        case Curve():
            wanted = f"must be 2 to {MAX_CURVE_POINTS} points [time_s, value] in order of time"
            fits = _is_curve(answer)
        case FreeText():
            wanted = f"must be a text of 1 to {MAX_ANSWER_LENGTH} characters"
            fits = _is_text(answer)
        case Choice():
            wanted = f"must be a list of positions, each {_position(len(asked.options))[8:]}"
            fits = _is_list(answer) and all(_is_position(item, asked.options) for item in answer)
        case _:
            assert_never(asked)
    return None if fits else wanted


def mark_question(question: Question, answer: Any) -> Mark:
    """Mark an answer that fits its question."""
    match question:
        case FreeText():
            return Mark(None, None)
        case Choice():
            return Mark(set(answer) == set(question.right), None)
        case RightNumber():
            return Mark(_is_near(answer, question.right, question.tolerance_ratio), None)
        case _:
            assert_never(question)


def mark_prediction(prediction: Prediction, answer: Any, result: Result) -> Mark:
    """Mark an answer that fits, by the run that it predicted. A curve is compared by eye."""
    match prediction:
        case Pick():
            held = [
                index
                for index, option in enumerate(prediction.options)
                if Expression(option.is_right_if, "truth").judge(result).holds
            ]
            return Mark(answer in held, [float(index) for index in held])
        case PredictedNumber():
            measured = Expression(prediction.measured, "number").number(result)
            is_right = _is_near(answer, measured, prediction.tolerance_ratio)
            return Mark(is_right, _known(measured))
        case Order():
            numbers = [
                Expression(item.measured, "number").number(result) for item in prediction.items
            ]
            ordered = [numbers[position] for position in answer]
            is_right = all(a >= b for a, b in pairwise(ordered))
            return Mark(is_right, [_known(number) for number in numbers])
        case Curve():
            return Mark(None, None)
        case _:
            assert_never(prediction)


def unfit_settings(step: RunStep | GoalStep, settings: Settings) -> Unfit | None:
    """The first setting that students may not make; None if all are open and within bounds."""
    fields = {field.path: field for field in step.fields}
    for path, value in settings.items():
        if path not in fields:
            known = ", ".join(fields) or "none"
            return Unfit(path, value, f"cannot be changed in this step; open are: {known}")
        requirement = _field_requirement(fields[path], value)
        if requirement is not None:
            return Unfit(path, value, requirement)
    return None


def _field_requirement(field: OpenField, value: Any) -> str | None:
    if field.is_own_algorithm:
        is_module = isinstance(value, str) and is_module_name(value)
        return None if is_module else "must be a module: wasm: and the SHA-256 of its bytes"
    return _value_requirement(field, value)


def _value_requirement(field: OpenField, value: Any) -> str | None:
    if field.choices is not None:
        return None if value in field.choices else f"must be one of {field.choices}"
    if field.minimum is None and field.maximum is None:
        return None
    if not _is_number(value):
        return "must be a number"
    if field.minimum is not None and value < field.minimum:
        return f"must be at least {field.minimum:g}"
    if field.maximum is not None and value > field.maximum:
        return f"must be at most {field.maximum:g}"
    return None


def _position(count: int) -> str:
    return f"must be a whole number from 0 to {count - 1}"


def _is_position(value: Any, options: list[Any]) -> bool:
    return _is_whole(value) and 0 <= value < len(options)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and abs(value) <= sys.float_info.max


def _is_text(value: Any) -> bool:
    """Text that can be stored and sent: no NUL, no half of a surrogate pair."""
    if not isinstance(value, str) or not 0 < len(value) <= MAX_ANSWER_LENGTH:
        return False
    return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 0


def _is_curve(value: Any) -> bool:
    if not _is_list(value) or not 2 <= len(value) <= MAX_CURVE_POINTS:
        return False
    if not all(isinstance(p, list) and len(p) == 2 and all(map(_is_number, p)) for p in value):
        return False
    times = [point[0] for point in value]
    return all(a < b for a, b in pairwise(times))


def _is_near(answer: float, truth: float, tolerance_ratio: float) -> bool:
    return abs(answer - truth) <= tolerance_ratio * abs(truth)


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None
