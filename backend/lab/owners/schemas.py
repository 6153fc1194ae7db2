"""Requests and answers of the API of owners."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from lab.owner import OWNER_KEY_FORM
from lab_model.scenarios import Seed

MAX_DRAFTS = 200
MAX_TEXT_LENGTH = 1_000_000
"""The limit of a body is the narrower one: all drafts share it."""
MAX_TITLE_LENGTH = 200
MAX_REVISION = 2**53 - 1
"""A whole number that every JSON reader takes as it is."""


class Closed(BaseModel):
    """Refuses fields that it does not know."""

    model_config = ConfigDict(extra="forbid")


class DraftBase(Closed):
    """The origin of a draft's scenario, to show the changes since."""

    kind: Literal["preset", "run", "file", "experiment", "extension"] = Field(
        description="extension: the draft adds values or seeds to that experiment."
    )
    title: str = Field(max_length=MAX_TITLE_LENGTH)
    text: str = Field(max_length=MAX_TEXT_LENGTH)
    run_id: str | None = Field(max_length=MAX_TITLE_LENGTH)
    experiment_id: str | None = Field(default=None, max_length=MAX_TITLE_LENGTH)


class Draft(Closed):
    """A scenario that a user edits, valid or not: it is a text until it is run."""

    id: str = Field(min_length=1, max_length=64, description="Made by the browser.")
    name: str = Field(max_length=MAX_TITLE_LENGTH)
    text: str = Field(max_length=MAX_TEXT_LENGTH)
    seed: Seed
    base: DraftBase | None
    updated_at: AwareDatetime = Field(description="By the clock of the browser that edited it.")


class DraftBundleWrite(Closed):
    """All drafts of an owner, in place of those that were read."""

    revision: int = Field(
        ge=0, le=MAX_REVISION, description="As read; 0 where there was no bundle yet."
    )
    drafts: Annotated[list[Draft], Field(max_length=MAX_DRAFTS)]


class DraftBundleRead(BaseModel):
    """All drafts of an owner as they were last handed in."""

    revision: int = Field(description="0: none were handed in yet.")
    drafts: list[Draft]


class OwnerRead(BaseModel):
    """How much belongs to an owner."""

    run_count: int
    experiment_count: int
    draft_count: int = Field(description="Drafts that were handed in.")
    newest_run_at: datetime | None
    storage_used_bytes: int = Field(
        description="The size of the series of these runs, and of the measured traces in links."
    )
    storage_limit_bytes: int = Field(
        description="New runs beyond this are refused with 409 (LAB_STORAGE_BYTES_PER_OWNER)."
    )


class Adoption(Closed):
    """Another owner's key, which gives the right to take over its data."""

    owner_key: str = Field(pattern=OWNER_KEY_FORM)


class Adopted(BaseModel):
    """The number of things that were taken over."""

    run_count: int
    experiment_count: int
