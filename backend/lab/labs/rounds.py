"""What may be shown of the rounds of a game: before a guess, and after it. No database here, so
that a page without a server runs the same lines.
"""

import hashlib
import hmac
from collections.abc import Sequence
from uuid import UUID

from lab.errors import NotFound, WrongState
from lab.labs.done import Game
from lab.labs.schemas import GameRead, GameScoreRead, RoundRead
from lab.runs.schemas import RunCreate
from lab.runs.states import RunStatus
from lab.series.schemas import SubjectRead
from lab_model.classroom.game import VISIBLE_SERIES, draw, score, visible_names
from lab_model.classroom.lab_file import GameStep
from lab_model.scenarios.seeds import Seed


def require_round(step: GameStep, index: int) -> None:
    """Raises NotFound."""
    if not 0 <= index < step.rounds:
        raise NotFound(
            f"'{step.title}' has no round {index}; its rounds are 0 to {step.rounds - 1}."
        )


def run_id_of(secret: bytes, step: GameStep, index: int) -> UUID:
    """Derived from a secret, as anyone who knows the id of a run may read it."""
    digest = hmac.digest(secret, f"run/{step.id}/{index}".encode(), hashlib.sha256)
    return UUID(bytes=digest[:16], version=5)


def run_of(step: GameStep, secret: bytes, index: int, seed: Seed) -> RunCreate:
    """The run of a round; without an owner, so that no list has it."""
    return RunCreate(scenario=draw(step, secret, index).scenario, seed=seed)


def require_guessable(step: GameStep, game: Game, index: int, status: RunStatus | None) -> None:
    """Raises WrongState for a second guess, and before there is a plot."""
    if index in game.guesses:
        raise WrongState(
            f"Round {index + 1} of '{step.title}' has already been guessed; a guess cannot be "
            "changed."
        )
    if status != "done":
        raise WrongState(
            f"Round {index + 1} of '{step.title}' has not been computed yet. Wait for it."
        )


def game_read(step: GameStep, game: Game, *, hides_points: bool) -> GameRead:
    """All rounds of a game, and how many are right."""
    found = score(step, game.secret, game.guesses)
    return GameRead(
        step_id=step.id,
        rounds=[round_read(step, game, index) for index in range(step.rounds)],
        score=GameScoreRead(
            right_count=found.right_count,
            answered_count=found.answered_count,
            round_count=step.rounds,
            points=None if hides_points else found.points,
        ),
    )


def round_read(step: GameStep, game: Game, index: int) -> RoundRead:
    """The hidden algorithm is shown once there is a guess."""
    guess = game.guesses.get(index)
    algorithm = None if guess is None else draw(step, game.secret, index).algorithm
    return RoundRead(index=index, guess=guess, algorithm=algorithm)


def visible(subjects: Sequence[SubjectRead]) -> list[SubjectRead]:
    """The series of the plot; others would reveal more than it does."""
    found = []
    for each in subjects:
        if each.subject in VISIBLE_SERIES:
            names = visible_names(each.subject, list(each.columns))
            columns = {name: each.columns[name] for name in names}
            found.append(SubjectRead(subject=each.subject, index=each.index, columns=columns))
    return found


def visible_metrics() -> list[str]:
    """All of them, to be asked for."""
    return sorted({name for names in VISIBLE_SERIES.values() for name in names})
