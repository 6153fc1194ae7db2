"""The result of a run that a page's core computed, from the numbers as JSON has them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from lab_model.algorithms import registry
from lab_model.metrics import FLOW, LINK, SUMMARY
from lab_model.results.build import CoreBuild, Numbers, build_result
from lab_model.scenarios import Scenario
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM

Json = dict[str, Any]
NO_TRANSFERS: Final[Mapping[str, Sequence[float]]] = {"flow_index": []}


@dataclass(frozen=True)
class PageRun:
    """A run as the page's core gives it. The last ones are in no table over seeds."""

    flows: list[Numbers]
    links: list[Numbers]
    fairness: Numbers
    losses: Any = None
    transfers: Mapping[str, Sequence[float]] = field(default_factory=lambda: NO_TRANSFERS)
    simulated_packets: int = 0
    sample_count: int = 0
    events_truncated: bool = False


def page_result(
    scenario: Scenario, seed: int, run: PageRun, core: tuple[str, int], series_digest: str | None
) -> Json:
    """The result as a worker builds it. `core`: its version and behaviour."""
    return build_result(scenario, seed, run, series_digest, CoreBuild(*core, _defaults))


def page_numbers(numbers: Mapping[str, float | None]) -> Numbers:
    """JavaScript writes 10.0 as 10: what is no count is a double again, and a count a whole one."""
    return {name: _number(name, value) for name, value in numbers.items()}


def _number(name: str, value: float | None) -> float | int:
    if value is None:
        return math.nan
    declared = FLOW.get(name) or LINK.get(name) or SUMMARY.get(name)
    # The numbers of a flow and of its group are in no table.
    is_whole = declared is None or declared.is_whole
    return int(value) if is_whole and value == int(value) else float(value)


def _defaults(algorithm: str) -> Json:
    if algorithm == NO_ALGORITHM:
        return {}
    entry = next(item for item in registry().algorithms if item.name == algorithm)
    return {parameter.name: parameter.default for parameter in entry.parameters}
