"""Canonical JSON: one text for everything that means the same. Frozen.

Keys sorted, no spaces, UTF-8, integral numbers without a point, other numbers as Python's
shortest repr, NaN and infinities as null. Of a scenario: names and labels left out, and every
field that equals its default, so that a field added later keeps old digests. `version` stays in.

Parameters of an algorithm stay as they are written, also where they equal the algorithm's
default: those defaults belong to a behaviour of the core, not to the schema.
"""

import json
import math
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

if TYPE_CHECKING:
    from lab_model.scenarios.scenario import Scenario

_FOR_PEOPLE_ONLY: Final = frozenset({"name", "label"})
_ALWAYS_KEPT: Final = frozenset({"version", "kind"})


def canonical_json(value: Any) -> str:
    """Canonical text of plain JSON data (dict with text keys, list, text, number, bool, None)."""
    return json.dumps(
        _canonical_numbers(value),
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
    )


def canonical_scenario(scenario: "Scenario") -> str:
    """Canonical text of a valid scenario."""
    return canonical_json(_without_defaults(scenario, drops_names=True))


def _without_defaults(model: BaseModel, *, drops_names: bool) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, (is_required, default) in _defaults(type(model)).items():
        if drops_names and name in _FOR_PEOPLE_ONLY:
            continue
        value = getattr(model, name)
        if not is_required and name not in _ALWAYS_KEPT and value == default:
            continue
        kept[name] = _plain(name, value)
    return kept


@cache
def _defaults(model: type[BaseModel]) -> dict[str, tuple[bool, Any]]:
    """For each field whether it is required, and its default. Read once: a default is copied."""
    return {
        name: (
            field.is_required(),
            None if field.is_required() else field.get_default(call_default_factory=True),
        )
        for name, field in model.model_fields.items()
    }


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, BaseModel):
        # An algorithm's "name" is its identity, not a name that a person gave.
        return _without_defaults(value, drops_names=name != "algorithm")
    if isinstance(value, list):
        return [_plain(name, item) for item in value]
    return value


def _canonical_numbers(value: Any) -> Any:
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return {key: _canonical_numbers(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_canonical_numbers(item) for item in value]
    return value
