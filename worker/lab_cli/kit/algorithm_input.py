"""Algorithms from the command line."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lab_exec.errors import InputError
from lab_model.algorithms import algorithm_names
from lab_model.scenarios import InvalidScenarioError, validate_scenario

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.wasm_module import ChosenModule

Algorithm = dict[str, Any]
MODULE_ENDING: Final = ".wasm"


def read_algorithm(argument: str, text: str) -> Algorithm:
    """NAME or NAME:PARAMETER=VALUE,PARAMETER=VALUE, as a scenario has it.

    `argument` is what the message calls it. Raises `InputError`.
    """
    name, _, settings = text.partition(":")
    given = [setting for setting in settings.split(",") if setting]
    algorithm = named_algorithm(argument, name, given, f"{argument} is '{text}'; '", "' must be")
    flow = {"rtt_s": 0.04, "algorithm": algorithm}
    try:
        validate_scenario({"duration_s": 1, "bottleneck": {"rate_bps": 10**7}, "flows": [flow]})
    except InvalidScenarioError as error:
        message = error.problems[0].message.replace("flows.0.algorithm.parameters.", "")
        raise InputError(f"{argument}: {message}") from None
    return algorithm


def named_algorithm(
    argument: str, name: str, settings: Sequence[str], before: str, after: str
) -> Algorithm:
    """An algorithm with settings PARAMETER=VALUE, the value as in JSON or else a text.

    A setting that is none is refused in a sentence with it between `before` and `after`. Raises
    `InputError`.
    """
    if name not in algorithm_names():
        known = ", ".join(algorithm_names())
        raise InputError(f"{argument} is '{name}'; it must be one of {known}")
    parameters = _settings(settings, before, after)
    return {"name": name, "parameters": parameters} if parameters else {"name": name}


def _settings(settings: Sequence[str], before: str, after: str) -> dict[str, Any]:
    parameters: dict[str, Any] = {}
    for setting in settings:
        key, separator, value = setting.partition("=")
        if not separator:
            raise InputError(f"{before}{setting}{after} PARAMETER=VALUE")
        try:
            parameters[key] = json.loads(value)
        except ValueError:
            parameters[key] = value
    return parameters


def read_module(argument: str, text: str) -> "ChosenModule":
    """[NAME=]FILE.wasm[:PARAMETER=VALUE,...], a module of somebody's own. Raises `InputError`."""
    from lab_exec.wasm_module import ChosenModule, checked_parameters, load_module

    head, ending, rest = text.partition(MODULE_ENDING)
    replaces, separator, file = head.rpartition("=")
    if not ending or (rest and not rest.startswith(":")) or (separator and not replaces):
        form = "[NAME=]FILE.wasm[:PARAMETER=VALUE,...]"
        raise InputError(f"{argument} is '{text}'; it must be {form}")
    if replaces:
        named_algorithm(argument, replaces, [], "", "")
    module = load_module(Path(file + ending))
    given = _settings(
        rest[1:].split(",") if rest else [], f"{argument} is '{text}'; '", "' must be"
    )
    return ChosenModule(module, checked_parameters(module, given), replaces)


def algorithm_title(algorithm: Algorithm) -> str:
    """Name and settings: `cubic with beta=0.5`."""
    parameters = algorithm.get("parameters")
    if not parameters:
        return str(algorithm["name"])
    settings = ", ".join(f"{key}={value}" for key, value in parameters.items())
    return f"{algorithm['name']} with {settings}"
