"""Algorithms from the command line."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lab_exec.errors import InputError
from lab_model.algorithms import algorithm_names
from lab_model.scenarios import InvalidScenarioError, validate_scenario
from lab_model.scenarios.algorithm_choice import choice_title

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.scenario_modules import ChosenModule

Algorithm = dict[str, Any]
MODULE_ENDING: Final = ".wasm"
# A path may have an equals sign, a name has not.
_MODULE: Final = re.compile(
    r"((?P<name>[A-Za-z0-9_]+)=)?(?P<file>.+\.wasm)(:(?P<settings>.*))?", re.DOTALL
)


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
    """[NAME=]FILE.wasm[:PARAMETER=VALUE,...], a user's own module. Raises `InputError`."""
    from lab_exec.scenario_modules import ChosenModule, checked_parameters
    from lab_exec.wasm_module import load_module

    found = _MODULE.fullmatch(text)
    if found is None:
        form = "[NAME=]FILE.wasm[:PARAMETER=VALUE,...]"
        raise InputError(f"{argument} is '{text}'; it must be {form}")
    replaces = found["name"] or ""
    if replaces:
        named_algorithm(argument, replaces, [], "", "")
    module = load_module(Path(found["file"]))
    settings = found["settings"].split(",") if found["settings"] else []
    given = _settings(settings, f"{argument} is '{text}'; '", "' must be")
    return ChosenModule(module, checked_parameters(module, given), replaces)


@dataclass(frozen=True)
class AlgorithmInput:
    """What is tested: an algorithm of the core, or a user's own module."""

    algorithm: Algorithm
    """As a scenario has it; a module's name is the digest of its bytes."""
    module: "ChosenModule | None" = None

    @property
    def title(self) -> str:
        """Name, or file, and settings: `cubic with beta=0.5`."""
        name = self.algorithm["name"] if self.module is None else self.module.module.path.name
        return choice_title({**self.algorithm, "name": name})


def read_tested(argument: str, text: str) -> AlgorithmInput:
    """NAME, NAME:PARAMETER=VALUE,... or FILE.wasm with the same. Raises `InputError`."""
    if MODULE_ENDING not in text:
        return AlgorithmInput(read_algorithm(argument, text))
    chosen = read_module(argument, text)
    if chosen.replaces:
        raise InputError(f"{argument} is '{text}'; it must be FILE.wasm[:PARAMETER=VALUE,...]")
    algorithm: Algorithm = {"name": chosen.module.name}
    if chosen.parameters:
        algorithm["parameters"] = chosen.parameters
    return AlgorithmInput(algorithm, chosen)
