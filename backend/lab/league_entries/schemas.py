"""Requests and answers about entries of the league."""

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from lab_model.evaluation.experiment import SEED_COUNT
from lab_model.patterns import SHA256
from lab_model.scenarios.names import PRINTABLE

MOST_AUTHOR_CHARACTERS: Final = 80

EntryState = Literal["waiting", "running", "paused", "done", "failed", "outdated"]

Sha256 = Annotated[
    str,
    Field(
        pattern=SHA256,
        description="SHA-256 of the module's bytes.",
    ),
]


class EntryCreate(BaseModel):
    """A stored module that is to take part."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    sha256: Sha256
    author: Annotated[str, PRINTABLE] = Field(
        default="",
        max_length=MOST_AUTHOR_CHARACTERS,
        description="The author as the public sees it; may be empty.",
    )


class EntryRead(BaseModel):
    """A module that takes part, and how far it is."""

    name: str = Field(description="As a scenario has it: `wasm:` and the SHA-256 of its bytes.")
    sha256: str
    title: str
    author: str
    build_line: str
    licence: str
    state: EntryState = Field(
        description="waiting: no run has begun; running; paused: the lab has paused it; done: it "
        "has its places; failed: a run gave no numbers, so that it has none; outdated: the lab's "
        "core behaves differently since, enter it again."
    )
    reasons: list[str] = Field(description="Why runs failed, or why it is paused: each once.")
    unit_count: int = Field(description=f"Situations that a module can be in, times {SEED_COUNT}.")
    finished_unit_count: int = Field(description="Runs that have their numbers.")
    failed_unit_count: int
    first_seed: int | None = Field(
        description="The seeds of each situation count up from it: drawn when the module was "
        "entered, and shown once nothing is left to compute."
    )
    seed_count: int
    experiment_id: UUID | None = Field(
        description="All of its runs, to look at and to compute again; null before they are over."
    )
    behaviour_version: int | None
    entered_at: datetime
    is_mine: bool = Field(description="It was entered with the key of the header.")
