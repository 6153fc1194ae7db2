"""Marks of answers and goals by results. Results never change, so each is judged once.

A class of two hundred students has thousands of runs. Their documents are read in one query for
all that is not known yet, and afterwards not at all.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar
from uuid import UUID

from lab.kit.cache import Cache
from lab.labs.done import GivenAnswer, StepRun
from lab.labs.held import HeldLab
from lab_model.classroom import Expression, HiddenSeeds, Judgement
from lab_model.classroom.lab_file import GoalStep, MapStep, PredictionStep, QuestionStep
from lab_model.classroom.marking import Mark, mark_prediction, mark_question

Document = dict[str, Any]
ReadDocuments = Callable[[Collection[UUID]], Mapping[UUID, Document]]
"""The documents of the results of these ids, without labels; unfinished ones are missing."""
KeyT = TypeVar("KeyT", UUID, tuple[str, str, UUID, str])
ValueT = TypeVar("ValueT")
MarkKey = tuple[str, str, UUID, str]
"""Lab, step, result, answer: equal answers to equal results have equal marks."""

_DOCUMENTS_AT_ONCE: Final = 100
_GOALS: Final[Cache[UUID, Judgement]] = Cache(most=20_000)
_MEASURED: Final[Cache[UUID, float]] = Cache(most=20_000)
_MARKS: Final[Cache[MarkKey, Mark]] = Cache(most=20_000)


def goals(read: ReadDocuments, held: HeldLab, rows: Iterable[StepRun]) -> dict[UUID, Judgement]:
    """Of every run of a step with a goal that is done, by run; a run that reaches it has none until
    its hidden runs are over, too.
    """
    steps = {step.id: step for step in held.lab.steps if isinstance(step, GoalStep)}
    shown = [row for row in rows if row.step_id in steps]
    done = {each.run_id: each for row in shown for each in (row, *row.hidden) if each.is_done}

    def judge(run_id: UUID, document: Document) -> Judgement:
        return judge_goal(steps[done[run_id].step_id], document)

    judged = _found(read, _GOALS, _results_of(done), judge)
    verdicts = {row.run_id: _verdict(row, judged) for row in shown}
    return {run_id: verdict for run_id, verdict in verdicts.items() if verdict is not None}


def _verdict(row: StepRun, judged: Mapping[UUID, Judgement]) -> Judgement | None:
    shown = judged.get(row.run_id)
    if shown is None or not shown.holds or not row.hidden:
        return shown
    if not all(each.is_over for each in row.hidden):
        return None
    known = [judged[each.run_id] for each in row.hidden if each.run_id in judged]
    seed_count, reached_count = len(row.hidden), sum(each.holds for each in known)
    hidden = HiddenSeeds(seed_count, reached_count, failed_count=seed_count - len(known))
    return replace(shown, holds=reached_count == seed_count, hidden=hidden)


def measured(read: ReadDocuments, step: MapStep, rows: Iterable[StepRun]) -> dict[UUID, float]:
    """The measured number of every finished run of a map's step, by run. NaN: it has none."""
    done = {row.run_id: row for row in rows if row.step_id == step.id and row.is_done}

    def measure(_run_id: UUID, document: Document) -> float:
        return Expression(step.measured, "number").number(_labelled(document, step))

    return _found(read, _MEASURED, _results_of(done), measure)


def marks(
    read: ReadDocuments, held: HeldLab, answers: Iterable[GivenAnswer], rows: Iterable[StepRun]
) -> dict[tuple[UUID, str], Mark]:
    """By attempt and step. A prediction has none until its student's run is done."""
    seen = {
        (row.attempt_id, row.step_id): row.result_id
        for row in reversed(list(rows))
        if row.is_done and not row.settings
    }
    found: dict[tuple[UUID, str], Mark] = {}
    keys: dict[tuple[UUID, str], MarkKey] = {}
    given: dict[MarkKey, Any] = {}
    steps = {step.id: step for step in held.lab.steps}
    for each in answers:
        step, place = steps[each.step_id], (each.attempt_id, each.step_id)
        if isinstance(step, QuestionStep):
            found[place] = mark_question(step.question, each.answer)
        elif isinstance(step, PredictionStep):
            result_id = seen.get((each.attempt_id, step.about))
            if result_id is not None:
                key = (held.digest, step.id, result_id, json.dumps(each.answer))
                keys[place], given[key] = key, each.answer

    def mark(key: MarkKey, document: Document) -> Mark:
        return mark_one(held, key[1], given[key], document)

    by_key = _found(read, _MARKS, {key: key[2] for key in keys.values()}, mark)
    return found | {place: by_key[key] for place, key in keys.items() if key in by_key}


def mark_one(held: HeldLab, step_id: str, answer: Any, document: Document) -> Mark:
    """The mark of one prediction by the result of the step that it is about."""
    step = held.lab.step(step_id)
    if not isinstance(step, PredictionStep):
        raise TypeError(f"step {step_id} predicts nothing")
    about = held.lab.step(step.about)
    mark = mark_prediction(step.prediction, answer, _labelled(document, about))
    return mark if step.points_for == "right" else replace(mark, is_right=None)


def judge_goal(step: GoalStep, document: Document) -> Judgement:
    """Whether a result reaches the goal of a step."""
    return Expression(step.goal, "truth").judge(_labelled(document, step))


def _results_of(done: Mapping[UUID, StepRun]) -> dict[UUID, UUID]:
    return {run_id: row.result_id for run_id, row in done.items() if row.result_id is not None}


def _found(
    read: ReadDocuments,
    cache: Cache[KeyT, ValueT],
    wanted: Mapping[KeyT, UUID],
    compute: Callable[[KeyT, Document], ValueT],
) -> dict[KeyT, ValueT]:
    """The value of each key, from the cache or from the document of its result."""
    found: dict[KeyT, ValueT] = {}
    missing: list[KeyT] = []
    for key in wanted:
        known = cache.get(key)
        if known is None:
            missing.append(key)
        else:
            found[key] = known
    for first in range(0, len(missing), _DOCUMENTS_AT_ONCE):
        keys = missing[first : first + _DOCUMENTS_AT_ONCE]
        documents = read({wanted[key] for key in keys})
        for key in keys:
            document = documents.get(wanted[key])
            if document is not None:
                found[key] = compute(key, document)
                cache.put(key, found[key])
    return found


def _labelled(document: Document, step: Any) -> Document:
    """The shared result with the labels of the step, which are not part of the digest."""
    labels = [group.label for group in step.scenario.flows]
    flows = [{**flow, "label": labels[flow["group_index"]]} for flow in document["flows"]]
    return {**document, "flows": flows}
