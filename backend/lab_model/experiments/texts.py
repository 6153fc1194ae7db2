"""Values of a scenario as people read them: 25 ms, 10 Mbit/s, BBRv2, 0.15 %."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeGuard

from pydantic import JsonValue

from lab_model.algorithms import find_algorithm
from lab_model.experiments.fields import FieldInfo
from lab_model.experiments.limits import EXPERIMENT_LIMITS
from lab_model.modules import is_module_name, short_name
from lab_model.scenarios.units import number_text, one_line

_RATE_UNITS: Final = ((1e9, "Gbit/s"), (1e6, "Mbit/s"), (1e3, "kbit/s"), (1.0, "bit/s"))
_BUFFER_UNIT: Final = "buffer.unit"
_BUFFER_UNITS: Final = {
    "bdp": ("BDP", 1.0),
    "packets": ("packets", 1.0),
    "bytes": ("bytes", 1.0),
    "seconds": ("ms", 1e-3),
}
# Units without a word of their own: a count of flows is a number, a ratio without percent too.
_UNITLESS: Final = frozenset({"ratio", "flows"})
# As written by a person; a computed value has only the digits that its neighbours do not share.
_ALL_DIGITS: Final = 12
_FEWEST_DIGITS: Final = 3


def shown_field(
    field: FieldInfo, values: Sequence[JsonValue], buffer_unit: str | None
) -> FieldInfo:
    """The field with the unit in which its values read best: one unit for all of them.

    `buffer_unit` is the unit of the buffer's amount; None if it differs from cell to cell.
    """
    if field.unit == _BUFFER_UNIT:
        unit, per_unit = _BUFFER_UNITS.get(buffer_unit or "", (None, 1.0))
        return replace(field, display_unit=unit, per_display_unit=per_unit)
    if field.unit in {"bit/s", "bps"}:
        sizes = [abs(value) for value in values if is_number(value) and value != 0]
        smallest = min(sizes, default=1e6)
        per_unit, unit = next(
            (item for item in _RATE_UNITS if smallest >= item[0]), _RATE_UNITS[-1]
        )
        return replace(field, display_unit=unit, per_display_unit=per_unit)
    if field.display_unit is None and field.unit not in _UNITLESS:
        return replace(field, display_unit=field.unit)
    return field


def value_texts(values: Sequence[JsonValue], field: FieldInfo, *, is_range: bool) -> list[str]:
    """The text of each value. Those of a range are as short as possible while they still differ."""
    fewest = _FEWEST_DIGITS if is_range else _ALL_DIGITS
    for digits in range(fewest, _ALL_DIGITS + 1):
        texts = [_text(value, field, digits) for value in values]
        if len(set(texts)) == len(set(map(repr, values))):
            return texts
    return texts


def is_number(value: Any) -> TypeGuard[int | float]:
    """Whether it is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def point_texts(columns: Sequence[Sequence[str]]) -> list[str]:
    """The texts of an axis's points from those of its moves: `5 / 5`.

    Moves that read alike in every point are named once.
    """
    different = dict.fromkeys(map(tuple, columns))
    return [_shortened(" / ".join(parts)) for parts in zip(*different, strict=True)]


def _shortened(text: str) -> str:
    longest = EXPERIMENT_LIMITS.max_point_text_length
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _text(value: JsonValue, field: FieldInfo, digits: int) -> str:
    if is_number(value):
        return _quantity(value, field, digits)
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None:
        return "none"
    if isinstance(value, str):
        return _title(value) or one_line(value)
    if isinstance(value, dict):
        return _object(value)
    return one_line(json.dumps(value, ensure_ascii=False))


def _quantity(value: float, field: FieldInfo, digits: int) -> str:
    try:
        number = _number(value / field.per_display_unit, digits)
    except OverflowError:  # a whole number beyond every float: the cell will be refused
        number = number_text(value)
    return f"{number} {field.display_unit}" if field.display_unit else number


def _number(value: float, digits: int) -> str:
    """Without an exponent where a person would write none."""
    if not math.isfinite(value):
        return str(value)
    rounded = float(f"{value:.{digits}g}")
    if rounded and not 1e-6 <= abs(rounded) < 1e15:
        return f"{rounded:.{digits}g}"
    return f"{rounded:.12f}".rstrip("0").rstrip(".")


def _title(name: str) -> str:
    if is_module_name(name):
        return short_name(name)
    info = find_algorithm(name)
    return info.title if info else ""


def _object(value: dict[str, JsonValue]) -> str:
    """An algorithm by its title and what differs; of anything else its kind and numbers."""
    name = value.get("name")
    if isinstance(name, str) and _title(name):
        parameters = value.get("parameters")
        given = parameters if isinstance(parameters, dict) else {}
        details = ", ".join(f"{key} {_plain(item)}" for key, item in given.items())
        return f"{_title(name)} ({details})" if details else _title(name)
    return ", ".join(
        _plain(item) if key in {"kind", "unit"} else f"{key} {_plain(item)}"
        for key, item in value.items()
    )


def _plain(value: JsonValue) -> str:
    if is_number(value):
        return number_text(value)
    if isinstance(value, str):
        return one_line(value)
    return one_line(json.dumps(value, ensure_ascii=False))
