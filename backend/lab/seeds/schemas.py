"""Requests about several seeds."""

from pydantic import BaseModel, ConfigDict, Field

from lab_model.scenarios import Scenario, Seed

MOST_SETTINGS = 4
MOST_SEEDS = 100
MOST_FLOWS = 16
"""A picture of groups adds up the curves of their flows: no more of them are read."""


class SeedsWanted(BaseModel):
    """Settings that are compared, and seeds."""

    model_config = ConfigDict(extra="forbid")

    scenarios: list[Scenario] = Field(min_length=1, max_length=MOST_SETTINGS)
    seeds: list[Seed] = Field(min_length=1, max_length=MOST_SEEDS)
