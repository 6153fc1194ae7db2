"""The JSON Schema of an experiment, beside that of a scenario."""

from typing import Any

from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.limits import experiment_limits_table
from lab_model.scenarios.limits import limits_table


def experiment_json_schema() -> dict[str, Any]:
    """JSON Schema (2020-12). `x-limits` has the limits of experiments and those of scenarios."""
    schema = ExperimentDefinition.model_json_schema(mode="validation")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "x-limits": {**dict(limits_table()), **dict(experiment_limits_table())},
    }
