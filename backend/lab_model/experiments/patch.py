"""Setting fields of a validated scenario without opening more of it than the way to them.

What is not on the way stays the validated model that it was; Pydantic takes it over as it is.
That makes ten thousand cells cheap: only what differs is checked again, and then how the parts
fit together.
"""

from typing import Any

from pydantic import BaseModel

from lab_model.experiments.fields import EVERY, is_position


class NoSuchPlaceError(Exception):
    """A path leads where nothing can be. `requirement` continues "path is '...'; it ..."."""

    def __init__(self, requirement: str) -> None:
        super().__init__(requirement)
        self.requirement = requirement


def with_value(place: Any, path: str, value: Any) -> Any:
    """`place` (a model, object or list) with `value` at the dotted path; `place` stays as it is.

    `*` stands for every entry of a list. Raises `NoSuchPlaceError`.
    """
    return _with_value(place, path.split("."), value)


def _with_value(place: Any, parts: list[str], value: Any) -> Any:
    if not parts:
        return value
    part, rest = parts[0], parts[1:]
    if isinstance(place, list):
        positions = _positions(place, part)
        return [
            _with_value(item, rest, value) if position in positions else item
            for position, item in enumerate(place)
        ]
    if isinstance(place, BaseModel):
        place = {name: getattr(place, name) for name in type(place).model_fields}
    if not isinstance(place, dict):
        raise NoSuchPlaceError(f"names a field '{part}' of something that has no fields")
    return {**place, part: _with_value(place.get(part, {}), rest, value)}


def _positions(items: list[Any], part: str) -> range:
    if part == EVERY:
        return range(len(items))
    if is_position(part) and int(part) < len(items):
        return range(int(part), int(part) + 1)
    raise NoSuchPlaceError(
        f"has '{part}', which must be a number below {len(items)}, or * for all of them"
    )
