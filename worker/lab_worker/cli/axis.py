"""The axis of a sweep: a path into the scenario and the values that it takes.

flows.0.rtt_s=0.01,0.02,0.04            a list; words without quotes are text
bottleneck.buffer.amount=log:0.5:50:9   nine values, evenly spaced in the logarithm
bottleneck.delay_s=lin:0:0.01:5         five values, evenly spaced
flows.*.algorithm.name=bbr2,cubic       the same value in every flow group
"""

import copy
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.algorithms import find_algorithm
from lab.scenarios import Scenario
from lab_worker.cli.errors import InputError

Value = bool | int | float | str | None
EVERY = "*"
_MAX_VALUES = 10_000


@dataclass(frozen=True)
class Axis:
    """One path and its values."""

    path: str
    values: list[Value]


def parse_axis(text: str, base: Scenario) -> Axis:
    """The axis of `PATH=VALUES`. Raises `InputError`.

    Values of a range are whole numbers where the base scenario has a whole number.
    """
    path, equals, values_text = text.partition("=")
    if not equals or not path or not values_text:
        raise InputError(
            f"--vary is '{text}'; it must be PATH=V1,V2,... or PATH=lin:FROM:TO:COUNT or "
            "PATH=log:FROM:TO:COUNT, e.g. flows.0.rtt_s=0.01,0.02"
        )
    scale, _, range_text = values_text.partition(":")
    if scale in ("lin", "log"):
        numbers = _range(scale, range_text)
        values: list[Value] = list(numbers)
        if _is_whole(path, base):
            values = list(dict.fromkeys(map(round, numbers)))
    else:
        values = [_scalar(part) for part in values_text.split(",")]
    if len(set(map(repr, values))) < len(values):
        raise InputError(f"--vary has a value twice: {values_text}")
    return Axis(path, values)


def with_value(data: Any, path: str, value: Value) -> Any:
    """A copy of the scenario's data with `value` at `path`; `*` stands for every flow group."""
    changed = copy.deepcopy(data)
    _set(changed, path.split("."), value, path)
    return changed


def _set(place: Any, parts: list[str], value: Value, path: str) -> None:
    part, rest = parts[0], parts[1:]
    for key in _keys(place, part, path):
        if not rest:
            place[key] = value
        else:
            if isinstance(place, dict):
                place.setdefault(key, {})
            _set(place[key], rest, value, path)


def _keys(place: Any, part: str, path: str) -> list[Any]:
    if isinstance(place, list):
        if part == EVERY:
            return list(range(len(place)))
        if part.isdigit() and int(part) < len(place):
            return [int(part)]
        raise InputError(
            f"--vary has the path '{path}', where '{part}' must be a number below {len(place)} or *"
        )
    if isinstance(place, dict):
        return [part]
    raise InputError(f"--vary has the path '{path}', where nothing can have a field '{part}'")


def _scalar(text: str) -> Value:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if isinstance(value, bool | int | float | str) or value is None:
        return value
    raise InputError(f"--vary has the value '{text}'; it must be a number, a word, true or false")


def _range(scale: str, text: str) -> list[float]:
    parts = text.split(":")
    try:
        first, last, count = float(parts[0]), float(parts[1]), int(parts[2])
    except (ValueError, IndexError):
        raise InputError(
            f"--vary has the range '{scale}:{text}'; it must be {scale}:FROM:TO:COUNT"
        ) from None
    if len(parts) != 3 or not 2 <= count <= _MAX_VALUES:
        raise InputError(
            f"--vary has the range '{scale}:{text}'; COUNT must be from 2 to {_MAX_VALUES}"
        )
    if scale == "log" and not (first > 0 and last > 0):
        raise InputError(f"--vary has the range 'log:{text}'; FROM and TO must be above 0")
    spaced = np.geomspace if scale == "log" else np.linspace
    # Twelve digits: 0.30000000000000004 would be another scenario than 0.3.
    return [float(f"{value:.12g}") for value in spaced(first, last, count)]


def _is_whole(path: str, base: Scenario) -> bool:
    parts = ["0" if part == EVERY else part for part in path.split(".")]
    if "parameters" in parts[:-1]:
        return _is_whole_parameter(parts, base)
    place: Any = base.model_dump()
    for part in parts:
        if isinstance(place, list) and part.isdigit() and int(part) < len(place):
            place = place[int(part)]
        elif isinstance(place, dict):
            place = place.get(part)
        else:
            return False
    return isinstance(place, int) and not isinstance(place, bool)


def _is_whole_parameter(parts: list[str], base: Scenario) -> bool:
    if not parts[1].isdigit() or int(parts[1]) >= len(base.flows):
        return False
    algorithm = find_algorithm(base.flows[int(parts[1])].algorithm.name)
    parameter = algorithm.parameter(parts[-1]) if algorithm else None
    return parameter is not None and parameter.kind == "integer"
