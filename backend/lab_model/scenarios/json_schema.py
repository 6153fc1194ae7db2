"""The JSON Schema of a scenario: what the builder, the client and the reference page come from."""

from typing import Any

from lab_model.scenarios.limits import limits_table
from lab_model.scenarios.scenario import Scenario


def scenario_json_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) with units, bounds, defaults and help.

    Own keywords: `x-unit`, `x-display-unit`, `x-per-display-unit` (value / this = shown value),
    `x-scale` (linear or log slider), `x-values-from` (where the list of values is) and `x-limits`
    (the whole table of limits).
    """
    schema = Scenario.model_json_schema(mode="validation")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "x-limits": dict(limits_table()),
    }
