"""Which core is installed here, as a result names it."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import ccsim

from lab_model.results.build import MOST_TRANSFERS, CoreBuild, build_result
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM

__all__ = ["MOST_TRANSFERS", "build_result", "core_build"]

Json = dict[str, Any]


def core_build(module_defaults: Mapping[str, Json]) -> CoreBuild:
    """The core with the parameters of algorithms that are modules, by name."""
    return CoreBuild(
        version=ccsim.core_version(),
        behaviour_version=ccsim.behaviour_version(),
        defaults_of=lambda name: (
            module_defaults[name] if name in module_defaults else _defaults(name)
        ),
    )


@cache
def _defaults(algorithm: str) -> Json:
    if algorithm == NO_ALGORITHM:
        return {}
    entry = next(item for item in ccsim.components()["algorithms"] if item["name"] == algorithm)
    return {parameter["name"]: parameter["default"] for parameter in entry["parameters"]}
