"""Answers about scenarios."""

from pydantic import BaseModel, ConfigDict, Field

from lab_model.scenarios import Derived, Scenario


class ScenarioCheck(BaseModel):
    """A scenario to check without running it."""

    model_config = ConfigDict(extra="forbid")

    scenario: Scenario


class ScenarioChecked(BaseModel):
    """It is valid. This is what follows from it."""

    scenario_digest: str
    predicted_packets: int = Field(description="Packets that the bottleneck would carry.")
    derived: Derived
