"""What the interface of shares takes and gives."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from lab.runs.schemas import RunRead
from lab.scenarios.names import PRINTABLE
from lab.shares.kinds import ShareKind

ShareState = Literal["open", "expired", "revoked"]

MAX_SHARED_RUNS = 6
MAX_TITLE_LENGTH = 200
MAX_NOTE_LENGTH = 4000
MAX_VIEW_LENGTH = 4000
MAX_KEPT_DAYS = 3650


class ShareCreate(BaseModel):
    """Ask for a link to finished runs."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    run_ids: list[UUID] = Field(
        min_length=1,
        max_length=MAX_SHARED_RUNS,
        description="In the order of the page; all of them done.",
    )
    view: str = Field(
        default="",
        max_length=MAX_VIEW_LENGTH,
        pattern=r"^[^\s#<>\"]*$",
        description="The page's address parameters without the question mark; runs are named by "
        "their place in `run_ids`.",
    )
    title: Annotated[str, PRINTABLE] = Field(default="", max_length=MAX_TITLE_LENGTH)
    note: str = Field(
        default="",
        max_length=MAX_NOTE_LENGTH,
        # PostgreSQL stores no NUL; lines may end.
        pattern=r"^[^\x00]*$",
        description="Plain text.",
    )
    expires_in_days: Annotated[float, Field(gt=0, le=MAX_KEPT_DAYS)] | None = Field(
        default=None, description="null: until it is revoked."
    )
    is_embeddable: bool = Field(
        default=True, description="Whether /embed/ may show it inside of other pages."
    )


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
