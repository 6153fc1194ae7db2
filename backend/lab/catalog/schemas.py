"""Answers about scenarios and kinds of problems."""

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


class ProblemKind(BaseModel):
    """What a `type` of problem details stands for (RFC 9457, section 3.1.1)."""

    type: str = Field(description="As problems have it.")
    title: str
    status: int
    meaning: str = Field(description="What it says, and what to do about it.")
