"""Messages between a worker elsewhere and the lab."""

from datetime import datetime
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from lab_model.patterns import SHA256, form_in_words
from lab_model.results.overview import OverviewRead
from lab_model.series.subject import SubjectKind

MOST_UNITS = 500
"""Of one report: as many as a batch has at most."""
MOST_NAMES = 5_000
MOST_LAYOUTS = 50
MOST_CORE_NAMES = 200
MOST_LINKS = 20
MOST_METRICS = 100
MOST_SAMPLES = 256
"""Of a chunk (docs/architecture.md)."""
MOST_EVENTS = 20_000
"""Of a part: its body holds fewer."""
MOST_FLOWS = 10_000
"""Of a scenario; a body of a megabyte holds about a thousand."""

Seed = Annotated[int, Field(ge=0, le=9_007_199_254_740_991)]
CellIndex = Annotated[int, Field(ge=0, le=9_007_199_254_740_991)]
Number = Annotated[float, Field(allow_inf_nan=False)]
MetricName = Annotated[
    str,
    Field(
        pattern=form_in_words(
            r"^[a-z0-9_]{1,80}$", "must be 1 to 80 lower-case letters, digits and underscores"
        )
    ),
]
ShortText = Annotated[str, Field(max_length=80)]
ClaimName = Annotated[str, Field(min_length=1, max_length=200)]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class WorkRequest(_Asked):
    """A worker is free."""

    core_version: str = Field(min_length=1, max_length=100)
    behaviour_version: int = Field(
        ge=-(2**53), le=2**53, description="Of its core; it must be the one of the lab."
    )
    wants_scenarios: bool = Field(
        default=False, description="The worker is a page, which cannot expand a definition."
    )
    takes_runs: bool = Field(
        default=False, description="It can compute single runs; the token says whether it may."
    )


class WorkUnit(BaseModel):
    """A cell of the experiment with a seed."""

    cell_index: int
    seed: int
    scenario_digest: str = Field(
        description="Of the cell's scenario; a worker that finds another one reports it as failed."
    )
    scenario: dict[str, Any] | None = Field(default=None, description="Where it was asked for.")


class WorkBatch(BaseModel):
    """About a second of work."""

    batch_id: UUID
    claim: str = Field(description="Goes with every heartbeat and report about this batch.")
    experiment_id: UUID
    definition: dict[str, Any] | None = Field(
        description="Of the experiment, whose cells these are; null where scenarios are asked for."
    )
    units: list[WorkUnit]
    beat_interval_s: float = Field(description="How often the worker is to send a heartbeat.")


class WorkRun(BaseModel):
    """A single run. Its samples are sent as they come (`addWorkPart`), its result at the end."""

    run_id: UUID
    claim: str = Field(description="Goes with everything that is said about this run.")
    seed: int
    scenario: dict[str, Any]
    beat_interval_s: float = Field(description="How often the worker is to send a heartbeat.")


class WorkOffer(BaseModel):
    """A batch or a run, or when to ask again."""

    batch: WorkBatch | None = None
    run: WorkRun | None = None
    ask_again_s: float | None = None
    reason: str | None = Field(default=None, description="Why there is none now.")


class WorkBeat(_Asked):
    """A sign of life."""

    claim: ClaimName


class WorkState(BaseModel):
    """Whether the worker should go on with the batch."""

    goes_on: bool


class UnitReport(_Asked):
    """Numbers of a unit, in the order of the names of its layout."""

    cell_index: CellIndex
    seed: Seed
    summary_digest: str = Field(pattern=SHA256)
    values: list[Number | None] = Field(
        max_length=MOST_NAMES, description="null: the unit has no such number."
    )


class LayoutReport(_Asked):
    """Units whose numbers have the same names."""

    names: list[Annotated[str, Field(max_length=200)]] = Field(max_length=MOST_NAMES)
    units: list[UnitReport] = Field(max_length=MOST_UNITS)

    @model_validator(mode="after")
    def _one_value_for_each_name(self) -> Self:
        for unit in self.units:
            if len(unit.values) != len(self.names):
                raise ValueError(
                    f"the unit of cell {unit.cell_index} and seed {unit.seed} has "
                    f"{len(unit.values)} values for {len(self.names)} names"
                )
        return self


class CoreNumbers(_Asked):
    """The results of a run by a page's core, by the names of the metric tables."""

    fairness: dict[str, Number | None] = Field(max_length=MOST_CORE_NAMES)
    links: list[dict[str, Number | None]] = Field(max_length=MOST_LINKS)
    flows: list[dict[str, Number | None]] = Field(max_length=MOST_FLOWS)


class CoreReport(_Asked):
    """Numbers of a unit from the core in a page: the lab makes its result of them."""

    cell_index: CellIndex
    seed: Seed
    core: CoreNumbers


class FailedUnitReport(_Asked):
    """A unit that cannot be computed there."""

    cell_index: CellIndex
    seed: Seed
    reason: str = Field(max_length=500, description="For the lab's log.")


class WorkReport(_Asked):
    """The numbers since the last report. Sent twice, they count once."""

    claim: ClaimName
    layouts: list[LayoutReport] = Field(default=[], max_length=MOST_LAYOUTS)
    cores: list[CoreReport] = Field(
        default=[], max_length=MOST_UNITS, description="In place of layouts, from a page."
    )
    failed: list[FailedUnitReport] = Field(default=[], max_length=MOST_UNITS)
    ends: bool = Field(
        default=False, description="The worker gives back the units that it has not reported."
    )


class RunBeat(_Asked):
    """A sign of life of the worker that computes a run."""

    claim: ClaimName
    simulated_s: float = Field(ge=0, allow_inf_nan=False)
    ends: bool = Field(default=False, description="The worker gives the run back.")


class PartSubject(_Asked):
    """A flow or a link, and which of its columns follow."""

    subject: SubjectKind
    index: int = Field(ge=0, lt=MOST_FLOWS)
    metrics: list[MetricName] = Field(max_length=MOST_METRICS)


class PartPhase(_Asked):
    """A phase of a flow that has ended."""

    flow_index: int = Field(ge=0, lt=MOST_FLOWS)
    start_s: Number
    end_s: Number
    phase: ShortText
    reason: ShortText


class PartEvent(_Asked):
    """Something that happened to a flow."""

    time_s: Number
    flow_index: int = Field(ge=0, lt=MOST_FLOWS)
    kind: ShortText
    reason: ShortText
    value: Number | None


class RunPart(_Asked):
    """Samples of some flows and links in one chunk; in its first part, what happened meanwhile."""

    run_id: UUID
    claim: ClaimName
    chunk_index: int = Field(ge=0, lt=2**31)
    first_sample: int = Field(ge=0, lt=2**31)
    sample_count: int = Field(ge=0, le=MOST_SAMPLES)
    subjects: list[PartSubject] = Field(max_length=MOST_FLOWS)
    values: str = Field(
        description="Base64 of zlib of little-endian 64-bit numbers: all samples of a metric, then "
        "those of the next."
    )
    phases: list[PartPhase] = Field(default=[], max_length=MOST_EVENTS)
    events: list[PartEvent] = Field(default=[], max_length=MOST_EVENTS)
    simulated_s: float = Field(ge=0, allow_inf_nan=False)
    is_last: bool = Field(description="Of its chunk: its samples can be read from now on.")


class RunReport(_Asked):
    """The result of a run, or why there is none."""

    run_id: UUID
    claim: ClaimName
    result: dict[str, Any] = Field(default={}, description="As `GET /api/runs/{id}` gives it.")
    overview: OverviewRead | None = None
    causes: str | None = Field(default=None, description="Base64 of the recorded causes.")
    failed: str | None = Field(default=None, max_length=500, description="For the lab's log.")


class TabsChange(_Asked):
    """Whether the browsers of others may compute the experiment."""

    takes_tabs: bool


class TabToken(BaseModel):
    """For the tabs of one browser and one experiment."""

    token: str
    expires_at: datetime
