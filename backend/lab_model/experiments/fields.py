"""What a path of a scenario names: title, type, unit and scale, from the scenario's schema."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from lab_model.algorithms import ParameterInfo, registry
from lab_model.modules import is_module_name
from lab_model.scenarios import Scenario, scenario_json_schema
from lab_model.scenarios.units import unit_of, words_of

EVERY: Final = "*"
_GROUPS: Final = "flows"
_PARAMETERS: Final = "parameters"
_COMBINATIONS: Final = ("anyOf", "oneOf", "allOf")

_NAME_OF_MODULE: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")

Schema = dict[str, Any]


@dataclass(frozen=True)
class FieldInfo:
    """One field of a scenario."""

    title: str
    is_whole: bool
    """Whether its numbers are whole ones."""
    unit: str | None
    """SI base unit, or what a schema's hint says."""
    display_unit: str | None
    """In which people read it; None: as it is."""
    per_display_unit: float
    """Value / this = number in `display_unit`."""
    is_logarithmic: bool
    """A slider over it is logarithmic."""


def is_position(part: str) -> bool:
    """Whether a part of a path is the number of an entry: `0`, not `²` and not `٠`."""
    return part.isascii() and part.isdecimal()


def find_field(path: str, base: Scenario) -> FieldInfo | None:
    """The field at a dotted path; None if a scenario has none there.

    The parameters of an algorithm are those of the base's algorithm in that flow group, or else
    of any algorithm that has one of this name. A module may have any name here: its
    declaration is checked where the module is known.
    """
    parts = path.split(".")
    if _PARAMETERS in parts[:-1]:
        return _parameter_field(parts, base)
    found = list(_schemas_at(scenario_json_schema_cached(), parts))
    return _field_of(parts[-1], found) if found else None


@cache
def scenario_json_schema_cached() -> Schema:
    """The scenario's schema, made once per process."""
    return scenario_json_schema()


def _schemas_at(schema: Schema, parts: list[str]) -> Iterator[Schema]:
    """The schemas of a path: several where a part of it is a union."""
    if not parts:
        yield schema
        return
    for member in _members(schema):
        part, rest = parts[0], parts[1:]
        if member.get("type") == "array" and (part == EVERY or is_position(part)):
            yield from _schemas_at(member["items"], rest)
        elif part in member.get("properties", {}):
            yield from _schemas_at(member["properties"][part], rest)


def _members(schema: Schema) -> Iterator[Schema]:
    """The schema itself and what it refers to or chooses from."""
    yield schema
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", maxsplit=1)[-1]
        yield from _members(scenario_json_schema_cached()["$defs"][name])
    for word in _COMBINATIONS:
        for choice in schema.get(word, []):
            yield from _members(choice)


def _field_of(name: str, schemas: list[Schema]) -> FieldInfo:
    merged: Schema = {}
    types: set[Any] = set()
    for schema in schemas:
        for member in _members(schema):
            merged = {**member, **merged}
            types.add(member.get("type"))
    return FieldInfo(
        title=merged.get("title", name),
        is_whole="integer" in types and "number" not in types,
        unit=merged.get("x-unit"),
        display_unit=merged.get("x-display-unit"),
        per_display_unit=merged.get("x-per-display-unit", 1.0),
        is_logarithmic=merged.get("x-scale") == "log",
    )


def _parameter_field(parts: list[str], base: Scenario) -> FieldInfo | None:
    if len(parts) != 5 or parts[0] != _GROUPS or parts[2:4] != ["algorithm", _PARAMETERS]:
        return None
    name = parts[-1]
    used = {
        item.algorithm.name
        for index, item in enumerate(base.flows)
        if parts[1] in (EVERY, str(index))
    }
    unit = unit_of(name) or None
    if any(map(is_module_name, used)) and _NAME_OF_MODULE.fullmatch(name):
        return FieldInfo(
            title=words_of(name),
            is_whole=True,
            unit=unit,
            display_unit=unit,
            per_display_unit=1.0,
            is_logarithmic=False,
        )
    parameter = _parameter(name, used)
    if parameter is None:
        return None
    display_unit, per_display_unit = _display_of(unit, parameter.default)
    return FieldInfo(
        title=words_of(name),
        is_whole=parameter.kind == "integer",
        unit=unit,
        display_unit=display_unit,
        per_display_unit=per_display_unit,
        is_logarithmic=False,
    )


def _display_of(unit: str | None, default: bool | float | str) -> tuple[str | None, float]:
    """The unit that fits the default of a parameter, and base units in one of it."""
    size = abs(default) if isinstance(default, int | float) else 0.0
    if unit == "s" and size < 1:
        return "ms", 1e-3
    if unit == "bit/s" and size >= 1e3:
        return ("kbit/s", 1e3) if size < 1e6 else ("Mbit/s", 1e6)
    return unit, 1.0


def _parameter(name: str, used: Collection[str]) -> ParameterInfo | None:
    """The parameter `name` of an algorithm that is used, or else of any algorithm that has one."""
    candidates = sorted(registry().algorithms, key=lambda info: info.name not in used)
    return next((found for info in candidates if (found := info.parameter(name))), None)
