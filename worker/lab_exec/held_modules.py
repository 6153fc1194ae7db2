"""Modules of somebody's own algorithm whose bytes are at hand, for one run."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lab_model.modules import is_module_name
from lab_model.scenarios import Scenario

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.wasm_module import LoadedModule

_ABSENT: Final = "is a module that is not at hand"


def load_held(scenario: Scenario, held: Mapping[str, bytes]) -> "dict[str, LoadedModule]":
    """The modules that a scenario names, each loaded for one run of it; `held` has their bytes by
    name. Raises `RunFailedError` for what cannot be run.
    """
    if not any(is_module_name(group.algorithm.name) for group in scenario.flows):
        return {}
    from lab_exec.wasm_module import modules_stored

    return modules_stored(scenario, held.get, _ABSENT)
