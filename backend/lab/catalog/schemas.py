"""Answers about scenarios and kinds of problems."""

from pydantic import BaseModel, ConfigDict, Field

from lab_model.scenarios import Derived, Scenario


class ScenarioCheck(BaseModel):
    """A scenario to check without running it."""

    model_config = ConfigDict(extra="forbid")

    scenario: Scenario


class ScenarioChecked(BaseModel):
    """A valid scenario, and the quantities that follow from it."""

    scenario_digest: str
    predicted_packets: int = Field(description="Packets that the bottleneck would carry.")
    derived: Derived


class ProblemKind(BaseModel):
    """The meaning of a `type` of problem details (RFC 9457, section 3.1.1)."""

    type: str = Field(description="As problems have it.")
    title: str
    status: int
    meaning: str = Field(description="Its meaning, and the remedy.")
