"""Requests and answers of the API of shares."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from lab.comparisons.schemas import MAX_ITEMS, MAX_LABEL_LENGTH, MAX_RUNS_PER_ITEM, MIN_ITEMS
from lab.runs.schemas import RunRead
from lab.shares.kinds import ShareKind
from lab.shares.trace_schemas import MAX_TRACE_VALUES, MAX_TRACES, SharedTrace
from lab_model.experiments.limits import EXPERIMENT_LIMITS
from lab_model.patterns import NO_NUL, form_in_words
from lab_model.scenarios.names import PRINTABLE

# PostgreSQL stores no NUL, and addresses hold no control characters.
_VIEW_FORM = form_in_words(
    r"^[^\x00-\x1f\x7f\s#<>\"]*$",
    'must be parameters of an address: without spaces, control characters, #, <, > and "',
)

ShareState = Literal["open", "expired", "revoked"]

MAX_SHARED_RUNS = 6
"""Side by side on one page."""
MAX_COMPARED_RUNS = 240
MAX_TITLE_LENGTH = 200
MAX_NOTE_LENGTH = 4000
MAX_VIEW_LENGTH = 4000
MAX_KEPT_DAYS = 3650


class ComparedPart(BaseModel):
    """One item of a comparison: runs of one scenario, or a cell of an experiment."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    label: Annotated[str, PRINTABLE] = Field(default="", max_length=MAX_LABEL_LENGTH)
    run_count: int = Field(
        default=0, ge=0, le=MAX_RUNS_PER_ITEM, description="The next so many of `run_ids`."
    )
    experiment_id: UUID | None = Field(default=None, description="Instead of runs.")
    cell_index: int | None = Field(default=None, ge=0, lt=EXPERIMENT_LIMITS.max_cell_count)

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        if (self.run_count > 0) == (self.experiment_id is not None):
            raise ValueError("an item is either runs or a cell of an experiment")
        if (self.experiment_id is None) != (self.cell_index is None):
            raise ValueError("a cell needs its experiment, and an experiment one of its cells")
        return self


class ShareCreate(BaseModel):
    """Ask for a link to finished work: runs side by side, a comparison or an experiment."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    kind: ShareKind = "runs"
    run_ids: list[UUID] = Field(
        default_factory=list,
        max_length=MAX_COMPARED_RUNS,
        description="In the order of the page; all of them done.",
    )
    experiment_id: UUID | None = Field(default=None, description="Of kind `experiment`; done.")
    items: list[ComparedPart] = Field(
        default_factory=list, max_length=MAX_ITEMS, description="Of kind `comparison`."
    )
    baseline_index: int = Field(default=0, ge=0, lt=MAX_ITEMS)
    traces: list[SharedTrace] = Field(
        default_factory=list,
        max_length=MAX_TRACES,
        description="Of kind `runs`: measurements beside the first run, at most "
        f"{MAX_TRACE_VALUES} numbers in all. Needs an owner.",
    )
    view: str = Field(
        default="",
        max_length=MAX_VIEW_LENGTH,
        pattern=_VIEW_FORM,
        description="The page's address parameters without the question mark; runs are named by "
        "their place in `run_ids`.",
    )
    title: Annotated[str, PRINTABLE] = Field(default="", max_length=MAX_TITLE_LENGTH)
    note: str = Field(
        default="",
        max_length=MAX_NOTE_LENGTH,
        # PostgreSQL stores no NUL; lines may end.
        pattern=NO_NUL,
        description="Plain text.",
    )
    expires_in_days: Annotated[float, Field(gt=0, le=MAX_KEPT_DAYS)] | None = Field(
        default=None, description="null: until it is revoked."
    )
    is_embeddable: bool = Field(
        default=True, description="Whether /embed/ may show it inside of other pages."
    )

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        if (self.kind == "experiment") != (self.experiment_id is not None):
            raise ValueError("only a link to an experiment names one")
        if self.kind == "experiment" and self.run_ids:
            raise ValueError("an experiment is shown without runs")
        if self.kind == "runs" and not 1 <= len(self.run_ids) <= MAX_SHARED_RUNS:
            raise ValueError(f"a link to runs has 1 to {MAX_SHARED_RUNS} of them")
        if self.kind != "comparison" and self.items:
            raise ValueError("only a link to a comparison has items")
        if self.kind != "runs" and self.traces:
            raise ValueError("only a link to runs has traces")
        value_count = sum(trace.value_count() for trace in self.traces)
        if value_count > MAX_TRACE_VALUES:
            raise ValueError(
                f"its traces have {value_count} numbers together; at most {MAX_TRACE_VALUES} fit"
            )
        if self.kind == "comparison":
            self._require_comparison()
        return self

    def _require_comparison(self) -> None:
        if len(self.items) < MIN_ITEMS:
            raise ValueError(f"a comparison has {MIN_ITEMS} to {MAX_ITEMS} items")
        if self.baseline_index >= len(self.items):
            raise ValueError("the baseline must be one of the items")
        run_count = sum(item.run_count for item in self.items)
        if run_count != len(self.run_ids):
            raise ValueError(
                f"its items have {run_count} runs together, but {len(self.run_ids)} runs are named"
            )


class ShareMade(BaseModel):
    """A new link. The token is shown this once."""

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
    trace_count: int = Field(description="Measured traces in it.")
    created_at: datetime
    expires_at: datetime | None
    state: ShareState


class ShareList(BaseModel):
    """The owner's links, newest first."""

    items: list[ShareListed]


class SharedPart(BaseModel):
    """What stands beside others in a shared comparison, by the ids that the link has for it."""

    label: str
    run_ids: list[UUID]
    experiment_id: UUID | None
    cell_index: int | None
    cell_digest: str | None = Field(description="scenario_digest of the cell.")


class ShareRead(BaseModel):
    """What a link shows. Its runs and experiments are its own: under their ids everything that
    there is of them can be read while the link is open, and they cannot be changed.
    """

    kind: ShareKind
    title: str
    note: str
    view: str
    is_embeddable: bool
    trace_count: int = Field(description="Measured traces beside its first run.")
    is_mine: bool
    created_at: datetime
    expires_at: datetime | None
    core_versions: list[str] = Field(description="Those that computed it.")
    behaviour_versions: list[int] = Field(description="Of these cores, each once.")
    runs: list[RunRead] = Field(description="Of kind `runs`; else read them by their ids.")
    experiment_id: UUID | None = Field(description="Of kind `experiment`.")
    items: list[SharedPart] = Field(description="Of kind `comparison`.")
    baseline_index: int
