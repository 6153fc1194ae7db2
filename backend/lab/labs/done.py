"""What students have done at the steps of a lab."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from lab.runs.states import OVER, RunStatus


@dataclass(frozen=True)
class StepRun:
    """A run of a step, without its result."""

    attempt_id: UUID
    step_id: str
    settings: dict[str, Any]
    run_id: UUID
    status: RunStatus
    seed: int
    result_id: UUID | None
    hidden: tuple["StepRun", ...] = ()
    """The hidden runs that judge it."""

    @property
    def is_done(self) -> bool:
        """Whether it has a result, which then never changes."""
        return self.status == "done"

    @property
    def is_over(self) -> bool:
        """Whether it is done, or never will be."""
        return self.status in OVER


@dataclass(frozen=True)
class GivenAnswer:
    """The answer to one step of one attempt."""

    attempt_id: UUID
    step_id: str
    answer: Any
    answered_at: datetime


@dataclass(frozen=True)
class Game:
    """The guesses of one attempt at one step, and the secret from which the answers are drawn."""

    secret: bytes
    guesses: dict[int, str]
    """By round."""
