"""Numbers of an experiment's units, put where a worker puts them."""

from collections.abc import Callable
from typing import Any

from lab.context import Context
from lab.experiments import unit_results
from lab.experiments.unit_results import UnitNumbers
from lab.results.repository import Core
from lab_model.experiments.cells import read_experiment
from tests.support.runs import CORE

NumbersOf = Callable[[int, int], dict[str, float | None] | None]


def store_units(
    context: Context,
    definition: dict[str, Any],
    numbers_of: NumbersOf,
    core: Core = CORE,
) -> None:
    """`numbers_of(cell_index, seed)` for every unit; None: it has not been computed."""
    expansion = read_experiment(definition)
    found = []
    for cell_index, cell in enumerate(expansion.work):
        for seed in expansion.seeds:
            numbers = numbers_of(cell_index, seed)
            if numbers is not None:
                summary_digest = f"{cell_index:032x}{seed:032x}"
                found.append(UnitNumbers(cell.scenario_digest, seed, summary_digest, numbers))
    with context.sessions.begin() as session:
        unit_results.store(session, core, found)
