"""The axis of a sweep: a path into the scenario and the values that it takes.

flows.0.rtt_s=0.01,0.02,0.04            a list; words without quotes are text
bottleneck.buffer.amount=log:0.5:50:9   nine values, evenly spaced in the logarithm
bottleneck.delay_s=lin:0:0.01:5         five values, evenly spaced
flows.*.algorithm.name=bbr2,cubic       the same value in every flow group
"""

import json
import math
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from lab.experiments import EXPERIMENT_LIMITS, LinearRange, LogarithmicRange
from lab.experiments.axes import move_values
from lab.experiments.fields import find_field
from lab.experiments.patch import NoSuchPlaceError
from lab.experiments.patch import with_value as patched
from lab.scenarios import Scenario
from lab_worker.cli.errors import InputError


@dataclass(frozen=True)
class Axis:
    """One path and its values."""

    path: str
    values: list[JsonValue]


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
        field = find_field(path, base)
        numbers = move_values(
            _range(scale, range_text), is_whole=field is not None and field.is_whole
        )
        values = list({repr(number): number for number in numbers}.values())
    else:
        values = [_scalar(part) for part in values_text.split(",")]
    if len(set(map(repr, values))) < len(values):
        raise InputError(f"--vary has a value twice: {values_text}")
    return Axis(path, values)


def with_value(data: Any, path: str, value: JsonValue) -> Any:
    """A copy of the scenario's data with `value` at `path`; `*` stands for every flow group."""
    try:
        return patched(data, path, value)
    except NoSuchPlaceError as error:
        raise InputError(f"--vary has the path '{path}'; it {error.requirement}") from None


def _scalar(text: str) -> JsonValue:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if isinstance(value, bool | int | float | str) or value is None:
        scalar: JsonValue = value
        return scalar
    raise InputError(f"--vary has the value '{text}'; it must be a number, a word, true or false")


def _range(scale: str, text: str) -> LinearRange | LogarithmicRange:
    parts = text.split(":")
    try:
        first, last, count = float(parts[0]), float(parts[1]), int(parts[2])
    except (ValueError, IndexError):
        raise InputError(
            f"--vary has the range '{scale}:{text}'; it must be {scale}:FROM:TO:COUNT"
        ) from None
    if not (math.isfinite(first) and math.isfinite(last)):
        raise InputError(f"--vary has the range '{scale}:{text}'; FROM and TO must be finite")
    if len(parts) != 3 or not 2 <= count <= EXPERIMENT_LIMITS.max_cell_count:
        maximum = EXPERIMENT_LIMITS.max_cell_count
        raise InputError(
            f"--vary has the range '{scale}:{text}'; COUNT must be from 2 to {maximum}"
        )
    if scale == "lin":
        return LinearRange.model_validate(
            {"kind": "linear", "from": first, "to": last, "count": count}
        )
    if not (first > 0 and last > 0):
        raise InputError(f"--vary has the range 'log:{text}'; FROM and TO must be above 0")
    return LogarithmicRange.model_validate(
        {"kind": "logarithmic", "from": first, "to": last, "count": count}
    )
