"""Setting fields of a validated scenario without opening more of it than the way to them.

What is not on the way stays the validated model that it was; Pydantic takes it over as it is.
That makes ten thousand cells cheap: only what differs is checked again, and then how the parts
fit together.
"""

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel

from lab_model.experiments.fields import EVERY, is_position
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM

_ALGORITHM: Final = "algorithm"


class NoSuchPlaceError(Exception):
    """A path leads where nothing can be. `requirement` continues "path is '...'; it ..."."""

    def __init__(self, requirement: str) -> None:
        super().__init__(requirement)
        self.requirement = requirement


def with_value(place: Any, path: str, value: Any) -> Any:
    """`place` (a model, object or list) with `value` at the dotted path; `place` stays as it is.

    `*` stands for every entry of a list, and of flow groups whose algorithm is set for those that
    have one: UDP has none. Raises `NoSuchPlaceError`.
    """
    return _with_value(place, path.split("."), value)


def _with_value(place: Any, parts: list[str], value: Any) -> Any:
    if not parts:
        return value
    part, rest = parts[0], parts[1:]
    if isinstance(place, list):
        positions = _positions(place, part, rest)
        return [
            _with_value(item, rest, value) if position in positions else item
            for position, item in enumerate(place)
        ]
    if isinstance(place, BaseModel):
        place = {name: getattr(place, name) for name in type(place).model_fields}
    if not isinstance(place, dict):
        raise NoSuchPlaceError(f"names a field '{part}' of something that has no fields")
    return {**place, part: _with_value(place.get(part, {}), rest, value)}


def _positions(items: list[Any], part: str, rest: list[str]) -> Sequence[int]:
    if part == EVERY and rest[:1] == [_ALGORITHM]:
        controlled = [position for position, item in enumerate(items) if _is_controlled(item)]
        if not controlled:
            raise NoSuchPlaceError("sets an algorithm, but nothing controls any of the flows")
        return controlled
    if part == EVERY:
        return range(len(items))
    if is_position(part) and int(part) < len(items):
        return range(int(part), int(part) + 1)
    raise NoSuchPlaceError(
        f"has '{part}', which must be a number below {len(items)}, or * for all of them"
    )


def _is_controlled(group: Any) -> bool:
    algorithm = _member(group, _ALGORITHM)
    name: object = _member(algorithm, "name")
    return name != NO_ALGORITHM


def _member(place: Any, name: str) -> Any:
    """A member of a model, or of the plain data that it became for a place below it."""
    return place.get(name) if isinstance(place, dict) else getattr(place, name, None)
