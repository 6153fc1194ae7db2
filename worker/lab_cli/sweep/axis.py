"""An axis from the command line: a path into the scenario and the values that it takes.

flows.0.rtt_s=0.01,0.02,0.04            a list; words without quotes are text
bottleneck.buffer.amount=log:0.5:50:9   nine values, evenly spaced in the logarithm
bottleneck.delay_s=lin:0:0.01:5         five values, evenly spaced
flows.*.algorithm.name=bbr2,cubic       the same value in every flow group
"""

import json
import math
from typing import Any, Final

from lab_exec.errors import InputError
from lab_model.experiments import EXPERIMENT_LIMITS

Json = dict[str, Any]

_KINDS: Final = {"lin": "linear", "log": "logarithmic"}


def parse_axis(text: str) -> Json:
    """The axis of `PATH=VALUES`, as a definition has it. Raises `InputError`."""
    path, equals, values_text = text.partition("=")
    if not equals or not path or not values_text:
        raise InputError(
            f"--vary is '{text}'; it must be PATH=V1,V2,... or PATH=lin:FROM:TO:COUNT or "
            "PATH=log:FROM:TO:COUNT, e.g. flows.0.rtt_s=0.01,0.02"
        )
    scale, _, range_text = values_text.partition(":")
    values = _range(scale, range_text) if scale in _KINDS else _list(values_text)
    return {"moves": [{"path": path, "values": values}]}


def _list(text: str) -> Json:
    values = [_scalar(part) for part in text.split(",")]
    if len(set(map(repr, values))) < len(values):
        raise InputError(f"--vary has a value twice: {text}")
    return {"kind": "list", "values": values}


def _scalar(text: str) -> bool | int | float | str | None:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise InputError(f"--vary has the value '{text}'; it must be a number, a word, true or false")


def _range(scale: str, text: str) -> Json:
    parts = text.split(":")
    try:
        first, last, count = float(parts[0]), float(parts[1]), int(parts[2])
    except (ValueError, IndexError):
        raise InputError(
            f"--vary has the range '{scale}:{text}'; it must be {scale}:FROM:TO:COUNT"
        ) from None
    maximum = EXPERIMENT_LIMITS.max_cell_count
    if len(parts) != 3 or not 2 <= count <= maximum:
        raise InputError(
            f"--vary has the range '{scale}:{text}'; COUNT must be from 2 to {maximum}"
        )
    if not (math.isfinite(first) and math.isfinite(last)):
        raise InputError(f"--vary has the range '{scale}:{text}'; FROM and TO must be finite")
    if scale == "log" and not (first > 0 and last > 0):
        raise InputError(f"--vary has the range 'log:{text}'; FROM and TO must be above 0")
    return {"kind": _KINDS[scale], "from": first, "to": last, "count": count}
