"""Units that the core in a page computes: it gets scenarios, and sends what its core gives.

The lab makes a unit's numbers of that by the same functions as its own workers, so that a page
needs nothing but the core. They are trusted no more than those of any worker elsewhere.
"""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from lab.errors import InvalidInput
from lab.experiments.batches import BatchAttempt, BatchUnit
from lab.kit.cache import Cache
from lab.remote_work.schemas import CoreNumbers, WorkReport
from lab_model.experiments.cells import Expansion
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.numbers import numbers_of
from lab_model.results.page_core import PageRun, page_numbers, page_result
from lab_model.scenarios import Scenario
from lab_model.scenarios.links import all_links

Key = tuple[int, int]
Numbers = dict[str, float | None]

_EXPANSIONS: Final[Cache[UUID, tuple[dict[str, Any], Expansion]]] = Cache(most=4)
"""Batches of an experiment come one after the other. An extended one has another definition."""


def scenario_of(attempt: BatchAttempt, unit: BatchUnit) -> Scenario:
    """The scenario of the unit."""
    known = _EXPANSIONS.get(attempt.experiment_id)
    if known is None or known[0] != attempt.definition:
        definition = ExperimentDefinition.model_validate(attempt.definition)
        known = (attempt.definition, Expansion(definition))
        _EXPANSIONS.put(attempt.experiment_id, known)
    return known[1].scenario(unit.cell_index)


def numbers_of_pages(
    attempt: BatchAttempt, sent: WorkReport, *, taken: Mapping[Key, Any]
) -> dict[Key, tuple[str, Numbers]]:
    """Of each unit from a page its summary digest and its numbers. Raises InvalidInput."""
    units = {(unit.cell_index, unit.seed): unit for unit in attempt.units}
    found: dict[Key, tuple[str, Numbers]] = {}
    for position, report in enumerate(sent.cores):
        key = (report.cell_index, report.seed)
        where = f"cell {key[0]} with seed {key[1]}"
        unit = units.get(key)
        if unit is None:
            raise InvalidInput.of_field("cores", f"{where} is not a unit of this batch")
        if key in found or key in taken:
            raise InvalidInput.of_field("cores", f"{where} is given twice; once is allowed")
        try:
            found[key] = _numbers_of(attempt, unit, report.core)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise InvalidInput.of_field(
                f"cores.{position}.core",
                f"{where}: no result can be made of these numbers ({type(error).__name__})",
            ) from error
    return found


def _numbers_of(attempt: BatchAttempt, unit: BatchUnit, core: CoreNumbers) -> tuple[str, Numbers]:
    scenario = scenario_of(attempt, unit)
    counts = (len(core.flows), len(core.links))
    wanted = (sum(group.count for group in scenario.flows), len(all_links(scenario)))
    if counts != wanted:
        raise ValueError("a different number of flows or links from the scenario's")
    run = PageRun(
        flows=[page_numbers(flow) for flow in core.flows],
        links=[page_numbers(link) for link in core.links],
        fairness=page_numbers(core.fairness),
    )
    build = (attempt.core.version, attempt.core.behaviour)
    result = page_result(scenario, unit.seed, run, build, None)
    if result["scenario_digest"] != unit.scenario_digest:
        raise ValueError("the experiment was planned with another scenario")
    return result["summary_digest"], numbers_of(result)
