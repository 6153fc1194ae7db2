"""The modules of users' own algorithms in a scenario: which of its flows run one, with which
parameters, and the loaded modules of one run.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lab_exec.errors import InputError, RunFailedError
from lab_exec.wasm_module import (
    MOST_INSTANCES,
    MOST_MODULE_BYTES,
    LoadedModule,
    load_bytes,
    load_module,
)
from lab_model.algorithms import registry
from lab_model.modules import is_module_name, module_name, short_name
from lab_model.scenarios import Scenario
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM, AlgorithmChoice
from lab_model.scenarios.flows import FlowGroup

_MANY_CONNECTIONS: Final = {
    kind.name for kind in registry().traffic if kind.carrier == "many_connections"
}


@dataclass(frozen=True)
class ChosenModule:
    """A module with the parameters that were given, instead of the algorithm `replaces`; "" stands
    for every algorithm of the scenario.
    """

    module: LoadedModule
    parameters: dict[str, int]
    replaces: str = ""

    @property
    def choice(self) -> AlgorithmChoice:
        """As a flow has it. It is built without validation: the registry knows no modules."""
        return AlgorithmChoice.model_construct(
            name=self.module.name, parameters=dict(self.parameters)
        )


def with_module(
    scenario: Scenario, chosen: ChosenModule, groups: Collection[int] | None = None
) -> Scenario:
    """The scenario with the module instead of an algorithm, or in these groups of flows. The copy's
    digests are over the module's bytes. Raises `InputError`.
    """
    choice = chosen.choice
    meant = groups if groups is not None else _meant(scenario.flows, chosen)
    flows = [
        group.model_copy(update={"algorithm": choice}) if place in meant else group
        for place, group in enumerate(scenario.flows)
    ]
    count = sum(group.count for group in flows if group.algorithm.name == choice.name)
    if count == 0:
        what = f"the algorithm '{chosen.replaces}'" if chosen.replaces else "an algorithm"
        raise InputError(f"--algorithm: no flow of the scenario has {what}")
    if count > MOST_INSTANCES:
        raise InputError(f"--algorithm: {count} flows would run it; at most {MOST_INSTANCES} can")
    for group in flows:
        if group.algorithm.name == choice.name and group.traffic.kind in _MANY_CONNECTIONS:
            raise InputError(
                f"--algorithm: traffic of kind '{group.traffic.kind}' opens a connection for each "
                "transfer; a module runs in flows of one connection"
            )
    return scenario.model_copy(update={"flows": flows})


def modules_of(
    scenario: Scenario, paths: Iterable[Path], most_packets: int = 0
) -> dict[str, LoadedModule]:
    """The modules of a scenario's flows, for one run of it, out of files that were loaded once when
    the scenario was made. With `most_packets` a run in which one sends more raises
    `SentTooMuchError`. Raises `RunFailedError` if one has changed since.
    """
    wanted = {
        group.algorithm.name for group in scenario.flows if is_module_name(group.algorithm.name)
    }
    loaded = (load_module(path, most_packets) for path in paths)
    modules = {module.name: module for module in loaded}
    if not wanted <= set(modules):
        names = " or ".join(f"'{path}'" for path in paths)
        raise RunFailedError(f"{names} has changed since the command began")
    return {name: modules[name] for name in wanted}


def can_run(scenario: Scenario, groups: Collection[int]) -> bool:
    """Whether a module can take these groups of flows: each must have one connection a flow."""
    return all(scenario.flows[place].traffic.kind not in _MANY_CONNECTIONS for place in groups)


def checked_parameters(module: LoadedModule, given: Mapping[str, Any]) -> dict[str, int]:
    """The values as they are. Raises `InputError` for what the module does not declare or allow."""
    declared = {item.name: item for item in module.description.parameters}
    for name, value in given.items():
        if name not in declared:
            known = ", ".join(declared) or "none"
            raise InputError(f"--algorithm: '{name}' is not a parameter of it; it has {known}")
        item = declared[name]
        if type(value) is not int or not item.minimum <= value <= item.maximum:
            raise InputError(
                f"--algorithm: {name} is {value!r}; it must be a whole number from "
                f"{item.minimum} to {item.maximum}"
            )
    return dict(given)


def _meant(groups: Sequence[FlowGroup], chosen: ChosenModule) -> set[int]:
    return {
        place
        for place, group in enumerate(groups)
        if group.algorithm.name != NO_ALGORITHM and chosen.replaces in {"", group.algorithm.name}
    }


def modules_stored(
    scenario: Scenario,
    find: Callable[[str], bytes | None],
    absent: str,
    most_packets: int = 0,
) -> dict[str, LoadedModule]:
    """The modules that a scenario names, each loaded for one run of it. `find` gives the bytes of a
    name, or None: then it is `absent`. `most_packets` is as for `modules_of`. Raises
    `RunFailedError` for that, for one that is not what its name says, and for parameters that it
    does not declare or allow.
    """
    loaded: dict[str, LoadedModule] = {}
    for group in scenario.flows:
        name = group.algorithm.name
        if not is_module_name(name):
            continue
        if name not in loaded:
            loaded[name] = _stored(name, find(name), absent, most_packets)
        try:
            checked_parameters(loaded[name], group.algorithm.parameters)
        except InputError as error:
            message = str(error).removeprefix("--algorithm: ")
            raise RunFailedError(f"{short_name(name)}: {message}") from None
    return loaded


def _stored(name: str, content: bytes | None, absent: str, most_packets: int) -> LoadedModule:
    if content is None:
        raise RunFailedError(f"{name} {absent}")
    if len(content) > MOST_MODULE_BYTES:
        raise RunFailedError(f"{name} has {len(content)} bytes; at most {MOST_MODULE_BYTES}")
    if module_name(content) != name:
        raise RunFailedError(f"what is stored as {name} has other bytes")
    try:
        return load_bytes(Path(short_name(name)), content, most_packets)
    except ValueError as error:
        raise RunFailedError(f"{short_name(name)} is not an algorithm module: {error}") from None
