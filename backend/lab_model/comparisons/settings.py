"""In which settings scenarios differ: pure.

What people call things (names, labels) is no setting. A part with kinds, such as a queue or a loss
model, is one setting where the kinds differ: their fields mean different things then.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

_MISSING: Final = object()
_SAID_TO_PEOPLE: Final = frozenset({"name", "label"})
_ALGORITHM: Final = "algorithm"


@dataclass(frozen=True)
class Difference:
    """A place in the scenarios where they are not all equal."""

    path: str
    values: list[Any]
    """By scenario; None where it has no such place."""


def differing_settings(scenarios: Sequence[dict[str, Any]]) -> Iterator[Difference]:
    """The places where the scenarios differ, in the order of the first one's fields."""
    return _within(scenarios, "")


def _within(values: Sequence[Any], path: str) -> Iterator[Difference]:
    if all(value == values[0] for value in values[1:]):
        return
    if _have_same_fields(values):
        for name in dict.fromkeys(name for value in values for name in value):
            if name in _SAID_TO_PEOPLE and not path.endswith(_ALGORITHM):
                continue
            yield from _within([value.get(name, _MISSING) for value in values], _join(path, name))
    elif path == "flows":
        for index in range(max(map(len, values))):
            groups = [value[index] if index < len(value) else _MISSING for value in values]
            yield from _within(groups, _join(path, index))
    else:
        yield Difference(path, [None if value is _MISSING else value for value in values])


def _have_same_fields(values: Sequence[Any]) -> bool:
    """Objects of one kind can be compared field by field."""
    if not all(isinstance(value, dict) for value in values):
        return False
    return len({value.get("kind") for value in values}) == 1


def _join(path: str, part: str | int) -> str:
    return f"{path}.{part}" if path else str(part)
