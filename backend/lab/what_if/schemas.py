"""Requests, and the table of effects."""

from typing import Final
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from lab.comparisons.schemas import ComparedMetric
from lab.experiments.states import ExperimentStatus
from lab_model.claim import Claim
from lab_model.what_if.alterations import MAX_ALTERATIONS, Alteration

MAX_SEEDS: Final = 200


class WhatIfRequest(BaseModel):
    """The changes whose effect is wanted, each by itself."""

    model_config = ConfigDict(extra="forbid")

    alterations: list[Alteration] = Field(min_length=1, max_length=MAX_ALTERATIONS)
    seed_count: int = Field(
        default=20, ge=2, le=MAX_SEEDS, description="Seeds of each arm. An interval needs two."
    )


class OfferedAlteration(BaseModel):
    """A usual question about the run's scenario."""

    alteration: Alteration
    title: str
    claims: list[Claim] = Field(
        description="The statements of the title about the packets of its runs."
    )


class WhatIfOffers(BaseModel):
    """The alterations that are offered for a run."""

    run_id: UUID
    offers: list[OfferedAlteration]
    seed_count: int = Field(description="As many as one click may compute, at least three.")
    predicted_packets: int = Field(description="Of all offers and the scenario with these seeds.")
    is_quick: bool = Field(description="So little that it needs no confirmation.")


class WhatIfArm(BaseModel):
    """One altered scenario, or the scenario itself."""

    title: str
    claims: list[Claim] = Field(
        description="The means of the table over the seeds done: of a flow of each group, a link, "
        "or all of the run."
    )
    cell_index: int = Field(description="Of the experiment.")
    done_count: int = Field(description="Seeds that have their numbers.")
    failed_count: int
    changes_nothing: bool = Field(
        description="Every number of the table is that of the scenario as it is, to the last digit "
        "and in every seed. False until all seeds of both are done, and of the first arm."
    )


class WhatIfRead(BaseModel):
    """The table: the first arm is the scenario as it is."""

    experiment_id: UUID
    status: ExperimentStatus
    unit_count: int
    finished_unit_count: int = Field(description="Done, or failed for good.")
    seed_count: int
    core_version: str | None
    arms: list[WhatIfArm]
    seeds_agree: bool = Field(
        description="The throughputs of the scenario as it is hardly differ between its seeds, and "
        "the link does not fix them: the intervals speak of these seeds alone."
    )
    neighbours: list[OfferedAlteration] = Field(
        description="What to ask then: networks that are nearly the same. Empty otherwise."
    )
    metrics: list[ComparedMetric] = Field(
        description="`items` and `against_baseline` by arm. An arm that left a flow group out has "
        "no number of that group, and null for its difference."
    )
