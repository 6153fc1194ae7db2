"""What the interface of shares takes and gives."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from lab.runs.schemas import RunRead
from lab.shares.kinds import ShareKind

ShareState = Literal["open", "expired", "revoked"]

MAX_SHARED_RUNS = 6
MAX_TITLE_LENGTH = 200
MAX_NOTE_LENGTH = 4000
MAX_VIEW_LENGTH = 4000
MAX_KEPT_DAYS = 3650


class ShareCreate(BaseModel):
    """Ask for a link to finished runs, or to an experiment."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    run_ids: list[UUID] = Field(
        default=[],
        max_length=MAX_SHARED_RUNS,
        description="In the order of the page; all of them done. Empty: an experiment.",
    )
    experiment_id: UUID | None = None
    view: str = Field(
        default="",
        max_length=MAX_VIEW_LENGTH,
        pattern=r"^[^\s#<>\"]*$",
        description="The page's address parameters without the question mark; runs are named by "
        "their place in `run_ids`.",
    )
    title: str = Field(default="", max_length=MAX_TITLE_LENGTH)
    note: str = Field(default="", max_length=MAX_NOTE_LENGTH, description="Plain text.")
    expires_in_days: Annotated[float, Field(gt=0, le=MAX_KEPT_DAYS)] | None = Field(
        default=None, description="null: until it is revoked."
    )
    is_embeddable: bool = Field(
        default=True, description="Whether /embed/ may show it inside of other pages."
    )

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        if bool(self.run_ids) == (self.experiment_id is not None):
            raise ValueError("a link shows either runs or an experiment")
        return self


class ShareMade(BaseModel):
    """A new link. The token is told this once."""

    id: UUID
    token: str
    path: str = Field(description="The page behind the server's address.")
    embed_path: str | None
    expires_at: datetime | None


class ShareListed(BaseModel):
    """A link as its owner sees it."""

    id: UUID
    kind: ShareKind
    title: str
    note: str
    is_embeddable: bool
    created_at: datetime
    expires_at: datetime | None
    state: ShareState


class ShareList(BaseModel):
    """The owner's links, newest first."""

    items: list[ShareListed]


class ShareRead(BaseModel):
    """What a link shows. Its runs are its own: under their ids everything that there is of runs
    can be read while the link is open, and nobody can change them.
    """

    kind: ShareKind
    title: str
    note: str
    view: str
    is_embeddable: bool
    is_mine: bool
    created_at: datetime
    expires_at: datetime | None
    runs: list[RunRead]
    experiment_id: UUID | None
