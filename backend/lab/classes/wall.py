"""What a wall shows: of the step that the class has come to, and nothing that it hides. The server
leaves out the rest, because a wall's key may become known to anyone.
"""

import hmac
from uuid import UUID

from sqlalchemy.orm import Session

from lab.classes import (
    codes,
    discussion,
    membership,
    repository,
    step_board,
    timer,
    wall_runs,
    work,
)
from lab.classes.board_schemas import (
    StepBoardRead,
    Truth,
    WallAnswer,
    WallDiscussion,
    WallGame,
    WallRead,
    WallStep,
)
from lab.classes.service import require_class
from lab.errors import NotYours
from lab.labs.files import held_lab
from lab.models import Classroom
from lab_model.classroom import LabFile
from lab_model.classroom.answers import FreeText
from lab_model.classroom.lab_file import (
    GameStep,
    GoalStep,
    PredictionStep,
    QuestionStep,
    RunStep,
    Step,
)

DONE = ("done", "right", "wrong")


def shown_to(
    session: Session, owner_key_hash: bytes | None, wall_key: str | None, class_id: UUID
) -> Classroom:
    """The class, if the asker teaches it or has the key of its wall. Raises NotFound, NotYours."""
    classroom = require_class(session.get(Classroom, class_id), class_id)
    if _is_its_key(classroom, wall_key) or _teaches(session, owner_key_hash, class_id):
        return classroom
    raise NotYours(
        f"This browser may not see the wall of class {class_id}. Open the newest link of the wall: "
        "its teacher makes one under Class."
    )


def read(session: Session, classroom: Classroom) -> WallRead:
    """The present content of the wall."""
    held = held_lab(classroom)
    is_closed = membership.is_closed(classroom)
    step = _shown_step(classroom, held.lab)
    found = work.read(session, classroom, step)
    return WallRead(
        name=classroom.name,
        code=None if is_closed else classroom.code,
        is_locked=classroom.is_locked,
        is_paused=timer.is_paused(classroom),
        timer=timer.read(classroom),
        is_closed=is_closed,
        lab=held.for_students,
        step_id=step.id,
        student_count=len(found.students),
        done_count=sum(found.of(student, step).state in DONE for student in found.students),
        steps=[
            _step(session, classroom, each)
            for each in _asked_at(held.lab, step)
            if _may_be_seen(classroom, each, step)
        ],
        discussion=_discussion(classroom, _asked_at(held.lab, step)),
        curves=wall_runs.curves(session, found, step),
    )


def _discussion(classroom: Classroom, asked: list[Step]) -> WallDiscussion | None:
    """The discussion of the step on the wall. A teacher has read its answers."""
    found = discussion.read(classroom)
    if found is None or found.shown_count == 0:
        return None
    if not any(step.id == found.step_id for step in asked):
        return None
    shown = found.answers[: found.shown_count]
    return WallDiscussion(
        step_id=found.step_id,
        answers=[WallAnswer(answer=each.answer) for each in shown],
        left_count=len(found.answers) - len(shown),
    )


def _is_its_key(classroom: Classroom, wall_key: str | None) -> bool:
    kept = classroom.wall_key_hash
    if kept is None or wall_key is None:
        return False
    return hmac.compare_digest(codes.key_hash_of(wall_key), kept)


def _teaches(session: Session, owner_key_hash: bytes | None, class_id: UUID) -> bool:
    if owner_key_hash is None:
        return False
    return repository.teacher(session, class_id, owner_key_hash) is not None


def _shown_step(classroom: Classroom, lab: LabFile) -> Step:
    """The one that the class has come to; an ended class goes nowhere together."""
    paced, own = classroom.paced_step_id, classroom.wall_step_id
    wanted = (own or paced) if membership.is_closed(classroom) else (paced or own)
    return next((step for step in lab.steps if step.id == wanted), lab.steps[0])


def _asked_at(lab: LabFile, step: Step) -> list[Step]:
    """At a run the predictions about it, over what happened."""
    if not isinstance(step, RunStep):
        return [step]
    about: list[Step] = [
        each for each in lab.steps if isinstance(each, PredictionStep) and each.about == step.id
    ]
    return about or [step]


def _may_be_seen(classroom: Classroom, asked: Step, shown: Step) -> bool:
    """Answers of others could be copied: they are held back. Their texts are never shown."""
    if isinstance(asked, PredictionStep):
        return asked is not shown
    if not isinstance(asked, QuestionStep):
        return True
    return not isinstance(asked.question, FreeText) and _is_revealed(classroom, asked)


def _is_revealed(classroom: Classroom, step: Step) -> bool:
    return step.id in classroom.revealed_step_ids


def _step(session: Session, classroom: Classroom, step: Step) -> WallStep:
    board = step_board.read(session, classroom, step.id, projector=True)
    runners = {run.student_id for run in board.runs}
    return WallStep(
        step_id=step.id,
        answers=[WallAnswer(answer=each.answer) for each in board.answers],
        tally=board.tally,
        truth=board.truth,
        tolerance_ratio=_tolerance_of(step, board.truth),
        runner_count=len(runners),
        reached_count=len({run.student_id for run in board.runs if run.holds}),
        tried=wall_runs.tried(board)
        if isinstance(step, GoalStep) and _is_revealed(classroom, step)
        else None,
        map=board.map,
        game=_game(board, is_revealed=_is_revealed(classroom, step))
        if isinstance(step, GameStep)
        else None,
    )


def _tolerance_of(step: Step, truth: Truth) -> float | None:
    """It stands with the keys; without a truth it says nothing."""
    asked: object = None
    if isinstance(step, PredictionStep):
        asked = step.prediction
    elif isinstance(step, QuestionStep):
        asked = step.question
    tolerance: float | None = getattr(asked, "tolerance_ratio", None)
    return None if truth.number is None else tolerance


def _game(board: StepBoardRead, *, is_revealed: bool) -> WallGame:
    table = {} if board.game is None else board.game.table
    guess_count = sum(count for row in table.values() for count in row.values())
    right_count = sum(row.get(hidden, 0) for hidden, row in table.items())
    return WallGame(
        guess_count=guess_count, right_count=right_count, table=table if is_revealed else None
    )
