"""Modules of users' own algorithms, for one run: from bytes at hand, or as a lab serves them."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from lab_exec.errors import RunFailedError
from lab_model.modules import (
    LEAST_SERVED_PACKETS,
    MOST_SENT,
    MOST_SERVED_FLOWS,
    is_module_name,
)
from lab_model.scenarios import Scenario
from lab_model.scenarios.computed.cost import work_packet_count

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.wasm_module import LoadedModule

_NOT_HELD: Final = "is a module that is not at hand"
_NOT_STORED: Final = "is not stored here any more"


def load_held(scenario: Scenario, held: Mapping[str, bytes]) -> "dict[str, LoadedModule]":
    """The modules that a scenario names, each loaded for one run of it; `held` has their bytes by
    name. Raises `RunFailedError` for what cannot be run.
    """
    if not _module_flow_counts(scenario):
        return {}
    from lab_exec.scenario_modules import modules_stored

    return modules_stored(scenario, held.get, _NOT_HELD)


def load_served(
    scenario: Scenario, find: Callable[[str], bytes | None]
) -> "dict[str, LoadedModule]":
    """As `load_held`, for modules that strangers have stored in a lab: in fewer flows, and bounded
    in what they send. `find` gives the bytes of a name, or None where they no longer exist. Raises
    `RunFailedError`: a second attempt would fail again.
    """
    counts = _module_flow_counts(scenario)
    if not counts:
        return {}
    if sum(counts) > MOST_SERVED_FLOWS:
        raise RunFailedError(
            f"{sum(counts)} flows run modules; a lab's workers run at most {MOST_SERVED_FLOWS}"
        )
    from lab_exec.scenario_modules import modules_stored

    return modules_stored(scenario, find, _NOT_STORED, most_packets_served(scenario))


def most_packets_served(scenario: Scenario) -> int:
    """The packets that a stranger's module may send in a run: a module that floods would occupy a
    worker for minutes.
    """
    return max(MOST_SENT * work_packet_count(scenario), LEAST_SERVED_PACKETS)


def _module_flow_counts(scenario: Scenario) -> list[int]:
    return [group.count for group in scenario.flows if is_module_name(group.algorithm.name)]
