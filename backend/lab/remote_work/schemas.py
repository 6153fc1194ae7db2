"""What a worker elsewhere and the lab say to each other."""

from datetime import datetime
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from lab_model.patterns import SHA256

MOST_UNITS = 500
"""Of one report: as many as a batch has at most."""
MOST_NAMES = 5_000
MOST_LAYOUTS = 50
MOST_CORE_NAMES = 200
MOST_LINKS = 20
MOST_FLOWS = 10_000
"""Of a scenario; a body of a megabyte holds about a thousand."""

Seed = Annotated[int, Field(ge=0, le=9_007_199_254_740_991)]
CellIndex = Annotated[int, Field(ge=0, le=9_007_199_254_740_991)]
Number = Annotated[float, Field(allow_inf_nan=False)]
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
    beat_interval_s: float = Field(description="How often the lab wants to hear of the worker.")


class WorkOffer(BaseModel):
    """A batch, or when to ask again."""

    batch: WorkBatch | None = None
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
    """What a page's core gives of a run, by the names of the metric tables."""

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
    """What was found since the last report. Sent twice, it counts once."""

    claim: ClaimName
    layouts: list[LayoutReport] = Field(default=[], max_length=MOST_LAYOUTS)
    cores: list[CoreReport] = Field(
        default=[], max_length=MOST_UNITS, description="In place of layouts, from a page."
    )
    failed: list[FailedUnitReport] = Field(default=[], max_length=MOST_UNITS)
    ends: bool = Field(
        default=False, description="The worker gives back the units that it has not reported."
    )


class TabsChange(_Asked):
    """Whether the browsers of others may compute the experiment."""

    takes_tabs: bool


class TabToken(BaseModel):
    """For the tabs of one browser and one experiment."""

    token: str
    expires_at: datetime
