"""Requests and answers of the API of written labs. docs/labs.md explains labs."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from lab.kit.problem import ProblemItem

# What its column holds.
MAX_REVISION = 2**31 - 1


class VersionRead(BaseModel):
    """A published version."""

    number: int
    published_at: datetime


class DocumentListed(BaseModel):
    """A written lab, in a list."""

    id: UUID
    title: str
    step_count: int
    updated_at: datetime
    version_number: int | None = Field(description="The newest published; null: none yet.")


class DocumentRead(BaseModel):
    """A written lab, as its author works on it."""

    id: UUID
    title: str
    draft: dict[str, Any] = Field(description="The lab's file. It may be unfinished.")
    revision: int = Field(description="To be sent back with the next draft.")
    updated_at: datetime
    problems: list[ProblemItem] = Field(
        description="What keeps the draft from being published; pointers lead into the draft."
    )
    waits_for: dict[str, list[str]] = Field(
        description="By id of a step the ids of the predictions that students store before it "
        "runs: those whose run it could show. Steps that wait for none are left out, and all as "
        "long as there are problems."
    )
    versions: list[VersionRead] = Field(description="The newest first.")


class DocumentCreate(BaseModel):
    """A new lab: from a file, as a copy, or empty."""

    model_config = ConfigDict(extra="forbid")

    draft: dict[str, Any] | None = Field(default=None, description="A lab's file.")
    copy_of: str | None = Field(
        default=None, max_length=100, description="Id of a shipped lab or of one's own."
    )


class DocumentWrite(BaseModel):
    """The whole draft, in place of the revision that was read."""

    model_config = ConfigDict(extra="forbid")

    draft: dict[str, Any]
    revision: int = Field(ge=0, le=MAX_REVISION, description="As read.")


class GoalTried(BaseModel):
    """The tries of a goal of the draft: how often its solution reaches it, over seeds."""

    step_id: str
    title: str
    settings: dict[str, Any] = Field(description="The solution: path to value.")
    seed: int = Field(description="The one that students get; it is the first of the seeds.")
    seed_count: int = Field(description="So many seeds are tried.")
    known_count: int = Field(description="Seeds of which the result is known.")
    reached_count: int = Field(description="Of these, seeds with which the solution reaches it.")
    is_reached: bool | None = Field(
        description="The solution reaches the goal with the seed that students get; null: not "
        "known yet."
    )
    is_reached_as_given: bool | None = Field(
        description="The same with nothing changed: then there is nothing to find."
    )
    open_count: int = Field(description="Runs of the trial that wait or run.")
    failed_count: int = Field(description="Runs of the trial that gave no result.")
