"""Modules of somebody's own algorithm, out of the database, for one run."""

from typing import TYPE_CHECKING

from lab.kit.database import SessionFactory
from lab.modules import repository
from lab_exec.errors import RunFailedError
from lab_model.modules import MOST_SERVED_FLOWS, NAME_PREFIX, is_module_name
from lab_model.scenarios import Scenario

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.wasm_module import LoadedModule


def modules_of(sessions: SessionFactory, scenario: Scenario) -> "dict[str, LoadedModule]":
    """The modules that a scenario names, each loaded for one run of it.

    Raises `RunFailedError` for what cannot be run: the same again would fail again.
    """
    counts = [group.count for group in scenario.flows if is_module_name(group.algorithm.name)]
    if not counts:
        return {}
    if sum(counts) > MOST_SERVED_FLOWS:
        raise RunFailedError(
            f"{sum(counts)} flows run modules; a lab's workers run at most {MOST_SERVED_FLOWS}"
        )
    from lab_exec.wasm_module import modules_stored

    def find(name: str) -> bytes | None:
        with sessions() as session:
            return repository.content(session, name.removeprefix(NAME_PREFIX))

    return modules_stored(scenario, find)
