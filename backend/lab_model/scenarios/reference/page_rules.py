"""The file of JSON from which the core in a page or in Node knows scenarios: their schema, and the
parameters of algorithms. `python -m lab_model.scenarios.reference.page_rules FILE` writes it.
"""

import json
import sys
from pathlib import Path
from typing import Any

from lab_model.algorithms import registry
from lab_model.scenarios.json_schema import scenario_json_schema


def page_rules() -> dict[str, Any]:
    """`schema` as /api/schema/scenario gives it, `algorithms` with their parameters' types."""
    algorithms = [
        {
            "name": algorithm.name,
            "parameters": [
                {"name": parameter.name, "kind": parameter.kind}
                for parameter in algorithm.parameters
            ],
        }
        for algorithm in registry().algorithms
    ]
    return {"schema": scenario_json_schema(), "algorithms": algorithms}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(page_rules(), separators=(",", ":")))
