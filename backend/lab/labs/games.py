"""Games: each round hides an algorithm until it is guessed.

A round's run belongs to nobody; its id and its seed are drawn from secrets. So nothing that is
stored leads from an attempt to what it has not guessed yet: no list, stream or export can tell.
Like every run of nobody it expires; it can then be computed again.
"""

import hashlib
import hmac
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from lab.classes.membership import Membership
from lab.errors import NotFound, WrongState
from lab.labs import repository
from lab.labs.files import HeldLab
from lab.labs.repository import Game
from lab.labs.schemas import (
    GameRead,
    GameScoreRead,
    GameSeries,
    RoundRead,
    RoundSeriesRead,
)
from lab.models import LabAttempt, LabGuess, Result, Run
from lab.runs import service as runs
from lab.runs.asker import Asker
from lab.runs.schemas import RunCreate
from lab.series import service as series
from lab.series.schemas import SubjectRead
from lab.series.service import SeriesQuery
from lab_model.classroom.game import VISIBLE_SERIES, draw, score, seed_of, visible_names
from lab_model.classroom.lab_file import GameStep

_WITHOUT_RESULT: Final = ("failed", "cancelled")


def require_round(step: GameStep, index: int) -> None:
    """Raises NotFound."""
    if not 0 <= index < step.rounds:
        raise NotFound(
            f"'{step.title}' has no round {index}; its rounds are 0 to {step.rounds - 1}."
        )


def begin_round(
    session: Session,
    attempt: LabAttempt,
    member: Membership | None,
    step: GameStep,
    index: int,
    asker: Asker,
) -> None:
    """Compute the round, unless it is computed already. One that failed is tried again."""
    run_id = run_id_of(attempt.secret, step, index)
    known = session.get(Run, run_id)
    if known is not None and known.status not in _WITHOUT_RESULT:
        return
    if known is not None:
        runs.delete(session, None, run_id)
    drawn = draw(step, attempt.secret, index)
    secret = attempt.secret if member is None else member.classroom.teacher_key_hash
    wanted = RunCreate(scenario=drawn.scenario, seed=seed_of(step, secret, index))
    runs.create(session, None, wanted, run_id, asker)


def read_round(
    session: Session, attempt: LabAttempt, step: GameStep, index: int, query: SeriesQuery
) -> RoundSeriesRead:
    """How far a round is, and of its run what may be seen."""
    game = _game(session, attempt, step)
    run = session.get(Run, run_id_of(attempt.secret, step, index))
    told = _round(step, attempt.secret, index, game.guesses)
    return RoundSeriesRead(
        **told.model_dump(),
        status=None if run is None else run.status,
        run_id=None if run is None or told.guess is None else run.id,
        simulated_s=0.0 if run is None else run.simulated_s,
        duration_s=step.scenario.duration_s,
        buffer_bytes=None if run is None else _buffer_bytes(session, run),
        series=None if run is None else _visible(session, run, query),
    )


def store_guess(
    session: Session, attempt: LabAttempt, step: GameStep, index: int, guess: str
) -> None:
    """Of a locked attempt. Raises WrongState for a second guess, and before there is a plot."""
    if index in _game(session, attempt, step).guesses:
        raise WrongState(f"Round {index + 1} of '{step.title}' is guessed already; guesses stay.")
    run = session.get(Run, run_id_of(attempt.secret, step, index))
    if run is None or run.status != "done":
        raise WrongState(f"Round {index + 1} of '{step.title}' is not computed yet. Wait for it.")
    session.add(LabGuess(attempt_id=attempt.id, step_id=step.id, round=index, guess=guess))
    session.flush()


def read_all(
    session: Session, attempt: LabAttempt, held: HeldLab, *, hides_points: bool
) -> list[GameRead]:
    """Every game of an attempt."""
    steps = [step for step in held.lab.steps if isinstance(step, GameStep)]
    if not steps:
        return []
    found = repository.games(session, repository.only(attempt.id), [step.id for step in steps])
    games = []
    for step in steps:
        game = found.get((attempt.id, step.id), Game(attempt.secret, {}))
        rounds = [_round(step, attempt.secret, index, game.guesses) for index in range(step.rounds)]
        reached = _score(step, game, hides_points=hides_points)
        games.append(GameRead(step_id=step.id, rounds=rounds, score=reached))
    return games


def _score(step: GameStep, game: Game, *, hides_points: bool) -> GameScoreRead:
    found = score(step, game.secret, game.guesses)
    return GameScoreRead(
        right_count=found.right_count,
        answered_count=found.answered_count,
        round_count=step.rounds,
        points=None if hides_points else found.points,
    )


def _game(session: Session, attempt: LabAttempt, step: GameStep) -> Game:
    found = repository.games(session, repository.only(attempt.id), [step.id])
    return found.get((attempt.id, step.id), Game(attempt.secret, {}))


def _round(step: GameStep, secret: bytes, index: int, guesses: dict[int, str]) -> RoundRead:
    guess = guesses.get(index)
    algorithm = None if guess is None else draw(step, secret, index).algorithm
    return RoundRead(index=index, guess=guess, algorithm=algorithm)


def run_id_of(secret: bytes, step: GameStep, index: int) -> UUID:
    """Who knows the id of a run may read it, so that nobody may be able to guess this one."""
    digest = hmac.digest(secret, f"run/{step.id}/{index}".encode(), hashlib.sha256)
    return UUID(bytes=digest[:16], version=5)


def _visible(session: Session, run: Run, query: SeriesQuery) -> GameSeries:
    """Everything else that is stored of the run tells more than the plot."""
    read = series.read_of(session, run, query)
    subjects = []
    for each in read.subjects:
        if each.subject in VISIBLE_SERIES:
            names = visible_names(each.subject, list(each.columns))
            columns = {name: each.columns[name] for name in names}
            subjects.append(SubjectRead(subject=each.subject, index=each.index, columns=columns))
    return GameSeries(**read.model_dump(exclude={"run_id", "subjects"}), subjects=subjects)


def _buffer_bytes(session: Session, run: Run) -> float | None:
    """The same whatever is hidden: it follows from the link and the flows' paths."""
    result = None if run.status != "done" else session.get(Result, run.result_id)
    document = None if result is None else result.document
    return None if document is None else float(document["link"]["buffer_bytes"])


def visible_query(from_s: float, to_s: float | None, points: int) -> SeriesQuery:
    """Asks the series for what may be seen, and for nothing else."""
    metrics = sorted({name for names in VISIBLE_SERIES.values() for name in names})
    return SeriesQuery(metrics, sorted(VISIBLE_SERIES), from_s, to_s, points)
