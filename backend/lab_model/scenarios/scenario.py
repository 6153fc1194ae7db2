"""The scenario: its fields, checked together."""

from typing import Any

from pydantic import ModelWrapValidatorHandler, model_validator

from lab_model.scenarios.base import refuse
from lab_model.scenarios.consistency import refusals_of
from lab_model.scenarios.group_names import default_labels, with_labels
from lab_model.scenarios.scenario_fields import ScenarioFields


class Scenario(ScenarioFields):
    """What is simulated. With a seed and the behaviour of the core, it determines the result.

    Only the duration, the rate of the bottleneck, and the base RTT and algorithm of each flow have
    no default.
    """

    @model_validator(mode="wrap")
    @classmethod
    def _groups_have_names(
        cls, data: Any, handler: ModelWrapValidatorHandler["Scenario"]
    ) -> "Scenario":
        scenario = handler(data)
        if all(group.label for group in scenario.flows):
            return scenario
        return with_labels(scenario, default_labels(scenario.flows))

    @model_validator(mode="after")
    def _parts_fit_together(self) -> "Scenario":
        refuse("Scenario", refusals_of(self))
        return self
