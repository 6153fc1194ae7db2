"""Algorithms from the command line."""

import json
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
    if name not in algorithm_names():
        known = ", ".join(algorithm_names())
        raise InputError(f"{argument} is '{name}'; it must be one of {known}")
    parameters: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        key, separator, value = setting.partition("=")
        if not separator:
            raise InputError(f"{argument} is '{text}'; '{setting}' must be PARAMETER=VALUE")
        try:
            parameters[key] = json.loads(value)
        except ValueError:
            parameters[key] = value
    algorithm: Algorithm = (
        {"name": name, "parameters": parameters} if parameters else {"name": name}
    )
    flow = {"rtt_s": 0.04, "algorithm": algorithm}
    try:
        validate_scenario({"duration_s": 1, "bottleneck": {"rate_bps": 10**7}, "flows": [flow]})
    except InvalidScenarioError as error:
        message = error.problems[0].message.replace("flows.0.algorithm.parameters.", "")
        raise InputError(f"{argument}: {message}") from None
    return algorithm


def algorithm_title(algorithm: Algorithm) -> str:
    """Name and settings: `cubic with beta=0.5`."""
    parameters = algorithm.get("parameters")
    if not parameters:
        return str(algorithm["name"])
    settings = ", ".join(f"{key}={value}" for key, value in parameters.items())
    return f"{algorithm['name']} with {settings}"
