"""A class at one step: answers beside each other and over the truth, runs with their evidence."""

import json
from collections import Counter

from sqlalchemy.orm import Session

from lab.classes import truth, work
from lab.classes.board_schemas import (
    ClassAnswer,
    ClassRun,
    GameBoard,
    GamePlayer,
    StepBoardRead,
    StudentFeedback,
    Tallied,
    Truth,
)
from lab.classes.work import ClassWork
from lab.labs.files import held_lab
from lab.labs.schemas import HiddenSeedsRead
from lab.models import Classroom, ClassStudent
from lab_model.classroom.answers import Choice, Order, Pick
from lab_model.classroom.game import class_table, score
from lab_model.classroom.lab_file import (
    GameStep,
    GoalStep,
    PredictionStep,
    QuestionStep,
    RunStep,
    Step,
)


def read(session: Session, classroom: Classroom, step_id: str, *, projector: bool) -> StepBoardRead:
    """The class at this step. Without names if the class is to have none; a wall has no points
    and no feedback either. Raises NotFound.
    """
    step = held_lab(classroom).step(step_id)
    found = work.read(session, classroom, step)
    known = truth.truth_of(session, found.held, step)
    hides_names = projector or classroom.is_anonymous
    shows_runs = isinstance(step, RunStep | GoalStep)
    return StepBoardRead(
        step_id=step.id,
        answers=[
            _answer(found, step, student, hides_names=hides_names, hides_points=projector)
            for student in found.students
            if (student.attempt_id, step.id) in found.answers
        ],
        tally=_tally(session, found, step, known),
        truth=known,
        runs=_runs(found, step, hides_names=hides_names) if shows_runs else [],
        map=found.map,
        game=_game(found, step, hides_names=hides_names, hides_scores=projector)
        if isinstance(step, GameStep)
        else None,
        feedback=[] if projector else _feedback(found, step),
    )


def _feedback(found: ClassWork, step: Step) -> list[StudentFeedback]:
    said = [
        (student, found.feedback.get((student.attempt_id, step.id))) for student in found.students
    ]
    return [
        StudentFeedback(student_id=student.id, text=each.text, points=each.points)
        for student, each in said
        if each is not None
    ]


def _answer(
    found: ClassWork,
    step: Step,
    student: ClassStudent,
    *,
    hides_names: bool,
    hides_points: bool,
) -> ClassAnswer:
    place = (student.attempt_id, step.id)
    given, mark = found.answers[place], found.marks.get(place)
    return ClassAnswer(
        student_id=student.id,
        number=student.number,
        alias=None if hides_names else student.names,
        answer=given.answer,
        is_right=None if mark is None else mark.is_right,
        points=None if hides_points else found.of(student, step).points,
        answered_at=given.answered_at,
    )


def _runs(found: ClassWork, step: Step, *, hides_names: bool) -> list[ClassRun]:
    shown = []
    for student in found.students:
        for row in found.runs.get((student.attempt_id, step.id), ()):
            judged = found.goals.get(row.run_id)
            shown.append(
                ClassRun(
                    student_id=student.id,
                    number=student.number,
                    alias=None if hides_names else student.names,
                    run_id=row.run_id,
                    settings=row.settings,
                    status=row.status,
                    holds=None if judged is None else judged.holds,
                    terms={} if judged is None else judged.terms,
                    hidden=HiddenSeedsRead.of(judged),
                )
            )
    return shown


def _game(found: ClassWork, step: GameStep, *, hides_names: bool, hides_scores: bool) -> GameBoard:
    players = []
    for student in found.students:
        game = found.games.get((student.attempt_id, step.id))
        if game is None:
            continue
        reached = score(step, game.secret, game.guesses)
        players.append(
            GamePlayer(
                student_id=student.id,
                number=student.number,
                alias=None if hides_names else student.names,
                right_count=reached.right_count,
                answered_count=reached.answered_count,
            )
        )
    answered_count = sum(player.answered_count for player in players)
    right_count = sum(player.right_count for player in players)
    guessed = [(game.secret, game.guesses) for game in found.games.values()]
    return GameBoard(
        rounds=step.rounds,
        table=class_table(step, guessed),
        scores=[] if hides_scores else players,
        class_right_ratio=right_count / answered_count if answered_count else None,
    )


def _tally(session: Session, found: ClassWork, step: Step, known: Truth) -> list[Tallied]:
    given = [each.answer for each in found.answers.values()]
    asked = step.prediction if isinstance(step, PredictionStep) else None
    if isinstance(step, QuestionStep) and isinstance(step.question, Choice):
        picked = Counter(position for answer in given for position in set(answer))
        return _of_options(step.question.options, picked, known)
    if isinstance(asked, Pick):
        return _of_options([each.text for each in asked.options], Counter(given), known)
    if isinstance(step, PredictionStep) and isinstance(asked, Order):
        return _of_orders(session, found, step, asked)
    return []


def _of_options(texts: list[str], picked: Counter[int], known: Truth) -> list[Tallied]:
    right = known.positions
    return [
        Tallied(
            label=label,
            count=picked[position],
            is_right=None if right is None else position in right,
        )
        for position, label in enumerate(texts)
    ]


def _of_orders(
    session: Session, found: ClassWork, step: PredictionStep, asked: Order
) -> list[Tallied]:
    """Every order that was given, the most frequent first."""
    often = Counter(json.dumps(each.answer) for each in found.answers.values()).most_common()
    orders = [json.loads(text) for text, _count in often]
    marks = truth.marks_of(session, found.held, step, orders)
    return [
        Tallied(
            label=" > ".join(asked.items[position].text for position in order),
            count=count,
            is_right=marks[index].is_right if marks else None,
        )
        for index, (order, (_text, count)) in enumerate(zip(orders, often, strict=True))
    ]
