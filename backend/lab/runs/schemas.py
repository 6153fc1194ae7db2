"""Requests and answers of the API of runs."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, SkipValidation

from lab.runs.states import QueueName, RunStatus
from lab_model.results.overview import OverviewRead
from lab_model.results.schemas import ResultRead
from lab_model.results.shown import shown
from lab_model.scenarios import Scenario, Seed
from lab_model.scenarios.names import PRINTABLE

MAX_NAME_LENGTH = 200

if TYPE_CHECKING:
    StoredScenario = dict[str, Any]
    StoredResult = dict[str, Any]
    StoredOverview = dict[str, Any]
else:
    # Stored rows were valid when they were written. They are passed on as they are: reading them
    # again through newer bounds could make old runs unreadable.
    StoredScenario = Annotated[Scenario, SkipValidation, PlainSerializer(lambda stored: stored)]
    StoredOverview = Annotated[OverviewRead, SkipValidation, PlainSerializer(lambda stored: stored)]
    StoredResult = Annotated[ResultRead, SkipValidation, PlainSerializer(shown)]


class RunCreate(BaseModel):
    """Ask for a run. The same scenario and seed are computed once; asking again costs nothing."""

    model_config = ConfigDict(extra="forbid")

    scenario: Scenario
    seed: Seed = 1
    name: Annotated[str, PRINTABLE] | None = Field(
        default=None,
        max_length=MAX_NAME_LENGTH,
        description="For people; null: the scenario's name. Where neither is given, the run is "
        "called by its settings.",
    )
    forked_from: Annotated[str, PRINTABLE] | None = Field(
        default=None,
        max_length=MAX_NAME_LENGTH,
        description="What the scenario was made from, in words.",
    )
    queue: QueueName | None = Field(
        default=None,
        description="null: interactive if the predicted packets allow it, else batch.",
    )


class RunRename(BaseModel):
    """Another name for a run."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    name: Annotated[str, PRINTABLE] = Field(
        max_length=MAX_NAME_LENGTH, description="For people; may be empty."
    )


class RunProgress(BaseModel):
    """How far the present attempt is. `sample_count` samples of the series can be read."""

    simulated_s: float
    duration_s: float
    sample_count: int


class RunError(BaseModel):
    """Why a run failed, with the data to repeat it."""

    code: str = Field(description="simulation_failed, attempts_exhausted or disk_full.")
    message: str
    seed: int
    core_version: str | None


class ComputedElsewhere(BaseModel):
    """A result that a worker elsewhere has sent. One that differs from what a worker of the lab
    finds is removed.
    """

    is_drawn: bool = Field(
        description="A worker of the lab computes it again; false: it was not drawn."
    )
    is_confirmed: bool = Field(description="A worker of the lab has found the same.")
    confirmed_count: int | None = Field(
        description="So many results sent with the same token, this one among them, a worker of "
        "the lab has found the same; null in lists."
    )


class RunRead(BaseModel):
    """A run. `result` is there when `status` is done, and never in a list of runs."""

    id: UUID
    status: RunStatus
    name: str
    forked_from: str | None = Field(description="In words; null: not stated.")
    is_shared: bool = Field(description="It belongs to a link, and cannot be changed.")
    seed: int
    scenario: StoredScenario
    scenario_digest: str
    behaviour_version: int | None = Field(description="Of its result; null: it has none.")
    core_version: str | None
    computed_elsewhere: ComputedElsewhere | None = Field(
        description="null: there is no result yet, or a worker of the lab computed it."
    )
    queue: QueueName
    attempt: int = Field(description="0 while it waits for the first time.")
    predicted_packets: int
    progress: RunProgress
    error: RunError | None
    result: StoredResult | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class RunListed(RunRead):
    """A run in a list: its result in some dozen numbers, never the result itself."""

    overview: StoredOverview | None = Field(
        description="null until it is done, and for results older than overviews."
    )


class RunPage(BaseModel):
    """Runs of one owner."""

    items: list[RunListed]
    next_cursor: str | None = Field(description="Give it as `cursor`; null on the last page.")
