"""Algorithms from the command line."""

import json
from collections.abc import Sequence
from typing import Any

from lab_exec.errors import InputError
from lab_model.algorithms import algorithm_names
from lab_model.scenarios import InvalidScenarioError, validate_scenario

Algorithm = dict[str, Any]


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
    parameters: dict[str, Any] = {}
    for setting in settings:
        key, separator, value = setting.partition("=")
        if not separator:
            raise InputError(f"{before}{setting}{after} PARAMETER=VALUE")
        try:
            parameters[key] = json.loads(value)
        except ValueError:
            parameters[key] = value
    return {"name": name, "parameters": parameters} if parameters else {"name": name}


def algorithm_title(algorithm: Algorithm) -> str:
    """Name and settings: `cubic with beta=0.5`."""
    parameters = algorithm.get("parameters")
    if not parameters:
        return str(algorithm["name"])
    settings = ", ".join(f"{key}={value}" for key, value in parameters.items())
    return f"{algorithm['name']} with {settings}"
