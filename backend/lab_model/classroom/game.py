"""The game "name that algorithm": what is drawn, what may be seen, what a guess is worth.

Which algorithm hides in a round depends on the step and on a secret of the attempt alone:

    HMAC-SHA-256(secret, "STEP/ROUND") as a big-endian number, modulo the number of candidates

with the step's id and the round counted from 0. Rounds are independent: what has come tells
nothing about what will. An attempt's id is no secret, as its student sees it.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lab_model.classroom.lab_file import GameStep, game_scenario
from lab_model.classroom.marking import Unfit
from lab_model.scenarios import Scenario
from lab_model.scenarios.limits import LIMITS
from lab_model.scenarios.seeds import Seed
from lab_model.series.subject import SubjectKind

MIN_SECRET_BYTES: Final = 16

VISIBLE_SERIES: Final[dict[SubjectKind, tuple[str, ...]]] = {
    "flow": ("throughput_bps",),
    "link": ("queue_bytes",),
}
"""What a student may see of a round before guessing. Every other series, each phase, event,
packet and number of the result tells more, as do the ids of the run and of its result."""


@dataclass(frozen=True)
class Round:
    """One draw. A student may see its index only."""

    index: int
    """From 0."""
    algorithm: str
    scenario: Scenario


@dataclass(frozen=True)
class GameScore:
    """The score of one attempt at a step."""

    right_count: int
    answered_count: int
    points: float
    """The part of the step's points that the rounds guessed right are worth."""


def draw(step: GameStep, secret: bytes, index: int) -> Round:
    """A round, the same at every call. Raises ValueError for a short secret, IndexError for a
    round that the step does not have.
    """
    if len(secret) < MIN_SECRET_BYTES:
        raise ValueError(f"the secret has {len(secret)} bytes; it must have {MIN_SECRET_BYTES}")
    if not 0 <= index < step.rounds:
        raise IndexError(f"round {index} of {step.rounds}")
    digest = hmac.digest(secret, f"{step.id}/{index}".encode(), hashlib.sha256)
    algorithm = step.candidates[int.from_bytes(digest, "big") % len(step.candidates)]
    return Round(index, algorithm, game_scenario(step, algorithm))


def seed_of(step: GameStep, secret: bytes, index: int) -> Seed:
    """The seed of a round's run, made from a secret: with a seed that a student knows, whether a
    candidate's result is stored already would reveal which one is hidden. A class has one secret
    for all, so that equal rounds of its students are computed once.
    """
    text = f"{step.id}/{index}/seed/{step.seed}"
    digest = hmac.digest(secret, text.encode(), hashlib.sha256)
    return int.from_bytes(digest, "big") % (LIMITS.max_seed + 1)


def unfit_guess(step: GameStep, index: int, guess: Any) -> Unfit | None:
    """Why a guess cannot be taken; None if it can."""
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < step.rounds:
        return Unfit("round", index, f"must be a whole number from 0 to {step.rounds - 1}")
    if guess not in step.candidates:
        return Unfit("guess", guess, f"must be one of {', '.join(step.candidates)}")
    return None


def score(step: GameStep, secret: bytes, guesses: Mapping[int, str]) -> GameScore:
    """The score of the guesses, by round."""
    right = sum(draw(step, secret, index).algorithm == guess for index, guess in guesses.items())
    return GameScore(right, len(guesses), step.points * right / step.rounds)


def class_table(
    step: GameStep, attempts: Iterable[tuple[bytes, Mapping[int, str]]]
) -> dict[str, dict[str, int]]:
    """How often a class took each algorithm (outer key) for each (inner key).

    Takes secret and guesses of every attempt. For the teacher: a row with many of one round tells
    what was drawn.
    """
    table = {hidden: dict.fromkeys(step.candidates, 0) for hidden in step.candidates}
    for secret, guesses in attempts:
        for index, guess in guesses.items():
            table[draw(step, secret, index).algorithm][guess] += 1
    return table


def visible_names(kind: SubjectKind, names: Sequence[str]) -> list[str]:
    """The series of a flow or a link that a student may see before guessing."""
    return [name for name in names if name in VISIBLE_SERIES[kind]]
