"""JSON in which nothing is ambiguous: what `json.loads` lets pass in silence is refused."""

import json
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

_UNSOUND: Final = re.compile("[\0\ud800-\udfff]")


class RefusedJsonError(ValueError):
    """Why a text is not taken; the sentence follows a subject such as "The scenario".

    `path` leads to the value that is refused, as printable names and indices; empty: the whole
    text.
    """

    def __init__(self, reason: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.path = path


def parse_strict_json(text: str | bytes) -> Any:
    """Plain data of a JSON text (RFC 8259, and I-JSON's rules of RFC 7493 for names and strings).

    Raises `RefusedJsonError` for invalid JSON, NaN, infinities, a name that is there twice in one
    object, and for what no Unicode text and no database holds: half of a surrogate pair, and NUL.
    """
    constants: list[str] = []

    def constant(name: str) -> float:
        constants.append(name)
        return math.nan

    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        data = json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=constant)
    except RefusedJsonError:
        raise
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RefusedJsonError(f"is not valid JSON: {error.msg} at {where}") from None
    except (RecursionError, UnicodeDecodeError, ValueError) as error:
        raise RefusedJsonError(f"is not valid JSON: {error}") from None
    # Nothing else can hold what is unsound: JSON forbids a bare NUL, UTF-8 a bare surrogate.
    if constants or "\\u" in text or not text.isascii():
        _require_sound(data, constants)
    return data


def json_pointer(path: Iterable[str | int]) -> str:
    """Leads to a value of a JSON text (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _require_sound(data: Any, constants: list[str]) -> None:
    for path, value in _leaves(data):
        if isinstance(value, str) and _UNSOUND.search(value) is not None:
            reason = "half of a surrogate pair or a NUL character, which no Unicode text holds"
            raise _refused(path, f"a text with {reason}")
        if isinstance(value, float) and math.isnan(value):
            raise _refused(path, f"{constants[0]}, which is not a number in JSON")


def _refused(path: tuple[str, ...], what: str) -> RefusedJsonError:
    sound = tuple(map(_sound, path))
    return RefusedJsonError(f"has at '{'.'.join(sound)}' {what}", sound)


def _leaves(data: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value that is no list and no object, and every name, in the order of the text."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            yield from ((path, name) for name in value)
            waiting.extend(((*path, name), inner) for name, inner in reversed(value.items()))
        elif isinstance(value, list):
            inner_values = [((*path, str(index)), inner) for index, inner in enumerate(value)]
            waiting.extend(reversed(inner_values))
        else:
            yield path, value


def _sound(name: str) -> str:
    """Not even the path to what is refused may hold it."""
    return name.encode("utf-8", "backslashreplace").decode()


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen = dict(pairs)
    if len(seen) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RefusedJsonError(f"has the field '{_sound(twice)}' twice in one object")
    return seen
