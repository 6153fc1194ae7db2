"""Games: each round hides an algorithm until it is guessed.

A round's run has no owner; its id and its seed are drawn from secrets. So nothing that is stored
leads from an attempt to an algorithm that it has not guessed yet: no list, stream or export reveals
it. Like every run without an owner it expires; it can then be computed again.
"""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from lab.labs import repository, rounds
from lab.labs.done import Game
from lab.labs.held import HeldLab
from lab.labs.participation import Participation
from lab.labs.schemas import GameRead, GameSeries, RoundSeriesRead
from lab.models import LabAttempt, LabGuess, Result, Run
from lab.runs import service as runs
from lab.runs.asker import Asker
from lab.series import service as series
from lab.series.service import SeriesQuery
from lab_model.classroom.game import VISIBLE_SERIES, seed_of
from lab_model.classroom.lab_file import GameStep

_WITHOUT_RESULT: Final = ("failed", "cancelled")


def begin_round(
    session: Session, mine: Participation, step: GameStep, index: int, asker: Asker
) -> None:
    """Compute the round, unless it is computed already. One that failed is tried again."""
    secret = mine.attempt.secret
    run_id = rounds.run_id_of(secret, step, index)
    known = session.get(Run, run_id)
    if known is not None and known.status not in _WITHOUT_RESULT:
        return
    if known is not None:
        runs.delete(session, None, run_id)
    wanted = rounds.run_of(step, secret, index, seed_of(step, mine.seed_secret, index))
    runs.create(session, None, wanted, run_id, asker)


def read_round(
    session: Session, attempt: LabAttempt, step: GameStep, index: int, query: SeriesQuery
) -> RoundSeriesRead:
    """The progress of a round, and the visible series of its run."""
    game = _game(session, attempt, step)
    run = session.get(Run, rounds.run_id_of(attempt.secret, step, index))
    state = rounds.round_read(step, game, index)
    return RoundSeriesRead(
        **state.model_dump(),
        status=None if run is None else run.status,
        run_id=None if run is None or state.guess is None else run.id,
        simulated_s=0.0 if run is None else run.simulated_s,
        duration_s=step.scenario.duration_s,
        buffer_bytes=None if run is None else _buffer_bytes(session, run),
        series=None if run is None else _visible(session, run, query),
    )


def store_guess(
    session: Session, attempt: LabAttempt, step: GameStep, index: int, guess: str
) -> None:
    """Of a locked attempt. Raises WrongState for a second guess, and before there is a plot."""
    run = session.get(Run, rounds.run_id_of(attempt.secret, step, index))
    status = None if run is None else run.status
    rounds.require_guessable(step, _game(session, attempt, step), index, status)
    session.add(LabGuess(attempt_id=attempt.id, step_id=step.id, round=index, guess=guess))
    session.flush()


def read_all(
    attempt: LabAttempt,
    held: HeldLab,
    begun: Mapping[tuple[UUID, str], Game],
    *,
    hides_points: bool,
) -> list[GameRead]:
    """Every game of an attempt. `begun`: by attempt and step, those with a guess."""
    return [
        rounds.game_read(
            step,
            begun.get((attempt.id, step.id), Game(attempt.secret, {})),
            hides_points=hides_points,
        )
        for step in held.lab.steps
        if isinstance(step, GameStep)
    ]


def _game(session: Session, attempt: LabAttempt, step: GameStep) -> Game:
    found = repository.games(session, repository.only(attempt.id), [step.id])
    return found.get((attempt.id, step.id), Game(attempt.secret, {}))


def _visible(session: Session, run: Run, query: SeriesQuery) -> GameSeries:
    read = series.read_of(session, run, query)
    subjects = rounds.visible(read.subjects)
    return GameSeries(**read.model_dump(exclude={"run_id", "subjects"}), subjects=subjects)


def _buffer_bytes(session: Session, run: Run) -> float | None:
    """The same whatever is hidden: it follows from the link and the flows' paths."""
    result = None if run.status != "done" else session.get(Result, run.result_id)
    document = None if result is None else result.document
    return None if document is None else float(document["link"]["buffer_bytes"])


def visible_query(from_s: float, to_s: float | None, points: int) -> SeriesQuery:
    """Asks for the visible series only."""
    return SeriesQuery(rounds.visible_metrics(), sorted(VISIBLE_SERIES), from_s, to_s, points)
