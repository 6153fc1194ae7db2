"""A lab on paper for its teacher: minutes, expected answers, misconceptions, what to say."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, assert_never

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
from lab_model.classroom.lab_file import (
    GameStep,
    GoalStep,
    LabFile,
    MapStep,
    PredictionStep,
    QuestionStep,
    RunStep,
    Settings,
    Step,
    TextStep,
)
from lab_model.classroom.templates import LabEffect, MeasuredEffect
from lab_model.classroom.worksheet import field_title, field_value
from lab_model.english.numbers import count_of
from lab_model.metrics import FLOW_SERIES
from lab_model.scenarios import Scenario
from lab_model.scenarios.group_names import algorithm_title
from lab_model.scenarios.units import number_text

Effects = Sequence[tuple[LabEffect, MeasuredEffect]]

_PEEKING: Final = (
    "The lab shows a run after its prediction is stored. This stops peeking, not a student who "
    "runs the same scenario elsewhere."
)


def teachers_guide(
    lab: LabFile, effects: Effects = (), found: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Markdown to be printed; a lab that was not measured has no effects. `found` says of
    predictions, by step, what a run answered.
    """
    parts = [
        f"# {lab.title}: teacher's guide",
        lab.summary,
        f"{lab.minutes} minutes. {_PEEKING}",
        "## Goals",
        "Afterwards students can:",
        _list(list(lab.goals)),
        "## Common misconceptions" if lab.misconceptions else "",
        _list(list(lab.misconceptions)),
        "## Minutes",
        _minutes(lab),
        "## Steps and expected answers",
    ]
    for number, step in enumerate(lab.steps, start=1):
        parts += [_heading(number, step), _quoted(step.text), _expected(step)]
        parts += [f"**Measured on this server:** {found[step.id]}."] if step.id in found else []
        parts += [step.notes]
    parts += ["## What the lab shows, and what to say", *map(_effect, effects)] if effects else []
    return "\n\n".join(part for part in parts if part) + "\n"


def _minutes(lab: LabFile) -> str:
    rows = [
        f"| {number}. {step.title} | {step.kind} | {step.minutes} | {step.points:g} |"
        for number, step in enumerate(lab.steps, start=1)
    ]
    total = f"| All | | {lab.minutes} | {sum(step.points for step in lab.steps):g} |"
    return "\n".join(["| step | kind | minutes | points |", "|---|---|---:|---:|", *rows, total])


def _heading(number: int, step: Step) -> str:
    return f"### {number}. {step.title} ({step.minutes} min)"


def _expected(step: Step) -> str:
    """The key of a step, if the file has one."""
    match step:
        case TextStep():
            key = ""
        case RunStep():
            key = f"Seed {step.seed}."
        case GoalStep():
            settings = _settings(step.solution, step.scenario)
            key = f"**Reached with:** {settings}. Condition: `{step.goal}`."
        case PredictionStep():
            key = _of_prediction(step.prediction)
        case QuestionStep():
            key = _of_question(step.question)
        case MapStep():
            key = f"The colour of a cell, {step.label}, is `{step.measured}`."
        case GameStep():
            titles = ", ".join(map(algorithm_title, step.candidates))
            key = f"Every student has draws of their own among {titles}."
        case _:
            assert_never(step)
    return key


def _of_prediction(prediction: Prediction) -> str:
    match prediction:
        case Pick():
            options = [f"{each.text}: `{each.is_right_if}`" for each in prediction.options]
            return f"**Right is what the run shows:**\n\n{_list(options)}"
        case PredictedNumber():
            within = _percent(prediction.tolerance_ratio)
            unit = f" {prediction.unit}" if prediction.unit else ""
            return f"**Right within {within}** of the run's `{prediction.measured}`{unit}."
        case Order():
            items = [f"{each.text}: `{each.measured}`" for each in prediction.items]
            return f"**Right is the run's order** of these, the largest first:\n\n{_list(items)}"
        case Curve():
            title = FLOW_SERIES[prediction.series].title
            return f"Drawn over the measured {title} of {prediction.flow}; compared by eye."
        case _:
            assert_never(prediction)


def _of_question(question: Question) -> str:
    match question:
        case FreeText():
            return f"**Expected:** {question.expected}" if question.expected else ""
        case Choice():
            right = [question.options[position] for position in question.right]
            return f"**Right:** {'; '.join(right)}"
        case RightNumber():
            within = _percent(question.tolerance_ratio)
            answer = f"{number_text(question.right)} {question.unit}".rstrip()
            return f"**Right:** {answer}, within {within}"
        case _:
            assert_never(question)


def _effect(pair: tuple[LabEffect, MeasuredEffect]) -> str:
    effect, found = pair
    seeds = _seeds(effect, len(found.values))
    interval = f"{_short(found.low)} to {_short(found.high)}"
    lines = [f"Mean {_short(found.mean)}, 95% interval {interval} over {seeds}."]
    lines += [f"Promised: {effect.promise}."]
    return f"### {effect.says}\n\n{' '.join(lines)}\n\n**Say:** {_saying(effect, found)}"


def _saying(effect: LabEffect, found: MeasuredEffect) -> str:
    """What the numbers allow a teacher to claim in front of a class."""
    spread = f"Single runs gave {_short(min(found.values))} to {_short(max(found.values))}"
    if effect.contains is not None:
        return f"{spread}. These runs do not separate the mean from {effect.contains:g}."
    count = sum(effect.holds(value, value) for value in found.values)
    if count == len(found.values):
        return f"{spread}; each of them shows it, so one run in class does."
    return f"{spread}; {count} of {len(found.values)} show it, so do not rely on one run."


def _seeds(effect: LabEffect, count: int) -> str:
    named = "" if effect.seeds is None else f" ({', '.join(map(str, effect.seeds))})"
    return f"{count_of(count, 'seed')}{named}"


def _settings(settings: Settings, scenario: Scenario) -> str:
    return ", ".join(
        f"{field_title(path, scenario)} {field_value(path, value, scenario)}"
        for path, value in settings.items()
    )


def _percent(ratio: float) -> str:
    """A ratio in percent as it was set: `20%`, `2.5%`."""
    return f"{number_text(round(100 * ratio, 6))}%"


def _short(number: float) -> str:
    """Three or four digits: 0.0219, 1.54, 734, 4,362."""
    digits = 4 if abs(number) >= 1000 else 3
    return f"{float(f'{number:.{digits}g}'):,.12g}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _list(items: list[str]) -> str:
    return "\n".join(f"- {item}" for item in items)
